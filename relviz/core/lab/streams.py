"""Many stretches of a text, read side by side, segment by segment over a memory."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

import numpy as np
import torch

from relviz.core.positions import Positions
from relviz.errors import Cancelled, TextError

if TYPE_CHECKING:
    from collections.abc import Iterator

    from numpy.typing import NDArray

    from relviz.core.model.transformer import KeysValues, TransformerXL
    from relviz.core.reading.reading import IsCancelled

BITS = 1 / float(np.log(2))
"""Bits in a nat."""


class SegmentLosses(NamedTuple):
    """What one segment of every stretch lost.

    Attributes:
        start: position of its first token in its stretch.
        nats: (B, T) loss of the token after each, float32.
    """

    start: int
    nats: NDArray[np.float32]


def stretches(ids: NDArray[np.int64], count: int, length: int, first: int = 0) -> NDArray[np.int64]:
    """Cut stretches out of a text, their starts spread evenly over it; they overlap where it is short.

    Args:
        ids: (N,) the text.
        count: how many, B.
        length: predictions in each, so that a stretch has one token more.
        first: no stretch starts before this place.

    Returns:
        (B, length + 1) ids.

    Raises:
        TextError: the text is shorter than one stretch.
    """
    room = len(ids) - first - length - 1
    if room < 0:
        raise TextError(
            "The text has {0:,} tokens, too few to measure on: give it at least {1:,}.", len(ids), first + length + 1
        )
    starts = first + np.linspace(0, room, min(count, room + 1)).astype(np.int64)
    cut: NDArray[np.int64] = ids[starts[:, None] + np.arange(length + 1)]
    return cut


def read_streams(
    network: TransformerXL,
    ids: NDArray[np.int64],
    segment_length: int,
    memory_length: int,
    is_cancelled: IsCancelled | None = None,
) -> Iterator[SegmentLosses]:
    """Read (B, N + 1) stretches from position 0, in segments that do not overlap, and yield what each segment loses.

    Keys and values of the memory are kept as they were projected, so that a segment costs T tokens, not T + M.

    Args:
        network: the model.
        ids: the stretches; the last token is predicted and not read.
        segment_length: T; the last segment may be shorter.
        memory_length: how many tokens the memory can hold.
        is_cancelled: asked before each segment.

    Raises:
        Cancelled: ``is_cancelled`` said so.
    """
    memory: list[KeysValues] | None = None
    length = ids.shape[1] - 1
    for start in range(0, length, segment_length):
        if is_cancelled and is_cancelled():
            raise Cancelled("Measuring was cancelled.")
        with torch.inference_mode():
            end = min(start + segment_length, length)
            tokens = torch.from_numpy(ids[:, start : end + 1]).to(network.device)
            filled = memory[0][0].shape[2] if memory else 0
            where = Positions(end - start, filled, start, restart_every=segment_length)
            output = network(network.embed(tokens[:, :-1]), [[pair] for pair in memory or ()], where)
            losses = network.losses(output.hidden.flatten(0, 1), tokens[:, 1:].flatten())
            own = [(keys, values) for _, keys, values in output.projected]
            memory = _carried(memory, own, memory_length)
            nats = losses.view(len(ids), -1).cpu().numpy()
        yield SegmentLosses(start, nats)


def _carried(memory: list[KeysValues] | None, own: list[KeysValues], length: int) -> list[KeysValues] | None:
    """Return the last ``length`` keys and values of each layer; None without a memory."""
    if not length:
        return None
    joined = own
    if memory:
        joined = [
            (torch.cat([old_keys, keys], 2), torch.cat([old_values, values], 2))
            for (old_keys, old_values), (keys, values) in zip(memory, own, strict=True)
        ]
    return [(keys[:, :, -length:].contiguous(), values[:, :, -length:].contiguous()) for keys, values in joined]
