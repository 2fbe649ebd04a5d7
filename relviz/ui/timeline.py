"""The text as a strip of segments: forgotten, in memory, current, to come."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QRectF, QSize, Qt, Signal
from PySide6.QtGui import QColor, QMouseEvent, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QSizePolicy, QWidget

from relviz.figure import fonts

if TYPE_CHECKING:
    from relviz.app.session import Session
    from relviz.figure.palette import Palette

MARGIN = 10.0


class Timeline(QWidget):
    """Click or drag to go to a segment.

    Signals:
        chosen(int): the segment.
    """

    chosen = Signal(int)

    def __init__(self, session: Session, palette: Palette, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._session = session
        self._palette = palette
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self.setAccessibleName(self.tr("Segments of the text"))
        self.setToolTip(self.tr("Click or drag to go to a segment."))
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

    def paintEvent(self, event: QPaintEvent) -> None:
        """Paint the segments; where they get narrower than a pixel, one after the other covers it."""
        response = self._session.response
        if response is None:
            return
        look, palette = response.look, self._palette
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setFont(fonts.font(fonts.LABEL))
        memory_start = look.start - look.terms.memory
        width = self.segment_rect(0).width()
        every = max(1, -(-look.segments // max(1, self.width())))
        labelled = max(1, -(-int(fonts.text_width(str(look.segments)) + 8) // max(1, int(width))))
        for index in range(0, look.segments, every):
            end = (index + 1) * response.segment_length
            if index > look.index:
                ground = palette.panel
            elif end > memory_start:
                ground = palette.memory_tint
            else:
                ground = palette.forgotten_tint
            painter.setPen(QPen(QColor(palette.grid), 1) if width > 6 else Qt.PenStyle.NoPen)
            painter.setBrush(QColor(ground))
            painter.drawRoundedRect(self.segment_rect(index), 3, 3)
        for index in range(0, look.segments, labelled):  # over the segments, which may be narrower than a number
            if abs(index - look.index) >= (labelled > 1):
                self._write(painter, index, palette.muted)
        box = self.segment_rect(look.index)
        box.setWidth(max(box.width(), 3))
        painter.setPen(QPen(QColor(palette.text), 1.5))
        painter.setBrush(QColor(palette.segment_tint))
        painter.drawRoundedRect(box, 3, 3)
        if labelled == 1:
            self._write(painter, look.index, palette.text)

    def _write(self, painter: QPainter, index: int, colour: str) -> None:
        box = self.segment_rect(index)
        needed = fonts.text_width(str(index)) + 2
        box.setLeft(min(box.left(), self.width() - MARGIN - needed))
        box.setWidth(max(box.width(), needed))
        painter.setPen(QColor(colour))
        painter.drawText(box, Qt.AlignmentFlag.AlignCenter, str(index))

    def mousePressEvent(self, event: QMouseEvent) -> None:
        """Go to the segment under the pointer."""
        self._go(event.position().x())

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        """Follow a drag."""
        if event.buttons() & Qt.MouseButton.LeftButton:
            self._go(event.position().x())

    def _go(self, x: float) -> None:
        if self._session.response is None:
            return
        segments = self._session.response.look.segments
        place = (x - MARGIN) / (self.width() - 2 * MARGIN) * segments
        self.chosen.emit(min(max(int(place), 0), segments - 1))
