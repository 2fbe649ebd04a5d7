"""Heatmaps side by side, over the same queries and keys: one zoom, one crosshair."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import TYPE_CHECKING

import pyqtgraph as pg
from PySide6.QtCore import QEvent, QPointF, Qt, Signal
from PySide6.QtGui import QColor, QKeyEvent
from PySide6.QtWidgets import QGraphicsRectItem, QWidget

from relviz.figure.cells import strongest
from relviz.figure.colormaps import index_image, table
from relviz.ui.color_bar import ColorBar
from relviz.ui.corner import Corner
from relviz.ui.map_title import MapTitle
from relviz.ui.token_axis import TokenAxis

if TYPE_CHECKING:
    from relviz.figure.palette import Palette
    from relviz.figure.spec import Heatmap

LEFT_ROOM, BOTTOM_ROOM = 72.0, 52.0
_NO_MODIFIER = Qt.KeyboardModifier.NoModifier


@dataclass
class _Map:
    """The graphics of one heatmap."""

    title: MapTitle
    view: pg.ViewBox
    image: pg.ImageItem
    bar: ColorBar
    outline: QGraphicsRectItem
    halo: pg.InfiniteLine
    divider: pg.InfiniteLine
    row: pg.InfiniteLine
    column: pg.InfiniteLine
    frame: QGraphicsRectItem


class HeatmapGrid(pg.GraphicsLayoutWidget):
    """A grid of linked heatmaps with tokens on the outer axes.

    Wheel and drag zoom and pan all maps together; a double click shows everything again. Arrow keys move the cell.

    Signals:
        hovered(object): the (query, key) under the pointer, None when it leaves.
        clicked(object): the (query, key) that was clicked, or moved to with the keyboard.
    """

    hovered = Signal(object)
    clicked = Signal(object)

    def __init__(self, palette: Palette, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._palette = palette
        self._maps: dict[str, _Map] = {}
        self._panels: dict[str, Heatmap] = {}
        self._left: list[TokenAxis] = []
        self._bottom: list[TokenAxis] = []
        self._corner = Corner("", "", palette)
        self._shape = (0, 0)
        self._sampled = (0, 0)
        self._cell: tuple[int, int] | None = None
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setAccessibleName(self.tr("Heatmaps of the terms"))
        self.ci.layout.setSpacing(2)
        self.ci.layout.setContentsMargins(8, 4, 4, 4)
        self.scene().sigMouseMoved.connect(self._on_mouse_moved)
        self.scene().sigMouseClicked.connect(self._on_mouse_clicked)

    def set_panels(self, grid: tuple[tuple[Heatmap, ...], ...], palette: Palette) -> None:
        """Show a grid of heatmaps, all over the same rows and columns."""
        self._palette = palette
        self._panels = {panel.name: panel for row in grid for panel in row}
        if list(self._panels) != list(self._maps):
            self._build(grid)
        self.setBackground(palette.paper)
        first = grid[0][0]
        shape = first.values.shape
        if shape != self._shape:
            self._shape = (shape[0], shape[1])
            self._fit()
        self._sampled = self._samples()
        for name, panel in self._panels.items():
            self._show(self._maps[name], panel)
        memory = next((int(marker.at) for marker in first.markers if marker.style == "divider"), 0)
        spans = ((0, memory, self.tr("memory")), (memory, shape[1], self.tr("segment")))
        self._corner.set_palette(palette)
        for axis in self._left:
            axis.set_palette(palette)
            axis.set_labels(first.rows.labels)
        for axis in self._bottom:
            axis.set_palette(palette)
            axis.set_labels(first.columns.labels, spans if memory else spans[1:])

    def set_cell(self, cell: tuple[int, int] | None) -> None:
        """Move the crosshair of every map; None hides it."""
        self._cell = cell
        for drawn in self._maps.values():
            for item in (drawn.row, drawn.column, drawn.frame):
                item.setVisible(cell is not None)
            if cell is not None:
                drawn.row.setPos(cell[0] + 0.5)
                drawn.column.setPos(cell[1] + 0.5)
                drawn.frame.setRect(cell[1], cell[0], 1, 1)
        for axis in self._left:
            axis.set_current(cell and cell[0])
        for axis in self._bottom:
            axis.set_current(cell and cell[1])

    def reset_zoom(self) -> None:
        """Show all rows and columns."""
        self._fit()

    def _fit(self) -> None:
        rows, columns = self._shape
        for drawn in self._maps.values():
            least = {"minXRange": min(2, columns), "minYRange": min(2, rows)}
            drawn.view.setLimits(xMin=0, xMax=columns, yMin=0, yMax=rows, **least)
            drawn.outline.setRect(0, 0, columns, rows)
            drawn.view.setRange(xRange=(0, columns), yRange=(0, rows), padding=0)

    def view_of(self, name: str) -> pg.ViewBox:
        """Return the view of one map, for tests and for placing things over it."""
        return self._maps[name].view

    def _build(self, grid: tuple[tuple[Heatmap, ...], ...]) -> None:
        """Make the graphics once; stepping only changes what they show."""
        self.clear()
        self._maps, self._left, self._bottom = {}, [], []
        layout = self.ci.layout
        leader: pg.ViewBox | None = None
        for r, row in enumerate(grid):
            for c, panel in enumerate(row):
                title = MapTitle(self._palette)
                self.ci.addItem(title, row=2 * r, col=2 * c + 1)
                view = pg.ViewBox(enableMenu=False, invertY=True, defaultPadding=0)
                self.ci.addItem(view, row=2 * r + 1, col=2 * c + 1)
                bar = ColorBar(self._palette)
                self.ci.addItem(bar, row=2 * r + 1, col=2 * c + 2)
                if leader is None:
                    leader = view
                else:
                    view.setXLink(leader)
                    view.setYLink(leader)
                self._maps[panel.name] = self._graphics(title, view, bar)
                if c == 0:
                    axis = TokenAxis("left", LEFT_ROOM, self._palette)
                    axis.linkToView(view)
                    self.ci.addItem(axis, row=2 * r + 1, col=0)
                    self._left.append(axis)
                if r == len(grid) - 1:
                    axis = TokenAxis("bottom", BOTTOM_ROOM, self._palette)
                    axis.linkToView(view)
                    self.ci.addItem(axis, row=2 * r + 2, col=2 * c + 1)
                    self._bottom.append(axis)
            layout.setRowStretchFactor(2 * r + 1, 10)
        self._corner = Corner(self.tr("query"), self.tr("key"), self._palette)
        self.ci.addItem(self._corner, row=2 * len(grid), col=0)
        for c in range(len(grid[0])):
            layout.setColumnStretchFactor(2 * c + 1, 10)
        self.ci.setGeometry(self.range)  # the first title, of fixed height, has shrunk it to its own height
        if leader is not None:
            leader.sigRangeChanged.connect(self._on_zoomed)
            leader.sigResized.connect(self._on_zoomed)
        self._shape = (0, 0)

    def _graphics(self, title: MapTitle, view: pg.ViewBox, bar: ColorBar) -> _Map:
        image = pg.ImageItem(axisOrder="row-major")
        view.addItem(image)
        outline, frame = QGraphicsRectItem(), QGraphicsRectItem()
        halo, divider, row, column = (pg.InfiniteLine(angle=angle, movable=False) for angle in (90, 90, 0, 90))
        for item in (outline, halo, divider, row, column, frame):
            view.addItem(item, ignoreBounds=True)
        for item in (row, column, frame):
            item.setVisible(False)
        return _Map(title, view, image, bar, outline, halo, divider, row, column, frame)

    def _show(self, drawn: _Map, panel: Heatmap) -> None:
        palette = self._palette
        drawn.image.setLookupTable(table(panel.scale.kind, palette))
        self._paint_cells(drawn, panel)
        drawn.bar.set_scale(panel.scale, palette)
        drawn.title.set_panel(panel, palette)
        divider = next((marker for marker in panel.markers if marker.style == "divider"), None)
        for line, ink, width in ((drawn.halo, palette.paper, 4), (drawn.divider, palette.divider, 2)):
            line.setVisible(divider is not None)
            line.setPen(pg.mkPen(ink, width=width))
            if divider is not None:
                line.setPos(divider.at)
        drawn.outline.setPen(pg.mkPen(palette.line, width=1))
        cursor = QColor(palette.cursor)
        drawn.frame.setPen(pg.mkPen(cursor, width=1.5))
        cursor.setAlphaF(0.55)
        drawn.row.setPen(pg.mkPen(cursor, width=1))
        drawn.column.setPen(pg.mkPen(cursor, width=1))

    def _paint_cells(self, drawn: _Map, panel: Heatmap) -> None:
        rows, columns = self._shape
        drawn.image.setImage(index_image(strongest(panel.values, *self._sampled), panel.scale), levels=(0, 255))
        drawn.image.setRect(0, 0, columns, rows)

    def _samples(self) -> tuple[int, int]:
        """Return how many rows and columns the screen can tell apart at the present zoom, at most all there are."""
        leader = next(iter(self._maps.values())).view
        (left, right), (top, bottom) = leader.viewRange()
        scale = self.devicePixelRatioF()
        rows = math.ceil(self._shape[0] * leader.height() * scale / max(bottom - top, 1e-9))
        columns = math.ceil(self._shape[1] * leader.width() * scale / max(right - left, 1e-9))
        return max(1, min(rows, self._shape[0])), max(1, min(columns, self._shape[1]))

    def _on_zoomed(self) -> None:
        """Sample anew when more or fewer cells fit on the screen."""
        if self._panels and self._sampled != (samples := self._samples()):
            self._sampled = samples
            for name, panel in self._panels.items():
                self._paint_cells(self._maps[name], panel)

    def _cell_at(self, position: QPointF) -> tuple[int, int] | None:
        """Return the cell of any map under a point of the scene."""
        for drawn in self._maps.values():
            if drawn.view.sceneBoundingRect().contains(position):
                point = drawn.view.mapSceneToView(position)
                row, column = int(point.y() // 1), int(point.x() // 1)
                if 0 <= row < self._shape[0] and 0 <= column < self._shape[1]:
                    return row, column
        return None

    def _on_mouse_moved(self, position: QPointF) -> None:
        self.hovered.emit(self._cell_at(position))

    def _on_mouse_clicked(self, event: pg.GraphicsScene.mouseEvents.MouseClickEvent) -> None:
        if event.double():
            self.reset_zoom()
        elif event.button() == Qt.MouseButton.LeftButton and (cell := self._cell_at(event.scenePos())):
            self.clicked.emit(cell)

    def leaveEvent(self, event: QEvent) -> None:
        """Release the hovered cell."""
        self.hovered.emit(None)
        super().leaveEvent(event)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Move the selected cell with the arrow keys; plus and minus zoom."""
        moves = {
            Qt.Key.Key_Up: (-1, 0),
            Qt.Key.Key_Down: (1, 0),
            Qt.Key.Key_Left: (0, -1),
            Qt.Key.Key_Right: (0, 1),
        }
        zooms = {Qt.Key.Key_Plus: 0.8, Qt.Key.Key_Equal: 0.8, Qt.Key.Key_Minus: 1.25}
        key, rows, columns = Qt.Key(event.key()), *self._shape
        if key in zooms and rows:
            self._zoom(zooms[key])
        elif key in moves and rows and event.modifiers() in {_NO_MODIFIER, Qt.KeyboardModifier.KeypadModifier}:
            row, column = self._cell or (rows - 1, columns - 1)
            row, column = row + moves[key][0], column + moves[key][1]
            self.clicked.emit((min(max(row, 0), rows - 1), min(max(column, 0), columns - 1)))
            self._bring_into_view()
        else:
            super().keyPressEvent(event)

    def _zoom(self, factor: float) -> None:
        """Zoom all maps round the selected cell, or round their middle."""
        leader = next(iter(self._maps.values())).view
        centre = None if self._cell is None else QPointF(self._cell[1] + 0.5, self._cell[0] + 0.5)
        leader.scaleBy((factor, factor), center=centre)

    def _bring_into_view(self) -> None:
        """Pan all maps as far as it takes to see the selected cell."""
        if self._cell is None:
            return
        leader = next(iter(self._maps.values())).view
        (left, right), (top, bottom) = leader.viewRange()
        row, column = self._cell
        across = min(column - left, 0) + max(column + 1 - right, 0)
        down = min(row - top, 0) + max(row + 1 - bottom, 0)
        if across or down:
            leader.translateBy(x=across, y=down)
