"""The Schemes page: why Transformer-XL needed its own encoding, run live."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QVBoxLayout, QWidget

if TYPE_CHECKING:
    from PySide6.QtGui import QShowEvent

    from relviz.app.session.session import Session
    from relviz.figure.colours.palette import Palette
    from relviz.figure.spec import FigureSpec
    from relviz.ui.pages.schemes.board import Board, BoardState


class SchemesPage(QWidget):
    """Position schemes side by side, and experiments with them. What is on it is made when it is first looked at.

    Signals:
        failed(object): the exception that ended some work of the page.
        settled(): nothing is under way any more.
        changed(): something else is chosen on it.
    """

    failed = Signal(object)
    settled = Signal()
    changed = Signal()

    def __init__(self, session: Session, palette: Palette, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("page")
        self.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        self._session = session
        self._palette = palette
        self._board: Board | None = None
        self._layout = QVBoxLayout(self)
        self._layout.setContentsMargins(0, 0, 0, 0)

    @property
    def board(self) -> Board:
        """What is on the page, made now if need be."""
        if self._board is None:
            from relviz.ui.pages.schemes.board import Board  # noqa: PLC0415 # not before somebody looks

            self._board = Board(self._session, self._palette, self)
            self._board.failed.connect(self.failed)
            self._board.work.settled.connect(self.settled)
            self._board.changed.connect(self.changed)
            self._layout.addWidget(self._board)
        return self._board

    @property
    def state(self) -> BoardState | None:
        """What is looked at; None if nobody has looked yet."""
        return None if self._board is None else self._board.state

    @state.setter
    def state(self, state: BoardState | None) -> None:
        if state is not None:
            self.board.state = state

    @property
    def busy(self) -> bool:
        """Whether work of the page is under way."""
        return self._board is not None and self._board.work.busy

    def figure(self) -> FigureSpec | None:
        """Return what is shown, as a figure to be written to a file."""
        return None if self._board is None else self._board.figure()

    def recipe(self) -> None:
        """Return None: this page compares models on the segment shown, and is drawn for no other."""

    def set_palette(self, palette: Palette) -> None:
        """Change the colours."""
        self._palette = palette
        if self._board is not None:
            self._board.set_palette(palette)

    def release(self) -> None:
        """Release pinned cells."""
        if self._board is not None:
            self._board.experiments.release()

    def reset_zoom(self) -> None:
        """Show all rows and columns of the heatmaps."""
        if self._board is not None:
            self._board.experiments.reset_zoom()

    def stop(self) -> None:
        """Let the workers finish; called before the window closes."""
        if self._board is not None:
            self._board.stop()

    def showEvent(self, event: QShowEvent) -> None:
        """Ask for what is to be seen, in the state that the window is in now."""
        self.board.refresh()
        super().showEvent(event)
