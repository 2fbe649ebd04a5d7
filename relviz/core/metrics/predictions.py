"""What the memory, and each term of the score, are worth to the predictions of a segment."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import pairwise
from typing import TYPE_CHECKING

import numpy as np

from relviz.core.interventions import Interventions
from relviz.core.reading.losses import Losses, losses_of
from relviz.errors import Cancelled

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from numpy.typing import NDArray

    from relviz.core.interventions import PartKind
    from relviz.core.reading.trace import Floats, SegmentTrace


@dataclass(frozen=True, eq=False)
class WithoutPart:
    """What a segment costs with one part of the score off in every layer and head.

    Attributes:
        kind: the part.
        losses: (T,) loss of the token after each query, in nats, over the memory that the segment has.
        already: whether it was off before, so that nothing changes.
    """

    kind: PartKind
    losses: Floats
    already: bool


@dataclass(frozen=True, eq=False)
class Predictions:
    """The losses of a segment as the model reads it, without its memory, and without each part of the score.

    It can cross threads and be drawn without the model.

    Attributes:
        losses: with memory and without.
        parts: one for each part of the score, in the order of the scheme.
        memory: M, the tokens in memory; with none, both losses are the same.
        query_tokens: T labels, of the token that each prediction is made after.
        predicted: T labels, of the token that each loss is the loss of; empty after the last token of the text.
        model: name of the model.
        index: number of the segment, from 0, of ``segments``.
        start: position in the text of the segment's first token.
        segment_length: tokens in a segment; the last one of a text may have fewer.
        memory_length: how many tokens the memory can hold.
        interventions: what the parts of the score were multiplied with before any was switched off.
        first: position in the text of the token with which the reading began.
    """

    losses: Losses
    parts: tuple[WithoutPart, ...]
    memory: int
    query_tokens: tuple[str, ...]
    predicted: tuple[str, ...]
    model: str
    index: int
    segments: int
    start: int
    segment_length: int
    memory_length: int
    interventions: Interventions
    first: int

    @property
    def known(self) -> NDArray[np.bool_]:
        """(T,) where there is a loss."""
        known: NDArray[np.bool_] = np.isfinite(self.losses.with_memory)
        return known

    @property
    def worth(self) -> dict[str, Floats]:
        """What each loss rises by, (T,) nats: without the memory, then without each part, by its name.

        Positive where the model is worse off without it.
        """
        rises = {part.kind.name: part.losses - self.losses.with_memory for part in self.parts}
        return {"memory": self.losses.gain, **rises}

    def mean(self, values: Floats) -> float:
        """Return the mean over the queries that a loss is known of; NaN if there are none."""
        return float(values[self.known].mean(dtype=np.float64)) if self.known.any() else float("nan")


def predictions_of(
    trace: SegmentTrace,
    progress: Callable[[float], None] | None = None,
    is_cancelled: Callable[[], bool] | None = None,
) -> Predictions:
    """Read a segment again without its memory, and without each part of the score over its memory.

    Interventions that the segment was read with stay; those beside them act on the segment alone, in every layer and
    head, and the memory is what it is.

    Args:
        trace: the segment.
        progress: called with the share done, 0 to 1.
        is_cancelled: asked before each time that the segment is read.

    Raises:
        Cancelled: ``is_cancelled`` said so.
    """
    kinds = trace.model.network.layers[0].attention.scheme.kinds_of(trace.where)

    def go_on(done: int) -> None:
        if is_cancelled and is_cancelled():
            raise Cancelled("Reading the segment without parts of the score was cancelled.")
        if progress:
            progress(done / (len(kinds) + 1))

    go_on(0)
    losses, kept = losses_of(trace), trace.where.interventions
    parts = []
    for number, kind in enumerate(kinds, start=1):
        go_on(number)
        off = kept.gain(kind.name) == 0
        other = trace if off else trace.under(Interventions((*kept.gains, (kind.name, 0.0)), "segment"))
        parts.append(WithoutPart(kind, other.loss, off))
    following = trace.where.start + 1
    predicted = trace.tokens.labels[following : following + trace.where.segment]
    return Predictions(
        losses=losses,
        parts=tuple(parts),
        memory=trace.where.memory,
        query_tokens=tuple(trace.query_tokens),
        predicted=(*predicted, *[""] * (trace.where.segment - len(predicted))),
        model=trace.model.name,
        index=trace.index,
        segments=trace.segments,
        start=trace.first + trace.where.start,
        segment_length=trace.segment_length,
        memory_length=trace.memory_length,
        interventions=kept,
        first=trace.first,
    )


def largest_rise(losses: Sequence[float]) -> float:
    """Return the largest step up from one loss to the next; 0 or less if they never rise."""
    return max((after - before for before, after in pairwise(losses)), default=0.0)


def late_places(places: NDArray[np.int64], segment_length: int) -> NDArray[np.bool_]:
    """Return which places in the text lie in the last quarter of their segment.

    There the segment itself is context already, so that what memory gains is not merely the lack of a beginning.
    """
    late: NDArray[np.bool_] = places % segment_length >= segment_length - segment_length // 4
    return late
