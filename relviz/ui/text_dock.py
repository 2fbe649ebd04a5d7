"""The text: paste, type, and see which part is memory and which is the segment."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
from PySide6.QtCore import QMimeData, QPoint, Qt, QTimer, Signal
from PySide6.QtGui import (
    QColor,
    QContextMenuEvent,
    QDragEnterEvent,
    QDropEvent,
    QGuiApplication,
    QKeyEvent,
    QKeySequence,
    QMouseEvent,
    QTextCharFormat,
    QTextCursor,
)
from PySide6.QtWidgets import QHBoxLayout, QLabel, QPlainTextEdit, QTextEdit, QVBoxLayout, QWidget

from relviz.app.sample import sample_text

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from relviz.app.session import Session
    from relviz.core.look import Look
    from relviz.figure.palette import Palette

EDITABLE = 100_000
"""Characters beyond which only the text around the segment is shown, since Qt would lay all of it out."""
AROUND = 20_000
"""Characters shown on either side of the segment of a long text."""
TYPING_PAUSE = 500
"""Milliseconds without a key before what was typed is read."""


class TextEdit(QPlainTextEdit):
    """An editor that hands files and whatever is pasted from outside on, and leaves it to others what they become.

    Signals:
        pasted(str): a text that was pasted, or dropped from elsewhere.
        dropped(str): path of a file that is to be opened.
        clicked(int): position, in UTF-16 units, of a click that selected nothing.
    """

    pasted = Signal(str)
    dropped = Signal(str)
    clicked = Signal(int)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._moving = False

    def insertFromMimeData(self, source: QMimeData) -> None:  # noqa: N802 # Qt's name
        """Hand on what comes from outside; insert what was dragged from one place of the text to another."""
        if self._moving:
            super().insertFromMimeData(source)
        elif files := _files(source):
            self.dropped.emit(files[0])
        elif text := source.text():
            self.pasted.emit(text)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Let a text be pasted even where nothing can be typed."""
        if self.isReadOnly() and event.matches(QKeySequence.StandardKey.Paste):
            self.insertFromMimeData(QGuiApplication.clipboard().mimeData())
        else:
            super().keyPressEvent(event)

    def contextMenuEvent(self, event: QContextMenuEvent) -> None:
        """Offer to paste where Qt, finding that nothing can be typed, would not."""
        menu = self.createStandardContextMenu()
        menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        if self.isReadOnly():
            action = menu.addAction(self.tr("&Paste in place of this text"))
            action.setEnabled(QGuiApplication.clipboard().mimeData().hasText())
            action.triggered.connect(self._on_paste)
        menu.popup(event.globalPos())

    def _on_paste(self) -> None:
        self.insertFromMimeData(QGuiApplication.clipboard().mimeData())

    def dragEnterEvent(self, event: QDragEnterEvent) -> None:
        """Take files as well as text."""
        if event.mimeData().hasUrls():
            event.acceptProposedAction()
        else:
            super().dragEnterEvent(event)

    def dropEvent(self, event: QDropEvent) -> None:
        """Open a dropped file; let Qt find the place of dropped text."""
        if files := _files(event.mimeData()):
            event.acceptProposedAction()
            self.dropped.emit(files[0])
            return
        self._moving = event.source() in {self, self.viewport()}
        super().dropEvent(event)
        self._moving = False

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        """Tell where a plain click was."""
        super().mouseReleaseEvent(event)
        if event.button() == Qt.MouseButton.LeftButton and not self.textCursor().hasSelection():
            self.clicked.emit(self.cursorForPosition(event.position().toPoint()).position())


class TextDock(QWidget):
    """The editor with its legend.

    Typing is read after a pause, and the place is kept. The first thing pasted takes the place of the sample; in a
    text of the user's own it goes where the cursor is. Of a long text only an excerpt is shown, which cannot be
    edited; what is pasted there replaces the whole.
    """

    def __init__(self, session: Session, palette: Palette, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._session = session
        self._palette = palette
        self._first = 0  # character of the text with which the editor begins
        self._units: NDArray[np.int64] = np.zeros(1, np.int64)  # UTF-16 units before each character shown
        self._excerpt = False  # whether the editor holds a part of the text only
        self._ours = False
        self._sample = sample_text()
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
        self.edit.pasted.connect(self._on_pasted)
        self.edit.clicked.connect(self._on_clicked)
        session.text_changed.connect(self._on_session_text)
        session.answered.connect(self._on_answered)
        session.restored.connect(self._on_answered)
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

    def stop(self) -> None:
        """Forget what was typed and not read yet."""
        self._timer.stop()

    def _on_session_text(self) -> None:
        if self._excerpt or self._typed() != self._session.text:  # else it was pasted here, and can be undone
            self._show_text(0)
        self._on_answered()

    def _show_text(self, middle: int) -> None:
        """Put the text, or the part of a long one around a character, into the editor."""
        self._timer.stop()  # what was typed is gone
        text = self._session.text
        self._excerpt = len(text) > EDITABLE
        self._first = max(0, middle - AROUND) if self._excerpt else 0
        shown = text[self._first : middle + AROUND] if self._excerpt else text
        self._units = _units(shown)
        self._ours = True
        self.edit.setPlainText(shown)
        self._ours = False
        self.edit.setReadOnly(self._excerpt)
        self.note.setVisible(self._excerpt)

    def _typed(self) -> str:
        """Return what is in the editor. Its raw text is taken: the plain one turns no-break spaces into spaces."""
        return self.edit.document().toRawText().replace("\u2029", "\n")

    def _on_text_changed(self) -> None:
        if not self._ours:
            self.edit.setExtraSelections([])
            self._timer.start()

    def _on_typing_paused(self) -> None:
        """Read what was typed; what was typed and taken back only needs its colours again."""
        if self._excerpt:
            return
        typed = self._typed()
        self._units = _units(typed)
        self._session.edit_text(typed)
        self._tint()

    def _on_pasted(self, text: str) -> None:
        """Put a pasted text in place of the sample or of an excerpt; into a text of the user's, at the cursor."""
        untouched = self._session.text == self._sample and not self._timer.isActive()
        if len(text) > EDITABLE:
            self._take_long(text, whole=untouched or self._excerpt)
        elif self._excerpt:
            self._session.set_text(text)
        else:
            cursor = self.edit.textCursor()
            if untouched:
                cursor.select(QTextCursor.SelectionType.Document)
            cursor.insertText(text)
            self.edit.setTextCursor(cursor)
            self.edit.ensureCursorVisible()
            if untouched:
                self._timer.stop()
                self._units = _units(self._typed())
                self._session.set_text(self._typed())

    def _take_long(self, text: str, *, whole: bool) -> None:
        """Read a text that is too long to be laid out, or what comes of pasting it where the cursor is."""
        if whole:
            self._session.set_text(text)
            return
        text = text.replace("\r\n", "\n").replace("\r", "\n")
        typed, cursor = self._typed(), self.edit.textCursor()
        before, after = np.searchsorted(_units(typed), [cursor.selectionStart(), cursor.selectionEnd()]).tolist()
        self._session.edit_text(typed[:before] + text + typed[after:])
        self._show_text(before)

    def _on_answered(self) -> None:
        response = self._session.response
        if response is None or self._timer.isActive() or response.request.text != self._session.text:
            return
        start, end = self._span(response.look.start, len(response.look.query_tokens))
        if self._excerpt and not (self._first <= start and end <= self._first + len(self._units) - 1):
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
        selections = [
            self._selection(0, look.start, palette.forgotten_tint, palette.muted),
            *(self._selection(first, count, palette.memory_tint) for first, count in _runs(look)),
            self._selection(look.start, len(look.query_tokens), palette.segment_tint),
        ]
        if self._session.cell is not None:
            query, key = self._session.cell
            key_token = int(look.key_positions[key])
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
        bar, line = self.edit.verticalScrollBar(), max(1, self.edit.fontMetrics().lineSpacing())
        cursor = QTextCursor(self.edit.document())
        for character in (end, start):
            cursor.setPosition(self._position(character))
            for _ in range(30):  # Qt finds out how high a paragraph is when it comes into view
                place, value = self.edit.cursorRect(cursor), bar.value()
                if place.top() < 0:
                    bar.setValue(value + place.top() // line - 1)
                elif place.bottom() > self.edit.viewport().height():
                    bar.setValue(value + (place.bottom() - self.edit.viewport().height()) // line + 2)
                if bar.value() == value:
                    break

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


def _files(source: QMimeData) -> list[str]:
    """Return the paths of the files that were copied or dragged."""
    return [url.toLocalFile() for url in source.urls() if url.isLocalFile()]


def _units(text: str) -> NDArray[np.int64]:
    """Return how many UTF-16 units come before each character, and before the end: Qt counts those."""
    codes = np.frombuffer(text.encode("utf-32-le", "surrogatepass"), np.uint32)
    return np.concatenate([[0], np.cumsum(1 + (codes > 0xFFFF))]).astype(np.int64)


def _runs(look: Look) -> list[tuple[int, int]]:
    """Return the runs (first token, how many) of the text that are memory: one, unless a model keeps parts only."""
    kept = look.key_positions[: look.terms.memory]
    kept = kept[kept >= 0]
    starts = np.flatnonzero(np.diff(kept, prepend=-2) != 1)
    return [(int(run[0]), len(run)) for run in np.split(kept, starts[1:]) if len(run)]
