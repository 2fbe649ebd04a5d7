"""Two states of the Terms view held against each other, as figures."""

from __future__ import annotations

import json
from typing import Any

import numpy as np
import pytest

from relviz.core.interventions import Interventions
from relviz.core.reading.alignment import Match, align
from relviz.core.reading.look import Look, look_at
from relviz.figure.spec import FigureSpec, Heatmap, Scale
from relviz.figure.views.comparison import Side, beside_figure, difference_figure, place_of, scale_name
from relviz.figure.views.term_view import TermView
from relviz.figure.views.terms import terms_figure
from tests.figure.figures import speaking
from tests.fixtures import models

NAMES = ("content", "position", "content_bias", "position_bias", "score", "attention")


def _look(memory_length: int = 16, layer: int = 1, head: int = 2, segment: int = 3, **changes: Any) -> Look:
    reading = models.reading(models.model(**changes), 50, 8, memory_length)
    return look_at(reading.step(segment), layer, head)


def _side(look: Look, view: TermView | None = None, selected: tuple[int, int] | None = None) -> Side:
    return Side(look, terms_figure(look, view or TermView(), selected), f"head {look.terms.head}")


def _difference(a: Look, b: Look, match: Match = "tokens", view: TermView | None = None, **more: object) -> FigureSpec:
    tokens = models.reading(models.model(), 50, 8, 16).tokens
    alignment = align(match, tokens, a, tokens, b)
    return difference_figure(_side(a, view), _side(b, view), alignment, **more)  # type: ignore[arg-type]


def _beside(a: Look, b: Look, name: str, view: TermView | None = None) -> tuple[Heatmap, Heatmap]:
    tokens = models.reading(models.model(), 50, 8, 16).tokens
    figure = beside_figure(_side(a, view), _side(b, view, (2, 11)), align("tokens", tokens, a, tokens, b), name)
    return _map(figure, "A"), _map(figure, "B")


def _map(figure: FigureSpec, name: str) -> Heatmap:
    panel = figure.panel(name)
    assert isinstance(panel, Heatmap)
    return panel


@pytest.mark.parametrize("view", [TermView(), TermView(values="centred"), TermView(values="softmax", attention="log")])
def test_a_state_less_itself_is_0_in_all_six_maps(view: TermView) -> None:
    """Every visible cell is exactly 0, every other one is masked, and 0 is in the middle of the scale."""
    look = _look()
    figure = _difference(look, look, view=view)
    for name in NAMES:
        panel = _map(figure, name)
        np.testing.assert_array_equal(panel.values, np.where(look.terms.mask, 0, np.nan))
        assert panel.scale.kind == "signed"
        assert panel.scale.place(0) == 0.5


def test_differences_are_those_of_the_two_heads() -> None:
    """Cell by cell, each map is the number of one head less that of another; the scale reaches to the largest."""
    a, b = _look(layer=0, head=1), _look(layer=1, head=2)
    figure = _difference(a, b)
    of_a = [a.terms.content, a.terms.position, a.terms.content_bias, a.terms.position_bias, a.terms.score]
    of_b = [b.terms.content, b.terms.position, b.terms.content_bias, b.terms.position_bias, b.terms.score]
    for name, one, other in zip(NAMES[:5], of_a, of_b, strict=True):
        assert one is not None
        assert other is not None
        panel = _map(figure, name)
        largest = 0.0
        for row in range(8):
            for column in range(24):
                expected = float(other[row, column]) - float(one[row, column])
                assert panel.values[row, column] == pytest.approx(expected, abs=1e-6, nan_ok=True)
                largest = max(largest, abs(expected)) if np.isfinite(expected) else largest
        assert (panel.scale.low, panel.scale.high) == pytest.approx((-largest, largest))
        assert panel.strip is None
    attention = _map(figure, "attention")
    assert attention.scale.percent
    assert attention.values[3, 5] == pytest.approx(b.terms.attention[3, 5] - a.terms.attention[3, 5])


def test_cells_without_a_partner_are_masked() -> None:
    """Over a memory twice as long, the 8 oldest keys have no partner: masked in every map, with a count below."""
    figure = _difference(_look(memory_length=8), _look(memory_length=16))
    for name in NAMES:
        values = _map(figure, name).values
        assert np.isnan(values[:, :8]).all()
        assert not np.isnan(values[:, 8:16]).any()
    seen = 8 * 8 + sum(range(1, 9))
    assert f"same tokens: {seen} of {seen + 64} cells of B have a partner in A" in figure.caption


def test_nothing_in_common_is_said() -> None:
    """Two segments have no query in common, and the caption says so; by distance every cell has its partner."""
    a, b = _look(segment=2), _look(segment=3)
    assert "no cell of B has the same two tokens in A" in _difference(a, b).caption
    figure = _difference(a, b, "distances")
    assert "same distances: 164 of 164 cells of B have a partner in A" in figure.caption
    np.testing.assert_allclose(_map(figure, "score").values, b.terms.score - a.terms.score, rtol=1e-6)


def test_a_term_that_the_other_lacks_is_masked_and_named() -> None:
    """ALiBi has no content bias: the map of (c) is masked as a whole, says why, and the score is compared still."""
    figure = _difference(_look(scheme="alibi"), _look())
    panel = _map(figure, "content_bias")

    assert np.isnan(panel.values).all()
    assert panel.note == "A has no such term"
    assert not np.isnan(_map(figure, "score").values[:, 0]).any()


def test_terms_share_a_scale_if_asked_to_and_locked_ones_only_widen() -> None:
    """One scale holds the differences of all terms; a scale kept from before is kept, and widened where need be."""
    a, b = _look(layer=0, head=1), _look(layer=1, head=2)
    shared = [_map(_difference(a, b, scales="shared"), name) for name in NAMES[:4]]
    largest = max(float(np.nanmax(np.abs(panel.values))) for panel in shared)
    assert [panel.scale.high for panel in shared] == pytest.approx([largest] * 4)

    before = {scale_name("content"): Scale(-90, 90, "signed"), scale_name("position"): Scale(-1e-9, 1e-9, "signed")}
    locked = _difference(a, b, scales="locked", before=before)
    assert _map(locked, "content").scale.high == 90
    assert _map(locked, "position").scale.high == pytest.approx(
        float(np.nanmax(np.abs(_map(locked, "position").values)))
    )


@pytest.mark.parametrize("name", NAMES)
def test_maps_side_by_side_share_places_and_a_scale(name: str) -> None:
    """A over a memory of 8 stands where its tokens stand in B, and the colours of both mean the same numbers."""
    a, b = _look(memory_length=8), _look(memory_length=16)
    left, right = _beside(a, b, name)
    own = [_map(terms_figure(look), name) for look in (a, b)]

    assert left.values.shape == right.values.shape == (8, 24)
    assert np.isnan(left.values[:, :8]).all()
    np.testing.assert_array_equal(left.values[:, 8:], own[0].values)
    np.testing.assert_array_equal(right.values, own[1].values)
    assert left.scale == right.scale
    assert left.scale.high == pytest.approx(max(panel.scale.high for panel in own))
    assert left.rows == right.rows
    assert left.columns.labels == right.columns.labels == tuple(b.key_tokens)
    assert [[marker.at for marker in panel.markers] for panel in (left, right)] == [[16], [16]]
    assert (left.selected, right.selected) == ((2, 11), (2, 11))
    assert (left.title[0], right.title[0]) == ("A", "B")


def test_the_caption_names_a_and_b_in_full() -> None:
    """Both states are told, with their lengths, heads and interventions, and the file keeps the settings of both."""
    trace = models.reading(models.model(), 50, 8, 8).step(3)
    a = look_at(trace.under(Interventions.of("segment", position=0)), 0, 1)
    b = _look(layer=1, head=2)
    figure = _difference(a, b)
    first, second, third = figure.caption.split("\n")

    assert first.startswith("A: tiny  ·  segment 3 of 0–6  ·  layer 0, head 1")
    assert "(b) off" in first
    assert "M = 8" in first
    assert second.startswith("B: tiny  ·  segment 3 of 0–6  ·  layer 1, head 2")
    assert "M = 16" in second
    assert third.startswith("B − A, each cell less its partner")
    assert json.loads(figure.metadata["relviz.settings"])["memory_length"] == 16
    assert json.loads(figure.metadata["relviz.compared"])["memory_length"] == 8


def test_only_what_both_dim_is_dimmed_in_the_difference() -> None:
    """With a threshold, a cell keeps its colour if it is among the strongest of A or of B."""
    a, b, view = _look(layer=0, head=1), _look(layer=1, head=2), TermView(mass=0.5)
    dimmed = [_map(terms_figure(look, view), "score").dimmed for look in (a, b)]
    panel = _map(_difference(a, b, view=view), "score")

    assert dimmed[0] is not None
    assert dimmed[1] is not None
    np.testing.assert_array_equal(panel.dimmed, dimmed[0] & dimmed[1])
    assert (dimmed[0] & ~dimmed[1]).any()


def test_a_selection_is_framed_where_its_cells_stand() -> None:
    """B's first cell over a memory of 8 stands at place 8 beside a longer memory."""
    tokens = models.reading(models.model(), 50, 8, 16).tokens
    alignment = align("tokens", tokens, _look(memory_length=16), tokens, _look(memory_length=8))

    assert place_of(alignment, (3, 0)) == ((3, 8), (1, 1))
    assert place_of(alignment, (3, 0), (2, 4)) == ((3, 8), (2, 4))


def test_hidden_keys_are_each_sides_own() -> None:
    """A with a key taken away against B with all keys: the cells of that key have no partner."""
    look, hidden = _look(), TermView(hidden=(10,))
    tokens = models.reading(models.model(), 50, 8, 16).tokens
    a = Side(look, terms_figure(look, hidden))
    figure = difference_figure(a, _side(look), align("tokens", tokens, look, tokens, look))
    column = look.key_positions.tolist().index(10)

    assert np.isnan(_map(figure, "attention").values[:, column]).all()
    assert (_map(figure, "attention").values[:, column + 1] < 0).all()  # what was hidden went to the others in A


def test_by_distance_each_side_names_its_own_tokens() -> None:
    """Two segments laid over each other: A's queries and keys are beside A, and B's beside B."""
    a, b = _look(segment=2), _look(segment=3)
    tokens = models.reading(models.model(), 50, 8, 16).tokens
    figure = beside_figure(_side(a), _side(b), align("distances", tokens, a, tokens, b), "score")
    for name, look in (("A", a), ("B", b)):
        assert _map(figure, name).rows.labels == tuple(look.query_tokens)
        assert _map(figure, name).columns.labels == tuple(look.key_tokens)


def test_a_caption_has_the_marks_of_its_language(qapp: object) -> None:
    """In Chinese, colons and commas between the parts of a caption are Chinese ones."""
    with speaking("zh"):
        caption = _difference(_look(layer=0, head=1), _look(layer=1, head=2)).caption
    first, second, third = caption.split("\n")
    assert first.startswith("A：tiny")
    assert second.startswith("B：tiny")
    assert ", " not in third
    assert "，" in third
