"""From the absolute score to Transformer-XL's."""

from __future__ import annotations

import numpy as np
import pytest

from relviz.core.lab.rewriting import REWRITINGS, rewritten
from relviz.errors import SettingError
from tests.fixtures import models


def written(spans: tuple[object, ...]) -> str:
    """Return a formula as text."""
    return " ".join(span.text for span in spans if span.text)  # type: ignore[attr-defined]


def test_formulas_are_the_papers() -> None:
    """Before and after are the two equations of section 3.3, term by term."""
    assert [written(term.absolute) for term in REWRITINGS] == [
        "xᵢ W_q · W_k xⱼ",
        "xᵢ W_q · W_k Uⱼ",
        "Uᵢ W_q · W_k xⱼ",
        "Uᵢ W_q · W_k Uⱼ",
    ]
    assert [written(term.relative) for term in REWRITINGS] == [
        "xᵢ W_q · W_kE xⱼ",
        "xᵢ W_q · W_kR Rᵢ₋ⱼ",
        "u · W_kE xⱼ",
        "v · W_kR Rᵢ₋ⱼ",
    ]


def test_spans_line_up() -> None:
    """Slot by slot the two formulas pair, and exactly the symbols that differ are marked."""
    for term in REWRITINGS:
        assert [span.slot for span in term.absolute] == [span.slot for span in term.relative]
        for before, after in zip(term.absolute, term.relative, strict=True):
            assert before.changed == after.changed == (before.text != after.text)
    assert [span.slot for span in REWRITINGS[2].absolute if span.changed] == ["query", "query matrix", "key matrix"]


def test_terms_come_from_both_readings() -> None:
    """The four terms of each side add up to the score that its model used, which is softmaxed."""
    absolute = models.reading(models.model(scheme="count"), 24, 8, 8).step(2)
    relative = models.reading(models.model(scheme="xl"), 24, 8, 8).step(2)
    pairs = rewritten(absolute, relative, layer=1, head=2)

    assert [pair.rewriting.letter for pair in pairs] == ["a", "b", "c", "d"]
    before = sum(pair.absolute for pair in pairs)  # type: ignore[misc]
    after = sum(pair.relative for pair in pairs)  # type: ignore[misc]
    np.testing.assert_allclose(before, absolute.terms(1, 2).score, atol=1e-4)
    np.testing.assert_allclose(after, relative.terms(1, 2).score, atol=1e-4)
    np.testing.assert_array_equal(pairs[1].relative, relative.terms(1, 2).position)


def test_segments_of_other_shapes_are_an_error() -> None:
    """Two readings that show segments of different shapes cannot be paired, and the message says what to do."""
    absolute = models.reading(models.model(scheme="count"), 24, 8, 8).step(2)
    relative = models.reading(models.model(scheme="xl"), 24, 8, 4).step(2)
    with pytest.raises(SettingError, match="same lengths"):
        rewritten(absolute, relative, 0, 0)
