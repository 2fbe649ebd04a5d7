"""Says what went wrong, without stopping anybody."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QFrame, QHBoxLayout, QLabel, QSizePolicy, QToolButton, QWidget


class MessageBar(QFrame):
    """A line over the pages with a sentence, a button that copies the details, and one that closes it."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("message")
        self._details = ""
        self.label = QLabel(self)
        self.label.setTextFormat(Qt.TextFormat.PlainText)
        self.label.setWordWrap(True)
        self.label.setMinimumWidth(1)  # a long path must not widen the window
        self.label.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Preferred)
        self.copy_button = QToolButton(self)
        self.copy_button.setText(self.tr("Copy details"))
        self.close_button = QToolButton(self)
        self.close_button.setText(self.tr("Close"))
        layout = QHBoxLayout(self)
        layout.setContentsMargins(12, 6, 8, 6)
        layout.addWidget(self.label, 1)
        layout.addWidget(self.copy_button)
        layout.addWidget(self.close_button)
        self.copy_button.clicked.connect(self._on_copy)
        self.close_button.clicked.connect(self.hide)
        self.hide()

    def say(self, sentence: str, details: str = "") -> None:
        """Show a sentence; details, such as a traceback, can be copied."""
        self.label.setText(sentence)
        self._details = details
        self.copy_button.setVisible(bool(details))
        self.show()

    def _on_copy(self) -> None:
        QGuiApplication.clipboard().setText(f"{self.label.text()}\n\n{self._details}")
