"""What is said over the pages without stopping anybody: what went wrong, was done unasked, or can be had back."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Qt, Signal
from PySide6.QtGui import QAccessible, QAccessibleEvent, QGuiApplication
from PySide6.QtWidgets import QFrame, QLabel, QSizePolicy, QToolButton, QWidget

from relviz.app.engine.models import DEFAULT_MODEL
from relviz.ui.bars.words import sentence
from relviz.ui.widgets.overlay import EscapeFrame
from relviz.ui.widgets.rows import row_of

if TYPE_CHECKING:
    from relviz.app.session.restoring import Restoring
    from relviz.app.session.session import Session


class MessageBar(EscapeFrame):
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
        row_of(
            self,
            (self.label, 1),
            self.offer_button,
            self.copy_button,
            self.close_button,
            margins=(12, 6, 8, 6),
            spacing=None,
        )
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

    def _on_take(self) -> None:
        self.hide()
        self.taken.emit(self._offered)

    def _on_copy(self) -> None:
        QGuiApplication.clipboard().setText(f"{self.label.text()}\n\n{self._details}")


class ModelOffer(QObject):
    """Knows what was shown before, which no view does; it stays with the window when its views are put up anew."""

    def __init__(self, session: Session, parent: QObject) -> None:
        super().__init__(parent)
        self._session = session
        self._shown = DEFAULT_MODEL, session.text  # the model and the text of what is shown

    def say(self, bar: MessageBar) -> None:
        """Say so where a picture came with another model; what was said before is over with another picture."""
        response = self._session.response
        if response is None:
            return
        shown, self._shown = self._shown, (response.source, response.request.text)
        choice = response.choice
        if choice and len(choice.fits) > 1 and response.source != shown[0]:
            other = choice.fits[1][0]
            bar.offer(sentence(choice), self.tr("Read with {0}").format(other), other)
        elif not bar.offering or self._shown != shown:
            bar.hide()

    def say_again(self) -> None:
        """Say it anew with the next picture, which is the same."""
        self._shown = "", ""

    def take(self, model: str) -> None:
        """Read with the model that was offered."""
        self._session.set_options(model=model, segment_length=None, memory_length=None)


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
        row_of(self, (self.label, 1), self.restore_button, self.discard_button, margins=(12, 6, 8, 6), spacing=None)
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
