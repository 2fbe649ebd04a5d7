"""What the Profiles page says in words: the numbers at a place, and why there are none."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QCoreApplication

from relviz.core.percent import percent
from relviz.figure.lettering.ticks import MINUS, format_number

if TYPE_CHECKING:
    from collections.abc import Iterable

    from relviz.core.metrics.profiles import Profiles
    from relviz.core.reading.trace import Floats, Head
    from relviz.figure.views.distance_bins import Bins

APART = "     "
"""Between the numbers and what is left out first where there is little room."""


def read_off(profiles: Profiles, bins: Bins, layer: int, head: Head, column: int, *, raw: bool) -> str:
    """Return the numbers of a head at a distance, or at the distances that share a column.

    Args:
        profiles: of the segment shown.
        bins: the columns.
        layer: index of the layer.
        head: index of the head, or ``mean``.
        column: which column.
        raw: the terms themselves, instead of the attention and what each term alone would make of it.
    """
    tr = QCoreApplication.translate
    profile = profiles.of(layer, head)

    def at(values: Floats) -> float:
        return float(bins.mean(values, profiles.queries)[column])

    first, last = bins.range(column)
    queries = int(profiles.queries[bins.starts[column] : bins.ends[column]].max())
    if raw:
        numbers = _listed((kind.letter, format_number(at(profile.raw[n]))) for n, kind in enumerate(profiles.kinds))
        whole = format_number(at(profile.raw.sum(0)))
        text = tr("Profiles", "{whose},  {where}:  mean score {whole}  =  {parts}     ({queries} of {all} queries)")
    else:
        numbers = _listed((kind.letter, percent(at(profile.alone[n]), 2)) for n, kind in enumerate(profiles.kinds))
        whole = percent(at(profile.attention), 2)
        text = tr("Profiles", "{whose},  {where}:  attention {whole};  alone {parts}     ({queries} of {all} queries)")
    return text.format(
        whose=_whose(layer, head),
        where=_where(first, last),
        whole=whole,
        parts=numbers,
        queries=queries,
        all=int(profiles.queries.max()),
    )


def how_to() -> str:
    """Return what can be done on the page."""
    return QCoreApplication.translate(
        "Profiles",
        "Point at a head or a curve to read its numbers; click a head to look at it, a curve to mark a distance.",
    )


def _whose(layer: int, head: Head) -> str:
    tr = QCoreApplication.translate
    if head == "mean":
        return tr("Profiles", "layer {0}, mean over heads").format(layer)
    return tr("Profiles", "layer {0}, head {1}").format(layer, head)


def _where(first: int, last: int) -> str:
    tr = QCoreApplication.translate
    if first == last:
        return tr("Profiles", "distance {0}").format(first).replace("-", MINUS)
    return tr("Profiles", "distances {0} to {1}").format(first, last).replace("-", MINUS)


def _listed(numbers: Iterable[tuple[str, str]]) -> str:
    return ",  ".join(f"{letter} {number}" for letter, number in numbers)
