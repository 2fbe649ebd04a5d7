"""Keeps what was looked at last, so that going back to it takes no computing."""

from __future__ import annotations

from collections import OrderedDict
from dataclasses import fields, is_dataclass
from typing import TYPE_CHECKING, Literal

import numpy as np

if TYPE_CHECKING:
    from relviz.core.interventions import Interventions
    from relviz.core.reading.look import Look

Place = tuple[int, int, int | Literal["mean"], "Interventions"]
"""Segment, layer and head, and the interventions."""
BUDGET = 128 * 2**20
"""Bytes that are kept."""


class Looks:
    """The looks at one reading that were asked for last, as many as fit into a budget.

    Args:
        budget: bytes of numbers to keep; the last look is kept even if it alone is larger.
    """

    def __init__(self, budget: int = BUDGET) -> None:
        self._budget = budget
        self._kept: OrderedDict[Place, tuple[Look, int]] = OrderedDict()  # the one asked for last at the end
        self._bytes = 0

    def get(self, place: Place) -> Look | None:
        """Return the look at a place if it is kept."""
        if place not in self._kept:
            return None
        self._kept.move_to_end(place)
        return self._kept[place][0]

    def keep(self, place: Place, look: Look) -> None:
        """Keep a look, and let go of those that nobody has asked for longest."""
        size = size_of(look)
        self._kept[place] = look, size
        self._bytes += size
        while self._bytes > self._budget and len(self._kept) > 1:
            _, (_, oldest) = self._kept.popitem(last=False)
            self._bytes -= oldest

    def clear(self) -> None:
        """Let go of all of them: another reading begins."""
        self._kept.clear()
        self._bytes = 0


def size_of(value: object) -> int:
    """Return the bytes of all arrays in a dataclass, a tuple or a list of them."""
    if isinstance(value, np.ndarray):
        return value.nbytes
    if is_dataclass(value):
        return sum(size_of(getattr(value, field.name)) for field in fields(value))
    if isinstance(value, tuple | list):
        return sum(size_of(part) for part in value)
    return 0
