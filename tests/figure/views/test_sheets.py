"""All heads of a layer on one sheet."""

from __future__ import annotations

import numpy as np
import pytest

from relviz.core.model.model import Model
from relviz.core.reading.look import look_at
from relviz.core.reading.reading import Reading, tokenise
from relviz.core.reading.trace import SegmentTrace
from relviz.figure.spec import Heatmap
from relviz.figure.views.sheets import four_terms_figure, layer_heads_figure
from relviz.figure.views.term_view import TermView

TEXT = "one two three four five six seven eight nine ten " * 4


@pytest.fixture(scope="module")
def trace(model: Model) -> SegmentTrace:
    """The third segment of a reading with a memory."""
    from relviz.core.reading.reading import tokenise

    return Reading(model, tokenise(model, TEXT), 6, 9).step(3)


def _maps(figure: object) -> list[Heatmap]:
    return [panel for row in figure.grid for panel in row]  # type: ignore[attr-defined]


def test_every_head_has_its_own_numbers(trace: SegmentTrace) -> None:
    """Head by head, the map is the softmax of that head's score, taken row by row; masked cells are NaN."""
    look = look_at(trace, 1, 0)
    maps = _maps(layer_heads_figure(look, trace.attention(1)))
    for head in range(trace.model.config.n_head):
        terms = trace.terms(1, head)
        shown = next(one for one in maps if one.name == f"head_{head}")
        for row in range(len(terms.score)):
            seen = terms.mask[row]
            weights = np.exp(terms.score[row, seen].astype(np.float64))
            np.testing.assert_allclose(shown.values[row, seen], weights / weights.sum(), atol=2e-6)
            assert np.isnan(shown.values[row, ~seen]).all()


def test_one_scale_and_one_colour_bar(trace: SegmentTrace) -> None:
    """All maps have the same scale, from 0 to the largest attention of any, and one bar tells it."""
    attention = trace.attention(0)
    maps = _maps(layer_heads_figure(look_at(trace, 0, 1), attention))
    assert len({(one.scale.low, one.scale.high) for one in maps}) == 1
    assert maps[0].scale.high == pytest.approx(float(attention.max()))
    assert [one.bar for one in maps].count(True) == 1


@pytest.mark.parametrize("heads", [1, 2, 3, 4, 5, 7, 8, 11, 12, 13, 16])
def test_any_number_of_heads_fills_the_sheet(trace: SegmentTrace, heads: int) -> None:
    """Every row has as many maps as the first; where one place is left it shows the mean of the heads."""
    look = look_at(trace, 0, 0)
    attention = (
        np.tile(trace.attention(0)[:1], (heads, 1, 1)) * np.linspace(0.5, 1, heads, dtype=np.float32)[:, None, None]
    )
    figure = layer_heads_figure(look, attention)
    assert len({len(row) for row in figure.grid}) == 1
    maps = _maps(figure)
    assert [one.name for one in maps[:heads]] == [f"head_{head}" for head in range(heads)]
    assert len(maps) in {heads, heads + 1}
    if len(maps) > heads:
        mean = np.where(look.terms.mask, attention.mean(0), np.nan)
        np.testing.assert_allclose(maps[-1].values, mean, atol=1e-7)


def test_hidden_keys_are_taken_away(trace: SegmentTrace) -> None:
    """A key hidden on the Terms page is masked here, and each row's attention on the others adds up to 1 again."""
    look = look_at(trace, 0, 0)
    hidden = int(look.key_positions[2])
    for one in _maps(layer_heads_figure(look, trace.attention(0), TermView(hidden=(hidden,)))):
        assert np.isnan(one.values[:, 2]).all()
        np.testing.assert_allclose(np.nansum(one.values, axis=1), 1, atol=1e-5)


def test_the_line_below_names_no_single_head(trace: SegmentTrace) -> None:
    """It says that these are all heads, of which layer."""
    told = layer_heads_figure(look_at(trace, 1, 0), trace.attention(1)).caption
    assert "layer 1" in told
    assert f"heads 0–{trace.model.config.n_head - 1}" in told


def test_the_four_add_up_to_the_score(model: Model) -> None:
    """(a) (b) over (c) (d) and nothing else; cell by cell they add up to what the softmax is taken of."""
    look = look_at(Reading(model, tokenise(model, "a b c d e f g h " * 6), 8, 8).step(2), 0, 1)
    figure = four_terms_figure(look, selected=(1, 2))
    names = [[panel.name for panel in row] for row in figure.grid]
    assert names == [["content", "position"], ["content_bias", "position_bias"]]
    maps = [panel for row in figure.grid for panel in row if isinstance(panel, Heatmap)]
    np.testing.assert_allclose(sum(one.values for one in maps), look.terms.score, atol=1e-5)
    assert {one.selected for one in maps} == {(1, 2)}
    assert "head 1" in figure.caption
