"""Rows centred, taken through a softmax alone, and cut down to where most of them lies."""

from __future__ import annotations

import numpy as np
import pytest

from relviz.core.metrics.rows import centred, smallest_holding, softmax_alone

NAN = np.nan
MASK = np.array([[True, True, False], [True, True, True]])


def test_a_row_is_centred_on_the_keys_it_sees() -> None:
    """The mean is that of visible keys alone: (1 + 3) / 2 = 2 and (1 + 2 + 6) / 3 = 3."""
    values = np.array([[1, 3, 99], [1, 2, 6]], np.float32)

    np.testing.assert_allclose(centred(values, MASK), np.array([[-1, 1, NAN], [-2, -1, 3]]))


def test_the_softmax_of_a_term_alone() -> None:
    """Scores 0 and ln 3 share as 1 to 3; a masked key has no part, however high, and large numbers do no harm."""
    values = np.array([[0, np.log(3), 99], [1000, 1000, 1000 + np.log(2)]], np.float32)

    np.testing.assert_allclose(softmax_alone(values, MASK), [[0.25, 0.75, NAN], [0.25, 0.25, 0.5]], rtol=1e-4)


def test_a_query_that_sees_nothing_has_no_share() -> None:
    """All keys masked: no number, and no warning."""
    nothing = np.zeros((1, 2), np.bool_)

    assert np.isnan(softmax_alone(np.ones((1, 2), np.float32), nothing)).all()
    assert np.isnan(centred(np.ones((1, 2), np.float32), nothing)).all()


@pytest.mark.parametrize(
    ("share", "kept"),
    [
        (0.4, [False, False, True, False]),
        (0.5, [False, False, True, False]),
        (0.51, [False, True, True, False]),
        (0.875, [False, True, True, False]),
        (1.0, [True, True, True, False]),
    ],
)
def test_the_smallest_set_that_holds_a_share(share: float, kept: list[bool]) -> None:
    """Of 0.125, 0.375, 0.5 and 0, half is held by the strongest alone, more takes in 0.375; nothing takes in 0."""
    attention = np.array([[0.125, 0.375, 0.5, 0.0]], np.float32)

    assert smallest_holding(attention, share).tolist() == [kept]


def test_each_row_has_its_own_set_and_the_earlier_of_equals_is_kept() -> None:
    """Four equal keys: half of the attention is the first two."""
    attention = np.array([[0.25, 0.25, 0.25, 0.25], [0, 0, 0, 1], [0, 0, 0, 0]], np.float32)

    assert smallest_holding(attention, 0.5).tolist() == [
        [True, True, False, False],
        [False, False, False, True],
        [False, False, False, False],
    ]
