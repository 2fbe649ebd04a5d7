"""Everything that the pages show of one segment, layer and head, brought to the host."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from relviz.core.interventions import NONE, Interventions
from relviz.core.reading.encoding import Encoding, encode, has_encoding
from relviz.core.reading.memory_share import MemoryShares, key_weights, memory_shares
from relviz.errors import Cancelled

if TYPE_CHECKING:
    from collections.abc import Callable

    from numpy.typing import NDArray

    from relviz.core.reading.trace import Floats, Head, SegmentTrace, Terms


@dataclass(frozen=True, eq=False)
class Look:
    """What is looked at, as numpy arrays: it can cross threads and be drawn without the model.

    Attributes:
        model: name of the model.
        index: number of the segment, from 0, of ``segments``.
        start: position in the text of the segment's first token.
        segment_length: tokens in a segment; the last one of a text may have fewer.
        memory_length: how many tokens the memory can hold; ``terms.memory`` is how many it holds.
        query_tokens: T labels.
        key_tokens: K labels, memory then segment.
        key_positions: (K,) position in the text of each key; negative for zero vectors. A run without gaps, but for a
            model that leaves only a part of each segment to memory.
        terms: the score of the layer and head, taken apart.
        shares: memory, segment and self share of each query.
        share_map: (L, H) mean memory share of every layer and head.
        weights: (K,) mean attention on each key over the queries that see it.
        encoding: R_d and what the head makes of it; None for a scheme that has no vectors of distances.
        interventions: what the parts of the score were multiplied with.
        first: position in the text of the token with which the reading began, with nothing before it.
    """

    model: str
    index: int
    segments: int
    start: int
    segment_length: int
    memory_length: int
    query_tokens: list[str]
    key_tokens: list[str]
    key_positions: NDArray[np.int64]
    terms: Terms
    shares: MemoryShares
    share_map: Floats
    weights: Floats
    encoding: Encoding | None
    interventions: Interventions = NONE
    first: int = 0


def look_at(trace: SegmentTrace, layer: int, head: Head, is_cancelled: Callable[[], bool] | None = None) -> Look:
    """Compute what the pages show.

    Args:
        trace: the segment.
        layer: index of the layer.
        head: index of the head, or ``mean``.
        is_cancelled: asked between the layers, whose heads are all gone through.

    Raises:
        SettingError: there is no such layer or head.
        Cancelled: ``is_cancelled`` said so.
    """
    terms = trace.terms(layer, head)
    for number in range(trace.model.config.n_layer):
        if is_cancelled and is_cancelled():
            raise Cancelled("Looking at the segment was cancelled.")
        trace.head_shares(number)
    return Look(
        model=trace.model.name,
        index=trace.index,
        segments=trace.segments,
        start=trace.first + trace.where.start,
        segment_length=trace.segment_length,
        memory_length=trace.memory_length,
        query_tokens=trace.query_tokens,
        key_tokens=trace.key_tokens,
        key_positions=np.where(trace.key_positions < 0, trace.key_positions, trace.key_positions + trace.first),
        terms=terms,
        shares=memory_shares(terms.attention, terms.memory, terms.mask),
        share_map=trace.share_map,
        weights=key_weights(terms.attention, terms.mask),
        encoding=encode(trace, layer, head) if has_encoding(trace) else None,
        interventions=trace.where.interventions,
        first=trace.first,
    )
