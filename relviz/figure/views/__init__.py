"""What is looked at, as figures: one file a view."""

from __future__ import annotations

from typing import TYPE_CHECKING

from relviz.figure.views.candidates import COUNT
from relviz.figure.views.encoding import encoding_figure
from relviz.figure.views.heads import heads_figure
from relviz.figure.views.memory import memory_figure
from relviz.figure.views.predictions import predictions_figure
from relviz.figure.views.profiles import profiles_figure
from relviz.figure.views.schemes.side_by_side import schemes_figure
from relviz.figure.views.terms import terms_figure

if TYPE_CHECKING:
    from collections.abc import Callable

    from relviz.core.reading.look import Look
    from relviz.core.reading.trace import SegmentTrace
    from relviz.core.units import Unit
    from relviz.figure.spec import FigureSpec


def _profiles(trace: SegmentTrace, look: Look) -> FigureSpec:
    from relviz.core.metrics.most_attended import most_attended  # noqa: PLC0415 # with the next one
    from relviz.core.metrics.profiles import profiles_of  # noqa: PLC0415 # loads torch

    return profiles_figure(look, profiles_of(trace), top=most_attended(look))


VIEWS: dict[str, Callable[[Look], FigureSpec]] = {
    "terms": terms_figure,
    "memory": memory_figure,
    "encoding": encoding_figure,
}
"""The views of one look, and how each becomes a figure."""
OF_SEGMENT: dict[str, Callable[[SegmentTrace, Look], FigureSpec]] = {
    "profiles": _profiles,
}
"""The views that take more of a segment than a look at one head, and how each becomes a figure."""
PREDICTIONS = "predictions"
"""The view of losses, which come in a unit and are of no layer or head."""
SCHEMES = "schemes"
"""The view of several models side by side, which needs more than one look."""
HEADS = "heads"
"""The view of all heads, by a measure that is chosen (``heads_figure``)."""
ALL_VIEWS = (*VIEWS, *OF_SEGMENT, HEADS, PREDICTIONS, SCHEMES)
"""The values of ``--view``."""

__all__ = [
    "ALL_VIEWS",
    "HEADS",
    "OF_SEGMENT",
    "PREDICTIONS",
    "SCHEMES",
    "VIEWS",
    "encoding_figure",
    "figure_of",
    "heads_figure",
    "memory_figure",
    "predictions_figure",
    "profiles_figure",
    "schemes_figure",
    "terms_figure",
]


def _predictions(trace: SegmentTrace, unit: Unit) -> FigureSpec:
    """Draw the losses of a segment, and what was expected before the last token whose loss is known."""
    from relviz.core.metrics.predictions import predictions_of  # noqa: PLC0415 # loads torch
    from relviz.core.reading.next_tokens import next_tokens  # noqa: PLC0415 # loads torch

    found = predictions_of(trace)
    query = int(found.known.nonzero()[0].max(initial=0))
    return predictions_figure(found, next_tokens(trace, query, COUNT), unit=unit, query=query)


def figure_of(view: str, trace: SegmentTrace, look: Look, unit: Unit = "nats") -> FigureSpec:
    """Draw a view of a segment, which the look is at; any of ``ALL_VIEWS`` but ``heads`` and ``schemes``.

    Losses come in a unit.
    """
    if view == PREDICTIONS:
        return _predictions(trace, unit)
    return OF_SEGMENT[view](trace, look) if view in OF_SEGMENT else VIEWS[view](look)
