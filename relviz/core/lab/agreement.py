"""Reading a text in segments against reading it as one: with memory enough, positions decide whether they agree."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from relviz.core.lab.streams import BITS, read_streams

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from relviz.core.model.model import Model


@dataclass(frozen=True)
class Agreement:
    """How far two ways to read the same tokens are apart.

    Attributes:
        scheme: the model's position scheme.
        segment_length: T of the reading in segments, whose memory holds all that came before.
        tokens: how many tokens were read.
        largest: largest difference between the losses of one token, in bits.
        in_segments: mean loss in bits per token, read in segments.
        as_one: the same, read as one segment.
    """

    scheme: str
    segment_length: int
    tokens: int
    largest: float
    in_segments: float
    as_one: float


def agreement(model: Model, ids: NDArray[np.int64], segment_length: int = 64) -> Agreement:
    """Read (N,) tokens in segments over a memory of all tokens before, and as one segment.

    Args:
        model: the model.
        ids: the tokens; the last one is predicted and not read.
        segment_length: T of the reading in segments.
    """
    ways = [
        np.concatenate([part.nats[0] for part in read_streams(model.network, ids[None], length, len(ids))]) * BITS
        for length in (segment_length, len(ids) - 1)
    ]
    in_segments, as_one = ways
    return Agreement(
        scheme=model.config.scheme,
        segment_length=segment_length,
        tokens=len(in_segments),
        largest=float(np.abs(in_segments - as_one).max()),
        in_segments=float(in_segments.mean(dtype=np.float64)),
        as_one=float(as_one.mean(dtype=np.float64)),
    )
