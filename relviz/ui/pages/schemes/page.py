"""The Schemes page: why Transformer-XL needed its own encoding, run live."""

from __future__ import annotations

from typing import TYPE_CHECKING, cast

from PySide6.QtWidgets import QVBoxLayout, QWidget

from relviz.app.engine.experiments import Choices
from relviz.ui.pages.page_widget import PageWidget

if TYPE_CHECKING:
    from collections.abc import Mapping

    from PySide6.QtGui import QShowEvent

    from relviz.app.session.session import Session
    from relviz.app.work.work import Work
    from relviz.figure.spec import FigureSpec
    from relviz.ui.pages.schemes.board import Board, BoardState


class SchemesPage(PageWidget):
    """Position schemes side by side, and experiments with them. What is on it is made when it is first looked at."""

    def __init__(self, session: Session, work: Work, parent: QWidget | None = None) -> None:
        super().__init__(session, work, parent)
        self._board: Board | None = None
        self._layout = QVBoxLayout(self)
        self._layout.setContentsMargins(0, 0, 0, 0)

    @property
    def board(self) -> Board:
        """What is on the page, made now if need be."""
        if self._board is None:
            from relviz.ui.pages.schemes.board import Board  # noqa: PLC0415 # not before somebody looks

            self._board = Board(self._session, self)
            self._board.failed.connect(self.failed)
            self._board.work.settled.connect(self.settled)
            self._board.changed.connect(self.changed)
            self._layout.addWidget(self._board)
        return self._board

    @property
    def state(self) -> object:
        """What is looked at; None if nobody has looked yet."""
        return None if self._board is None else self._board.state

    @state.setter
    def state(self, state: object) -> None:
        if state is not None:
            self.board.state = cast("BoardState", state)

    def to_dict(self) -> dict[str, object]:
        """Return what is chosen; nothing if it is as at first, as it is before somebody has looked."""
        return {} if self._board is None else self._board.choices.to_dict()

    def take(self, data: Mapping[str, object]) -> None:
        """Choose what was chosen once.

        Raises:
            ProjectError: a value is not what it should be.
        """
        if data or self._board is not None:
            self.board.choose(Choices.of(data))

    @property
    def busy(self) -> bool:
        """Whether work of the page is under way."""
        return self._board is not None and self._board.work.busy

    def figure(self) -> FigureSpec | None:
        """Return what is shown, as a figure to be written to a file."""
        return None if self._board is None else self._board.figure()

    def release(self) -> None:
        """Release pinned cells."""
        if self._board is not None:
            self._board.release()

    def reset_zoom(self) -> None:
        """Show all rows and columns of the heatmaps."""
        if self._board is not None:
            self._board.reset_zoom()

    def stop(self) -> None:
        """Let the workers finish; called before the window closes."""
        if self._board is not None:
            self._board.stop()

    def showEvent(self, event: QShowEvent) -> None:
        """Ask for what is to be seen, in the state that the window is in now."""
        self.board.refresh()
        super().showEvent(event)
