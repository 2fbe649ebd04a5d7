"""What is looked at, as figures: one file a view. Imports ``core`` and the rooms of ``figure`` that draw.

``VIEWS`` is the place to add one. Its names cost no torch and no Qt.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable

    from relviz.core.reading.look import Look
    from relviz.core.reading.trace import SegmentTrace
    from relviz.figure.spec import FigureSpec
    from relviz.figure.views.chosen import Chosen

# Each of these loads what draws when it draws: tables and command lines ask for names alone.


def _terms(_trace: SegmentTrace, look: Look, chosen: Chosen) -> FigureSpec:
    from relviz.figure.views.terms import terms_figure  # noqa: PLC0415

    return terms_figure(look, chosen.terms, *chosen.cells(look), chosen.scales)


def _four_terms(_trace: SegmentTrace, look: Look, chosen: Chosen) -> FigureSpec:
    from relviz.figure.views.sheets import four_terms_figure  # noqa: PLC0415

    return four_terms_figure(look, chosen.terms, *chosen.cells(look), chosen.scales)


def _layer_heads(trace: SegmentTrace, look: Look, chosen: Chosen) -> FigureSpec:
    from relviz.figure.views.sheets import layer_heads_figure  # noqa: PLC0415

    return layer_heads_figure(look, trace.attention(look.terms.layer), chosen.terms)


def _memory(_trace: SegmentTrace, look: Look, chosen: Chosen) -> FigureSpec:
    from relviz.figure.views.memory import memory_figure  # noqa: PLC0415

    return memory_figure(look, chosen.terms.hidden)


def _encoding(_trace: SegmentTrace, look: Look, chosen: Chosen) -> FigureSpec:
    from relviz.figure.views.encoding import encoding_figure  # noqa: PLC0415

    query, key = (chosen.pinned if look.index == chosen.index else None) or (None, None)
    distance = 1 if chosen.distance is None else chosen.distance
    return encoding_figure(look, distance, query, chosen.interleaved, key)


def _profiles(trace: SegmentTrace, look: Look, chosen: Chosen) -> FigureSpec:
    from relviz.core.metrics.attention import most_attended  # noqa: PLC0415
    from relviz.core.metrics.profiles import profiles_of  # noqa: PLC0415
    from relviz.figure.views.profiles import profiles_figure  # noqa: PLC0415

    top = most_attended(look) if chosen.distance is None else None
    return profiles_figure(look, profiles_of(trace), chosen.profiles, chosen.distance, top)


def _heads(trace: SegmentTrace, look: Look, chosen: Chosen) -> FigureSpec:
    from relviz.core.metrics import ALIKE  # noqa: PLC0415
    from relviz.core.metrics.heads import heads_alike, measure_heads  # noqa: PLC0415
    from relviz.figure.views.heads import heads_figure  # noqa: PLC0415

    measures = measure_heads(trace)
    if chosen.heads.metric == ALIKE:
        alike = heads_alike(trace, look.terms.layer, look.terms.head)
        measures = replace(measures, values=measures.values | {ALIKE: alike})
    return heads_figure(look, measures, chosen.heads)


def _kind_of_heads(look: Look, chosen: Chosen) -> str:
    """Return measure, order and means, e.g. ``alike-to-l1-h2-by-layer``."""
    from relviz.core.metrics import ALIKE  # noqa: PLC0415

    view, head = chosen.heads, look.terms.head
    to = f"-to-l{look.terms.layer}-{head if head == 'mean' else f'h{head}'}" if view.metric == ALIKE else ""
    order = "" if view.order == "number" else f"-by-{view.order}"
    return f"{view.metric}{to}{order}{'-means' if view.means else ''}"


def _predictions(trace: SegmentTrace, _look: Look, chosen: Chosen) -> FigureSpec:
    """Draw the losses of a segment, and what was expected before the last token whose loss is known."""
    from relviz.core.metrics.predictions import predictions_of  # noqa: PLC0415
    from relviz.core.reading.next_tokens import next_tokens  # noqa: PLC0415
    from relviz.figure.views.predictions import COUNT, predictions_figure  # noqa: PLC0415

    found = predictions_of(trace)
    query = int(found.known.nonzero()[0].max(initial=0))
    return predictions_figure(found, next_tokens(trace, query, COUNT), unit=chosen.unit, query=query)


@dataclass(frozen=True)
class View:
    """A view of one segment.

    Attributes:
        name: the value of ``--view``, and how names of files begin.
        draw: draws a segment, which the look is at; None for the experiments on position schemes, which take several
            models and are drawn by whoever has those.
        of_head: whether it is of one layer and head, as names of files say then.
        kind: which of several pictures it is, as names of files say then, e.g. which measure of the heads.
        extra: how the export dialog calls it, beside the page in front; such a view is none of ``--view``.
    """

    name: str
    draw: Callable[[SegmentTrace, Look, Chosen], FigureSpec] | None
    of_head: bool = True
    kind: Callable[[Look, Chosen], str] | None = None
    extra: str = ""


VIEWS = {
    view.name: view
    for view in (
        View("terms", _terms),
        View("memory", _memory),
        View("encoding", _encoding),
        View("profiles", _profiles),
        View("heads", _heads, of_head=False, kind=_kind_of_heads),
        View("predictions", _predictions, of_head=False),
        View("schemes", None),
        View("four_terms", _four_terms, extra="The terms alone"),
        View("layer_heads", _layer_heads, extra="All heads of layer {0}"),
    )
}
"""All views, by their names."""


def command_views() -> list[str]:
    """Return the values of ``--view``."""
    return [name for name, view in VIEWS.items() if not view.extra]
