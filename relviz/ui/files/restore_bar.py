"""Offers to bring back what was open when the program ended unexpectedly, without standing in the way."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QFrame, QHBoxLayout, QLabel, QToolButton, QWidget

if TYPE_CHECKING:
    from relviz.app.projects.restoring import Restoring


class RestoreBar(QFrame):
    """A line over the pages with two buttons; it stays until one of them is pressed."""

    def __init__(self, restoring: Restoring, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("message")
        self._restoring = restoring
        self.label = QLabel(self)
        self.label.setTextFormat(Qt.TextFormat.PlainText)
        self.label.setWordWrap(True)
        self.label.setMinimumWidth(1)  # a long name must not widen the window
        self.restore_button = QToolButton(self)
        self.restore_button.setText(self.tr("Restore"))
        self.discard_button = QToolButton(self)
        self.discard_button.setText(self.tr("Discard"))
        layout = QHBoxLayout(self)
        layout.setContentsMargins(12, 6, 8, 6)
        layout.addWidget(self.label, 1)
        layout.addWidget(self.restore_button)
        layout.addWidget(self.discard_button)
        self.restore_button.clicked.connect(self._on_restore)
        self.discard_button.clicked.connect(self._on_discard)
        restoring.changed.connect(self._on_changed)
        self._on_changed()

    def _on_changed(self) -> None:
        names = self._restoring.names
        if len(names) > 1:
            text = self.tr("relviz ended unexpectedly while {0} windows were open.").format(len(names))
        elif names and names[0]:
            text = self.tr("relviz ended unexpectedly while {0} was open.").format(names[0])
        else:
            text = self.tr("relviz ended unexpectedly while a text was open.")
        self.label.setText(text)
        self.setVisible(bool(names))

    def _on_restore(self) -> None:
        self._restoring.answer(wanted=True)

    def _on_discard(self) -> None:
        self._restoring.answer(wanted=False)
