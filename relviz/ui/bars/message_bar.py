"""Says what went wrong or was done unasked, without stopping anybody."""

from __future__ import annotations

from typing import TYPE_CHECKING, cast

from PySide6.QtCore import QEvent, Qt, Signal
from PySide6.QtGui import QAccessible, QAccessibleEvent, QGuiApplication
from PySide6.QtWidgets import QFrame, QHBoxLayout, QLabel, QSizePolicy, QToolButton, QWidget

if TYPE_CHECKING:
    from PySide6.QtGui import QKeyEvent


class MessageBar(QFrame):
    """A line over the pages with a sentence, a button that copies the details or does something, and one to close it.

    The sentence can be selected; a screen reader is told of it at once. Escape closes the bar while the focus is in it.

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
        self.label.setTextInteractionFlags(
            Qt.TextInteractionFlag.TextSelectableByMouse | Qt.TextInteractionFlag.TextSelectableByKeyboard
        )
        self.label.setMinimumWidth(1)  # a long path must not widen the window
        self.label.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Preferred)
        self.offer_button = QToolButton(self)
        self.copy_button = QToolButton(self)
        self.copy_button.setText(self.tr("Copy details"))
        self.copy_button.setToolTip(self.tr("Copy the message, versions and where it happened, for a report."))
        self.close_button = QToolButton(self)
        self.close_button.setText(self.tr("Close"))
        layout = QHBoxLayout(self)
        layout.setContentsMargins(12, 6, 8, 6)
        layout.addWidget(self.label, 1)
        layout.addWidget(self.offer_button)
        layout.addWidget(self.copy_button)
        layout.addWidget(self.close_button)
        self.offer_button.hide()  # until there is an offer
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
        self.setAccessibleName(sentence)
        self.show()
        if QAccessible.isActive():
            QAccessible.updateAccessibility(QAccessibleEvent(self, QAccessible.Event.Alert))

    def event(self, event: QEvent) -> bool:
        """Take Escape before the window's own shortcut does."""
        if event.type() == QEvent.Type.ShortcutOverride and cast("QKeyEvent", event).key() == Qt.Key.Key_Escape:
            event.accept()
            return True
        return super().event(event)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Close on Escape."""
        if event.key() == Qt.Key.Key_Escape:
            self.hide()
        else:
            super().keyPressEvent(event)

    def _on_take(self) -> None:
        self.hide()
        self.taken.emit(self._offered)

    def _on_copy(self) -> None:
        QGuiApplication.clipboard().setText(f"{self.label.text()}\n\n{self._details}")
