"""The strip over a heatmap on the screen."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pyqtgraph as pg
from PySide6.QtCore import QPointF, QRectF

from relviz.figure.draw_strip import STRIP_GAP, STRIP_HEIGHT, draw_strip

if TYPE_CHECKING:
    from PySide6.QtGui import QPainter
    from PySide6.QtWidgets import QStyleOptionGraphicsItem, QWidget

    from relviz.figure.palette import Palette
    from relviz.figure.spec import Strip

NUMBERS_ROOM = 52.0
"""Room right of it for its numbers, over the colour bar of the map."""


class MapStrip(pg.GraphicsWidget):
    """Draws a strip as files have it; one over keys follows the zoom of its map, and all follow the selected cell."""

    def __init__(self, view: pg.ViewBox, palette: Palette) -> None:
        super().__init__()
        self._view, self._palette = view, palette
        self._strip: Strip | None = None
        self._cell: tuple[int, int] | None = None
        self.setFixedHeight(STRIP_HEIGHT + STRIP_GAP)
        view.sigXRangeChanged.connect(self._on_zoomed)

    def set_strip(self, strip: Strip, palette: Palette) -> None:
        """Show other values."""
        self._strip, self._palette = strip, palette
        self.update()

    def set_cell(self, cell: tuple[int, int] | None) -> None:
        """Mark what a cell of the map shows of it; None marks nothing."""
        if cell != self._cell:
            self._cell = cell
            self.update()

    def _on_zoomed(self) -> None:
        self.update()

    def boundingRect(self) -> QRectF:
        """Return the strip and the room for its numbers, which reach beyond the map's width."""
        return QRectF(QPointF(0, 0), self.size()).adjusted(0, 0, NUMBERS_ROOM, 0)

    def paint(self, painter: QPainter, option: QStyleOptionGraphicsItem, widget: QWidget | None = None) -> None:
        """Paint the strip."""
        if self._strip is None:
            return
        left, right = self._view.viewRange()[0]
        area = QRectF(0, 0, self.size().width(), STRIP_HEIGHT)
        at = None if self._cell is None else self._strip.index(*self._cell)
        draw_strip(painter, area, self._strip, self._palette, span=(left, right), at=at)
