"""The graphics of one heatmap on the screen."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pyqtgraph as pg
from PySide6.QtCore import QLineF, QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QPainter
from PySide6.QtWidgets import QGraphicsLineItem, QGraphicsRectItem

from relviz.ui.cell_picture import CellPicture

if TYPE_CHECKING:
    from relviz.app.pin import Region
    from relviz.figure.palette import Palette
    from relviz.figure.spec import Heatmap
    from relviz.ui.color_bar import ColorBar
    from relviz.ui.map_strip import MapStrip
    from relviz.ui.map_title import MapTitle


class MapGraphics:
    """Cells and divider in a view, and what is beside it. Made once; stepping changes what it shows.

    Crosshair and frame are no items of the scene: they are painted over it, so that it stays as it is.

    Args:
        title: the title over the map.
        view: where the cells are.
        bar: its colour bar.
        strip: the strip over it; None if it has none.
    """

    def __init__(self, title: MapTitle, view: pg.ViewBox, bar: ColorBar, strip: MapStrip | None) -> None:
        self.view, self.strip = view, strip
        self._title, self._bar = title, bar
        self._cells = CellPicture()
        view.addItem(self._cells, ignoreBounds=True)
        self._outline, self._halo, self._divider = QGraphicsRectItem(), QGraphicsLineItem(), QGraphicsLineItem()
        for item in (self._outline, self._halo, self._divider):
            view.addItem(item, ignoreBounds=True)

    def show(self, panel: Heatmap, palette: Palette, samples: tuple[int, int]) -> None:
        """Show another heatmap.

        Args:
            panel: the heatmap.
            palette: the theme.
            samples: rows and columns that the screen can tell apart.
        """
        self.paint_cells(panel, palette, samples)
        self._bar.set_scale(panel.scale, palette)
        self._title.set_panel(panel, palette)
        if self.strip is not None and panel.strip is not None:
            self.strip.set_strip(panel.strip, palette)
        divider = next((marker for marker in panel.markers if marker.style == "divider"), None)
        for line in (self._halo, self._divider):
            line.setVisible(divider is not None)
            if divider is not None:
                line.setLine(divider.at, 0, divider.at, panel.values.shape[0])

    def paint_cells(self, panel: Heatmap, palette: Palette, samples: tuple[int, int]) -> None:
        """Paint the cells anew, when more or fewer of them fit on the screen."""
        self._cells.show_cells(panel.values, panel.scale, palette, *samples, panel.dimmed)

    def paint_cell(self, painter: QPainter, cell: tuple[int, int], region: Region | None, palette: Palette) -> None:
        """Paint the crosshair, the frame, and the mark on the strip.

        Args:
            painter: in the scene's coordinates.
            cell: where the crosshair is.
            region: what is framed; the cell if it is one cell, or None.
            palette: the theme.
        """
        framed = QRectF(cell[1], cell[0], 1, 1)
        if region is not None and not region.single:
            framed = QRectF(region.column, region.row, region.columns, region.rows)
        area = self.view.sceneBoundingRect()
        middle = self.view.mapViewToScene(QPointF(cell[1] + 0.5, cell[0] + 0.5))
        x, y = middle.x(), middle.y()
        faint = QColor(palette.cursor)
        faint.setAlphaF(0.55)
        painter.save()
        painter.setClipRect(area)
        painter.setPen(pg.mkPen(faint, width=1))
        painter.drawLine(QLineF(area.left(), y, area.right(), y))
        painter.drawLine(QLineF(x, area.top(), x, area.bottom()))
        painter.setPen(pg.mkPen(palette.cursor, width=1.5))
        painter.setBrush(Qt.BrushStyle.NoBrush)
        painter.drawRect(self.view.mapViewToScene(framed).boundingRect())
        painter.restore()
        if self.strip is not None:
            self.strip.paint_mark(painter, cell)

    def set_shape(self, rows: int, columns: int) -> None:
        """Hold the view to that many rows and columns, and show all of them."""
        least = {"minXRange": min(2, columns), "minYRange": min(2, rows)}
        self.view.setLimits(xMin=0, xMax=columns, yMin=0, yMax=rows, **least)
        self._outline.setRect(0, 0, columns, rows)
        self.view.setRange(xRange=(0, columns), yRange=(0, rows), padding=0)

    def ink(self, palette: Palette) -> None:
        """Give all lines the colours of the palette."""
        self._halo.setPen(pg.mkPen(palette.paper, width=4))
        self._divider.setPen(pg.mkPen(palette.divider, width=2))
        self._outline.setPen(pg.mkPen(palette.line, width=1))
