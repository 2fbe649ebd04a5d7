"""Takes the place of the pages while there is nothing to show, and says what to do about it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QEvent, QObject, Qt
from PySide6.QtWidgets import QFrame, QHBoxLayout, QLabel, QTabWidget, QToolButton, QVBoxLayout, QWidget

from relviz.app.engine.models import sample_text
from relviz.errors import ModelError

if TYPE_CHECKING:
    from collections.abc import Mapping

    from PySide6.QtGui import QAction

    from relviz.app.engine.runner import Runner
    from relviz.app.session.session import Session


class EmptyState(QFrame):
    """A heading, a sentence and the ways out, over the pages; there only until the first picture comes.

    Args:
        session: what is looked at.
        looker: fails where there is nothing to look at.
        actions: the window's commands, by their names.
        tabs: the pages that it covers.
    """

    def __init__(self, session: Session, looker: Runner, actions: Mapping[str, QAction], tabs: QTabWidget) -> None:
        super().__init__(tabs)
        self._session, self._tabs = session, tabs
        self.setObjectName("page")
        self.setProperty("helpTopic", "text")
        self.heading, self.sentence = QLabel(self), QLabel(self)
        self.heading.setObjectName("heading")
        self.sentence.setObjectName("muted")
        for label in (self.heading, self.sentence):
            label.setAlignment(Qt.AlignmentFlag.AlignCenter)
            label.setTextFormat(Qt.TextFormat.PlainText)
            label.setWordWrap(True)
        self.open_text = self._button(self.tr("Open a text…"))
        self.paste = self._button(self.tr("Read the clipboard"))
        self.sample = self._button(self.tr("Read the sample"))
        self.open_model = self._button(self.tr("Open a model folder…"))
        self.by_text = self._button(self.tr("Use the model that fits the text"))
        self.open_text.clicked.connect(actions["open_text"].trigger)
        self.paste.clicked.connect(actions["paste_text"].trigger)
        self.sample.clicked.connect(self._on_sample)
        self.open_model.clicked.connect(actions["open_model"].trigger)
        self.by_text.clicked.connect(self._on_by_text)
        buttons = QHBoxLayout()
        buttons.addStretch(1)
        for button in (self.open_text, self.paste, self.sample, self.by_text, self.open_model):
            buttons.addWidget(button)
        buttons.addStretch(1)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(40, 20, 40, 20)
        layout.setSpacing(12)
        layout.addStretch(2)
        layout.addWidget(self.heading)
        layout.addWidget(self.sentence)
        layout.addLayout(buttons)
        layout.addStretch(3)
        looker.failed.connect(self._on_failed)
        session.answered.connect(self.hide)
        tabs.installEventFilter(self)
        self.hide()

    def _button(self, words: str) -> QToolButton:
        button = QToolButton(self)
        button.setText(words)
        return button

    def _on_failed(self, error: Exception) -> None:
        """Say what is missing, if nothing has been shown yet: else that stays."""
        if self._session.response is not None:
            return
        no_text, no_model = not self._session.text, isinstance(error, ModelError)
        if no_text:
            self.heading.setText(self.tr("There is no text yet"))
            self.sentence.setText(self.tr("Type or paste one on the left, drop a file on the window, or begin here."))
        elif no_model:
            self.heading.setText(self.tr("There is no model to read with"))
            self.sentence.setText(
                self.tr("Choose one in the toolbar, drop a model folder on the window, or go on here.")
            )
        else:
            self.heading.setText(self.tr("Nothing could be read"))
            self.sentence.setText(self.tr("The message above says why. Another text, model or length may do."))
        for button in (self.open_text, self.paste, self.sample):
            button.setVisible(not no_model or no_text)
        for button in (self.open_model, self.by_text):
            button.setVisible(no_model and not no_text)
        self._place()
        self.show()
        self.raise_()

    def _on_sample(self) -> None:
        self._session.set_text(sample_text())

    def _on_by_text(self) -> None:
        self._session.set_options(model=None, segment_length=None, memory_length=None)

    def _place(self) -> None:
        page: QWidget | None = self._tabs.currentWidget()
        stack = page.parentWidget() if page is not None else None
        if stack is not None:
            self.setGeometry(stack.geometry())

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Follow the pages' size."""
        if watched is self._tabs and event.type() in {QEvent.Type.Resize, QEvent.Type.LayoutRequest}:
            self._place()
        return False
