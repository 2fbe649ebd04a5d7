"""Streams: what is read side by side, and what follows what."""

from __future__ import annotations

import numpy as np
import pytest
import torch

from relviz.errors import TextError
from relviz.training.data.streams import UNPREDICTABLE, Streams


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
