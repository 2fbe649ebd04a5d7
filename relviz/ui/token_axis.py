"""An axis with one label a token, readable from 8 tokens to 2,000."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pyqtgraph as pg
from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QPainter, QPen

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
SHORTEST = 12.0
"""Least length of a part that is named."""


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
        self._paint_spans(painter, low, cell)

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
                edges = [(start - low) * cell for start, _, _ in self._spans[1:]]
                self._clear(painter, beside, height, tick=all(abs(edge - beside) > 2 * TICK for edge in edges))
        self._paint_label(painter, current, at, self._palette.cursor, ticked=thinned)
        painter.restore()

    def _clear(self, painter: QPainter, place: float, height: float, *, tick: bool) -> None:
        """Paint paper over a label, and over its tick if the mark of the divider is not there."""
        start, room, ground = place - height / 2, self._room - EDGE, QColor(self._palette.paper)
        labels = (QRectF(start, EDGE, height, room - 1), QRectF(0, start, room, height))  # not over the line of a part
        ticks = (QRectF(place - 1, 0, 2, EDGE), QRectF(room, place - 1, EDGE, 2))
        for area in (labels, ticks) if tick else (labels,):
            painter.fillRect(area[0 if self._across else 1], ground)

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
        # A square end would reach out of what is cleared for the current label, and stay as a dot.
        painter.setPen(QPen(QColor(self._palette.line), 1, c=Qt.PenCapStyle.FlatCap))
        if self._across:
            painter.drawLine(QPointF(place, 0), QPointF(place, TICK))
        else:
            painter.drawLine(QPointF(self._room - TICK, place), QPointF(self._room, place))

    def _paint_spans(self, painter: QPainter, low: float, cell: float) -> None:
        """Paint a line under each part of the axis, and its name, which may be wider than the part but is whole."""
        painter.setPen(QColor(self._palette.line))
        names: list[tuple[float, float, str]] = []  # left end, width, and word
        for start, end, word in self._spans:
            first, last = max((start - low) * cell, 0.0), min((end - low) * cell, self._length)
            if last - first < SHORTEST:
                continue
            painter.drawLine(QPointF(first + 2, self._room), QPointF(last - 2, self._room))
            width = fonts.text_width(word) + 2
            left = min(max((first + last - width) / 2, 0.0), self._length - width)
            names.append((left, width, word))
        placed, room = [], self._length
        for wanted, width, word in reversed(names):  # those before make room for the last
            left = min(wanted, room - width)
            if left >= 0:
                placed.append((QRectF(left, self._room, width, SPAN_HEIGHT), word))
                room = left - GAP
        painter.setPen(QColor(self._palette.muted))
        for area, word in reversed(placed):
            painter.drawText(area, Qt.AlignmentFlag.AlignCenter, word)

    def generateDrawSpecs(self, p: Any) -> None:
        """Nothing for pyqtgraph to draw."""
