"""What a person has chosen of how views are drawn, and a view drawn so."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING

from relviz.figure.spec import Heatmap
from relviz.figure.views.heads import HeadsView
from relviz.figure.views.profile_view import ProfileView
from relviz.figure.views.term_view import TermView

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from relviz.core.reading.look import Look
    from relviz.core.reading.trace import SegmentTrace
    from relviz.core.units import Unit
    from relviz.figure.spec import FigureSpec, Scale


@dataclass(frozen=True)
class Chosen:
    """The choices; those of nobody at first. Each view takes what it knows.

    Attributes:
        terms: how the maps of the terms are shown, and which keys are hidden.
        profiles: how profiles are shown.
        heads: how the heads are shown.
        unit: what losses are told in.
        index: the one segment that shows what is selected, from 0; -1 for none.
        cell: first query and key that are selected there.
        extent: how many queries and keys that is.
        pinned: query and key that are pinned there.
        distance: the distance selected; None where nobody selects one.
        interleaved: whether R is laid out with sine and cosine side by side.
        scales: what the scales of maps have held on the segments before, by the names of the maps.
    """

    terms: TermView = field(default_factory=TermView)
    profiles: ProfileView = field(default_factory=ProfileView)
    heads: HeadsView = field(default_factory=HeadsView)
    unit: Unit = "nats"
    index: int = -1
    cell: tuple[int, int] | None = None
    extent: tuple[int, int] = (1, 1)
    pinned: tuple[int, int] | None = None
    distance: int | None = None
    interleaved: bool = False
    scales: Mapping[str, Scale] = field(default_factory=dict)

    def cells(self, look: Look) -> tuple[tuple[int, int] | None, tuple[int, int]]:
        """Return first query and key that are selected in a segment, and how many of both."""
        return (self.cell, self.extent) if look.index == self.index else (None, (1, 1))


class ChosenView:
    """Draws a view of one segment after the other. Where scales are locked, they are widened from one to the next.

    Args:
        draw: what a view has that can be drawn of a segment alone.
        chosen: how.
    """

    def __init__(self, draw: Callable[[SegmentTrace, Look, Chosen], FigureSpec] | None, chosen: Chosen) -> None:
        assert draw is not None, "the view takes more than a segment"
        self._draw, self._chosen = draw, chosen

    def __call__(self, trace: SegmentTrace, look: Look) -> FigureSpec:
        """Draw a segment, which the look is at."""
        figure = self._draw(trace, look, self._chosen)
        if self._chosen.terms.scales == "locked":
            maps = [panel for row in figure.grid for panel in row if isinstance(panel, Heatmap)]
            self._chosen = replace(self._chosen, scales={panel.name: panel.scale for panel in maps})
        return figure
