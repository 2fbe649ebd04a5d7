"""What a segment's tokens cost the model, with its memory and without."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from relviz.core.reading.chunk import read_chunk

if TYPE_CHECKING:
    from relviz.core.reading.trace import Floats, SegmentTrace


@dataclass(frozen=True, eq=False)
class Losses:
    """Loss of the token after each query, -ln p, in nats; both arrays are (T,), NaN where nothing is predicted.

    Attributes:
        with_memory: as the model reads the segment.
        without_memory: what the same queries lose over the segment alone.
    """

    with_memory: Floats
    without_memory: Floats

    @property
    def gain(self) -> Floats:
        """(T,) what memory gained: loss without it minus loss with it; positive where memory helps."""
        return self.without_memory - self.with_memory


def without_memory(trace: SegmentTrace) -> SegmentTrace:
    """Return the segment as the model reads it with an empty memory.

    All else stays: the positions of its tokens in the text, how far a query sees, and the interventions.
    """
    where = replace(trace.where, memory=0)
    chunk = read_chunk(trace.model.network, trace.ids, where, (), trace.chunk.reuse)
    return replace(trace, where=where, chunk=chunk, chunks=())


def losses_of(trace: SegmentTrace) -> Losses:
    """Return the losses of a segment; it is read once more, over an empty memory, unless it has none."""
    if not trace.where.memory:
        return Losses(trace.loss, trace.loss)
    return Losses(trace.loss, without_memory(trace).loss)
