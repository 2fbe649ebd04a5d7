"""Documents as B parallel streams of segments, some of which hold what comes twice.

Books seldom repeat a passage to the letter, so a small model sees too little of it to grow induction heads (Olsson et
al. 2022). In some streams passages of the text and runs of random tokens are each followed by themselves.
"""

from __future__ import annotations

import random
from typing import TYPE_CHECKING, NamedTuple

import numpy as np
import torch
from torch import Tensor

from relviz.errors import TextError

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from relviz.training.data.vocabulary import Ids

RANDOM_SHARE = 0.5
"""Share of the runs that are random tokens; the others are passages."""
UNPREDICTABLE = -1
"""Target of a token that nothing says what follows it; no loss is taken there."""


class Batch(NamedTuple):
    """One segment of every stream.

    Attributes:
        ids: (B, T) int64.
        targets: (B, T) int64, the token after each, or ``UNPREDICTABLE``; the last one is the first of the next
            segment.
        start: position of the segment in its stream, in tokens; 0 where a stream begins and its memory is empty.
    """

    ids: Tensor
    targets: Tensor
    start: int

    @property
    def predicted(self) -> int:
        """How many tokens have a target."""
        return int((self.targets != UNPREDICTABLE).sum())

    def to(self, device: torch.device) -> Batch:
        """Return the batch on a device."""
        return Batch(self.ids.to(device), self.targets.to(device), self.start)


class Streams:
    """Shuffled documents, or passages of them, joined and cut into B streams of equal length.

    Where a stream ends a new epoch begins: all is shuffled anew. The last ``repeats`` streams hold none of
    the joined text but what ``repeating`` makes of it. A batch depends on the documents, the seed and its number alone,
    so a run that is resumed reads what it would have read.

    Attributes:
        segments: how many segments each stream has, per epoch.
    """

    def __init__(
        self,
        documents: Sequence[Ids],
        streams: int,
        segment_length: int,
        seed: int | None = 0,
        repeats: int = 0,
        vocab_size: int = 0,
        passage_length: int = 0,
        repeat_lengths: tuple[int, int] = (8, 63),
    ) -> None:
        self._documents = list(documents)
        self._streams = streams - repeats
        self._repeats = repeats
        self._repeat_lengths = repeat_lengths
        self._vocab_size = vocab_size
        self._passage_length = passage_length
        self._length = segment_length
        self._seed = seed
        self._epoch = -1
        self._ids = np.empty((streams, 0), np.int32)
        self._predictable = np.empty((streams, 0), np.bool_)
        total = sum(len(ids) for ids in documents)
        self.segments = (total // self._streams - 1) // segment_length
        if self.segments < 1:
            raise TextError(
                f"The text has {total} tokens, too few for {self._streams} streams of at least {segment_length + 1}: "
                "give more text, or ask for fewer streams."
            )

    def batch(self, number: int) -> Batch:
        """Return batch ``number`` of all epochs, from 0."""
        epoch, segment = divmod(number, self.segments)
        if epoch != self._epoch:
            self._arrange(epoch)
        start = segment * self._length
        cut = slice(start, start + self._length + 1)
        ids = torch.from_numpy(self._ids[:, cut].astype(np.int64))  # (B, T + 1)
        known = torch.from_numpy(self._predictable[:, cut][:, 1:])
        return Batch(ids[:, :-1], ids[:, 1:].where(known, UNPREDICTABLE), start)

    def _arrange(self, epoch: int) -> None:
        """Lay the texts out for an epoch; without a seed the documents as they came."""
        order = list(self._documents)
        if self._seed is not None:
            order = [piece for ids in order for piece in self._passages(ids)]
            random.Random(f"{self._seed} {epoch}").shuffle(order)
        joined = np.concatenate(order)
        length = len(joined) // self._streams
        self._ids = joined[: length * self._streams].reshape(self._streams, length)
        self._predictable = np.ones_like(self._ids, np.bool_)
        if self._repeats:
            generator = np.random.default_rng([self._seed or 0, epoch])
            made = [
                repeating(joined, self._vocab_size, length, self._repeat_lengths, generator)
                for _ in range(self._repeats)
            ]
            self._ids = np.concatenate([self._ids, [stream.ids for stream in made]])
            self._predictable = np.concatenate([self._predictable, [stream.predictable for stream in made]])
        self._epoch = epoch

    def _passages(self, ids: Ids) -> list[Ids]:
        """Cut a document into passages."""
        length = self._passage_length or len(ids)
        return [ids[start : start + length] for start in range(0, len(ids), length)]


class Repeating(NamedTuple):
    """A stream of runs, each of which comes twice.

    Attributes:
        ids: (N,) int32.
        predictable: (N,) False for the tokens of a random run when it comes first, and for the first of each run.
    """

    ids: Ids
    predictable: NDArray[np.bool_]


def repeating(
    text: Ids, vocab_size: int, length: int, lengths: tuple[int, int], generator: np.random.Generator
) -> Repeating:
    """Return a stream of ``length`` tokens.

    Args:
        text: (n,) ids that passages are taken from.
        vocab_size: random tokens are drawn evenly from as many.
        length: tokens in the stream.
        lengths: tokens in a run, drawn evenly from the one to the other.
        generator: what is drawn from.
    """
    ids: list[Ids] = []
    predictable: list[NDArray[np.bool_]] = []
    have = 0
    while have < length:
        size = min(int(generator.integers(*lengths, endpoint=True)), len(text))
        is_random = generator.random() < RANDOM_SHARE
        start = int(generator.integers(0, len(text) - size + 1))
        run = generator.integers(0, vocab_size, size).astype(np.int32) if is_random else text[start : start + size]
        inside = np.arange(size) > 0  # what a run begins with cannot be known
        ids += [run, run]
        predictable += [inside & (not is_random), inside]
        have += 2 * size
    return Repeating(np.concatenate(ids)[:length], np.concatenate(predictable)[:length])
