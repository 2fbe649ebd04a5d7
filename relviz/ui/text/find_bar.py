"""The bar that finds words in the text."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import Qt, QTimer, Signal
from PySide6.QtWidgets import QLabel, QLineEdit, QSizePolicy, QToolButton, QWidget

from relviz.app.words.typed import Search
from relviz.ui.widgets.overlay import EscapeFrame
from relviz.ui.widgets.rows import row_of

if TYPE_CHECKING:
    from PySide6.QtGui import QKeyEvent

    from relviz.app.session.session import Session


class FindBar(EscapeFrame):
    """A line to type words into; Enter goes to the next place, Shift+Enter to the one before, Escape closes.

    A long text is gone through a piece at a time, so that typing never waits.

    Signals:
        found(int, int): the characters, from and to, of the place that was gone to.
        closed(): the bar was closed.
    """

    found = Signal(int, int)
    closed = Signal()

    def __init__(self, session: Session, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._session = session
        self._search = Search("", "")
        self._from = 0  # character at which the search for the first place begins
        self._number: int | None = None  # of the place gone to
        self._waiting = False  # whether the first place is still to be gone to
        self.words = QLineEdit(self)
        self.words.setPlaceholderText(self.tr("Find in the text"))
        self.words.setAccessibleName(self.tr("Find in the text"))
        self.words.setClearButtonEnabled(True)
        self.words.setMinimumWidth(60)
        self.count = QLabel(self)
        self.count.setObjectName("muted")
        self.count.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Fixed)
        self.previous_button = self._button("‹", self.tr("Previous place (Shift+Enter)"))
        self.next_button = self._button("›", self.tr("Next place (Enter)"))
        self.close_button = self._button("×", self.tr("Close (Escape)"))
        buttons = self.previous_button, self.next_button, self.close_button
        row_of(self, (self.words, 1), self.count, *buttons, margins=(0, 0, 0, 4), spacing=4)
        self._timer = QTimer(self)
        self._timer.setInterval(0)
        self._timer.timeout.connect(self._on_tick)
        self.words.textChanged.connect(self._on_words)
        self.previous_button.clicked.connect(self.previous)
        self.next_button.clicked.connect(self.next)
        self.close_button.clicked.connect(self.dismiss)
        session.text_changed.connect(self._on_text)
        session.answered.connect(self._on_text)
        self.hide()

    def _button(self, sign: str, tip: str) -> QToolButton:
        button = QToolButton(self)
        button.setText(sign)
        button.setFixedWidth(26)  # the room is the words'
        button.setToolTip(tip)
        button.setAccessibleName(tip)
        return button

    def open_at(self, character: int, words: str) -> None:
        """Show the bar and look for words, or for those that it has, from a character of the text on."""
        self._from = character
        self.show()
        if words and words != self.words.text():
            self.words.setText(words)
        else:
            self._begin()
        self.words.setFocus()
        self.words.selectAll()

    def dismiss(self) -> None:
        """Close the bar; the words stay for the next time."""
        self.stop()
        self.hide()
        self.closed.emit()

    def stop(self) -> None:
        """Look no further."""
        self._timer.stop()

    def next(self) -> None:
        """Go to the next place; after the last one that is the first."""
        self._go(1)

    def previous(self) -> None:
        """Go to the place before; before the first one that is the last."""
        self._go(-1)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Go on with Enter, back with Shift+Enter."""
        if event.key() in {Qt.Key.Key_Return, Qt.Key.Key_Enter}:
            self._go(-1 if event.modifiers() & Qt.KeyboardModifier.ShiftModifier else 1)
        else:
            super().keyPressEvent(event)

    def _on_words(self) -> None:
        self._begin()

    def _on_text(self) -> None:
        """The text may be another: count anew, and stay where the user is."""
        if self.isVisible() and self._search.text != self._session.text:
            self._begin(go=False)

    def _begin(self, *, go: bool = True) -> None:
        self._search = Search(self._session.text, self.words.text())
        self._number, self._waiting = None, go
        self._timer.start()
        self._on_tick()  # what is found in the first piece is there at once

    def _on_tick(self) -> None:
        search = self._search
        if not search.finished:
            search.go_on()
        if self._waiting and search.starts and (search.finished or search.starts[-1] >= self._from):
            self._waiting = False
            self._show(search.following(self._from))
        if search.finished:
            self._waiting = False
            self._timer.stop()
        self._say()

    def _go(self, by: int) -> None:
        search = self._search
        if search.text != self._session.text:
            self._begin()
            return
        if not self.isVisible() or not search.starts:
            return
        if self._number is None:
            self._show(search.following(self._from) if by > 0 else search.preceding(self._from))
        else:
            self._show((self._number + by) % len(search.starts))

    def _show(self, number: int | None) -> None:
        self._number = number
        if number is not None:
            start, end = self._search.span(number)
            self._from = start
            self.found.emit(start, end)
        self._say()

    def _say(self) -> None:
        """Say which place of how many this is; more may come while a long text is gone through."""
        found = len(self._search.starts)
        more = "" if self._search.finished else "+"
        if not self._search.words:
            self.count.setText("")
        elif not found:
            self.count.setText(self.tr("none") if self._search.finished else "…")
        elif self._number is None:
            self.count.setText(f"{found:,}{more}")
        else:
            self.count.setText(self.tr("{0} of {1}").format(f"{self._number + 1:,}", f"{found:,}{more}"))
        for button in (self.previous_button, self.next_button):
            button.setEnabled(found > 0)
