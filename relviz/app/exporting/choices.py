"""What is chosen for a file: in the export dialog, and in the window of how its views are drawn."""

from __future__ import annotations

import json
from contextlib import suppress
from dataclasses import asdict, dataclass, fields, replace
from typing import TYPE_CHECKING, Annotated, Literal, get_args

from relviz.app.kept import Within, read
from relviz.errors import ProjectError
from relviz.figure.colours.palette import Theme  # noqa: TC001 # fields tell of it to what reads the settings
from relviz.figure.options import LARGEST, SMALLEST
from relviz.figure.views import VIEWS
from relviz.figure.views.chosen import Chosen, ChosenView
from relviz.figure.writing.formats import ANIMATED, FORMATS, Animated, Format

if TYPE_CHECKING:
    from relviz.app.session.session import Session
    from relviz.figure.views.profile_view import ProfileView

Spread = Literal["one", "files", "animation"]
"""One segment, a file for each, or all of them in one file."""
SPREADS: tuple[Spread, ...] = get_args(Spread)


def formats_of(spread: Spread) -> tuple[Format | Animated, ...]:
    """Return the kinds of file that there are."""
    return ANIMATED if spread == "animation" else FORMATS


KINDS = {"page": "This page, as seen", **{name: view.extra for name, view in VIEWS.items() if view.extra}}
"""Which figure: the page as seen, or a view that is offered beside it, and how that is called in ``ExportForm``."""
Length = Literal["px", "mm"]
"""What sides are told in."""
DPI_LEAST, DPI_MOST = 24, 1200
DURATION_LEAST, DURATION_MOST = 20, 60_000


@dataclass(frozen=True)
class ExportChoices:
    """The choices in the dialog, remembered from one time to the next; never whether the text is told.

    Attributes:
        kind: which figure.
        spread: of which segments.
        still: kind of file for one segment, or for one each.
        moving: kind of file for all of them in one.
        duration: milliseconds that a segment stays there.
        width: of the figure, in device-independent pixels.
        height: of the figure.
        length: what both are told in.
        dpi: pixels per inch.
        theme: the colours; ``screen`` for those of the window.
        labels: whether tokens are written along the axes.
        caption: whether there is a line below.
    """

    kind: str = "page"
    spread: Spread = "one"
    still: Format = "png"
    moving: Animated = "gif"
    duration: Annotated[int, Within(DURATION_LEAST, DURATION_MOST)] = 700
    width: Annotated[int, Within(SMALLEST, LARGEST)] = 1440
    height: Annotated[int, Within(SMALLEST, LARGEST)] = 900
    length: Length = "px"
    dpi: Annotated[int, Within(DPI_LEAST, DPI_MOST)] = 150
    theme: Theme | Literal["screen"] = "screen"
    labels: bool = True
    caption: bool = True

    def to_text(self) -> str:
        """Return them as one line for the settings."""
        return json.dumps(asdict(self))

    @classmethod
    def from_text(cls, text: str) -> ExportChoices:
        """Return what ``to_text`` said; what is missing or makes no sense is as at first."""
        try:
            told = json.loads(text)
        except ValueError:
            told = {}
        chosen = cls()
        for one in fields(cls):
            with suppress(ProjectError):  # the others are worth having
                chosen = read(chosen, told, only=(one.name,))
        return chosen if chosen.kind in KINDS else replace(chosen, kind=cls.kind)


def recipe(name: str, session: Session, profiles: ProfileView | None = None) -> ChosenView:
    """Return what draws a view of any segment as it is shown in the window now, for files of several.

    Args:
        name: which view.
        session: what is looked at.
        profiles: how profiles are shown, which the session does not know; as usual if None.
    """
    look, maps, selection = session.look, session.maps, session.selection
    region = selection.region
    chosen = Chosen(
        terms=maps.view,
        unit=session.units.view.unit,
        index=-1 if look is None else look.index,
        cell=None if region is None else (region.row, region.column),
        extent=(1, 1) if region is None else region.extent,
        pinned=selection.pinned,
        distance=selection.distance,
        interleaved=session.showing.view.interleaved,
        scales={} if look is None else maps.kept(look),
    )
    return ChosenView(VIEWS[name].draw, chosen if profiles is None else replace(chosen, profiles=profiles))
