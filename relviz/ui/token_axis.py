"""An axis with one label a token, readable from 8 tokens to 2,000."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pyqtgraph as pg
from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QPainter

from relviz.figure import fonts
from relviz.figure.ticks import elide, shown_labels

if TYPE_CHECKING:
    from collections.abc import Sequence

    from PySide6.QtWidgets import QStyleOptionGraphicsItem, QWidget

    from relviz.figure.palette import Palette

GAP = 4.0
TICK, EDGE = 3.0, 6.0
"""Length of a tick, and from the maps to the labels."""
SPAN_HEIGHT = 18.0
"""Room for the words under a horizontal axis that name its two parts."""


class TokenAxis(pg.AxisItem):
    """Labels the cells in view: as many as fit, long ones elided, column labels turned upright.

    The axis paints itself; pyqtgraph's own painting cannot turn text and drops labels near the ends.
    """

    def __init__(self, orientation: str, room: float, palette: Palette) -> None:
        super().__init__(orientation)
        self._across = orientation == "bottom"
        self._room = room
        self._palette = palette
        self._labels: Sequence[str] = ()
        self._spans: tuple[tuple[int, int, str], ...] = ()
        self._current: int | None = None
        if self._across:
            self.setHeight(room + SPAN_HEIGHT)
        else:
            self.setWidth(room)

    def set_labels(self, labels: Sequence[str], spans: tuple[tuple[int, int, str], ...] = ()) -> None:
        """Show one label a cell; spans (first cell, cell after the last, word) name parts of the axis."""
        self._labels, self._spans = labels, spans
        self.update()

    def set_current(self, cell: int | None) -> None:
        """Emphasise one cell's label."""
        if cell != self._current:
            self._current = cell
            self.update()

    def set_palette(self, palette: Palette) -> None:
        """Change the colours."""
        self._palette = palette
        self.update()

    def paint(self, painter: QPainter, option: QStyleOptionGraphicsItem, widget: QWidget | None = None) -> None:
        """Paint the labels in view."""
        view = self.linkedView()
        length = self.size().width() if self._across else self.size().height()
        if view is None or not self._labels or length <= 0:
            return
        low, high = view.viewRange()[0 if self._across else 1]
        cell = length / max(high - low, 1e-9)
        painter.setFont(fonts.font(fonts.LABEL))
        first, last = max(0, int(low)), min(len(self._labels), int(high) + 1)
        shown = [index for index in shown_labels(last, cell, fonts.line_height() + 1, first) if index != self._current]
        if self._current is not None and first <= self._current < last:
            clear = fonts.line_height() / cell
            shown = [index for index in shown if abs(index - self._current) > clear] + [self._current]
        thinned = len(shown) < last - first  # a tick says which cell each label means
        for index in shown:
            place = (index + 0.5 - low) * cell
            if 0 <= place <= length:
                self._paint_label(painter, index, place)
                if thinned:
                    self._paint_tick(painter, place)
        written = 0.0
        for start, end, word in self._spans:
            written = self._paint_span(painter, max(start, low), min(end, high), word, low, cell, written)

    def _paint_label(self, painter: QPainter, index: int, place: float) -> None:
        current = index == self._current
        painter.setPen(QColor(self._palette.cursor if current else self._palette.muted))
        height = fonts.line_height()
        room = self._room - GAP - EDGE
        label = elide(self._labels[index], room, fonts.text_width)
        painter.save()
        if self._across:
            painter.translate(place, EDGE)
            painter.rotate(-90)
            box = QRectF(-room, -height / 2, room, height)
        else:
            box = QRectF(GAP, place - height / 2, room, height)
        painter.drawText(box, Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter, label)
        painter.restore()

    def _paint_tick(self, painter: QPainter, place: float) -> None:
        painter.setPen(QColor(self._palette.line))
        if self._across:
            painter.drawLine(QPointF(place, 0), QPointF(place, TICK))
        else:
            painter.drawLine(QPointF(self._room - TICK, place), QPointF(self._room, place))

    def _paint_span(
        self, painter: QPainter, start: float, end: float, word: str, low: float, cell: float, written: float
    ) -> float:
        """Paint a line under a part of the axis, and its name, which may be wider than the part but is never cut off.

        Args:
            painter: where to paint.
            start: first cell of the part that is in view.
            end: cell after its last.
            word: its name.
            low: first cell in view.
            cell: width of a cell.
            written: where the name before it ends.

        Returns:
            Where the last name ends.
        """
        box = QRectF((start - low) * cell, self._room, (end - start) * cell, SPAN_HEIGHT)
        if box.width() < 12:
            return written
        painter.setPen(QColor(self._palette.line))
        painter.drawLine(box.topLeft() + QPointF(2, 0), box.topRight() - QPointF(2, 0))
        width = fonts.text_width(word) + 2
        left = min(max(box.center().x() - width / 2, 0.0), float(self.size().width()) - width)
        if left < written:
            return written
        painter.setPen(QColor(self._palette.muted))
        painter.drawText(QRectF(left, box.top(), width, SPAN_HEIGHT), Qt.AlignmentFlag.AlignCenter, word)
        return left + width + GAP

    def generateDrawSpecs(self, p: Any) -> None:
        """Nothing for pyqtgraph to draw."""
