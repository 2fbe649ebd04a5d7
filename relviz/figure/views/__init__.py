"""What is looked at, as figures: one file a view."""

from __future__ import annotations

from typing import TYPE_CHECKING

from relviz.figure.views.encoding import encoding_figure
from relviz.figure.views.memory import memory_figure
from relviz.figure.views.schemes import schemes_figure
from relviz.figure.views.terms import terms_figure

if TYPE_CHECKING:
    from collections.abc import Callable

    from relviz.core.look import Look
    from relviz.figure.spec import FigureSpec

VIEWS: dict[str, Callable[[Look], FigureSpec]] = {
    "terms": terms_figure,
    "memory": memory_figure,
    "encoding": encoding_figure,
}
"""The views of one model, and how each becomes a figure."""
SCHEMES = "schemes"
"""The view of several models side by side, which needs more than one look."""
ALL_VIEWS = (*VIEWS, SCHEMES)
"""The values of ``--view``."""

__all__ = ["ALL_VIEWS", "SCHEMES", "VIEWS", "encoding_figure", "memory_figure", "schemes_figure", "terms_figure"]
