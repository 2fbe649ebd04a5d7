"""The two entries of a context menu that say where reading begins."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QObject

if TYPE_CHECKING:
    from PySide6.QtWidgets import QMenu

    from relviz.app.session.session import Session


class StartEntries(QObject):
    """Start reading at a token, with an empty memory, or read from the beginning; they live as long as their menu.

    Args:
        menu: takes the entries.
        session: is told.
        token: position in the text of the token to start at.
        words: what the first entry says.
    """

    def __init__(self, menu: QMenu, session: Session, token: int, words: str) -> None:
        super().__init__(menu)
        self._session, self._token = session, token
        first = session.look.first if session.look else 0
        here = menu.addAction(words)
        here.setEnabled(token != first)
        here.triggered.connect(self._on_here)
        beginning = menu.addAction(self.tr("Read from the &beginning"))
        beginning.setEnabled(first > 0)
        beginning.triggered.connect(self._on_beginning)

    def _on_here(self) -> None:
        self._session.start_at(self._token)

    def _on_beginning(self) -> None:
        self._session.start_at(0)
