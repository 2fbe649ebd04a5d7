"""The text: paste, type, and see which part is memory and which is the segment."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
from PySide6.QtCore import QMimeData, QPoint, Qt, QTimer, Signal
from PySide6.QtGui import QColor, QDragEnterEvent, QDropEvent, QMouseEvent, QTextCharFormat, QTextCursor
from PySide6.QtWidgets import QHBoxLayout, QLabel, QPlainTextEdit, QTextEdit, QVBoxLayout, QWidget

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from relviz.app.session import Session
    from relviz.figure.palette import Palette

EDITABLE = 100_000
"""Characters beyond which only the text around the segment is shown, since Qt would lay all of it out."""
AROUND = 20_000
"""Characters shown on either side of the segment of a long text."""
TYPING_PAUSE = 500
"""Milliseconds without a key before what was typed is read."""


class TextEdit(QPlainTextEdit):
    """An editor that hands big pastes and dropped files on instead of inserting them.

    Signals:
        pasted(str): a long text that is to replace the whole.
        dropped(str): path of a file that is to be opened.
        clicked(int): position, in UTF-16 units, of a click that selected nothing.
    """

    pasted = Signal(str)
    dropped = Signal(str)
    clicked = Signal(int)

    def insertFromMimeData(self, source: QMimeData) -> None:  # noqa: N802 # Qt's name
        """Paste, unless the text is too long to lay out."""
        if len(source.text()) > EDITABLE:
            self.pasted.emit(source.text())
        elif not self.isReadOnly():
            super().insertFromMimeData(source)

    def dragEnterEvent(self, event: QDragEnterEvent) -> None:
        """Take files as well as text."""
        if event.mimeData().hasUrls():
            event.acceptProposedAction()
        else:
            super().dragEnterEvent(event)

    def dropEvent(self, event: QDropEvent) -> None:
        """Open a dropped file; let Qt insert dropped text."""
        files = [url.toLocalFile() for url in event.mimeData().urls() if url.isLocalFile()]
        if files:
            event.acceptProposedAction()
            self.dropped.emit(files[0])
        else:
            super().dropEvent(event)

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        """Tell where a plain click was."""
        super().mouseReleaseEvent(event)
        if event.button() == Qt.MouseButton.LeftButton and not self.textCursor().hasSelection():
            self.clicked.emit(self.cursorForPosition(event.position().toPoint()).position())


class TextDock(QWidget):
    """The editor with its legend. Typing is read after a pause, and the place is kept."""

    def __init__(self, session: Session, palette: Palette, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._session = session
        self._palette = palette
        self._first = 0  # character of the text with which the editor begins
        self._units: NDArray[np.int64] = np.zeros(1, np.int64)  # UTF-16 units before each character shown
        self._ours = False
        self.edit = TextEdit(self)
        self.edit.setPlaceholderText(self.tr("Paste or type a text, or drop a file here."))
        self.edit.setAccessibleName(self.tr("Text"))
        self.edit.setTabChangesFocus(True)
        self.note = QLabel(self.tr("A long text: the part around the segment is shown."), self)
        self.note.setObjectName("muted")
        self.note.setWordWrap(True)
        self.note.hide()
        self._legend = QLabel(self)
        self._legend.setTextFormat(Qt.TextFormat.RichText)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(8, 0, 2, 8)
        layout.addWidget(self.note)
        layout.addWidget(self.edit, 1)
        foot = QHBoxLayout()
        foot.addWidget(self._legend)
        foot.addStretch(1)
        layout.addLayout(foot)
        self._timer = QTimer(self)
        self._timer.setSingleShot(True)
        self._timer.setInterval(TYPING_PAUSE)
        self._timer.timeout.connect(self._on_typing_paused)
        self.edit.textChanged.connect(self._on_text_changed)
        self.edit.pasted.connect(session.set_text)
        self.edit.clicked.connect(self._on_clicked)
        session.text_changed.connect(self._on_session_text)
        session.answered.connect(self._on_answered)
        session.cell_changed.connect(self._tint)
        self.set_palette(palette)
        self._show_text(0)

    def set_palette(self, palette: Palette) -> None:
        """Change the colours."""
        self._palette = palette
        swatch = (
            "<span style='background:{0}'>&nbsp;&nbsp;&nbsp;</span> <span style='color:{1}'>{2}</span>&nbsp;&nbsp; "
        )
        parts = (
            (palette.forgotten_tint, self.tr("forgotten")),
            (palette.memory_tint, self.tr("memory")),
            (palette.segment_tint, self.tr("segment")),
        )
        self._legend.setText("".join(swatch.format(ground, palette.muted, word) for ground, word in parts))
        self._tint()

    def _on_session_text(self) -> None:
        self._show_text(0)

    def _show_text(self, middle: int) -> None:
        """Put the text, or the part of a long one around a character, into the editor."""
        text = self._session.text
        long = len(text) > EDITABLE
        self._first = max(0, middle - AROUND) if long else 0
        shown = text[self._first : middle + AROUND] if long else text
        codes = np.frombuffer(shown.encode("utf-32-le", "surrogatepass"), np.uint32)
        self._units = np.concatenate([[0], np.cumsum(1 + (codes > 0xFFFF))]).astype(np.int64)
        self._ours = True
        self.edit.setPlainText(shown)
        self._ours = False
        self.edit.setReadOnly(long)
        self.note.setVisible(long)

    def _on_text_changed(self) -> None:
        if not self._ours:
            self.edit.setExtraSelections([])
            self._timer.start()

    def _on_typing_paused(self) -> None:
        """Read what was typed. The raw text is taken, since the plain one turns no-break spaces into spaces."""
        typed = self.edit.document().toRawText().replace("\u2029", "\n")
        codes = np.frombuffer(typed.encode("utf-32-le", "surrogatepass"), np.uint32)
        self._units = np.concatenate([[0], np.cumsum(1 + (codes > 0xFFFF))]).astype(np.int64)
        self._session.edit_text(typed)

    def _on_answered(self) -> None:
        response = self._session.response
        if response is None or self._timer.isActive() or response.request.text != self._session.text:
            return
        start, end = self._span(response.look.start, len(response.look.query_tokens))
        if len(self._session.text) > EDITABLE and not (
            self._first <= start and end <= self._first + len(self._units) - 1
        ):
            self._show_text(start)
        self._tint()
        self._scroll_to(start, end)

    def _span(self, first: int, count: int) -> tuple[int, int]:
        """Return the characters that a run of tokens covers."""
        response = self._session.response
        if response is None or count <= 0:
            return 0, 0
        spans = response.tokens.spans[first : first + count]
        return int(spans[0, 0]), int(spans[-1, 1])

    def _position(self, character: int) -> int:
        """Return the editor's position, in UTF-16 units, of a character of the text."""
        return int(self._units[min(max(character - self._first, 0), len(self._units) - 1)])

    def _tint(self) -> None:
        """Tint what was forgotten, the memory and the segment, and frame the tokens of the selected cell."""
        response = self._session.response
        if response is None or self._timer.isActive() or response.request.text != self._session.text:
            return
        look, palette = response.look, self._palette
        memory = min(look.terms.memory, look.start)
        selections = [
            self._selection(0, look.start - memory, palette.forgotten_tint, palette.muted),
            self._selection(look.start - memory, memory, palette.memory_tint),
            self._selection(look.start, len(look.query_tokens), palette.segment_tint),
        ]
        if self._session.cell is not None:
            query, key = self._session.cell
            key_token = look.start - look.terms.memory + key
            if key_token >= 0:
                selections.append(self._selection(key_token, 1, palette.inks["memory"], palette.paper))
            selections.append(self._selection(look.start + query, 1, palette.cursor, palette.paper))
        self.edit.setExtraSelections(selections)

    def _selection(self, first: int, count: int, ground: str, ink: str | None = None) -> QTextEdit.ExtraSelection:
        start, end = self._span(first, count)
        selection = QTextEdit.ExtraSelection()
        cursor = QTextCursor(self.edit.document())
        cursor.setPosition(self._position(start))
        cursor.setPosition(self._position(end), QTextCursor.MoveMode.KeepAnchor)
        selection.cursor = cursor
        style = QTextCharFormat()
        style.setBackground(QColor(ground))
        style.setForeground(QColor(ink or self._palette.text))
        selection.format = style
        return selection

    def _scroll_to(self, start: int, end: int) -> None:
        """Bring the segment into view without moving the user's own cursor."""
        cursor = QTextCursor(self.edit.document())
        for character in (end, start):
            cursor.setPosition(self._position(character))
            place = self.edit.cursorRect(cursor)
            bar = self.edit.verticalScrollBar()
            line = max(1, self.edit.fontMetrics().lineSpacing())
            if place.top() < 0:
                bar.setValue(bar.value() + place.top() // line - 1)
            elif place.bottom() > self.edit.viewport().height():
                bar.setValue(bar.value() + (place.bottom() - self.edit.viewport().height()) // line + 2)

    def _on_clicked(self, position: int) -> None:
        """Select the clicked token as query, or go to its segment."""
        response = self._session.response
        if response is None or self._timer.isActive() or response.request.text != self._session.text:
            return
        character = int(np.searchsorted(self._units, position, side="right")) - 1 + self._first
        self._session.go_to_token(response.tokens.at_character(character))

    def token_point(self, token: int) -> QPoint:
        """Return the middle of a token in the editor's viewport, for tests and for placing things over it."""
        start, _ = self._span(token, 1)
        cursor = QTextCursor(self.edit.document())
        cursor.setPosition(self._position(start))
        return self.edit.cursorRect(cursor).center() + QPoint(2, 0)
