"""The editor of the text, and where characters of the text are in it: it holds a part and counts in UTF-16 units."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np
from PySide6.QtCore import QEvent, QLineF, QMimeData, QPoint, Qt, Signal
from PySide6.QtGui import (
    QColor,
    QContextMenuEvent,
    QDragEnterEvent,
    QDropEvent,
    QGuiApplication,
    QKeyEvent,
    QKeySequence,
    QMouseEvent,
    QPainter,
    QPaintEvent,
    QPen,
    QTextCursor,
    QWheelEvent,
)
from PySide6.QtWidgets import QPlainTextEdit, QWidget

if TYPE_CHECKING:
    from numpy.typing import NDArray


class TextEdit(QPlainTextEdit):
    """An editor that hands files and whatever is pasted from outside on, and leaves it to others what they become.

    Signals:
        pasted(str): a text that was pasted, or dropped from elsewhere.
        dropped(str): path of a file that is to be opened.
        clicked(int): position, in UTF-16 units, of a click that selected nothing.
        pointed(int): position of the character under the pointer, -1 when there is none or text is being selected.
        menu_asked(object, int): a context menu is about to open, and the position it is asked for at.
    """

    pasted = Signal(str)
    dropped = Signal(str)
    clicked = Signal(int)
    pointed = Signal(int)
    menu_asked = Signal(object, int)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._moving = False
        self._boundaries: NDArray[np.int64] | None = None
        self._ink = QColor()
        self.viewport().setMouseTracking(True)

    def set_boundaries(self, positions: NDArray[np.int64] | None, ink: str) -> None:
        """Draw a line before each of some positions, in UTF-16 units, rising; None draws none."""
        self._boundaries, self._ink = positions, QColor(ink)
        self.viewport().update()

    def replace_text(self, text: str) -> None:
        """Put another text in place of all there is, as a single step that can be undone."""
        cursor = QTextCursor(self.document())
        cursor.select(QTextCursor.SelectionType.Document)
        cursor.insertText(text)
        cursor.movePosition(QTextCursor.MoveOperation.Start)
        self.setTextCursor(cursor)

    def bring_into_view(self, start: int, end: int) -> None:
        """Scroll to a stretch of the text, in UTF-16 units, without moving the user's own cursor."""
        bar, line = self.verticalScrollBar(), max(1, self.fontMetrics().lineSpacing())
        cursor = QTextCursor(self.document())
        for position in (end, start):
            cursor.setPosition(position)
            for _ in range(30):  # Qt finds out how high a paragraph is when it comes into view
                place, value = self.cursorRect(cursor), bar.value()
                if place.top() < 0:
                    bar.setValue(value + place.top() // line - 1)
                elif place.bottom() > self.viewport().height():
                    bar.setValue(value + (place.bottom() - self.viewport().height()) // line + 2)
                if bar.value() == value:
                    break

    def paintEvent(self, event: QPaintEvent) -> None:
        """Draw the boundaries that can be seen over the text, and no line that is cut through at the lower edge."""
        super().paintEvent(event)
        self._draw_boundaries()
        view = self.viewport().rect()
        lowest = self.cursorRect(self.cursorForPosition(view.bottomLeft()))
        if lowest.top() > 0 and lowest.bottom() > view.bottom():
            view.setTop(lowest.top())
            QPainter(self.viewport()).fillRect(view, self.palette().base())

    def _draw_boundaries(self) -> None:
        if self._boundaries is None:
            return
        view = self.viewport().rect()
        first = self.cursorForPosition(QPoint(0, 0)).position()
        last = self.cursorForPosition(QPoint(view.right(), view.bottom())).position()
        low, high = self._boundaries.searchsorted([first, last + 1]).tolist()
        painter = QPainter(self.viewport())
        painter.setPen(QPen(self._ink, 1))
        cursor = QTextCursor(self.document())
        for position in self._boundaries[low:high].tolist():
            cursor.setPosition(position)
            place = self.cursorRect(cursor)
            x = place.left() + 0.5
            painter.drawLine(QLineF(x, place.center().y() + 1, x, place.bottom()))

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
        self.menu_asked.emit(menu, self.character_at(event.pos()))
        menu.popup(event.globalPos())

    def character_at(self, point: QPoint) -> int:
        """Return the position of the character under a point of the viewport, also under its right half."""
        cursor = self.cursorForPosition(point)  # the gap that is nearest
        beside = self.cursorRect(cursor).left() > point.x() and not cursor.atBlockStart()
        return cursor.position() - beside

    def character_under(self, point: QPoint) -> int:
        """Return the position of the character that is at a point of the viewport, -1 where there is none."""
        position = self.character_at(point)
        if not 0 <= position < self.document().characterCount() - 1:
            return -1
        cursor = QTextCursor(self.document())
        cursor.setPosition(position)
        here = self.cursorRect(cursor)
        cursor.setPosition(position + 1)
        after = self.cursorRect(cursor)
        end = after.left() if after.top() == here.top() else here.left() + self.fontMetrics().averageCharWidth()
        across = min(here.left(), end) <= point.x() <= max(here.left(), end)
        return position if across and here.top() <= point.y() <= here.bottom() else -1

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

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        """Tell what is pointed at."""
        super().mouseMoveEvent(event)
        self.pointed.emit(-1 if event.buttons() else self.character_under(event.position().toPoint()))

    def wheelEvent(self, event: QWheelEvent) -> None:
        """Tell what is pointed at now: the text moved under the pointer."""
        super().wheelEvent(event)
        self.pointed.emit(self.character_under(event.position().toPoint()))

    def viewportEvent(self, event: QEvent) -> bool:
        """Tell that the pointer left the text, be it for the scroll bar."""
        if event.type() == QEvent.Type.Leave:
            self.pointed.emit(-1)
        return super().viewportEvent(event)

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        """Tell where a plain click was."""
        super().mouseReleaseEvent(event)
        if event.button() == Qt.MouseButton.LeftButton and not self.textCursor().hasSelection():
            self.clicked.emit(self.character_at(event.position().toPoint()))


def _files(source: QMimeData) -> list[str]:
    """Return the paths of the files that were copied or dragged."""
    return [url.toLocalFile() for url in source.urls() if url.isLocalFile()]


@dataclass(frozen=True, eq=False)
class ShownText:
    """The part of a text that an editor shows.

    Attributes:
        first: character of the text with which it begins.
        units: (N + 1,) UTF-16 units before each of its N characters, and before its end: Qt counts those.
    """

    first: int
    units: NDArray[np.int64]

    @classmethod
    def of(cls, shown: str, first: int = 0) -> ShownText:
        """Return the places of what is shown."""
        codes = np.frombuffer(shown.encode("utf-32-le", "surrogatepass"), np.uint32)
        return cls(first, np.concatenate([[0], np.cumsum(1 + (codes > 0xFFFF))]).astype(np.int64))

    @property
    def end(self) -> int:
        """The character of the text after the last one shown."""
        return self.first + len(self.units) - 1

    def holds(self, start: int, end: int) -> bool:
        """Whether the characters from ``start`` to ``end`` are shown."""
        return self.first <= start and end <= self.end

    def position(self, character: int) -> int:
        """Return the editor's position of a character of the text, the nearest for one that is not shown."""
        return int(self.units[min(max(character, self.first), self.end) - self.first])

    def positions(self, characters: NDArray[np.int64]) -> NDArray[np.int64]:
        """Return the editor's positions of those of some characters that are shown."""
        shown = characters[(characters >= self.first) & (characters < self.end)]
        return self.units[shown - self.first]

    def character(self, position: int) -> int:
        """Return the character of the text at a position of the editor."""
        return int(np.searchsorted(self.units, position, side="right")) - 1 + self.first
