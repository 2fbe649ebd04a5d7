"""The Terms page as a figure: B alone, beside A, or as a difference from it."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from relviz.app.compare.state_words import differing
from relviz.app.projects.pin import Region
from relviz.figure.spec import Heatmap
from relviz.figure.views.comparison import Side, beside_figure, difference_figure, place_of, scale_name
from relviz.figure.views.terms import terms_figure

if TYPE_CHECKING:
    from relviz.app.compare.comparison import Comparison
    from relviz.app.compare.snapshot import Snapshot
    from relviz.app.projects.pin import Cell
    from relviz.app.session.session import Session
    from relviz.figure.spec import FigureSpec, Scale
    from relviz.figure.views.term_view import TermView


class ComparedMaps:
    """Draws what a session shows, compared with A if the comparison says so.

    Args:
        session: what is looked at.
        comparison: with what, and how.
    """

    def __init__(self, session: Session, comparison: Comparison) -> None:
        self._session, self._comparison = session, comparison
        self._of_a: tuple[Snapshot, TermView, FigureSpec] | None = None

    @property
    def beside(self) -> bool:
        """Whether a map of A stands beside that of B, over the queries and keys of both."""
        return self._comparison.shown and self._comparison.mode == "beside"

    @property
    def difference(self) -> bool:
        """Whether the maps show a difference."""
        return self._comparison.shown and self._comparison.mode == "difference"

    def figure(self) -> FigureSpec | None:
        """Return what is shown; None before the first picture."""
        return self._drawn()[0]

    def keep_scales(self) -> FigureSpec | None:
        """Return what is shown, and keep its scales for the next segment."""
        figure, own = self._drawn()
        session, look = self._session, self._session.left
        if figure is not None and own is not None and look is not None:
            kept = dict(session.maps.kept(look)) | _scales(own)
            if self.difference:
                kept |= {scale_name(name): scale for name, scale in _scales(figure).items()}
            session.maps.keep(look, kept)
        return figure

    def _drawn(self) -> tuple[FigureSpec | None, FigureSpec | None]:
        """Return what is shown, and B's own maps."""
        look, region, maps = self._session.left, self._session.selection.region, self._session.maps
        if look is None:
            return None, None
        selected = None if region is None else (region.row, region.column)
        own = terms_figure(look, maps.view, selected, (1, 1) if region is None else region.extent, maps.kept(look))
        comparison = self._comparison
        if not comparison.shown:
            return own, own
        alignment = comparison.alignment
        assert comparison.a is not None, "it is shown"
        assert comparison.b is not None, "there is a picture"
        assert alignment is not None, "there are A and B"
        notes = differing(comparison.a, comparison.b)
        a, b = Side(comparison.a.look, self._figure_of_a(comparison.a), notes[0]), Side(look, own, notes[1])
        if self.beside:
            return beside_figure(a, b, alignment, comparison.map), own
        return difference_figure(a, b, alignment, maps.view.scales, maps.kept(look)), own

    def _figure_of_a(self, a: Snapshot) -> FigureSpec:
        """Return A's own maps, as the maps are shown now; they are made once."""
        view = replace(self._session.maps.view, hidden=a.hidden)
        known = self._of_a
        if known is None or known[0] is not a or known[1] != view:
            known = self._of_a = a, view, terms_figure(a.look, view)
        return known[2]

    def place(self, cell: Cell) -> Cell:
        """Return where a cell of B is on the maps that are shown."""
        alignment = self._comparison.alignment
        return cell if not self.beside or alignment is None else place_of(alignment, cell)[0]

    def region(self) -> Region | None:
        """Return where the selected cells are on the maps that are shown."""
        region, alignment = self._session.selection.region, self._comparison.alignment
        if region is None or not self.beside or alignment is None:
            return region
        (row, column), (rows, columns) = place_of(alignment, (region.row, region.column), region.extent)
        return Region(row, column, rows, columns, place_of(alignment, region.corner)[0])

    def cells(self, place: Cell) -> tuple[Cell | None, Cell | None]:
        """Return the cells of A and of B at a place on the maps that are shown, None where one has none there."""
        alignment = self._comparison.alignment
        if alignment is None:
            return None, place
        return alignment.at(place) if self.beside else (alignment.partner(place), place)

    def partners(self, a: Cell | None, b: Cell | None) -> bool:
        """Return whether a cell of A is the partner of one of B."""
        alignment = self._comparison.alignment
        return a is not None and b is not None and alignment is not None and alignment.partner(b) == a


def _scales(figure: FigureSpec) -> dict[str, Scale]:
    return {panel.name: panel.scale for row in figure.grid for panel in row if isinstance(panel, Heatmap)}
