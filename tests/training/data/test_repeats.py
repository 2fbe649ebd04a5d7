"""Streams in which everything comes twice."""

from __future__ import annotations

import numpy as np

from relviz.training.data.repeats import repeating

SHORTEST, LONGEST = LENGTHS = 8, 63
TEXT = np.arange(1000, 3000, dtype=np.int32)  # ids that no random run can have


def runs(ids: np.ndarray[tuple[int], np.dtype[np.int32]]) -> list[int]:
    """Return the lengths of the runs, found from the ids alone: the shortest start that is followed by itself."""
    lengths, at = [], 0
    while at + 2 * SHORTEST <= len(ids):
        size = next(
            (n for n in range(SHORTEST, LONGEST + 1) if np.array_equal(ids[at : at + n], ids[at + n : at + 2 * n])),
            None,
        )
        if size is None:  # the last run is cut short by the end of the stream
            break
        lengths.append(size)
        at += 2 * size
    return lengths


def test_every_run_comes_twice() -> None:
    """The stream is nothing but runs that are followed by themselves, of many lengths."""
    ids = repeating(TEXT, 1000, 20_000, LENGTHS, np.random.default_rng(1)).ids
    found = runs(ids)
    assert len(ids) == 20_000
    assert len(ids) - 2 * sum(found) < 2 * LONGEST
    assert min(found) < 12
    assert max(found) > 58


def test_what_nothing_foretells_is_marked() -> None:
    """A random run is unpredictable when it comes first; a run's first token is so each time; all else is not."""
    ids, predictable = repeating(TEXT, 1000, 20_000, LENGTHS, np.random.default_rng(2))
    at, random_runs = 0, 0
    for size in runs(ids):
        is_random = ids[at] < 1000
        random_runs += is_random
        assert predictable[at : at + size].tolist() == [False] + [not is_random] * (size - 1)
        assert predictable[at + size : at + 2 * size].tolist() == [False] + [True] * (size - 1)
        at += 2 * size
    assert 0.35 < random_runs / len(runs(ids)) < 0.65


def test_passages_are_of_the_text() -> None:
    """What is not random follows one another in the text."""
    ids = repeating(TEXT, 1000, 5_000, LENGTHS, np.random.default_rng(3)).ids
    at = 0
    for size in runs(ids):
        if ids[at] >= 1000:
            assert np.array_equal(ids[at : at + size], np.arange(ids[at], ids[at] + size))
        at += 2 * size


def test_a_text_shorter_than_a_run_will_do() -> None:
    """Runs are then as long as the text."""
    stream = repeating(TEXT[:10], 1000, 100, LENGTHS, np.random.default_rng(0))
    assert len(stream.ids) == len(stream.predictable) == 100
