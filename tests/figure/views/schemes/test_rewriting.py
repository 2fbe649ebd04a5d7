"""The four terms in pairs, and the worked example, as figures."""

from __future__ import annotations

import numpy as np

from relviz.core.lab.rewriting import REWRITINGS, RewrittenTerm
from relviz.core.lab.worked_example import worked_example
from relviz.figure.spec import Curves, Heatmap
from relviz.figure.views.schemes.rewriting import rewriting_figure
from relviz.figure.views.schemes.worked_example import worked_example_figure

CELLS = np.arange(6, dtype=np.float32).reshape(2, 3)


def test_each_term_stands_over_what_became_of_it() -> None:
    """Absolute above, relative below, a column a term in that term's colour; a missing one is masked."""
    terms = [
        RewrittenTerm(rewriting, CELLS, CELLS + 1 if rewriting.letter != "c" else None) for rewriting in REWRITINGS
    ]
    figure = rewriting_figure(terms, "BC", "ABC", 1)
    above, below = figure.grid

    assert [panel.title for panel in above] == [
        "a  content-content",
        "b  content-position",
        "c  position-content",
        "d  position-position",
    ]
    assert [panel.title for panel in below] == ["a  content", "b  position", "c  content bias", "d  position bias"]
    for one, other in zip(above, below, strict=True):
        assert isinstance(one, Heatmap)
        assert isinstance(other, Heatmap)
        assert one.ink == other.ink
    assert np.isnan(figure.panel("relative_c").values).all()  # type: ignore[union-attr]
    assert "b: xᵢ W_q · W_k Uⱼ → xᵢ W_q · W_kR Rᵢ₋ⱼ" in figure.caption


def test_the_worked_example_is_drawn_dimension_by_dimension() -> None:
    """Sines and cosines take turns when interleaved, with the values of the article's example."""
    panel = worked_example_figure(worked_example(2, 4)).panel("vector")

    assert isinstance(panel, Curves)
    assert panel.title == "R(−2)"
    sine, cosine = panel.series
    np.testing.assert_allclose(sine.values, [-0.909297, np.nan, -0.019999, np.nan], atol=1e-6, equal_nan=True)
    np.testing.assert_allclose(cosine.values, [np.nan, -0.416147, np.nan, 0.9998], atol=1e-6, equal_nan=True)
