"""How much attention goes to memory."""

from __future__ import annotations

import numpy as np

from relviz.core.positions import Positions
from relviz.core.reading.memory_share import key_weights, memory_shares
from tests.fixtures import models

ATTENTION = np.array([[0.5, 0.2, 0.3, 0.0], [0.1, 0.2, 0.3, 0.4]], np.float32)


def test_shares_by_hand() -> None:
    """Two queries over two memory tokens: memory, segment and self are what one reads off the rows."""
    shares = memory_shares(ATTENTION, memory=2)
    np.testing.assert_allclose(shares.memory, [0.7, 0.3], atol=1e-6)
    np.testing.assert_allclose(shares.segment, [0.0, 0.3], atol=1e-6)
    np.testing.assert_allclose(shares.self, [0.3, 0.4], atol=1e-6)
    np.testing.assert_allclose(shares.uniform, [2 / 3, 2 / 4], atol=1e-6)
    np.testing.assert_allclose(shares.lift, [0.7 * 3 / 2, 0.3 * 2], atol=1e-6)


def test_uniform_counts_only_keys_that_are_seen() -> None:
    """With same_length the uniform share is that of the keys within reach."""
    shares = memory_shares(ATTENTION, 2, Positions(2, 2, reach=2).visible)
    np.testing.assert_allclose(shares.uniform, [1 / 2, 0])
    assert np.isnan(shares.lift[1])


def test_uniform_attention_has_a_lift_of_one() -> None:
    """A head that weights all keys alike gives memory exactly its uniform share."""
    mask = Positions(5, 7).visible
    shares = memory_shares((mask / mask.sum(1, keepdims=True)).astype(np.float32), 7)
    np.testing.assert_allclose(shares.lift, 1, rtol=1e-6)
    np.testing.assert_allclose(shares.memory, shares.uniform, rtol=1e-6)


def test_without_memory_there_is_no_lift() -> None:
    """Without memory its share is 0 and the lift is not a number, without a warning."""
    shares = memory_shares(np.array([[1, 0], [0.5, 0.5]], np.float32), 0)
    assert shares.memory.tolist() == [0, 0]
    assert np.isnan(shares.lift).all()


def test_shares_of_a_model_add_up() -> None:
    """Memory, segment and self add up to 1 for every query of every head."""
    for trace in models.reading(models.model(), 50, 8, 13):
        for head in range(3):
            shares = trace.shares(1, head)
            np.testing.assert_allclose(shares.memory + shares.segment + shares.self, 1, atol=1e-5)
            np.testing.assert_array_equal(shares.memory, trace.memory_share(1, head))
            assert shares.lift.dtype == np.float32


def test_a_keys_weight_is_the_mean_over_queries_that_see_it() -> None:
    """The weight of a key averages over the queries that may see it; a key that none sees has none."""
    weights = key_weights(ATTENTION, Positions(2, 2).visible)
    np.testing.assert_allclose(weights, [0.3, 0.2, 0.3, 0.4], atol=1e-6)
    assert np.isnan(key_weights(ATTENTION, Positions(2, 2, reach=1).visible)[:2]).all()
    assert weights.dtype == np.float32
