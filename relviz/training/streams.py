"""Documents as B parallel streams of segments."""

from __future__ import annotations

import random
from typing import TYPE_CHECKING, NamedTuple

import numpy as np
import torch
from torch import Tensor

from relviz.errors import TextError

if TYPE_CHECKING:
    from collections.abc import Sequence

    from relviz.training.vocabulary import Ids


class Batch(NamedTuple):
    """One segment of every stream.

    Attributes:
        ids: (B, T) int64.
        targets: (B, T) int64, the token after each; the last one is the first of the next segment.
        start: position of the segment in its stream, in tokens; 0 where a stream begins and its memory is empty.
    """

    ids: Tensor
    targets: Tensor
    start: int

    def to(self, device: torch.device) -> Batch:
        """Return the batch on a device."""
        return Batch(self.ids.to(device), self.targets.to(device), self.start)


class Streams:
    """Shuffled documents, joined and cut into B streams of equal length.

    Where a stream ends a new epoch begins: the documents are shuffled anew. A batch depends on the documents, the
    seed and its number alone, so a run that is resumed reads what it would have read.

    Attributes:
        segments: how many segments each stream has, per epoch.
    """

    def __init__(self, documents: Sequence[Ids], streams: int, segment_length: int, seed: int | None = 0) -> None:
        self._documents = list(documents)
        self._streams = streams
        self._length = segment_length
        self._seed = seed
        self._epoch = -1
        self._ids = np.empty((streams, 0), np.int32)
        total = sum(len(ids) for ids in documents)
        self.segments = (total // streams - 1) // segment_length
        if self.segments < 1:
            raise TextError(
                f"The text has {total} tokens, too few for {streams} streams of at least {segment_length + 1}: "
                "give more text, or ask for fewer streams."
            )

    def batch(self, number: int) -> Batch:
        """Return batch ``number`` of all epochs, from 0."""
        epoch, segment = divmod(number, self.segments)
        if epoch != self._epoch:
            self._arrange(epoch)
        start = segment * self._length
        ids = torch.from_numpy(self._ids[:, start : start + self._length + 1].astype(np.int64))  # (B, T + 1)
        return Batch(ids[:, :-1], ids[:, 1:], start)

    def _arrange(self, epoch: int) -> None:
        """Lay the documents out for an epoch; without a seed in the order in which they came."""
        order = list(self._documents)
        if self._seed is not None:
            random.Random(f"{self._seed} {epoch}").shuffle(order)
        joined = np.concatenate(order)
        length = len(joined) // self._streams
        self._ids = joined[: length * self._streams].reshape(self._streams, length)
        self._epoch = epoch
