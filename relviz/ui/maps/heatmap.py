"""One heatmap on the screen: title, strip, cells, what is drawn round them, and colour bar.

pyqtgraph lays these items out, zooms and pans; they draw with what draws files.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import pyqtgraph as pg
from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QImage, QPainter
from PySide6.QtWidgets import QGraphicsItem, QStyleOptionGraphicsItem, QWidget

from relviz.figure.colours.colormaps import COLOURS, table
from relviz.figure.drawing.cells import cell_image, veil_image
from relviz.figure.drawing.heatmap import bar_labels, label_middle
from relviz.figure.drawing.marks import (
    BREADTH,
    REACH,
    Pixels,
    draw_cell_frame,
    draw_edge,
    draw_marks,
    draw_outline,
    pixel_area,
)
from relviz.figure.drawing.strip import STRIP_GAP, STRIP_HEIGHT, draw_strip, mark_strip
from relviz.figure.lettering import fonts
from relviz.figure.lettering.text import draw_text, lines_of
from relviz.figure.spec import Scale
from relviz.ui.widgets.colours import colours

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray
    from PySide6.QtWidgets import QGraphicsSceneResizeEvent, QStyleOptionGraphicsItem, QWidget

    from relviz.app.projects.project import Region
    from relviz.figure.spec import Floats, Heatmap, Strip

TITLE, TITLE_GAP, TITLE_SIZE = 24.0, 8.0, 13
NOTE_LINE = fonts.line_height(fonts.NOTE) + 1


class MapTitle(pg.GraphicsWidget):
    """A heatmap's name in its ink, and its note: behind the name, or under it where there is no room."""

    def __init__(self) -> None:
        super().__init__()
        self._panel: Heatmap | None = None
        self._under: tuple[str, ...] = ()  # lines of the note that are under the name
        self.setFixedHeight(TITLE)

    def set_panel(self, panel: Heatmap) -> None:
        """Show the title of a heatmap."""
        self._panel = panel
        self._arrange()
        self.update()

    def resizeEvent(self, event: QGraphicsSceneResizeEvent) -> None:
        """Give the note as many lines as it needs at another width."""
        super().resizeEvent(event)
        if event.newSize().width() != event.oldSize().width():
            self._arrange()

    def _arrange(self) -> None:
        if self._panel is None:
            return
        width, note = self.size().width(), self._panel.note
        behind = self._name_width() + 2 * TITLE_GAP + fonts.text_width(note, fonts.NOTE) <= width
        self._under = () if behind or width <= 0 else lines_of(note, width, fonts.NOTE)
        height = TITLE + len(self._under) * NOTE_LINE
        if self.minimumHeight() != height:
            self.setFixedHeight(height)

    def _name_width(self) -> float:
        return 0.0 if self._panel is None else fonts.text_width(self._panel.title, TITLE_SIZE, bold=True)

    def paint(self, painter: QPainter, option: QStyleOptionGraphicsItem, widget: QWidget | None = None) -> None:
        """Paint name and note."""
        if self._panel is None:
            return
        palette, middle = colours().palette, TITLE / 2
        draw_text(painter, 0, middle, self._panel.title, palette.inks[self._panel.ink], size=TITLE_SIZE, bold=True)
        if not self._under:
            draw_text(painter, self._name_width() + TITLE_GAP, middle, self._panel.note, palette.muted, size=fonts.NOTE)
        for line in self._under:
            middle += NOTE_LINE
            draw_text(painter, 0, middle, line, palette.muted, size=fonts.NOTE)


BAR_ROOM, BAR, BAR_GAP = 64.0, 9.0, 4.0
NUMBERS = BAR_ROOM - 2 * BAR_GAP - BAR
"""Room for the numbers: where those of three digits are wider, they have fewer."""


class ColorBar(pg.GraphicsWidget):
    """Shows which number has which colour, lowest at the foot, with the same labels as in a file."""

    def __init__(self) -> None:
        super().__init__()
        self._scale = Scale(0.0, 1.0, "share")
        self.setFixedWidth(BAR_ROOM)

    def set_scale(self, scale: Scale) -> None:
        """Show another scale."""
        if scale != self._scale:
            self._scale = scale
            self.update()

    def paint(self, painter: QPainter, option: QStyleOptionGraphicsItem, widget: QWidget | None = None) -> None:
        """Paint bar and numbers."""
        scale = self._scale
        area = QRectF(QPointF(BAR_GAP, 0), QPointF(BAR_GAP + BAR, self.size().height()))
        ramp = table(scale.kind, colours().palette)[COLOURS - 1 :: -1].copy()  # (255, 4), highest first
        painter.drawImage(area, QImage(ramp.data, 1, COLOURS, 4, QImage.Format.Format_RGBA8888))
        painter.setFont(fonts.font(fonts.LABEL))
        painter.setPen(QColor(colours().palette.muted))
        height = fonts.line_height()
        for share, label in self._labels(area.height()):
            top = label_middle(share, area.height()) - height / 2
            box = QRectF(area.right() + BAR_GAP, top, NUMBERS, height)
            painter.drawText(box, Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter, label)

    def _labels(self, height: float) -> list[tuple[float, str]]:
        """Return the numbers beside the bar, with as many digits as there is room for."""
        for digits in (3, 2):
            labels = bar_labels(self._scale, height, digits)
            if all(fonts.text_width(label) <= NUMBERS for _, label in labels):
                return labels
        return bar_labels(self._scale, height, 1)


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
        return QRectF(QPointF(0, 0), self.size()).adjusted(0, 0, BAR_ROOM, 0)

    def paint(self, painter: QPainter, option: QStyleOptionGraphicsItem, widget: QWidget | None = None) -> None:
        """Paint the strip."""
        if self.strip is not None:
            left, right = self.view.viewRange()[0]
            draw_strip(painter, self.area, self.strip, colours().palette, span=(left, right))


class CellPicture(QGraphicsItem):
    """A matrix as a picture that is made once and painted often; pyqtgraph's makes its colours anew each time."""

    def __init__(self) -> None:
        super().__init__()
        self._area = QRectF()
        self._image = QImage()
        self._veil: QImage | None = None

    def show_cells(
        self,
        values: Floats,
        scale: Scale,
        rows: int,
        columns: int,
        dimmed: NDArray[np.bool_] | None = None,
    ) -> None:
        """Show another matrix.

        Args:
            values: (rows, columns); NaN is masked.
            scale: how numbers become colours.
            rows: how many rows the screen can tell apart, at most all there are.
            columns: how many columns, likewise.
            dimmed: (rows, columns) True for cells that are pale; None for none.
        """
        area = QRectF(0, 0, values.shape[1], values.shape[0])
        if area != self._area:
            self.prepareGeometryChange()
            self._area = area
        self._image = cell_image(values, scale, colours().palette, columns, rows)
        self._veil = None if dimmed is None else veil_image(dimmed, colours().palette, columns, rows)
        self.update()

    def boundingRect(self) -> QRectF:
        """Return the whole matrix."""
        return self._area

    def paint(self, painter: QPainter, option: QStyleOptionGraphicsItem, widget: QWidget | None = None) -> None:
        """Paint the cells."""
        painter.setRenderHint(QPainter.RenderHint.SmoothPixmapTransform, False)
        painter.drawImage(self._area, self._image)
        if self._veil is not None:
            painter.drawImage(self._area, self._veil)


OUTLINE = 1.0
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
        draw_outline(painter, cells, OUTLINE, colours().palette.line)
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
