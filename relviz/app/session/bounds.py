"""Where what is looked at leaves what the model has met in training."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from relviz.app.engine.engine import Response


@dataclass(frozen=True)
class Beyond:
    """What is beyond training.

    Attributes:
        segment: the segment length asked for, if longer than any in training.
        memory: the memory length asked for, if longer than any in training.
        distance: the relative distance looked at, if no query was so far from a key in training.
    """

    segment: int | None = None
    memory: int | None = None
    distance: int | None = None

    def __bool__(self) -> bool:
        return any(number is not None for number in (self.segment, self.memory, self.distance))


def beyond(response: Response, distance: int) -> Beyond:
    """Return what is beyond training; nothing for a model that does not say what it was trained on.

    The last query of a segment of T tokens is T - 1 + M places after the first key of a memory of M, so that
    distances from T + M on are new to the model.
    """
    segment, memory = response.trained
    if segment is None:
        return Beyond()
    longest = segment + (memory or 0)
    return Beyond(
        response.segment_length if response.segment_length > segment else None,
        response.look.memory_length if response.look.memory_length > (memory or 0) else None,
        distance if abs(distance) >= longest else None,
    )
