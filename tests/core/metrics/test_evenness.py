"""How even attention is."""

from __future__ import annotations

import math

import numpy as np

from relviz.core.metrics.evenness import most_over_even


def test_it_is_the_largest_weight_times_the_keys_seen() -> None:
    """Of 10 keys alike each gets the even share once; 0.25 on one of 8 keys is twice the eighth that is even."""
    mask = np.ones((2, 10), bool)
    mask[1, 8:] = False
    attention = np.full((2, 10), 0.1, np.float32)
    attention[1] = [0.25, 0.05, *[0.7 / 6] * 6, 0, 0]

    assert most_over_even(attention[:1], mask[:1]) == np.float32(0.1) * 10
    np.testing.assert_allclose(most_over_even(attention, mask), 2.0, rtol=1e-6)


def test_rows_of_few_keys_do_not_count() -> None:
    """One of 7 keys alone takes 7 times the even share, and says nothing; without other rows there is no number."""
    mask = np.zeros((2, 8), bool)
    mask[0, :7] = mask[1] = True
    attention = np.zeros((2, 8), np.float32)
    attention[0, 3] = 1
    attention[1] = 1 / 8

    assert math.isnan(most_over_even(attention[:1], mask[:1]))
    assert most_over_even(attention, mask) == 1.0
