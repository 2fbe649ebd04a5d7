"""Which tokens a scheme gives the same position."""

from __future__ import annotations

import numpy as np
import pytest

from relviz.core.lab.collision import collisions_of, example
from tests.fixtures import models


def test_restarting_positions_collide_in_the_articles_example() -> None:
    """With a window of 4, A and E, B and F, C and G, D and H share a position; D's and H's is 4 counted from 1."""
    found = example(models.network(scheme="restart").layers[0].attention.scheme)

    assert [pair.memory.token + pair.segment.token for pair in found.pairs] == ["AE", "BF", "CG", "DH"]
    last = found.pairs[-1]
    assert (last.memory.position, last.segment.position) == (3, 3)
    assert (last.memory.from_one, last.segment.from_one) == (4, 4)
    assert (last.memory.text_position, last.segment.text_position) == (3, 7)
    assert "D and H are both at position 4" in found.sentence
    assert found.vectors is not None
    np.testing.assert_array_equal(found.vectors[3], found.vectors[7])


@pytest.mark.parametrize("scheme", ["count", "learned"])
def test_positions_that_count_on_do_not_collide(scheme: str) -> None:
    """Each token has a position of its own, and no two vectors are equal."""
    found = example(models.network(scheme=scheme).layers[0].attention.scheme)
    assert found.pairs == ()
    assert [place.position for place in found.places] == list(range(8))


@pytest.mark.parametrize("scheme", ["xl", "shaw", "alibi", "rotary", "t5", "none"])
def test_schemes_without_positions_have_nothing_to_collide(scheme: str) -> None:
    """Where tokens have no positions there are no vectors and no pairs."""
    found = example(models.network(scheme=scheme).layers[0].attention.scheme)
    assert (found.pairs, found.vectors, found.places[0].position) == ((), None, None)


def test_a_memory_of_several_segments_collides_as_often() -> None:
    """In a reading with two segments in memory each token of the segment collides with two tokens, and no others."""
    trace = models.reading(models.model(scheme="restart"), 36, 8, 16).step(3)
    found = collisions_of(trace)
    pairs = {(pair.memory.text_position, pair.segment.text_position) for pair in found.pairs}
    assert pairs == {(token - back, token) for token in range(24, 32) for back in (8, 16)}
    assert [place.in_memory for place in found.places] == [True] * 16 + [False] * 8


def test_a_short_last_segment_keeps_its_places() -> None:
    """The last segment of a text is shorter, but places are still counted in whole segments."""
    found = collisions_of(models.reading(models.model(scheme="restart"), 28, 8, 16).step(3))
    pairs = {(pair.memory.text_position, pair.segment.text_position) for pair in found.pairs}
    assert pairs == {(token - back, token) for token in range(24, 28) for back in (8, 16)}


def test_positions_past_a_learned_table_collide() -> None:
    """Clipped to a table of 12 rows, all tokens from position 11 on share the last row."""
    found = collisions_of(models.reading(models.model(scheme="learned", n_positions=12), 24, 8, 8).step(2))
    pairs = {(pair.memory.text_position, pair.segment.text_position) for pair in found.pairs}
    assert pairs == {(memory, token) for memory in range(11, 16) for token in range(16, 24)}
