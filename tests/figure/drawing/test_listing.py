"""Listings as they are drawn: bars as long as their numbers, lines beside the rows of a map."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
from PySide6.QtCore import QRectF
from PySide6.QtGui import QColor, QImage

from relviz.figure.colours.palette import DARK, LIGHT, Palette
from relviz.figure.drawing.grid import layout
from relviz.figure.drawing.listing import BETWEEN, lines_shown, rows_shown
from relviz.figure.lettering.fonts import text_width
from relviz.figure.spec import Axis, FigureSpec, Heatmap, Ink, Listing, Row, Scale
from relviz.figure.writing.write import to_image
from tests.figure.pixels import changed

pytestmark = pytest.mark.usefixtures("qapp")

TERMS: tuple[Ink, ...] = ("memory", "content", "position")


def _figure(values: tuple[float, ...]) -> FigureSpec:
    """Return a map of a row a value, and beside it a listing of the same rows."""
    rows = tuple(Row("", value, f"{value:+.2f}", ink) for value, ink in zip(values, TERMS, strict=True))
    numbers = np.tile(np.array(values, np.float32)[:, None], (1, 4))
    heatmap = Heatmap("worth", "worth", numbers, Scale.signed(numbers), Axis("", ("m", "a", "b")), Axis("query"))
    listing = Listing("means", "mean", (rows,), lines=3)
    return FigureSpec("f", "", ((heatmap, listing),), size=(700, 320))


def _width(image: QImage, y: float, colour: str) -> tuple[int, int, int]:
    """Return how many pixels of a colour there are on a line, and where they begin and end."""
    columns = [x for x in range(image.width()) if QColor(image.pixel(x, round(y))) == QColor(colour)]
    return len(columns), min(columns, default=-1), max(columns, default=-1)


@pytest.mark.parametrize("palette", [LIGHT, DARK], ids=["light", "dark"])
def test_bars_are_as_long_as_their_numbers_and_beside_their_rows(palette: Palette) -> None:
    """On the middle of each of the map's rows lies that row's bar, in its colour, from 0 to the side of its sign."""
    figure = _figure((0.4, 0.2, -0.1))
    image = to_image(figure, palette, scale=1.0)
    boxes = layout(figure, QRectF(0, 0, 700, 320)).boxes[0]
    assert (boxes[0].plot.top(), boxes[0].plot.height()) == (boxes[1].plot.top(), boxes[1].plot.height())
    line = boxes[0].plot.height() / 3
    middles = [boxes[0].plot.top() + (n + 0.5) * line for n in range(3)]
    widths = [_width(image, y, palette.fills[ink]) for y, ink in zip(middles, TERMS, strict=True)]
    assert widths[0][0] == pytest.approx(2 * widths[1][0], abs=3)
    assert widths[1][0] == pytest.approx(2 * widths[2][0], abs=3)
    zero = widths[0][1]
    assert widths[1][1] == pytest.approx(zero, abs=1)
    assert widths[2][2] == pytest.approx(zero, abs=2)


def test_nothing_is_drawn_for_zero() -> None:
    """A row of exactly 0 has no bar, not even a thin one in the colour of its term."""
    figure, unknown = _figure((0.4, 0.0, -0.1)), _figure((0.4, float("nan"), -0.1))
    listing = layout(figure, QRectF(0, 0, 700, 320)).boxes[0][1].plot
    bars = changed(to_image(figure, LIGHT), to_image(unknown, LIGHT))[
        :, round(listing.left()) : round(listing.right()) - 50
    ]
    assert not bars.any()


def test_in_a_low_plot_the_marked_row_is_not_left_out() -> None:
    """Where ten lines have no room, the first are drawn, and the marked one in place of the last of them."""
    column = tuple(Row(f"t{n}", 0.1, "10%", "memory", n == 8) for n in range(10))
    listing = Listing("candidates", "expected", (column,), ("with memory",), lines=10)
    assert lines_shown(listing, 400) == 10
    assert rows_shown(column, lines_shown(listing, 400)) == tuple(range(10))
    assert rows_shown(column, lines_shown(listing, 60)) == (0, 1, 2, 8)


@pytest.mark.parametrize(("headings", "lines"), [((), 9), (("with memory",), 8)])
def test_lines_with_names_never_overlap(headings: tuple[str, ...], lines: int) -> None:
    """A hundred pixels have room for nine lines of eleven, one of which may be the heading's."""
    column = tuple(Row(f"t{n}", 0.1, "10%", "memory") for n in range(20))

    assert lines_shown(Listing("top", "top 20%", (column,), headings, lines=20), 100) == lines


def test_names_and_numbers_never_meet() -> None:
    """In a narrow column bars go first, and names are shortened; between name and number stays paper."""
    column = tuple(Row("a rather long token", 0.1, "12.5%", "memory") for _ in range(3))
    figure = FigureSpec("f", "", ((Listing("candidates", "", (column, column), ("with", "without"), lines=3),),))
    image = to_image(replace(figure, size=(160, 120)), LIGHT, scale=1.0)
    plot = layout(figure, QRectF(0, 0, 160, 120)).boxes[0][0].plot
    width = (plot.width() - BETWEEN) / 2
    free = int(plot.left() + width - text_width("12.5%") - 3)
    y = plot.top() + plot.height() * 3 / 8
    strip = [QColor(image.pixel(free, round(y + shift))).name() for shift in range(-6, 7)]
    assert set(strip) == {LIGHT.paper}
    assert _width(image, y, LIGHT.fills["memory"])[0] == 0


def test_an_empty_listing_is_drawn() -> None:
    """Nothing to list leaves the title alone, and no error."""
    figure = FigureSpec("f", "", ((Listing("candidates", "expected", ()),),), size=(300, 200))
    assert not to_image(figure, LIGHT, scale=1.0).isNull()
