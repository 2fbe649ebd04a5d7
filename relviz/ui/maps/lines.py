"""What is drawn round the cells of a heatmap on the screen, and between those of memory and of the segment."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pyqtgraph as pg

from relviz.figure.drawing.cell_lines import REACH, draw_edge, draw_outline, pixel_area
from relviz.ui.widgets.colours import colours

if TYPE_CHECKING:
    from PySide6.QtCore import QRectF
    from PySide6.QtGui import QPainter
    from PySide6.QtWidgets import QStyleOptionGraphicsItem, QWidget


LINE = 1.0
"""Thickness of the outline."""


class MapLines(pg.GraphicsObject):
    """Outline and divider of a view; they lie over it, since it clips what it has itself to its cells."""

    def __init__(self, view: pg.ViewBox) -> None:
        super().__init__(view.parentItem())
        self.setZValue(1)  # over the ticks of an axis under it
        self._view = view
        self._divider: float | None = None
        self._area = self._view_area()
        view.geometryChanged.connect(self._on_moved)
        view.sigRangeChanged.connect(self._on_zoomed)

    def set_divider(self, divider: float | None) -> None:
        """Show the divider before another column; None for none."""
        self._divider = divider
        self.update()

    def boundingRect(self) -> QRectF:
        """Return the map, its outline, and the marks over and under it."""
        return self._area.adjusted(-REACH, -REACH, REACH, REACH)

    def paint(self, painter: QPainter, option: QStyleOptionGraphicsItem, widget: QWidget | None = None) -> None:
        """Paint the outline, and the divider if it is in view."""
        area = self._area
        cells = pixel_area(painter, area)
        draw_outline(painter, cells, LINE, colours().palette.line)
        if self._divider is None:
            return
        first, last = self._view.viewRange()[0]
        cell = area.width() / max(last - first, 1e-9)
        if first <= self._divider <= last:
            place = area.left() + (self._divider - first) * cell
            draw_edge(painter, cells, place, cell, colours().palette, colours().palette.divider)

    def _view_area(self) -> QRectF:
        area: QRectF = self.mapRectFromItem(self._view, self._view.rect())
        return area

    def _on_moved(self) -> None:
        self.prepareGeometryChange()  # before it changes: the scene looks for the item where it has been
        self._area = self._view_area()

    def _on_zoomed(self) -> None:
        self.update()
