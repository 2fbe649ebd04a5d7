"""The Terms page as a figure, B alone, beside A, or as a difference from it; and in words in what the two differ."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, NamedTuple

from PySide6.QtCore import QCoreApplication

from relviz.app.projects.project import Region
from relviz.core.reading.alignment import common
from relviz.figure.spec import Heatmap
from relviz.figure.views.comparison import Side, beside_figure, difference_figure, place_of, scale_name
from relviz.figure.views.terms import terms_figure
from relviz.figure.words import comma, head_name, list_comma, place_name

if TYPE_CHECKING:
    from relviz.app.compare.comparison import Comparison, Snapshot
    from relviz.app.projects.project import Cell
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


BEGINNING = 24
"""Characters of a text that are quoted."""


def _tr(text: str) -> str:
    return QCoreApplication.translate("Comparison", text)


class Fact(NamedTuple):
    """One thing said of both states.

    Attributes:
        a: what it is in A.
        b: what it is in B.
    """

    a: str
    b: str

    @property
    def differs(self) -> bool:
        """Whether A and B differ in it."""
        return self.a != self.b


def facts(a: Snapshot, b: Snapshot) -> tuple[Fact, ...]:
    """Return what there is to say of two states: always which place of which model, the rest where it is unusual."""
    always = (_model, _segment, _layer, _head, _length, _memory)
    said = [Fact(of(a), of(b)) for of in always]
    said += [
        Fact(of(a), of(b))
        for of, usual in (
            (_start, _tr("from the beginning")),
            (_slots, _tr("memory empty at first")),
            (_gains, _tr("all terms as they are")),
            (_hidden, _tr("all keys")),
        )
        if (of(a), of(b)) != (usual, usual)
    ]
    if a.text != b.text:
        said.append(Fact(*(_quoted(one.text, other.text) for one, other in ((a, b), (b, a)))))
    return tuple(said)


def differing(a: Snapshot, b: Snapshot) -> tuple[str, str]:
    """Return of A and of B in what they differ; the layer and head of both if they differ in nothing."""
    different = [fact for fact in facts(a, b) if fact.differs]
    if not different:
        same = place_name(a.look.terms.layer, a.look.terms.head)
        return same, same
    return comma().join(fact.a for fact in different), comma().join(fact.b for fact in different)


def _model(of: Snapshot) -> str:
    scheme = of.response.request.options.scheme
    return of.look.model if scheme is None else _tr("{0} with {1}").format(of.look.model, scheme)


def _segment(of: Snapshot) -> str:
    return _tr("segment {0}").format(of.look.index)


def _layer(of: Snapshot) -> str:
    return _tr("layer {0}").format(of.look.terms.layer)


def _head(of: Snapshot) -> str:
    return head_name(of.look.terms.head)


def _length(of: Snapshot) -> str:
    return f"T = {_of(len(of.look.query_tokens), of.look.segment_length)}"


def _memory(of: Snapshot) -> str:
    return f"M = {_of(of.look.terms.memory, of.look.memory_length)}"


def _start(of: Snapshot) -> str:
    return _tr("from token {0}").format(of.look.first) if of.look.first else _tr("from the beginning")


def _slots(of: Snapshot) -> str:
    return _tr("memory zero at first") if of.response.initial_memory == "zeros" else _tr("memory empty at first")


def _gains(of: Snapshot) -> str:
    interventions = of.look.interventions
    if not interventions:
        return _tr("all terms as they are")
    changed = interventions.changed([part.kind for part in of.look.terms.parts])
    off = _tr("off")
    said = list_comma().join(f"({letter}) {f'× {gain:g}' if gain else off}" for letter, gain in changed)
    since = {"start": _tr("{0} from the start"), "segment": _tr("{0} on this segment")}
    return since[interventions.since].format(said)


def _hidden(of: Snapshot) -> str:
    if not of.hidden:
        return _tr("all keys")
    return _tr("keys hidden: {0}").format(len(of.hidden))


def _quoted(text: str, other: str) -> str:
    """Return the beginning of a text, or from shortly before where it becomes another than a second one."""
    begin = max(0, common(text, other)[0] - BEGINNING // 2)
    piece = " ".join(text[begin : begin + BEGINNING].split())
    before, after = "…" if begin else "", "…" if begin + BEGINNING < len(text) else ""
    return _tr("text “{0}”").format(f"{before}{piece}{after}")


def _of(here: int, full: int) -> str:
    """Return a length, and what it would be if the segment, or the memory, were full."""
    return str(here) if here == full else _tr("{0} of {1}").format(here, full)
