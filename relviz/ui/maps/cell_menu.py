"""What can be done with a cell of the maps: a context menu."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, QPoint, Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QMenu, QWidget

from relviz.app.projects.project import Region
from relviz.ui.maps.readout import row_as_text, spoken, what_cell, whose_cell
from relviz.ui.text.start_entries import StartEntries

if TYPE_CHECKING:
    from relviz.app.projects.project import Cell
    from relviz.app.session.session import Session


class CellMenu(QMenu):
    """Hide the key or show it again, take it as the query, start reading at it, copy numbers. It deletes itself.

    Args:
        session: what is looked at.
        cell: the query and key that the menu is about.
        parent: the map.
    """

    def __init__(self, session: Session, cell: Cell, parent: QWidget) -> None:
        super().__init__(parent)
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        look = session.look
        assert look is not None, "a cell was asked about before anything was shown"
        self._entries = _Entries(session, cell, self)
        place = int(look.key_positions[cell[1]])
        key = spoken(look.key_tokens[cell[1]]).replace("&", "&&")  # a menu takes a single one for a mnemonic
        several = session.selection.region
        inside = several is not None and 0 <= cell[1] - several.column < several.columns
        count = several.columns if several is not None and inside else 1
        if place in session.maps.view.hidden:
            self.addAction(self.tr("S&how the key “{0}” again").format(key), self._entries.show_key)
        elif count > 1:
            hide = self.tr("&Hide these {0} keys and renormalise").format(count)
            self.addAction(hide, self._entries.hide_selected)
        else:
            self.addAction(self.tr("&Hide the key “{0}” and renormalise").format(key), self._entries.hide_key)
        if session.maps.view.hidden:
            self.addAction(self.tr("Show &all hidden keys"), session.maps.show_all)
        query = self.addAction(self.tr("Select “{0}” as the &query").format(key), self._entries.take_query)
        query.setEnabled(place >= look.first)
        self.addSeparator()
        self.addAction(self.tr("&Copy this cell as text"), self._entries.copy_cell)
        self.addAction(self.tr("Copy this &row as a table"), self._entries.copy_row)
        self.addSeparator()
        words = self.tr("&Start reading at “{0}”, with an empty memory").format(key)
        StartEntries(self, session, max(place, 0), words)


class _Entries(QObject):
    """Carries the entries out."""

    def __init__(self, session: Session, cell: Cell, parent: QObject) -> None:
        super().__init__(parent)
        self._session, self._cell = session, cell

    def hide_key(self) -> None:
        """Take the key away, or bring it back."""
        look, (row, column) = self._session.look, self._cell
        if look is not None:
            self._session.maps.hide(look, Region(row, column, 1, 1, self._cell))

    show_key = hide_key

    def hide_selected(self) -> None:
        """Take all selected keys away."""
        look, region = self._session.look, self._session.selection.region
        if look is not None and region is not None:
            self._session.maps.hide(look, region)

    def take_query(self) -> None:
        """Look from the key."""
        if (look := self._session.look) is not None:
            self._session.go_to_token(int(look.key_positions[self._cell[1]]))

    def copy_cell(self) -> None:
        """Put tokens and numbers on the clipboard, as a sentence."""
        look = self._session.left
        if look is not None:
            hidden = int(look.key_positions[self._cell[1]]) in self._session.maps.view.hidden
            sentence = f"{whose_cell(look, self._cell)}: {what_cell(look, self._cell, hidden)}"
            QGuiApplication.clipboard().setText(sentence)

    def copy_row(self) -> None:
        """Put the whole row on the clipboard, as a table."""
        if (look := self._session.left) is not None:
            QGuiApplication.clipboard().setText(row_as_text(look, self._cell[0]))


def open_cell_menu(session: Session, cell: Cell, at: QPoint, parent: QWidget) -> CellMenu:
    """Open the menu of a cell at a place of the screen."""
    menu = CellMenu(session, cell, parent)
    menu.popup(at)
    return menu
