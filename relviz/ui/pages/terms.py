"""The Terms page: six linked heatmaps and the numbers of one cell; or the same of two states that are compared."""

from __future__ import annotations

import html
from dataclasses import dataclass
from typing import TYPE_CHECKING, cast

from PySide6.QtCore import QRectF, Qt
from PySide6.QtWidgets import QLabel, QToolButton, QWidget

from relviz.app.compare.compared_maps import ComparedMaps
from relviz.app.exporting.choices import recipe
from relviz.app.kept import read
from relviz.app.session.selection import source_words
from relviz.core.percent import percent
from relviz.ui.compare.readout import CompareReadout
from relviz.ui.maps.grid import HeatmapGrid
from relviz.ui.maps.readout import CellReadout, open_cell_menu
from relviz.ui.pages.page_widget import PageWidget
from relviz.ui.widgets.colours import colours
from relviz.ui.widgets.rows import FoldingRow, column_of, row_of, show_value

if TYPE_CHECKING:
    from collections.abc import Mapping

    from PySide6.QtCore import QPoint
    from PySide6.QtWidgets import QComboBox

    from relviz.app.exporting.export import Draw
    from relviz.app.projects.project import Cell
    from relviz.app.session.session import Session
    from relviz.app.work.work import Work
    from relviz.figure.spec import FigureSpec, Heatmap


@dataclass(frozen=True)
class _Zoom:
    """The first column and row in view and how many there are, as a project says it; all if there are none."""

    column: float = 0.0
    row: float = 0.0
    columns: float = 0.0
    rows: float = 0.0


class TermsPage(PageWidget):
    """(a), (b), score over (c), (d), attention; pointing at a cell reads it off in all six.

    Beside each other, A and B are over the queries and keys of both: a place there may be a cell of one of them only.
    """

    def __init__(self, session: Session, work: Work, parent: QWidget | None = None) -> None:
        super().__init__(session, work, parent)
        self._selection, self._comparison = session.selection, work.comparison
        comparison = self._comparison
        self._maps = ComparedMaps(session, comparison)
        self._pointed: Cell | None = None  # place under the pointer, while A and B are beside each other
        self._alone: Cell | None = None  # place that was clicked and is no cell of B
        self.controls = TermControls(session, self)
        self.grid = HeatmapGrid(self)
        self.readout = CellReadout(self)
        self.compared = CompareReadout(self)
        self.compared.hide()
        column_of(self, self.controls, (self.grid, 1), self.readout, self.compared)
        self.grid.hovered.connect(self._on_hovered)
        self.grid.clicked.connect(self._on_clicked)
        self.grid.extended.connect(self._on_extended)
        self.grid.menu_asked.connect(self._on_menu_asked)
        session.answered.connect(self._on_changed)
        session.view_changed.connect(self._on_changed)
        session.selection.changed.connect(self._on_cell_changed)
        comparison.changed.connect(self._on_changed)
        self.grid.zoomed.connect(self.changed)
        colours().changed.connect(self._on_cell_changed)

    def figure(self) -> FigureSpec | None:
        """Return what is shown, as a figure to be written to a file."""
        return self._maps.figure()

    def recipe(self) -> Draw | None:
        """Return what draws this page for any segment, for files of several; None while two states are compared."""
        return None if self._comparison.shown else recipe("terms", self._session)

    def take_focus(self) -> None:
        """Have keys move the selected cell at once."""
        self.grid.setFocus()

    def reset_zoom(self) -> None:
        """Show all rows and columns of the maps."""
        self.grid.reset_zoom()

    def to_dict(self) -> dict[str, object]:
        """Return the first column and row in view and how many there are; nothing if all are in view."""
        cells = self.grid.zoom
        if cells is None:
            return {}
        return {"column": cells.x(), "row": cells.y(), "columns": cells.width(), "rows": cells.height()}

    def take(self, data: Mapping[str, object]) -> None:
        """Bring those cells into view, or all.

        Raises:
            ProjectError: a value is no number.
        """
        cells = read(_Zoom(), data, "parts.zoom.")
        shown = QRectF(cells.column, cells.row, cells.columns, cells.rows)
        self.grid.zoom = shown if cells.columns > 0 and cells.rows > 0 else None

    @property
    def state(self) -> object:
        """The cells in view, None if all are."""
        return self.grid.zoom

    @state.setter
    def state(self, state: object) -> None:
        self.grid.zoom = cast("QRectF | None", state)

    def _on_changed(self) -> None:
        self._pointed = self._alone = None
        figure = self._maps.keep_scales()
        if figure is not None:
            self.grid.set_panels(cast("tuple[tuple[Heatmap, ...], ...]", figure.grid))
        self.controls.attention.setEnabled(not self._maps.difference)  # a difference has one kind of colours
        self.readout.setVisible(not self._comparison.shown)
        self.compared.setVisible(self._comparison.shown)
        self._on_cell_changed()

    def _on_hovered(self, place: Cell | None) -> None:
        self._pointed = place if self._maps.beside else None
        cell = self._cell_of_b(place)
        if cell != self._selection.hovered:
            self._selection.hover(cell)
        else:
            self._on_cell_changed()

    def _on_clicked(self, place: Cell) -> None:
        cell = self._cell_of_b(place)
        self._alone = place if cell is None else None
        region = self._selection.region
        if cell != self._selection.pinned or (region is not None and not region.single):
            self._selection.pin(cell)
        else:
            self._on_cell_changed()

    def _on_extended(self, place: Cell) -> None:
        if (cell := self._cell_of_b(place)) is not None:
            self._alone = None
            self._selection.extend(cell)

    def _on_menu_asked(self, place: Cell, at: QPoint) -> None:
        if (cell := self._cell_of_b(place)) is not None:
            open_cell_menu(self._session, cell, at, self.grid)

    def _cell_of_b(self, place: Cell | None) -> Cell | None:
        """Return the cell of what is shown at a place of the maps; None where A alone has one."""
        return self._maps.cells(place)[1] if place is not None and self._maps.beside else place

    def _on_cell_changed(self) -> None:
        """Move the crosshair, and read off what it is on."""
        session, look = self._session, self._session.left
        cell = self._selection.cell
        if self._selection.pinned is not None:
            self._alone = None
        place = self._pointed or (None if cell is None else self._maps.place(cell)) or self._alone
        self.grid.set_cell(place, self._maps.region())
        if look is None:
            return
        if self._comparison.shown and self._comparison.a is not None:
            a, b = (None, None) if place is None else self._maps.cells(place)
            self.compared.show_cells(self._comparison.a.look, look, a, b, partners=self._maps.partners(a, b))
        else:
            hidden = cell is not None and int(look.key_positions[cell[1]]) in session.maps.view.hidden
            words = source_words(session.response, look, cell) if session.response and cell else ("", "")
            self.readout.show_cell(look, cell, hidden, words)
            self.grid.setAccessibleDescription(self.readout.sentence)


MASSES = (1.0, 0.95, 0.9, 0.8, 0.5)
"""Shares of a row's attention that can be asked for."""


class TermControls(FoldingRow):
    """Four choices on a line, and below it what is unusual about the maps because of them."""

    def __init__(self, session: Session, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._session = session
        tr = self.tr
        scales = (("own", tr("each its own")), ("shared", tr("shared by terms")), ("locked", tr("locked")))
        values = (("raw", tr("raw")), ("centred", tr("centred per row")), ("softmax", tr("softmax alone")))
        colours = (("root", tr("√ colours")), ("linear", tr("linear")), ("log", tr("logarithmic")))
        masses = tuple((mass, percent(mass, 0) if mass < 1 else tr("all keys")) for mass in MASSES)
        self.scales = self.offer(tr("Scale"), tr("Scale of the maps: which number has which colour"), scales)
        self.values = self.offer(tr("Terms"), tr("What is shown of each term"), values)
        self.attention = self.offer(tr("Attention"), tr("Colours of the attention"), colours)
        tip = tr("Dim all keys but the fewest that hold this much of each row")
        self.mass = self.offer(tr("Keep"), tip, masses)
        names = "scales", "values", "attention", "mass"
        self._choices = dict(zip(names, (self.scales, self.values, self.attention, self.mass), strict=True))
        for name, choice in self._choices.items():
            choice.setObjectName(name)
            choice.activated.connect(self._on_chosen)
        self.note = QLabel(self)
        self.note.setObjectName("muted")
        self.note.setWordWrap(True)
        self.note.setTextFormat(Qt.TextFormat.RichText)  # by itself Qt finds out only where there are tags
        self.show_keys = QToolButton(self)
        self.show_keys.setText(tr("Show hidden keys"))
        self.show_keys.clicked.connect(session.maps.show_all)
        below = row_of(None, (self.note, 1), (self.show_keys, 0, Qt.AlignmentFlag.AlignTop), spacing=None)
        self._lines.addLayout(below)
        session.maps.changed.connect(self._refresh)
        session.answered.connect(self._refresh)
        self._refresh()

    def _on_chosen(self) -> None:
        choice = cast("QComboBox", self.sender())
        self._session.maps.set(**{choice.objectName(): choice.currentData()})

    def _refresh(self) -> None:
        view = self._session.maps.view
        for name, choice in self._choices.items():
            show_value(choice, getattr(view, name))
        said = self._said()
        self.note.setText("&nbsp; · &nbsp;".join(said))
        self.note.setVisible(bool(said))
        self.show_keys.setVisible(bool(view.hidden))

    def _said(self) -> list[str]:
        """Return in words what is unusual about the maps; a person must not take them for something else."""
        view, said = self._session.maps.view, []
        if view.scales == "locked":
            said.append(self.tr("Scales kept across segments, only widened."))
        if view.values == "centred":
            said.append(self.tr("Each row less its mean."))
        if view.values == "softmax":
            said.append(self.tr("Each term as if it were alone."))
        if view.mass < 1:
            said.append(self.tr("Dimmed: all but the fewest keys with {0} of a row.").format(percent(view.mass, 0)))
        if view.hidden:
            keys = ", ".join(f"<b>{html.escape(label)}</b>" for label in self._hidden_labels())
            said.append(self.tr("Hidden, the others renormalised: {0}.").format(keys))
        return said

    def _hidden_labels(self) -> list[str]:
        """Return the tokens of hidden keys, those out of view as places in the text; three at most."""
        look, hidden = self._session.look, self._session.maps.view.hidden
        labels = {} if look is None else dict(zip(look.key_positions.tolist(), look.key_tokens, strict=True))
        shown = [labels.get(position, self.tr("token {0}").format(position)) for position in hidden[:3]]
        return shown if len(hidden) <= 3 else [*shown, self.tr("{0} more").format(len(hidden) - 3)]
