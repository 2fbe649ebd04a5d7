"""Steps through the segments by itself, at a pace that is chosen."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, QTimer
from PySide6.QtWidgets import QComboBox, QLabel, QWidget

from relviz.app.session.showing import PACES
from relviz.ui.widgets.rows import row_of

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
        self.timer.setInterval(session.showing.view.pace)
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
        if self.timer.interval() != self._session.showing.view.pace:
            self.timer.setInterval(self._session.showing.view.pace)

    def _on_tick(self) -> None:
        if not self._runner.busy:
            self._session.step(1)

    def _on_answered(self) -> None:
        if self._session.at_end:
            self.stop()


class PaceBox(QWidget):
    """A box with the paces there are."""

    def __init__(self, session: Session, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._session = session
        label = QLabel(self.tr("Pace"), self)
        label.setObjectName("muted")
        self.choice = QComboBox(self)
        self.choice.setAccessibleName(self.tr("Pace"))
        self.choice.setToolTip(self.tr("How long each segment stays while Play goes on by itself"))
        for pace in PACES:
            self.choice.addItem(self.tr("fastest") if pace == PACES[0] else self.tr("{0:g} s").format(pace / 1000))
        row_of(self, label, self.choice, margins=(0, 0, 8, 0), spacing=None)
        self.choice.activated.connect(self._on_chosen)
        session.view_changed.connect(self._show)
        self._show()

    def _show(self) -> None:
        self.choice.setCurrentIndex(PACES.index(self._session.showing.view.pace))

    def _on_chosen(self, index: int) -> None:
        self._session.showing.set(pace=PACES[index])
