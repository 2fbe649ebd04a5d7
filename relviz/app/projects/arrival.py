"""Whether a project that a window is to look at comes to be shown."""

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
