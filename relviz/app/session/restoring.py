"""What was open comes back: whether it is wanted, and whether it comes to be shown."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Signal

if TYPE_CHECKING:
    from PySide6.QtCore import SignalInstance

    from relviz.app.engine.runner import Runner
    from relviz.app.projects.project import Project
    from relviz.app.session.session import Session


class Arrival(QObject):
    """Watches from before a session takes a project until that has come through, or has not; then it is gone.

    Args:
        project: the project, not taken yet.
        session: what takes it.
        looker: what reads its numbers.

    Signals:
        came(): it is shown.
        failed(): its numbers could not be read, or the user did not want to wait for them; the session has gone back.
        left(): something else is to be shown by now.
    """

    came = Signal()
    failed = Signal()
    left = Signal()

    def __init__(self, project: Project, session: Session, looker: Runner, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._project, self._session = project, session
        self._over = False
        session.parts.taken.connect(self._on_taken)
        session.asked.connect(self._on_asked)
        looker.failed.connect(self._on_failed)
        looker.cancelled.connect(self._on_failed)

    def _on_taken(self) -> None:
        self._end(self.came)

    def _on_asked(self) -> None:
        if self._session.taken is not self._project:
            self._end(self.left)

    def _on_failed(self) -> None:
        self._end(self.failed)

    def _end(self, signal: SignalInstance) -> None:
        if not self._over:
            self._over = True
            signal.emit()
            self.deleteLater()


class Restoring(QObject):
    """Holds the names of what can be restored, for the bar that asks, until somebody answers.

    Attributes:
        names: what was open, an empty name for a text without one.

    Signals:
        changed(): there is something else to be asked, or nothing any more.
        answered(bool): the user wants it back, or not.
    """

    changed = Signal()
    answered = Signal(bool)

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.names: tuple[str, ...] = ()

    def ask(self, *names: str) -> None:
        """Have the user asked about some windows."""
        self.names = names
        self.changed.emit()

    def answer(self, *, wanted: bool) -> None:
        """Tell what the user wants."""
        self.names = ()
        self.changed.emit()
        self.answered.emit(wanted)
