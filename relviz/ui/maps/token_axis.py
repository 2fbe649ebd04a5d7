"""Axes with one label a token, readable from 8 tokens to 2,000, and the corner between two of them."""

from __future__ import annotations

from itertools import accumulate
from typing import TYPE_CHECKING, Any

import pyqtgraph as pg
from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QPainter, QPen

from relviz.figure.lettering import fonts
from relviz.figure.lettering.ticks import elide, label_step, shown_labels
from relviz.ui.widgets.colours import colours

if TYPE_CHECKING:
    from collections.abc import Sequence

    from PySide6.QtWidgets import QStyleOptionGraphicsItem, QWidget

GAP = 4.0
TICK, EDGE, APART = 3.0, 6.0, 6.0
"""Length of a tick, from the maps to the labels, and from one upright label to the next."""
SPAN_HEIGHT = 18.0
"""Room for the words under a horizontal axis that name its two parts."""
SHORTEST = 12.0
"""Least length of a part that is named."""
BEYOND = 56.0
"""How far the names may reach beyond the map, under its colour bar, where they do not fit under the map."""


class TokenAxis(pg.AxisItem):
    """Labels the cells in view: as many as fit, long ones elided, column labels turned unless they fit side by side.

    The axis paints itself; pyqtgraph's own painting cannot turn text and drops labels near the ends.
    """

    def __init__(self, orientation: str, room: float) -> None:
        super().__init__(orientation)
        self._across = orientation == "bottom"
        self._room = room
        self._labels: Sequence[str] = ()
        self._widest: float | None = None
        self._spans: tuple[tuple[int, int, str], ...] = ()
        if self._across:
            self.setHeight(room + SPAN_HEIGHT)
        else:
            self.setWidth(room)

    def set_labels(self, labels: Sequence[str], spans: tuple[tuple[int, int, str], ...] = ()) -> None:
        """Show one label a cell; spans (first cell, cell after the last, word) name parts of the axis."""
        self._labels, self._spans, self._widest = labels, spans, None
        self.update()

    def paint(self, painter: QPainter, option: QStyleOptionGraphicsItem, widget: QWidget | None = None) -> None:
        """Paint the labels in view."""
        if (place := self._place()) is None:
            return
        low, cell = place
        painter.setFont(fonts.font(fonts.LABEL))
        shown, thinned = self._shown(low, cell)
        upright, ink = self._upright(cell), colours().palette.muted
        for index in shown:
            self._paint_label(painter, index, (index + 0.5 - low) * cell, ink, upright=upright, ticked=thinned)
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
        upright = self._upright(cell)
        own = self._extent(current, upright=upright)
        for index in shown:
            beside, extent = (index + 0.5 - low) * cell, self._extent(index, upright=upright)
            if abs(beside - at) <= (own + extent) / 2 + (GAP if upright else 0.0):
                edges = [(start - low) * cell for start, _, _ in self._spans[1:]]
                free = all(abs(edge - beside) > 2 * TICK for edge in edges)
                self._clear(painter, beside, extent, upright=upright, tick=free)
        self._paint_label(painter, current, at, colours().palette.cursor, upright=upright, ticked=thinned)
        painter.restore()

    def _clear(self, painter: QPainter, place: float, extent: float, *, upright: bool, tick: bool) -> None:
        """Paint paper over a label, and over its tick if the mark of the divider is not there."""
        start, room, ground = place - extent / 2, self._room - EDGE, QColor(colours().palette.paper)
        below = self._foot(upright=upright) - EDGE - 1  # not over the line of a part
        labels = (QRectF(start, EDGE, extent, below), QRectF(0, start, room, extent))
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

    def _upright(self, cell: float) -> bool:
        """Return whether the labels of a horizontal axis fit side by side, so that none need be turned."""
        if not self._across:
            return False
        if self._widest is None:
            self._widest = max(map(fonts.text_width, set(self._labels)))
        return self._widest + APART <= label_step(cell, fonts.line_height() + 1) * cell

    def _extent(self, index: int, *, upright: bool) -> float:
        """Return how much of the axis a label takes."""
        return fonts.text_width(self._labels[index]) if upright else fonts.line_height()

    def _foot(self, *, upright: bool) -> float:
        """Return how far below the maps the lines of the parts are: right under the labels."""
        return EDGE + fonts.line_height() + GAP if upright else self._room

    def _paint_label(
        self, painter: QPainter, index: int, place: float, ink: str, *, upright: bool, ticked: bool
    ) -> None:
        painter.setPen(QColor(ink))
        height = fonts.line_height()
        room = self._room - GAP - EDGE
        label = self._labels[index] if upright else elide(self._labels[index], room, fonts.text_width)
        painter.save()
        along = Qt.AlignmentFlag.AlignHCenter if upright else Qt.AlignmentFlag.AlignRight
        if upright:
            extent = self._extent(index, upright=True) + 2  # a fraction of a pixel would cost its last letter
            box = QRectF(place - extent / 2, EDGE, extent, height)
        elif self._across:
            painter.translate(place, EDGE)
            painter.rotate(-90)
            box = QRectF(-room, -height / 2, room, height)
        else:
            box = QRectF(GAP, place - height / 2, room, height)
        painter.drawText(box, along | Qt.AlignmentFlag.AlignVCenter, label)
        painter.restore()
        if ticked:
            self._paint_tick(painter, place)

    def _paint_tick(self, painter: QPainter, place: float) -> None:
        # A square end would reach out of what is cleared for the current label, and stay as a dot.
        painter.setPen(QPen(QColor(colours().palette.line), 1, c=Qt.PenCapStyle.FlatCap))
        if self._across:
            painter.drawLine(QPointF(place, 0), QPointF(place, TICK))
        else:
            painter.drawLine(QPointF(self._room - TICK, place), QPointF(self._room, place))

    def _paint_spans(self, painter: QPainter, low: float, cell: float) -> None:
        """Paint a line under each part of the axis, and its name, which may be wider than the part but is whole."""
        painter.setPen(QColor(colours().palette.line))
        foot = self._foot(upright=self._upright(cell))
        names: list[tuple[float, float, str]] = []  # left end, width, and word
        for start, end, word in self._spans:
            first, last = max((start - low) * cell, 0.0), min((end - low) * cell, self._length)
            if last - first < SHORTEST:
                continue
            painter.drawLine(QPointF(first + 2, foot), QPointF(last - 2, foot))
            width = fonts.text_width(word)
            left = min(max((first + last - width) / 2, 0.0), self._length - width)
            names.append((left, width, word))
        painter.setPen(QColor(colours().palette.muted))
        for left, width, word in self._apart(names):
            area = QRectF(left, foot, width, SPAN_HEIGHT)
            painter.drawText(area, Qt.AlignmentFlag.AlignCenter | Qt.TextFlag.TextDontClip, word)

    def _apart(self, names: list[tuple[float, float, str]]) -> list[tuple[float, float, str]]:
        """Return names, each with its left end and its width, so that none is over another; at worst without the first.

        One name alone, in the middle under two parts, would seem to be that of both.
        """
        tight = sum(width + GAP for _, width, _ in names) - GAP
        if self._length < tight <= self._length + BEYOND:
            ends = accumulate((width + GAP for _, width, _ in names), initial=0.0)
            return [(left, width, word) for left, (_, width, word) in zip(ends, names, strict=False)]
        placed, room = [], self._length
        for wanted, width, word in reversed(names):  # those before make room for the last
            left = min(wanted, room - width)
            if left >= 0:
                placed.append((left, width, word))
                room = left - GAP
        return placed[::-1]

    def generateDrawSpecs(self, p: Any) -> None:
        """Nothing for pyqtgraph to draw."""


CORNER = 4.0


class Corner(pg.GraphicsWidget):
    """Names the rows above it and the columns beside it."""

    def __init__(self, rows: str, columns: str) -> None:
        super().__init__()
        self._rows, self._columns = rows, columns

    def paint(self, painter: QPainter, option: QStyleOptionGraphicsItem, widget: QWidget | None = None) -> None:
        """Paint both names, each towards its axis."""
        height = fonts.line_height()
        box = QRectF(QPointF(0, CORNER), self.size()).adjusted(0, 0, -CORNER, 0)
        painter.setFont(fonts.font(fonts.LABEL))
        painter.setPen(QColor(colours().palette.muted))
        for line, text in enumerate((f"{self._rows} ↑", f"{self._columns} →")):
            row = QRectF(box.left(), box.top() + line * height, box.width(), height)
            painter.drawText(row, Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter, text)
