"""The strip over a heatmap on the screen."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pyqtgraph as pg
from PySide6.QtCore import QPointF, QRectF
from PySide6.QtWidgets import QGraphicsItem

from relviz.figure.draw_strip import STRIP_GAP, STRIP_HEIGHT, draw_strip, mark_strip

if TYPE_CHECKING:
    from PySide6.QtGui import QPainter
    from PySide6.QtWidgets import QGraphicsSceneResizeEvent, QStyleOptionGraphicsItem, QWidget

    from relviz.figure.palette import Palette
    from relviz.figure.spec import Strip

NUMBERS_ROOM = 52.0
"""Room right of it for its numbers, over the colour bar of the map."""


class MapStrip(pg.GraphicsWidget):
    """Draws a strip as files have it; one over keys follows the zoom of its map, and all follow the selected cell.

    The strip itself is kept as pixels, since the pointer changes only the mark on it.
    """

    def __init__(self, view: pg.ViewBox, palette: Palette) -> None:
        super().__init__()
        self.view, self.palette_in_use = view, palette
        self.strip: Strip | None = None
        self._mark = _Mark(self)
        self.setFixedHeight(STRIP_HEIGHT + STRIP_GAP)
        self.setCacheMode(QGraphicsItem.CacheMode.DeviceCoordinateCache)
        view.sigXRangeChanged.connect(self._on_zoomed)

    @property
    def area(self) -> QRectF:
        """Where the steps or the curve are."""
        return QRectF(0, 0, self.size().width(), STRIP_HEIGHT)

    def set_strip(self, strip: Strip, palette: Palette) -> None:
        """Show other values."""
        self.strip, self.palette_in_use = strip, palette
        self.update()
        self._mark.update()

    def set_cell(self, cell: tuple[int, int] | None) -> None:
        """Mark what a cell of the map shows of it; None marks nothing."""
        if cell != self._mark.cell:
            self._mark.cell = cell
            self._mark.update()

    def _on_zoomed(self) -> None:
        self.update()
        self._mark.update()

    def resizeEvent(self, event: QGraphicsSceneResizeEvent) -> None:
        """Give the mark the same room."""
        super().resizeEvent(event)
        self._mark.set_room(self.boundingRect())

    def boundingRect(self) -> QRectF:
        """Return the strip and the room for its numbers, which reach beyond the map's width."""
        return QRectF(QPointF(0, 0), self.size()).adjusted(0, 0, NUMBERS_ROOM, 0)

    def paint(self, painter: QPainter, option: QStyleOptionGraphicsItem, widget: QWidget | None = None) -> None:
        """Paint the strip."""
        if self.strip is not None:
            left, right = self.view.viewRange()[0]
            draw_strip(painter, self.area, self.strip, self.palette_in_use, span=(left, right))


class _Mark(QGraphicsItem):
    """What a strip has at the selected cell."""

    def __init__(self, over: MapStrip) -> None:
        super().__init__(over)
        self._over = over
        self._room = over.boundingRect()  # its own: Qt may ask for it while the strip is taken apart
        self.cell: tuple[int, int] | None = None

    def set_room(self, room: QRectF) -> None:
        """Take as much room as the strip."""
        self.prepareGeometryChange()
        self._room = room

    def boundingRect(self) -> QRectF:
        return self._room

    def paint(self, painter: QPainter, option: QStyleOptionGraphicsItem, widget: QWidget | None = None) -> None:
        strip = self._over.strip
        if strip is not None and self.cell is not None:
            left, right = self._over.view.viewRange()[0]
            at = strip.index(*self.cell)
            if at is not None:
                mark_strip(painter, self._over.area, strip, self._over.palette_in_use, at, span=(left, right))
