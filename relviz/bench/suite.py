"""All figures in the order of their numbers, and which of them a run takes."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING

from relviz.bench import (
    export,
    forward,
    gui,
    hugging_face,
    memory,
    per_token,
    scale,
    startup,
    terms,
    text,
    training,
    versus,
)
from relviz.bench.figure import Figure
from relviz.bench.plan import Plan

if TYPE_CHECKING:
    from collections.abc import Collection

Measure = Callable[[Plan], Iterator[Figure]]


@dataclass(frozen=True)
class Family:
    """Figures that are taken together.

    Attributes:
        numbers: their numbers.
        name: what they are about.
        measure: takes them.
        quick: whether ``--quick`` takes them.
    """

    numbers: tuple[int, ...]
    name: str
    measure: Measure
    quick: bool = True


FAMILIES = (
    Family((1,), "recording", forward.measure),
    Family((2,), "Hugging Face", hugging_face.measure, quick=False),
    Family((3,), "terms", terms.measure),
    Family((4,), "bytes", memory.measure),
    Family((5, 6), "window", gui.measure),
    Family((7,), "start", startup.measure),
    Family((8,), "text", text.measure),
    Family((9,), "long texts", scale.measure, quick=False),
    Family((10,), "export", export.measure),
    Family((11,), "BertViz and seaborn", versus.measure, quick=False),
    Family((12,), "memory", per_token.measure, quick=False),
    Family((13,), "training", training.measure, quick=False),
)


def chosen(plan: Plan, only: Collection[int] = ()) -> list[Family]:
    """Return the families that a run takes: those asked for, or all, or all that are quick."""
    if only:
        return [family for family in FAMILIES if set(family.numbers) & set(only)]
    return [family for family in FAMILIES if family.quick or not plan.quick]


def left_out(families: Collection[Family]) -> list[int]:
    """Return the numbers of the figures that a run does not take."""
    return [number for family in FAMILIES if family not in families for number in family.numbers]
