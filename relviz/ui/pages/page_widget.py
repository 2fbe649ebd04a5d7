"""What is shown under a tab: all that the window asks of a page, whichever it is."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QWidget

if TYPE_CHECKING:
    from collections.abc import Mapping

    from relviz.app.exporting.export import Draw
    from relviz.app.session.session import Session
    from relviz.app.work.work import Work
    from relviz.figure.spec import FigureSpec


class PageWidget(QWidget):
    """A page that shows nothing, can be drawn for no file, knows nothing of its own and never works by itself.

    Args:
        session: what is looked at.
        work: what computes for the window.
        parent: what it lies in.

    Attributes:
        busy: whether work of the page is under way.
        state: what a page that is put up in its place, in another language, goes on with.

    Signals:
        changed(): what ``to_dict`` says is another.
        failed(object): the exception that ended some work of the page.
        settled(): nothing is under way any more.
    """

    changed = Signal()
    failed = Signal(object)
    settled = Signal()

    def __init__(self, session: Session, work: Work, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._session, self._work = session, work
        self.setObjectName("page")
        self.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)

    @property
    def busy(self) -> bool:
        """Whether work of the page is under way."""
        return False

    def figure(self) -> FigureSpec | None:
        """Return what is shown, as a figure to be written to a file; None before there is anything to show."""
        return None

    def recipe(self) -> Draw | None:
        """Return what draws this page for any segment, for files of several; None if it is of the one shown alone."""
        return None

    def take_focus(self) -> None:
        """Take the focus when the window is opened."""
        self.setFocus()

    def release(self) -> None:
        """Release what is pinned on this page alone."""

    def reset_zoom(self) -> None:
        """Show everything again."""

    def stop(self) -> None:
        """End what the page does by itself; called before it goes."""

    # What the page alone knows

    def to_dict(self) -> dict[str, object]:
        """Return what a project keeps of it (``relviz.app.held.Part``); nothing if it is as at first."""
        return {}

    def take(self, data: Mapping[str, object]) -> None:
        """Become what ``to_dict`` said once."""

    @property
    def state(self) -> object:
        """What a page that is put up in its place goes on with."""
        return None

    @state.setter
    def state(self, state: object) -> None:
        pass
