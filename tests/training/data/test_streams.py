"""Streams: what is read side by side, what follows what, and what comes twice."""

from __future__ import annotations

import numpy as np
import pytest
import torch

from relviz.errors import TextError
from relviz.training.data.streams import UNPREDICTABLE, Streams, repeating


def numbers(*lengths: int) -> list[np.ndarray[tuple[int], np.dtype[np.int32]]]:
    """Return documents whose ids are all different."""
    starts = np.cumsum([0, *lengths])
    return [np.arange(start, start + length, dtype=np.int32) for start, length in zip(starts, lengths, strict=False)]


def test_the_last_target_is_the_first_token_of_the_next_segment() -> None:
    """A segment is followed by the next one in each stream, and its last target is where that begins."""
    streams = Streams(numbers(50, 51), 2, 5)
    first, second = streams.batch(0), streams.batch(1)
    assert torch.equal(first.targets[:, -1], second.ids[:, 0])
    assert torch.equal(first.targets[:, :-1], first.ids[:, 1:])
    assert second.start == 5


def test_in_order_streams_are_the_text_cut_in_pieces() -> None:
    """Without a seed the documents are joined in order and cut in pieces of equal length."""
    streams = Streams(numbers(20, 20), 2, 4, seed=None)
    assert streams.batch(0).ids.tolist() == [[0, 1, 2, 3], [20, 21, 22, 23]]
    assert streams.batch(0).targets.tolist() == [[1, 2, 3, 4], [21, 22, 23, 24]]
    assert streams.segments == 4


def test_an_epoch_reads_every_document_once_and_then_shuffles_anew() -> None:
    """Within an epoch no token is read twice; the next epoch starts at position 0, in another order."""
    streams = Streams(numbers(30, 31, 32, 33, 34), 1, 8)
    epoch = [streams.batch(number).ids for number in range(streams.segments)]
    seen = torch.cat(epoch, 1)[0].tolist()
    assert len(set(seen)) == len(seen)
    again = streams.batch(streams.segments)
    assert again.start == 0
    assert not torch.equal(again.ids, epoch[0])


def test_a_batch_depends_on_seed_and_number_alone() -> None:
    """A new object gives the same batch without having read those before: that is what resuming rests on."""
    documents = numbers(30, 40, 50)
    streams = Streams(documents, 2, 8, seed=3)
    for number in range(20):
        streams.batch(number)
    assert torch.equal(streams.batch(17).ids, Streams(documents, 2, 8, seed=3).batch(17).ids)


def test_too_little_text_is_an_error() -> None:
    """A text that does not fill one segment of each stream is an error."""
    with pytest.raises(TextError, match="fewer streams"):
        Streams(numbers(10), 4, 8)


def test_the_last_streams_repeat_themselves() -> None:
    """Texts have the first streams to themselves; in the others no loss is taken where nothing can be known."""
    documents = numbers(3000)
    plain, with_repeats = Streams(documents, 2, 32), Streams(documents, 3, 32, repeats=1, vocab_size=100)
    assert with_repeats.segments == plain.segments
    for number in range(plain.segments):
        batch = with_repeats.batch(number)
        assert torch.equal(batch.ids[:2], plain.batch(number).ids)
        assert torch.equal(batch.targets[:2], plain.batch(number).targets)
        known = batch.targets[2] != UNPREDICTABLE
        assert torch.equal(batch.targets[2, :-1][known[:-1]], batch.ids[2, 1:][known[:-1]])
    everything = torch.cat([with_repeats.batch(number).targets[2] for number in range(plain.segments)])
    assert 0.55 < (everything != UNPREDICTABLE).float().mean() < 0.9  # three of four tokens, and run starts are few
    assert torch.equal(Streams(documents, 3, 32, repeats=1, vocab_size=100).batch(7).ids, with_repeats.batch(7).ids)


def test_streams_mix_passages_of_all_documents() -> None:
    """A stream reads passages of many documents, each in its own order; all of them together read every passage."""
    length = 500
    documents = numbers(3 * length + 7, 5 * length, 4 * length, 100)
    streams = Streams(documents, 1, 32, seed=1, passage_length=length)
    read = torch.cat([streams.batch(number).ids[0] for number in range(streams.segments)]).numpy()
    breaks = np.flatnonzero(np.diff(read) != 1) + 1
    passages = np.split(read, breaks)
    assert len(passages) > 8
    assert all(len(passage) <= 2 * length for passage in passages)  # two may happen to follow one another
    ends = np.cumsum([len(ids) for ids in documents])
    assert len({int(np.searchsorted(ends, passage[0], side="right")) for passage in passages[:6]}) > 1
    assert len(np.unique(read)) == len(read) > sum(map(len, documents)) - 2 * 32


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
