"""Keys taken away, and the attention on the others renormalised."""

from __future__ import annotations

import numpy as np

from relviz.core.metrics.hidden_keys import renormalised, without_keys
from relviz.core.model.model import Model
from relviz.core.reading.look import look_at
from relviz.core.reading.reading import read
from tests.fixtures.texts import ENGLISH


def test_what_is_left_adds_up_to_one() -> None:
    """Without the middle one of 0.2, 0.6, 0.2 the others have a half each; a row with nothing left is 0."""
    attention = np.array([[0.2, 0.6, 0.2], [0.0, 1.0, 0.0]], np.float32)

    left = renormalised(attention, np.array([False, True, False]))

    np.testing.assert_allclose(left, np.array([[0.5, 0, 0.5], [0, 0, 0]]), rtol=1e-6)


def test_it_is_the_softmax_of_the_scores_that_are_left(model: Model) -> None:
    """In a real model, hiding a key of the memory gives the softmax over the other keys, and masks the column."""
    look = look_at(read(model, ENGLISH[:400], segment_length=8, memory_length=12).step(3), 0, 1)
    key = int(look.key_positions[5])

    left = without_keys(look, [key])

    scores = np.where(look.terms.mask, look.terms.score, -np.inf).astype(np.float64)
    scores[:, 5] = -np.inf
    weights = np.exp(scores - scores.max(1, keepdims=True))
    np.testing.assert_allclose(left.terms.attention, weights / weights.sum(1, keepdims=True), atol=1e-6)
    assert not left.terms.mask[:, 5].any()
    assert np.isnan(left.terms.score[:, 5]).all()
    np.testing.assert_allclose(left.shares.memory, left.terms.attention[:, :12].sum(1), rtol=1e-5)
    assert without_keys(look, [10_000]) is look
    assert without_keys(left, [key]) is left
