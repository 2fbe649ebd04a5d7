"""The parts of the score alone on one sheet."""

from __future__ import annotations

import numpy as np

from relviz.core.model.model import Model
from relviz.core.reading.look import look_at
from relviz.core.reading.reading import Reading, tokenise
from relviz.figure.spec import Heatmap
from relviz.figure.views.four_terms import four_terms_figure


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
