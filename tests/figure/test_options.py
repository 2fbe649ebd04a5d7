"""How a figure is finished for a file."""

from __future__ import annotations

import numpy as np
import pytest

from relviz.errors import SettingError
from relviz.figure.options import FigureOptions
from relviz.figure.spec import Axis, Bars, Curves, FigureSpec, Heatmap, Scale, Series

TOKENS = Axis("query", ("the", "cat", "sat"), tokens=True)
HEADS = Axis("head", ("H0", "H1", "H2"))


def _spec() -> FigureSpec:
    values = np.arange(9, dtype=np.float32).reshape(3, 3)
    return FigureSpec(
        "figure",
        "",
        (
            (
                Heatmap("map", "map", values, Scale.share(values), TOKENS, HEADS),
                Bars("bars", "bars", (Series("", np.ones(3, np.float32)),), TOKENS),
                Curves("curves", "curves", np.arange(3.0, dtype=np.float32), (), Axis("distance")),
            ),
        ),
        "the line below",
        size=(700, 500),
    )


def test_left_alone_a_figure_is_as_it_was() -> None:
    """Without choices only the title, of which there is none, is set."""
    spec = _spec()
    done = FigureOptions().of(spec)
    assert (done.grid, done.caption, done.size, done.title) == (spec.grid, "the line below", (700, 500), "")


def test_tokens_are_counted_where_they_are_not_written() -> None:
    """Axes of tokens lose their labels, bars get numbers, and axes of anything else, and all values, stay."""
    heat, bars, curves = FigureOptions(labels=False).of(_spec()).grid[0]
    assert isinstance(heat, Heatmap)
    assert isinstance(bars, Bars)
    assert isinstance(curves, Curves)
    assert (heat.rows.labels, heat.columns.labels) == ((), ("H0", "H1", "H2"))
    assert bars.columns.labels == ("0", "1", "2")
    np.testing.assert_array_equal(heat.values, np.arange(9).reshape(3, 3))


def test_title_caption_and_size() -> None:
    """A title is set, the line below taken away, and the size replaced."""
    done = FigureOptions("Mine", caption=False, size=(1000, 640)).of(_spec())
    assert (done.title, done.caption, done.size) == ("Mine", "", (1000, 640))


def test_pixels_go_by_the_resolution() -> None:
    """Device-independent pixels are 1/96 inch: 960 x 480 of them at 300 dpi are 10 x 5 inches."""
    assert FigureOptions(dpi=300).pixels((960, 480)) == (3000, 1500)


@pytest.mark.parametrize("size", [(10, 500), (500, 100_000)])
def test_a_size_without_room_is_an_error(size: tuple[int, int]) -> None:
    """Sides that would hold no labels, or that no viewer opens, are said."""
    with pytest.raises(SettingError, match="sides"):
        FigureOptions(size=size)
