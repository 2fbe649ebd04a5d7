"""The strip over a heatmap on the screen."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pyqtgraph as pg
from PySide6.QtCore import QPointF, QRectF

from relviz.figure.drawing.strip import STRIP_GAP, STRIP_HEIGHT, draw_strip, mark_strip
from relviz.ui.maps.color_bar import WIDTH
from relviz.ui.widgets.colours import colours

if TYPE_CHECKING:
    from PySide6.QtGui import QPainter
    from PySide6.QtWidgets import QStyleOptionGraphicsItem, QWidget

    from relviz.figure.spec import Strip


class MapStrip(pg.GraphicsWidget):
    """Draws a strip as files have it; one over keys follows the zoom of its map, and all are marked where a cell is."""

    def __init__(self, view: pg.ViewBox) -> None:
        super().__init__()
        self.view = view
        self.strip: Strip | None = None
        self.setFixedHeight(STRIP_HEIGHT + STRIP_GAP)
        view.sigXRangeChanged.connect(self._on_zoomed)

    @property
    def area(self) -> QRectF:
        """Where the steps or the curve are."""
        return QRectF(0, 0, self.size().width(), STRIP_HEIGHT)

    def set_strip(self, strip: Strip) -> None:
        """Show other values."""
        self.strip = strip
        self.update()

    def paint_mark(self, painter: QPainter, cell: tuple[int, int]) -> None:
        """Mark what a cell of the map shows of it; the painter is in the scene's coordinates."""
        at = None if self.strip is None else self.strip.index(*cell)
        if self.strip is not None and at is not None:
            left, right = self.view.viewRange()[0]
            painter.save()
            painter.translate(self.scenePos())
            mark_strip(painter, self.area, self.strip, colours().palette, at, span=(left, right))
            painter.restore()

    def _on_zoomed(self) -> None:
        self.update()

    def boundingRect(self) -> QRectF:
        """Return the strip and the room for its numbers over the map's colour bar."""
        return QRectF(QPointF(0, 0), self.size()).adjusted(0, 0, WIDTH, 0)

    def paint(self, painter: QPainter, option: QStyleOptionGraphicsItem, widget: QWidget | None = None) -> None:
        """Paint the strip."""
        if self.strip is not None:
            left, right = self.view.viewRange()[0]
            draw_strip(painter, self.area, self.strip, colours().palette, span=(left, right))
