"""The text as a strip of segments: forgotten, in memory, current, to come."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

from PySide6.QtCore import QRectF, QSize, Qt, Signal
from PySide6.QtGui import QColor, QKeyEvent, QMouseEvent, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QSizePolicy, QWidget

from relviz.figure import fonts

if TYPE_CHECKING:
    from relviz.app.session import Session
    from relviz.figure.palette import Palette

MARGIN, PAD = 10.0, 8.0
"""Left and right of the strip, and round a number."""
NARROW = 4.0
"""Segments narrower than this are not told apart."""


class Timeline(QWidget):
    """Click or drag to go to a segment, or walk with the arrow keys.

    Signals:
        chosen(int): the segment.
    """

    chosen = Signal(int)

    def __init__(self, session: Session, palette: Palette, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._session = session
        self._palette = palette
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setAccessibleName(self.tr("Segments of the text"))
        self.setToolTip(self.tr("Click or drag to go to a segment; arrow keys step, Home and End go to the ends."))
        self.chosen.connect(session.go_to_segment)
        session.answered.connect(self.update)

    def set_palette(self, palette: Palette) -> None:
        """Change the colours."""
        self._palette = palette
        self.update()

    def sizeHint(self) -> QSize:
        """Return the height of one row of segments."""
        return QSize(400, 36)

    def segment_rect(self, index: int) -> QRectF:
        """Return where a segment is drawn."""
        response = self._session.response
        assert response is not None, "asked for a segment before anything was shown"
        width = (self.width() - 2 * MARGIN) / response.look.segments
        gap = min(3.0, width / 4)
        return QRectF(MARGIN + index * width, 6, width - gap, self.height() - 12)

    def label_rects(self) -> dict[int, QRectF]:
        """Return where numbers are written, by segment; no two touch, and the current one's is always there."""
        response = self._session.response
        assert response is not None, "asked for labels before anything was shown"
        look = response.look
        needed = fonts.text_width(str(look.segments - 1)) + PAD
        step = _round_up(math.ceil(needed * look.segments / (self.width() - 2 * MARGIN)))
        current = self._label_rect(look.index, needed)
        rects = {index: self._label_rect(index, needed) for index in range(0, look.segments, step)}
        return {index: rect for index, rect in rects.items() if not rect.intersects(current)} | {look.index: current}

    def _label_rect(self, index: int, needed: float) -> QRectF:
        box = self.segment_rect(index)
        rect = QRectF(box.center().x() - needed / 2, box.top(), needed, box.height())
        rect.moveLeft(min(max(rect.left(), 1.0), self.width() - 1 - needed))
        return rect

    def paintEvent(self, event: QPaintEvent) -> None:
        """Paint the segments, one by one where they are wide enough to be told apart, and their numbers."""
        response = self._session.response
        if response is None:
            return
        look, palette = response.look, self._palette
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setFont(fonts.font(fonts.LABEL))
        first = min(max(int(look.key_positions[0]), 0) // response.segment_length, look.index)
        for start, end, ground in (
            (0, first, palette.forgotten_tint),
            (first, look.index, palette.memory_tint),
            (look.index, look.segments, palette.panel),
        ):
            self._paint_run(painter, start, end, QColor(ground))
        labels = self.label_rects()
        for index, rect in labels.items():
            if index != look.index:
                painter.setPen(QColor(palette.muted))
                painter.drawText(rect, Qt.AlignmentFlag.AlignCenter, str(index))
        box, label = self.segment_rect(look.index), labels[look.index]
        if box.width() < label.width() - PAD:  # a segment narrower than its number
            box = label
        painter.setPen(QPen(QColor(palette.text), 1.5))
        painter.setBrush(QColor(palette.segment_tint))
        painter.drawRoundedRect(box, 3, 3)
        painter.drawText(box, Qt.AlignmentFlag.AlignCenter, str(look.index))
        if self.hasFocus():
            painter.setPen(QPen(QColor(palette.muted), 1))
            painter.setBrush(Qt.BrushStyle.NoBrush)
            painter.drawRoundedRect(QRectF(self.rect()).adjusted(3.5, 1.5, -3.5, -1.5), 5, 5)

    def _paint_run(self, painter: QPainter, start: int, end: int, ground: QColor) -> None:
        """Paint segments of one kind: each by itself, or as one piece where they are too narrow."""
        if start >= end:
            return
        painter.setPen(QPen(QColor(self._palette.grid), 1))
        painter.setBrush(ground)
        if self.segment_rect(0).width() < NARROW:
            painter.drawRect(QRectF(self.segment_rect(start).topLeft(), self.segment_rect(end - 1).bottomRight()))
            return
        for index in range(start, end):
            painter.drawRoundedRect(self.segment_rect(index), 3, 3)

    def mousePressEvent(self, event: QMouseEvent) -> None:
        """Go to the segment under the pointer."""
        self._go(event.position().x())

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        """Follow a drag."""
        if event.buttons() & Qt.MouseButton.LeftButton:
            self._go(event.position().x())

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Step with the arrow keys; go to either end with Home and End."""
        if self._session.response is None or event.modifiers() != Qt.KeyboardModifier.NoModifier:
            super().keyPressEvent(event)
        elif event.key() in {Qt.Key.Key_Left, Qt.Key.Key_Right}:
            self._session.step(-1 if event.key() == Qt.Key.Key_Left else 1)
        elif event.key() in {Qt.Key.Key_Home, Qt.Key.Key_End}:
            self.chosen.emit(0 if event.key() == Qt.Key.Key_Home else self._session.response.look.segments - 1)
        else:
            super().keyPressEvent(event)

    def _go(self, x: float) -> None:
        if self._session.response is None:
            return
        segments = self._session.response.look.segments
        place = (x - MARGIN) / (self.width() - 2 * MARGIN) * segments
        self.chosen.emit(min(max(int(place), 0), segments - 1))


def _round_up(step: int) -> int:
    """Return the next of 1, 2, 5, 10, 20, 50 and so on."""
    power = 1
    while True:
        for factor in (1, 2, 5):
            if step <= factor * power:
                return factor * power
        power *= 10
