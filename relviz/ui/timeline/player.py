"""Steps through the segments by itself."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, QTimer

if TYPE_CHECKING:
    from PySide6.QtGui import QAction

    from relviz.app.engine.runner import LatestRunner
    from relviz.app.session.session import Session


class Player(QObject):
    """Plays at the session's pace while its action is checked; waits for each picture, and stops at the end."""

    def __init__(self, session: Session, runner: LatestRunner, action: QAction, parent: QObject) -> None:
        super().__init__(parent)
        self._session, self._runner, self._action = session, runner, action
        self.timer = QTimer(self)
        self.timer.setInterval(session.showing.pace)
        self.timer.timeout.connect(self._on_tick)
        session.answered.connect(self._on_answered)
        session.view_changed.connect(self._on_view_changed)

    def play(self, on: bool) -> None:
        """Start or stop."""
        if on and not self._session.at_end:
            self.timer.start()
        else:
            self.stop()

    def stop(self) -> None:
        """Stay where the cursor is."""
        self.timer.stop()
        self._action.setChecked(False)

    def _on_view_changed(self) -> None:
        if self.timer.interval() != self._session.showing.pace:
            self.timer.setInterval(self._session.showing.pace)

    def _on_tick(self) -> None:
        if not self._runner.busy:
            self._session.step(1)

    def _on_answered(self) -> None:
        if self._session.at_end:
            self.stop()
