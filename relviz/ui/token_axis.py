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
        if self._across:
            self.setHeight(room + SPAN_HEIGHT)
        else:
            self.setWidth(room)

    def set_labels(self, labels: Sequence[str], spans: tuple[tuple[int, int, str], ...] = ()) -> None:
        """Show one label a cell; spans (first cell, cell after the last, word) name parts of the axis."""
        self._labels, self._spans = labels, spans
        self.update()

    def set_palette(self, palette: Palette) -> None:
        """Change the colours."""
        self._palette = palette
        self.update()

    def paint(self, painter: QPainter, option: QStyleOptionGraphicsItem, widget: QWidget | None = None) -> None:
        """Paint the labels in view."""
        if (place := self._place()) is None:
            return
        low, cell = place
        painter.setFont(fonts.font(fonts.LABEL))
        shown, thinned = self._shown(low, cell)
        for index in shown:
            self._paint_label(painter, index, (index + 0.5 - low) * cell, self._palette.muted, ticked=thinned)
        written, high = 0.0, low + self._length / cell
        for start, end, word in self._spans:
            written = self._paint_span(painter, max(start, low), min(end, high), word, low, cell, written)

    def paint_current(self, painter: QPainter, current: int) -> None:
        """Paint one cell's label over the axis, emphasised, in place of those it would touch.

        Args:
            painter: in the scene's coordinates.
            current: the cell.
        """
        if (place := self._place()) is None:
            return
        low, cell = place
        shown, thinned = self._shown(low, cell)
        at = (current + 0.5 - low) * cell
        if not 0 <= at <= self._length:
            return
        painter.save()
        painter.translate(self.scenePos())
        painter.setFont(fonts.font(fonts.LABEL))
        height = fonts.line_height()
        for index in shown:
            beside = (index + 0.5 - low) * cell
            if abs(beside - at) <= height:
                start = beside - height / 2
                room = QRectF(start, 0, height, self._room) if self._across else QRectF(0, start, self._room, height)
                painter.fillRect(room, QColor(self._palette.paper))
        self._paint_label(painter, current, at, self._palette.cursor, ticked=thinned)
        painter.restore()

    @property
    def _length(self) -> float:
        """How long the axis is."""
        size = self.size()
        return float(size.width() if self._across else size.height())

    def _place(self) -> tuple[float, float] | None:
        """Return the cell that the axis begins with and how long a cell is; None if there is nothing to label."""
        view = self.linkedView()
        if view is None or not self._labels or self._length <= 0:
            return None
        low, high = view.viewRange()[0 if self._across else 1]
        return low, self._length / max(high - low, 1e-9)

    def _shown(self, low: float, cell: float) -> tuple[list[int], bool]:
        """Return the cells with a label, and whether some have none, so that ticks must say which each label means."""
        high = low + self._length / cell
        first, last = max(0, int(low)), min(len(self._labels), int(high) + 1)
        shown = list(shown_labels(last, cell, fonts.line_height() + 1, first))
        thinned = len(shown) < last - first
        return [index for index in shown if 0 <= (index + 0.5 - low) * cell <= self._length], thinned

    def _paint_label(self, painter: QPainter, index: int, place: float, ink: str, *, ticked: bool) -> None:
        painter.setPen(QColor(ink))
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
        if ticked:
            self._paint_tick(painter, place)

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
