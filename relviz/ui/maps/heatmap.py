"""The graphics of one heatmap on the screen."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QPointF, QRectF
from PySide6.QtGui import QColor, QPainter

from relviz.figure.drawing.cell_lines import BREADTH, Pixels, draw_cell_frame, draw_marks
from relviz.ui.maps.cell_picture import CellPicture
from relviz.ui.maps.lines import MapLines
from relviz.ui.widgets.colours import colours

if TYPE_CHECKING:
    import pyqtgraph as pg

    from relviz.app.session.pin import Region
    from relviz.figure.spec import Heatmap
    from relviz.ui.maps.color_bar import ColorBar
    from relviz.ui.maps.strip import MapStrip
    from relviz.ui.maps.title import MapTitle

FAINT = 0.4
"""Pixels that an arm of the crosshair takes where it is hard to see: marks at the map's rim say where it is."""


class MapGraphics:
    """Cells in a view, lines over it, and what is beside it. Made once; stepping changes what it shows.

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
        self._lines = MapLines(view)

    def remove(self) -> None:
        """Take out of the scene what no layout does."""
        self.view.scene().removeItem(self._lines)

    def show(self, panel: Heatmap, samples: tuple[int, int]) -> None:
        """Show another heatmap.

        Args:
            panel: the heatmap.
            samples: rows and columns that the screen can tell apart.
        """
        self.paint_cells(panel, samples)
        self._bar.set_scale(panel.scale)
        self._title.set_panel(panel)
        if self.strip is not None and panel.strip is not None:
            self.strip.set_strip(panel.strip)
        divider = next((marker for marker in panel.markers if marker.style == "divider"), None)
        self._lines.set_divider(None if divider is None else divider.at)

    def paint_cells(self, panel: Heatmap, samples: tuple[int, int]) -> None:
        """Paint the cells anew, when more or fewer of them fit on the screen."""
        self._cells.show_cells(panel.values, panel.scale, *samples, panel.dimmed)

    def paint_cell(self, painter: QPainter, cell: tuple[int, int], region: Region | None) -> None:
        """Paint the frame, the crosshair up to it, its marks, and that on the strip; the cell is left as it is.

        Args:
            painter: in the scene's coordinates.
            cell: where the crosshair is.
            region: what is framed; the cell if it is one cell, or None.
        """
        palette = colours().palette
        framed = QRectF(cell[1], cell[0], 1, 1)
        if region is not None and not region.single:
            framed = QRectF(region.column, region.row, region.columns, region.rows)
        area = self.view.mapRectToScene(self.view.rect())
        whole = self.view.mapViewToScene(QRectF(cell[1], cell[0], 1, 1)).boundingRect()
        faint = QColor(palette.cursor)
        faint.setAlphaF(0.55)
        painter.save()
        painter.setClipRect(area.adjusted(-BREADTH, -BREADTH, BREADTH, BREADTH))
        frame = draw_cell_frame(painter, self.view.mapViewToScene(framed).boundingRect(), palette.cursor)
        painter.setClipRect(area)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing, True)
        across, down = Pixels.of(painter, across=False), Pixels.of(painter, across=True)
        x, width = across.middle(whole.center().x(), whole.width())
        y, height = down.middle(whole.center().y(), whole.height())
        for arm in (
            QRectF(QPointF(x, area.top()), QPointF(x + width, frame.top())),
            QRectF(QPointF(x, frame.bottom()), QPointF(x + width, area.bottom())),
            QRectF(QPointF(area.left(), y), QPointF(frame.left(), y + height)),
            QRectF(QPointF(frame.right(), y), QPointF(area.right(), y + height)),
        ):
            if arm.width() > 0 and arm.height() > 0:
                painter.fillRect(arm, faint)
        painter.setClipping(False)
        for pixels, start, thick, row in ((across, x, width, False), (down, y, height, True)):
            if thick * pixels.scale < FAINT:
                draw_marks(painter, area, pixels, pixels.edge(start + thick / 2), palette.cursor, across=row)
        painter.restore()
        if self.strip is not None:
            self.strip.paint_mark(painter, cell)

    def set_shape(self, rows: int, columns: int) -> None:
        """Hold the view to that many rows and columns, and show all of them."""
        least = {"minXRange": min(2, columns), "minYRange": min(2, rows)}
        self.view.setLimits(xMin=0, xMax=columns, yMin=0, yMax=rows, **least)
        self.view.setRange(xRange=(0, columns), yRange=(0, rows), padding=0)
