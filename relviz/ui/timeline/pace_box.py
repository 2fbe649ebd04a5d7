"""The choice of how long a segment stays when the segments are played."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtWidgets import QComboBox, QHBoxLayout, QLabel, QWidget

from relviz.app.session.showing import PACES

if TYPE_CHECKING:
    from relviz.app.session.session import Session


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
        layout = QHBoxLayout(self)
        layout.setContentsMargins(0, 0, 8, 0)
        layout.addWidget(label)
        layout.addWidget(self.choice)
        self.choice.activated.connect(self._on_chosen)
        session.view_changed.connect(self._show)
        self._show()

    def _show(self) -> None:
        self.choice.setCurrentIndex(PACES.index(self._session.showing.pace))

    def _on_chosen(self, index: int) -> None:
        self._session.showing.set_pace(PACES[index])
