"""Attention over the relative distance for every head, as a figure."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

import numpy as np
import pytest
from PySide6.QtGui import QImage

from relviz.core.metrics.attention import most_attended
from relviz.core.metrics.profiles import profiles_of
from relviz.core.reading.look import look_at
from relviz.figure.colours.palette import DARK, LIGHT
from relviz.figure.spec import Curves, Heatmap, Listing
from relviz.figure.views.profile_view import ProfileView
from relviz.figure.views.profiles import profiles_figure
from relviz.figure.writing.write import render
from tests.fixtures import models

if TYPE_CHECKING:
    from relviz.core.metrics.profiles import Profiles
    from relviz.core.reading.look import Look
    from relviz.core.reading.trace import Head
    from relviz.figure.spec import FigureSpec

pytestmark = pytest.mark.usefixtures("qapp")


def looked_at(layer: int = 1, head: Head = 2, **changes: Any) -> tuple[Look, Profiles]:
    """Return a look at the fourth segment of a small model, T = 8 and M = 16, and its profiles."""
    trace = models.reading(models.model(**changes), 50, 8, 16).step(3)
    return look_at(trace, layer, head), profiles_of(trace)


def heatmap(figure: FigureSpec, name: str) -> Heatmap:
    """Return a map of a figure."""
    panel = figure.panel(name)
    assert isinstance(panel, Heatmap)
    return panel


def curves(figure: FigureSpec, name: str) -> Curves:
    """Return the curves of a figure."""
    panel = figure.panel(name)
    assert isinstance(panel, Curves)
    return panel


def test_a_row_is_a_head_and_a_column_a_distance() -> None:
    """Layer 1, head 2 of two layers of three heads is the last of six rows, in a frame, and the maps have one scale."""
    look, profiles = looked_at()
    figure = profiles_figure(look, profiles)
    maps = [heatmap(figure, panel.name) for panel in figure.grid[0]]

    assert [one.name for one in maps] == ["attention", "content", "position", "content_bias", "position_bias"]
    attention = maps[0]
    np.testing.assert_array_equal(attention.values[5], profiles.attention[1, 2])
    np.testing.assert_array_equal(heatmap(figure, "position").values[1], profiles.alone[1, 0, 1])
    assert (attention.selected, attention.extent) == ((5, 0), (1, 24))
    assert attention.rows.labels == ("L0 H0", "L0 H1", "L0 H2", "L1 H0", "L1 H1", "L1 H2")
    assert len({one.scale for one in maps}) == 1
    assert attention.scale.high == max(float(one.values.max()) for one in maps)
    assert [mark.at for mark in attention.markers if mark.across] == [3]  # between the layers


def test_the_mean_head_frames_its_layer() -> None:
    """All heads of layer 0 are framed, and the curve is their mean."""
    look, profiles = looked_at(0, "mean")
    figure = profiles_figure(look, profiles)

    assert (heatmap(figure, "attention").selected, heatmap(figure, "attention").extent) == ((0, 0), (3, 24))
    np.testing.assert_allclose(curves(figure, "alone").series[0].values, profiles.attention[0].mean(0), rtol=1e-6)


def test_many_heads_are_named_by_layer() -> None:
    """Where there is no room for every head's name, each layer has one, in the middle of its rows."""
    look, profiles = looked_at(0, 0, n_layer=4, n_head=6)

    labels = heatmap(profiles_figure(look, profiles), "attention").rows.labels
    assert {row: label for row, label in enumerate(labels) if label} == {2: "L0", 8: "L1", 14: "L2", 20: "L3"}


def test_curves_are_those_of_the_head_and_add_up() -> None:
    """Terms have their colours, and before the softmax their means add up to that of the score."""
    look, profiles = looked_at()
    figure = profiles_figure(look, profiles, distance=3)
    alone, raw = curves(figure, "alone"), curves(figure, "raw")

    assert [(one.label, one.ink) for one in alone.series] == [
        ("attention", "score"),
        ("a", "content"),
        ("b", "position"),
        ("c", "content_bias"),
        ("d", "position_bias"),
    ]
    np.testing.assert_array_equal(alone.series[2].values, profiles.alone[1, 1, 2])
    *terms, score = raw.series
    np.testing.assert_allclose(np.sum([one.values for one in terms], axis=0), score.values, rtol=1e-4, atol=1e-5)
    visible = look.terms.score[look.terms.distance == 3]
    assert score.values[3] == pytest.approx(float(visible.mean()), abs=1e-4)


def test_what_is_marked() -> None:
    """The distance in question, T, M, clamp_len and the longest distance trained, where they are on the axis."""
    look, profiles = looked_at(clamp_len=12, trained_segment_length=4, trained_memory_length=10)
    figure = profiles_figure(look, profiles, distance=3)

    assert [(mark.label, mark.at) for mark in curves(figure, "alone").markers] == [
        ("d = 3", 3),
        ("T = 8", 7.5),
        ("M = 16", 16.5),
        ("clamp_len", 12),
        ("trained", 13),
    ]
    band = curves(figure, "alone").bands[0]
    assert (band.start, band.end) == (16.5, 23.5)
    assert [mark.at for mark in heatmap(figure, "attention").markers if not mark.across] == [8, 17, 12.5, 13.5]

    within = profiles_figure(*looked_at(clamp_len=100, trained_segment_length=64))
    assert [mark.label for mark in curves(within, "alone").markers] == ["T = 8", "M = 16"]


def test_logarithmic_columns() -> None:
    """Far distances share columns, weighted by the queries that see them, and marks are at their places among these."""
    look, profiles = looked_at()
    figure = profiles_figure(look, profiles, ProfileView("position", "log", "log"), distance=9)
    attention, alone = heatmap(figure, "attention"), curves(figure, "alone")

    labels = (*"01234567", "8", "10", "12", "14", "16", "20", "23")
    assert attention.columns.labels == labels
    assert alone.columns.labels == labels
    mean = profiles.attention[1, 2, 16:20] @ profiles.queries[16:20] / profiles.queries[16:20].sum()
    assert attention.values[5, 12] == pytest.approx(float(mean), rel=1e-5)
    assert alone.markers[0].at == pytest.approx(8.25)  # of 8 and 9, the second
    assert attention.scale.log
    assert [panel.name for panel in figure.grid[0]] == ["attention", "position"]
    assert json.loads(figure.metadata["relviz.settings"])["view"] == {
        "beside": "position",
        "spacing": "log",
        "colours": "log",
    }


@pytest.mark.parametrize(
    ("scheme", "beside", "names"),
    [
        ("xl", "none", ["attention"]),
        ("none", "position", ["attention", "content"]),
        ("t5", "position_bias", ["attention", "position_bias"]),
    ],
)
def test_maps_are_of_the_parts_that_a_scheme_has(scheme: str, beside: str, names: list[str]) -> None:
    """No map beside the attention, or that of another part where the scheme lacks the one asked for."""
    figure = profiles_figure(*looked_at(scheme=scheme), ProfileView(beside))

    assert [panel.name for panel in figure.grid[0]] == names


@pytest.mark.parametrize("changes", [{}, {"causal": False}, {"scheme": "rotary"}], ids=str)
@pytest.mark.parametrize("spacing", ["linear", "log"])
def test_it_is_drawn(changes: dict[str, Any], spacing: Any) -> None:
    """Every scheme and spacing becomes a picture in both themes, with the curve of the attention in the score's ink."""
    figure = profiles_figure(*looked_at(**changes), ProfileView(spacing=spacing), 2)
    for palette in (LIGHT, DARK):
        image = QImage.fromData(render(figure, palette, "png", dpi=96))
        colours = {image.pixelColor(x, y).name() for x in range(80, 300) for y in range(520, 800, 7)}
        assert palette.inks["score"] in colours


def test_the_most_attended_memory_is_listed() -> None:
    """Beside the curves, the strongest of 16 memory tokens, four of them, with the attention that they get."""
    look, profiles = looked_at()
    figure = profiles_figure(look, profiles, top=most_attended(look))
    listing = figure.grid[1][2]
    assert isinstance(listing, Listing)
    means = look.terms.attention.mean(0)[:16]
    strongest = np.argsort(-means)[:4].tolist()

    assert [row.label for row in listing.lists[0]] == [look.key_tokens[key] for key in strongest]
    assert [row.value for row in listing.lists[0]] == pytest.approx([float(means[key]) for key in strongest])
    assert listing.note == "4 of 16"
    assert "attended" not in {panel.name for panel in profiles_figure(look, profiles).grid[1]}


def test_the_first_segment_has_distances_of_its_own() -> None:
    """Without memory every distance but 0 is seen by fewer queries; T is beyond the axis, and M no place on it."""
    trace = models.reading(models.model(), 50, 8, 16).step(0)
    figure = profiles_figure(look_at(trace, 0, 0), profiles_of(trace))

    assert heatmap(figure, "attention").values.shape == (6, 8)
    assert not curves(figure, "alone").markers
    assert curves(figure, "alone").bands[0].start == 0.5
