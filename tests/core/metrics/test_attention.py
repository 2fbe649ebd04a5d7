"""What is read off one head: rows centred and cut down, cells selected, keys taken away and marked, by hand."""

from __future__ import annotations

import math
from dataclasses import replace

import numpy as np
import pytest

from relviz.core.metrics.attention import (
    centred,
    most_attended,
    most_over_even,
    renormalised,
    selected,
    share_by_segment,
    smallest_holding,
    softmax_alone,
    without_keys,
)
from relviz.core.model.model import Model
from relviz.core.reading.look import Look, look_at
from relviz.core.reading.reading import read
from relviz.core.reading.trace import Part, Terms
from relviz.core.schemes.transformer_xl import TransformerXLScheme
from tests.fixtures import models
from tests.fixtures.texts import ENGLISH

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


def test_shares_are_sums_over_segments() -> None:
    """Worked by hand: a memory of five tokens in segments of three, and the segment itself."""
    attention = np.array([0.1, 0.05, 0.2, 0.05, 0.3, 0.25, 0.05, 0.0], np.float32)
    positions = np.array([4, 5, 6, 7, 8, 9, 10, 11])
    assert share_by_segment(attention, positions, 3) == pytest.approx({1: 0.15, 2: 0.55, 3: 0.3})
    assert share_by_segment(attention, positions, 3, first=4) == pytest.approx({0: 0.35, 1: 0.6, 2: 0.05})


def test_zero_vectors_belong_to_no_segment() -> None:
    """What goes to zero vectors before the text is nobody's; segments without keys in view are left out."""
    attention = np.array([0.5, 0.25, 0.125, 0.125], np.float32)
    assert share_by_segment(attention, np.array([-2, -1, 0, 9]), 4) == pytest.approx({0: 0.125, 2: 0.125})
    assert share_by_segment(attention[:1], np.array([-1]), 4) == {}


def _terms() -> Terms:
    """Two queries over a memory of one: (a) 1 to 5 over visible cells, (c) 10, 20, 30 over keys."""
    content, bias = (next(kind for kind in TransformerXLScheme.kinds if kind.letter == letter) for letter in "ac")
    mask = np.array([[True, True, False], [True, True, True]])
    values = np.array([[1, 2, 99], [3, 4, 5]], np.float32)
    return Terms(
        parts=(Part(content, values), Part(bias, np.array([10, 20, 30], np.float32))),
        mask=mask,
        masking=np.where(mask, 0, NAN).astype(np.float32),
        distance=np.array([[1, 0, -1], [2, 1, 0]]),
        score=np.array([[11, 22, NAN], [13, 24, 35]], np.float32),
        attention=np.array([[0.25, 0.75, 0], [0.5, 0.125, 0.375]], np.float32),
        layer=0,
        head=0,
        memory=1,
    )


def test_one_cell_is_itself() -> None:
    """The numbers of query 1 and key 0."""
    one = selected(_terms(), slice(1, 2), slice(0, 1))

    assert [(kind.letter, value) for kind, value in one.parts] == [("a", 3.0), ("c", 10.0)]
    assert (one.score, one.attention, one.visible, one.cells) == (13.0, 0.5, 1, 1)


def test_several_are_summed_over_what_can_be_seen() -> None:
    """Both queries and the last two keys: 2 + 4 + 5 of (a), 20 + 20 + 30 of (c); queries give 0.75 and 0.5."""
    some = selected(_terms(), slice(0, 2), slice(1, 3))

    assert [value for _, value in some.parts] == [11.0, 70.0]
    assert some.score == 81.0
    assert some.attention == pytest.approx(0.625)
    assert (some.visible, some.cells) == (3, 4)


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


def look_with(attention: list[list[float]], memory: int, **changes: object) -> Look:
    """Return a real look of two queries over a memory, its attention replaced by numbers made by hand."""
    look = look_at(models.reading(models.model(), 20, 2, memory).step(9), 0, 0)
    assert look.terms.attention.shape == (2, memory + 2)
    return replace(look, terms=replace(look.terms, attention=np.array(attention, np.float32)), **changes)  # type: ignore[arg-type]


ROWS = [[0.0, 0.3, 0.1, 0.2, 0.1, 0.3, 0.0], [0.4, 0.0, 0.1, 0.1, 0.2, 0.1, 0.1]]


def test_a_fifth_of_the_memory_by_hand() -> None:
    """The means are .2 .15 .1 .15 .15: of five tokens the first is the one, and of equals the nearest come first."""
    look = look_with(ROWS, 5)

    top = most_attended(look)
    assert (top.keys.tolist(), top.of) == ([0], 5)
    np.testing.assert_allclose(top.weights, [0.2], rtol=1e-6)
    assert most_attended(look, share=0.6).keys.tolist() == [0, 4, 3]
    assert most_attended(look, share=0.61).keys.tolist() == [0, 4, 3, 1]  # three and a little more is four
    assert most_attended(look, share=1.0).keys.tolist() == [0, 4, 3, 1, 2]


@pytest.mark.parametrize(("query", "keys"), [(0, [1, 3]), (1, [0, 4])])
def test_each_query_has_tokens_of_its_own(query: int, keys: list[int]) -> None:
    """Two fifths of the memory by one row alone, the strongest first; what the segment gets is not asked."""
    assert most_attended(look_with(ROWS, 5), query, share=0.4).keys.tolist() == keys


def test_zero_vectors_and_hidden_keys_are_no_tokens() -> None:
    """A key without a place in the text, and one that was taken away, are not counted among the memory tokens."""
    zeros = look_with(ROWS, 5)
    zeros = replace(zeros, key_positions=np.where(np.arange(7) == 0, -1, zeros.key_positions))
    assert most_attended(zeros, share=0.25).keys.tolist() == [4]
    assert most_attended(zeros).of == 4

    look = look_with(ROWS, 5)
    left = without_keys(look, [int(look.key_positions[0])])
    assert most_attended(left).of == 4
    assert 0 not in most_attended(left, share=1.0).keys


def test_without_memory_there_are_none() -> None:
    """The first segment of a text has no memory yet."""
    top = most_attended(look_at(models.reading(models.model(), 20, 4, 8).step(0), 0, 0))

    assert (len(top.keys), top.of) == (0, 0)


def test_a_token_that_few_queries_see_has_their_mean() -> None:
    """Where queries see only so far, the oldest token is seen by the first query alone, and has all of its weight."""
    look = look_at(models.reading(models.model(same_length=True), 40, 4, 8).step(5), 1, 1)
    attention, mask = look.terms.attention, look.terms.mask
    assert not mask[:, :8].all()

    top = most_attended(look, share=1.0)
    for key, weight in zip(top.keys.tolist(), top.weights.tolist(), strict=True):
        rows = [float(attention[query, key]) for query in range(4) if mask[query, key]]
        assert weight == pytest.approx(sum(rows) / len(rows), rel=1e-5)
    assert top.of == sum(mask[:, key].any() for key in range(8))
