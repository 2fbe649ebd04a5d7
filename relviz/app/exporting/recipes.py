"""How each page is drawn for any segment, with what is chosen on it now: for files of all segments."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from functools import partial
from typing import TYPE_CHECKING

from relviz.figure.spec import Heatmap
from relviz.figure.views import encoding_figure, memory_figure, profiles_figure
from relviz.figure.views.four_terms import four_terms_figure
from relviz.figure.views.layer_heads import layer_heads_figure
from relviz.figure.views.terms import terms_figure

if TYPE_CHECKING:
    from collections.abc import Mapping

    from relviz.app.session.pin import Cell, Region
    from relviz.app.session.session import Session
    from relviz.core.reading.look import Look
    from relviz.core.reading.trace import SegmentTrace
    from relviz.core.units import Unit
    from relviz.figure.spec import FigureSpec, Scale
    from relviz.figure.views.profile_view import ProfileView
    from relviz.figure.views.term_view import TermView

Draw = Callable[["SegmentTrace", "Look"], "FigureSpec"]
"""Draws a segment, which the look is at; called in a worker thread, segment after segment."""


@dataclass
class TermsRecipe:
    """Draws the terms. Where scales are kept, they are widened from one segment to the next.

    Attributes:
        view: how the maps are shown.
        index: the segment on the screen, which alone shows what is selected.
        region: what is selected there.
        alone: whether the parts of the score are drawn without score and attention.
        scales: what the maps' scales hold already.
    """

    view: TermView
    index: int
    region: Region | None
    alone: bool = False
    scales: Mapping[str, Scale] = field(default_factory=dict)

    @classmethod
    def of(cls, session: Session, *, alone: bool = False) -> TermsRecipe:
        """Return what draws what the Terms page shows."""
        look, maps = session.look, session.maps
        assert look is not None, "nothing is drawn before the first picture"
        return cls(maps.view, look.index, session.selection.region, alone, maps.kept(look))

    def __call__(self, _trace: SegmentTrace, look: Look) -> FigureSpec:
        """Draw a segment."""
        region = self.region if look.index == self.index else None
        draw = four_terms_figure if self.alone else terms_figure
        if region is None:
            figure = draw(look, self.view, before=self.scales)
        else:
            figure = draw(look, self.view, (region.row, region.column), region.extent, self.scales)
        maps = [panel for row in figure.grid for panel in row if isinstance(panel, Heatmap)]
        self.scales = {panel.name: panel.scale for panel in maps}
        return figure


def heads_recipe(session: Session) -> Draw:
    """Return what draws all heads of the layer looked at."""
    return partial(_heads, session.maps.view)


def memory_recipe(session: Session) -> Draw:
    """Return what draws the Memory page."""
    return partial(_memory, session.maps.view.hidden)


def encoding_recipe(session: Session) -> Draw:
    """Return what draws the Encoding page."""
    look, pinned = session.look, session.selection.pinned
    index = -1 if look is None else look.index
    return partial(_encoding, index, pinned, session.selection.distance, session.showing.interleaved)


def profiles_recipe(session: Session, view: ProfileView) -> Draw:
    """Return what draws the Profiles page."""
    return partial(_profiles, view, session.selection.distance)


def predictions_recipe(session: Session) -> Draw:
    """Return what draws the Predictions page."""
    return partial(_predictions, session.units.unit)


def _heads(view: TermView, trace: SegmentTrace, look: Look) -> FigureSpec:
    return layer_heads_figure(look, trace.attention(look.terms.layer), view)


def _memory(hidden: tuple[int, ...], _trace: SegmentTrace, look: Look) -> FigureSpec:
    return memory_figure(look, hidden)


def _encoding(
    index: int, pinned: Cell | None, distance: int, interleaved: bool, _trace: SegmentTrace, look: Look
) -> FigureSpec:
    query, key = (pinned if look.index == index else None) or (None, None)
    return encoding_figure(look, distance, query, interleaved, key)


def _profiles(view: ProfileView, distance: int, trace: SegmentTrace, look: Look) -> FigureSpec:
    from relviz.core.metrics.profiles import profiles_of  # noqa: PLC0415 # loads torch

    return profiles_figure(look, profiles_of(trace), view, distance)


def _predictions(unit: Unit, trace: SegmentTrace, look: Look) -> FigureSpec:
    from relviz.figure.views import PREDICTIONS, figure_of  # noqa: PLC0415

    return figure_of(PREDICTIONS, trace, look, unit)
