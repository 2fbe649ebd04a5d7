"""The memory tokens that get most of the attention."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from relviz.core.metrics.hidden_keys import without_keys
from relviz.core.metrics.most_attended import most_attended
from relviz.core.reading.look import Look, look_at
from tests.fixtures import models


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
