"""One segment of every stream through the network, and what memory keeps of it."""

from __future__ import annotations

from contextlib import nullcontext
from typing import TYPE_CHECKING

import torch
from torch import Tensor

from relviz.core.positions import Positions
from relviz.training.data.streams import UNPREDICTABLE

if TYPE_CHECKING:
    from collections.abc import Sequence
    from contextlib import AbstractContextManager

    from relviz.core.model.transformer import TransformerXL
    from relviz.training.data.streams import Batch


def restarted(start: int, segment_length: int, every: int | None) -> int:
    """Return the position of a segment, counted from the last restart of its stream.

    Args:
        start: its position in the stream.
        segment_length: T.
        every: tokens from one restart to the next, None for no restarts; rounded down to whole segments.
    """
    return start if every is None else start % max(segment_length, every // segment_length * segment_length)


def segment_loss(network: TransformerXL, batch: Batch, memory: Sequence[Tensor]) -> tuple[Tensor, list[Tensor]]:
    """Predict the next token of a (B, T) batch.

    The memory has no gradient, but the matrices that project it do (Dai et al. 2019, section 3.2).

    Args:
        network: the network; called under autocast it computes in that precision, and the loss is float32.
        batch: ids and targets.
        memory: for each layer its inputs (B, M, d_model) for the M tokens before; may be empty.

    Returns:
        The mean loss in nats over the tokens that have a target, and for each layer its input (B, T, d_model).
    """
    filled = memory[0].shape[1] if memory else 0
    where = Positions(batch.ids.shape[1], filled, batch.start)
    projected = (
        [[layer.project_memory(rows)] for layer, rows in zip(network.layers, memory, strict=True)] if filled else None
    )
    output = network(network.embed(batch.ids), projected, where)
    targets = batch.targets.flatten()
    predicted = targets != UNPREDICTABLE
    losses = network.losses(output.hidden.flatten(0, 1)[predicted], targets[predicted])
    return losses.sum() / max(1, len(losses)), output.inputs


def products_in(precision: torch.dtype, device: torch.device) -> AbstractContextManager[object]:
    """Return a context in which matrix products are computed in that precision; weights and norms stay float32.

    Casts are not cached: the cache is one for all threads, and each weight is used once a step.
    """
    if precision == torch.float32:
        return nullcontext()
    return torch.autocast(device.type, precision, cache_enabled=False)


def carry(memory: Sequence[Tensor], inputs: Sequence[Tensor], keep: int) -> list[Tensor]:
    """Return the memory after a segment: the last ``keep`` layer inputs (B, M, d_model), without gradient."""
    joined = [
        torch.cat([*old, new.detach()], 1) for *old, new in zip(*([memory] if memory else []), inputs, strict=True)
    ]
    return recent(joined, keep)


def recent(memory: Sequence[Tensor], length: int) -> list[Tensor]:
    """Return the last ``length`` rows of a memory (B, M, d_model), one tensor a layer."""
    return [rows[:, max(0, rows.shape[1] - length) :] for rows in memory]
