"""The validation loss, with memory and without."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import torch
from torch import Tensor

from relviz.training.segment import carry, segment_loss
from relviz.training.streams import Streams

if TYPE_CHECKING:
    from collections.abc import Sequence

    from relviz.core.transformer import TransformerXL
    from relviz.training.vocabulary import Ids

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
    """

    with_memory: float
    without_memory: float
    segment_length: int
    memory_length: int
    tokens: int


@torch.inference_mode()
def validate(
    network: TransformerXL, documents: Sequence[Ids], segment_length: int, memory_length: int, tokens: int
) -> Validation:
    """Measure the loss on about so many tokens, at places that lie evenly in the documents, the same each time.

    The network computes in the precision of the surrounding autocast context; the loss is float32.
    """
    total = sum(len(ids) for ids in documents)
    streams = Streams(documents, max(1, min(STREAMS, total // (2 * segment_length + 1))), segment_length, seed=None)
    first = streams.batch(0).ids
    segments = max(1, min(streams.segments, round(tokens / first.numel())))
    losses = []
    for length in (memory_length, 0):
        memory: list[Tensor] = []
        total_loss = 0.0
        for number in range(segments):
            loss, inputs = segment_loss(network, streams.batch(number).to(network.device), memory)
            total_loss += float(loss)
            memory = carry(memory, inputs, length)
        losses.append(total_loss / segments)
    return Validation(losses[0], losses[1], segment_length, memory_length, segments * first.numel())
