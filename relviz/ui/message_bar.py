"""Says what went wrong or was done unasked, without stopping anybody."""

from __future__ import annotations

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QFrame, QHBoxLayout, QLabel, QSizePolicy, QToolButton, QWidget


class MessageBar(QFrame):
    """A line over the pages with a sentence, a button that copies the details or does something, and one to close it.

    Signals:
        taken(str): the user took up an offer.
    """

    taken = Signal(str)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("message")
        self._details = ""
        self._offered = ""
        self.label = QLabel(self)
        self.label.setTextFormat(Qt.TextFormat.PlainText)
        self.label.setWordWrap(True)
        self.label.setMinimumWidth(1)  # a long path must not widen the window
        self.label.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Preferred)
        self.offer_button = QToolButton(self)
        self.copy_button = QToolButton(self)
        self.copy_button.setText(self.tr("Copy details"))
        self.close_button = QToolButton(self)
        self.close_button.setText(self.tr("Close"))
        layout = QHBoxLayout(self)
        layout.setContentsMargins(12, 6, 8, 6)
        layout.addWidget(self.label, 1)
        layout.addWidget(self.offer_button)
        layout.addWidget(self.copy_button)
        layout.addWidget(self.close_button)
        self.offer_button.clicked.connect(self._on_take)
        self.copy_button.clicked.connect(self._on_copy)
        self.close_button.clicked.connect(self.hide)
        self.hide()

    def say(self, sentence: str, details: str = "") -> None:
        """Show a sentence; details, such as a traceback, can be copied."""
        self._show(sentence, details, "")

    def offer(self, sentence: str, button: str, offered: str) -> None:
        """Show a sentence and a button for something else; ``taken`` says what it was."""
        self._show(sentence, "", offered)
        self.offer_button.setText(button)

    @property
    def offering(self) -> bool:
        """Whether what is shown is an offer, and no complaint."""
        return self.isVisible() and bool(self._offered)

    def _show(self, sentence: str, details: str, offered: str) -> None:
        self.label.setText(sentence)
        self._details, self._offered = details, offered
        self.copy_button.setVisible(bool(details))
        self.offer_button.setVisible(bool(offered))
        self.show()

    def _on_take(self) -> None:
        self.hide()
        self.taken.emit(self._offered)

    def _on_copy(self) -> None:
        QGuiApplication.clipboard().setText(f"{self.label.text()}\n\n{self._details}")
