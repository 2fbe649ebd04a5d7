"""Measures of attention. This table names those of every head without loading torch; the files import readings.

A measure of heads is one function and one line of ``MEASURES``, from which ``--metric``, the heads map, its list and
figures take it.
"""

from __future__ import annotations

from dataclasses import dataclass
from importlib import import_module
from typing import TYPE_CHECKING, Literal

from relviz.core.sentence import marked

if TYPE_CHECKING:
    from torch import Tensor

    from relviz.core.metrics.heads import Cells

Unit = Literal["share", "times", "tokens", "bits"]
Order = Literal["number", "layer", "all"]
ORDERS: tuple[Order, ...] = ("number", "layer", "all")
"""How heads are sorted: by number; by the measure within each layer; by it over all layers, row after row."""
ALIKE = "alike"
"""The measure that depends on which head is looked at; ``core.metrics.heads.heads_alike`` finds it."""


@dataclass(frozen=True)
class Measure:
    """A measure of every head on one segment.

    Attributes:
        name: as in ``HeadMeasures.values`` and ``--metric``.
        title: a few words, in English.
        sentence: what it is, in English.
        place: its module (with a dot before it, one of this folder) and its function, which is given the attention of
            some heads, (h, T, K), and what is known of the cells, and returns (h,) numbers, NaN where there is nothing
            to measure. Empty for ``ALIKE`` alone.
        unit: what its numbers are.
        to_one: whether the scale of its map ends at 1, not at the largest value of any head.
        averages: whether the mean over heads, or layers, is the number of their averaged attention.
    """

    name: str
    title: str
    sentence: str
    place: str = ""
    unit: Unit = "share"
    to_one: bool = False
    averages: bool = True

    def of(self, attention: Tensor, cells: Cells) -> Tensor:
        """Measure some heads; loads torch."""
        module, _, name = self.place.partition(":")
        found: Tensor = getattr(import_module(module, __name__), name)(attention, cells)
        return found


MEASURES: dict[str, Measure] = {
    measure.name: measure
    for measure in (
        Measure(
            "memory",
            marked("Heads", "memory share"),
            marked("Heads", "Share of each head's attention that goes to memory."),
            ".heads:of_memory",
            to_one=True,
        ),
        Measure(
            "lift",
            marked("Heads", "lift of memory"),
            marked("Heads", "Memory share over what memory would get if all keys were weighted alike: 1 is even."),
            ".heads:lift",
            "times",
        ),
        Measure(
            "self",
            marked("Heads", "own token"),
            marked("Heads", "Attention of queries on their own token."),
            ".heads:of_self",
        ),
        Measure(
            "previous",
            marked("Heads", "token before"),
            marked("Heads", "Attention of queries on the token before them."),
            ".heads:of_previous",
        ),
        Measure(
            "distance",
            marked("Heads", "mean distance"),
            marked("Heads", "How far back attention lies on average, in tokens."),
            ".heads:mean_distance",
            "tokens",
        ),
        Measure(
            "entropy",
            marked("Heads", "entropy"),
            marked(
                "Heads", "How widely attention is spread, in bits: 0 for one key alone, one more for twice as many."
            ),
            ".heads:entropy",
            "bits",
            averages=False,
        ),
        Measure(
            "induction",
            marked("Heads", "induction"),
            marked("Heads", "Attention on what followed earlier occurrences of the query's token."),
            ".heads:induction",
        ),
        Measure(
            ALIKE,
            marked("Heads", "alike to the head shown"),
            marked(
                "Heads",
                "How alike each head's attention is to that of the head shown: 100% is the same, 0% has no key in "
                "common; 1 less the Jensen-Shannon divergence in bits, the mean over queries.",
            ),
            to_one=True,
            averages=False,
        ),
    )
}
"""Those of the attention, in order; those of the score are named after its parts."""
