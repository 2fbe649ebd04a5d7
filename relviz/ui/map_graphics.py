"""The graphics of one heatmap on the screen."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pyqtgraph as pg
from PySide6.QtGui import QColor
from PySide6.QtWidgets import QGraphicsRectItem

from relviz.ui.cell_picture import CellPicture

if TYPE_CHECKING:
    from relviz.app.pin import Region
    from relviz.figure.palette import Palette
    from relviz.figure.spec import Heatmap
    from relviz.ui.color_bar import ColorBar
    from relviz.ui.map_strip import MapStrip
    from relviz.ui.map_title import MapTitle


class MapGraphics:
    """Cells, divider, crosshair and frame in a view, and what is beside it. Made once; stepping changes what it shows.

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
        self._outline, self._frame = QGraphicsRectItem(), QGraphicsRectItem()
        self._halo, self._divider, self._row, self._column = (
            pg.InfiniteLine(angle=angle, movable=False) for angle in (90, 90, 0, 90)
        )
        for item in (self._outline, self._halo, self._divider, self._row, self._column, self._frame):
            view.addItem(item, ignoreBounds=True)
        self._crosshair = (self._row, self._column, self._frame)
        for item in self._crosshair:
            item.setVisible(False)

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
                line.setPos(divider.at)

    def paint_cells(self, panel: Heatmap, palette: Palette, samples: tuple[int, int]) -> None:
        """Paint the cells anew, when more or fewer of them fit on the screen."""
        self._cells.show_cells(panel.values, panel.scale, palette, *samples, panel.dimmed)

    def set_cell(self, cell: tuple[int, int] | None, region: Region | None) -> None:
        """Move crosshair and frame; None hides them."""
        for item in self._crosshair:
            item.setVisible(cell is not None)
        if cell is not None:
            self._row.setPos(cell[0] + 0.5)
            self._column.setPos(cell[1] + 0.5)
            if region is None or region.single:
                self._frame.setRect(cell[1], cell[0], 1, 1)
            else:
                self._frame.setRect(region.column, region.row, region.columns, region.rows)
        if self.strip is not None:
            self.strip.set_cell(cell)

    def set_shape(self, rows: int, columns: int) -> None:
        """Hold the view to that many rows and columns, and show all of them."""
        least = {"minXRange": min(2, columns), "minYRange": min(2, rows)}
        self.view.setLimits(xMin=0, xMax=columns, yMin=0, yMax=rows, **least)
        self._outline.setRect(0, 0, columns, rows)
        self.view.setRange(xRange=(0, columns), yRange=(0, rows), padding=0)

    def ink(self, palette: Palette) -> None:
        """Give all lines the colours of the palette."""
        cursor = QColor(palette.cursor)
        faint = QColor(palette.cursor)
        faint.setAlphaF(0.55)
        self._halo.setPen(pg.mkPen(palette.paper, width=4))
        self._divider.setPen(pg.mkPen(palette.divider, width=2))
        self._outline.setPen(pg.mkPen(palette.line, width=1))
        self._frame.setPen(pg.mkPen(cursor, width=1.5))
        for line in (self._row, self._column):
            line.setPen(pg.mkPen(faint, width=1))
