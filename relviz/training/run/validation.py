"""The validation loss, with memory and without."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import torch
from torch import Tensor

from relviz.training.data.streams import Streams
from relviz.training.data.vocabulary import bits_per_byte
from relviz.training.run.step import carry, restarted, segment_loss

if TYPE_CHECKING:
    from collections.abc import Sequence

    import numpy as np
    from numpy.typing import NDArray

    from relviz.core.model.transformer import TransformerXL
    from relviz.training.data.vocabulary import Ids

STREAMS = 32
"""How many places of the validation text are read side by side."""


@dataclass(frozen=True)
class Validation:
    """What a model loses on text it has not learnt from.

    Attributes:
        with_memory: loss in nats per token.
        without_memory: the same where each segment is read on its own.
        segment_length: T.
        memory_length: M.
        tokens: how many tokens were predicted.
        bytes: how many bytes those tokens stand for, as ``bits`` counts them.
    """

    with_memory: float
    without_memory: float
    segment_length: int
    memory_length: int
    tokens: int
    bytes: int

    @property
    def bits_with_memory(self) -> float:
        """The loss in bits per byte."""
        return bits_per_byte(self.with_memory, self.tokens, self.bytes)

    @property
    def bits_without_memory(self) -> float:
        """The loss in bits per byte where each segment is read on its own."""
        return bits_per_byte(self.without_memory, self.tokens, self.bytes)


@torch.inference_mode()
def validate(
    network: TransformerXL,
    documents: Sequence[Ids],
    bytes_of: NDArray[np.int64],
    *,
    segment_length: int,
    memory_length: int,
    tokens: int,
    restart_every: int | None = None,
) -> Validation:
    """Measure the loss on about so many tokens, at places that lie evenly in the documents, the same each time.

    The network computes in the precision of the surrounding autocast context; the loss is float32.

    Args:
        network: the network.
        documents: ids of each document.
        bytes_of: how many bytes each token stands for, (vocab_size,).
        segment_length: T.
        memory_length: M.
        tokens: about how many tokens to predict.
        restart_every: as in training.
    """
    total = sum(len(ids) for ids in documents)
    streams = Streams(documents, max(1, min(STREAMS, total // (2 * segment_length + 1))), segment_length, seed=None)
    batches = [streams.batch(0)]
    segments = max(1, min(streams.segments, round(tokens / batches[0].ids.numel())))
    batches += [streams.batch(number) for number in range(1, segments)]
    losses = []
    for length in (memory_length, 0):
        memory: list[Tensor] = []
        total_loss = 0.0
        for batch in batches:
            start = restarted(batch.start, segment_length, restart_every)
            part = batch._replace(start=start).to(network.device)
            loss, inputs = segment_loss(network, part, memory if start else [])
            total_loss += float(loss)
            memory = carry(memory if start else [], inputs, length)
        losses.append(total_loss / segments)
    size = sum(int(bytes_of[batch.targets.numpy()].sum()) for batch in batches)
    with_memory, without_memory = losses
    predicted = segments * batches[0].ids.numel()
    return Validation(with_memory, without_memory, segment_length, memory_length, predicted, size)
