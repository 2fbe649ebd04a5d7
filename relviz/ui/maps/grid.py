"""Heatmaps side by side, over the same queries and keys: one zoom, one crosshair, one cell that keys move."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

import pyqtgraph as pg
from PySide6.QtCore import QEvent, QPointF, QRectF, Qt, Signal
from PySide6.QtGui import QColor, QContextMenuEvent, QPainter, QPen

from relviz.ui.maps.heatmap import ColorBar, MapGraphics, MapStrip, MapTitle
from relviz.ui.maps.kept_scene import KeptScene
from relviz.ui.maps.token_axis import Corner, TokenAxis
from relviz.ui.widgets.colours import colours

if TYPE_CHECKING:
    from PySide6.QtGui import QFocusEvent, QKeyEvent, QMouseEvent, QPaintEvent
    from PySide6.QtWidgets import QWidget

    from relviz.app.projects.project import Cell, Region
    from relviz.figure.spec import Heatmap

LEFT_ROOM, BOTTOM_ROOM = 72.0, 52.0
MARGIN, RIGHT_MARGIN, GAP = 8, 4, 2
FIRST_MAP, AFTER_LAST = round(MARGIN + LEFT_ROOM + GAP), RIGHT_MARGIN - GAP
"""Pixels left of the first map, and right of the last one with its colour bar and the gap after it: what is between
them is shared evenly by the columns."""
_SHIFT = Qt.KeyboardModifier.ShiftModifier


class HeatmapGrid(KeptScene):
    """A grid of linked heatmaps with tokens on the outer axes.

    Wheel and drag zoom and pan all maps together; a double click shows everything again. Keys move the cell; a frame
    shows that they would.

    Signals:
        hovered(object): the (query, key) under the pointer, None when it leaves.
        clicked(object): the (query, key) that was clicked, or moved to with the keyboard.
        extended(object): the (query, key) that was clicked, or moved to, with Shift held: the selection reaches there.
        menu_asked(object, object): the (query, key) whose menu is wanted, and where on the screen.
        zoomed(): other cells are in view, or the maps have another size.
    """

    hovered = Signal(object)
    clicked = Signal(object)
    extended = Signal(object)
    menu_asked = Signal(object, object)
    zoomed = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._maps: dict[str, MapGraphics] = {}
        self._panels: dict[str, Heatmap] = {}
        self._left: dict[str, TokenAxis] = {}  # by the first map whose queries they name
        self._bottom: list[TokenAxis] = []
        self._corner = Corner("", "")
        self._shape = (0, 0)
        self._sampled = (0, 0)
        self._cell: tuple[int, int] | None = None
        self._region: Region | None = None
        self.setBackground(colours().palette.paper)  # pyqtgraph's is black until there is something to show
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setAccessibleName(self.tr("Heatmaps of the terms"))
        self.ci.layout.setSpacing(GAP)
        self.ci.layout.setContentsMargins(MARGIN, 4, RIGHT_MARGIN, 4)
        self.scene().sigMouseClicked.connect(self._on_mouse_clicked)
        colours().changed.connect(self._on_coloured)

    def set_panels(self, grid: tuple[tuple[Heatmap, ...], ...]) -> None:
        """Show a grid of heatmaps, all over the same rows and columns."""
        self.forget()
        self._panels = {panel.name: panel for row in grid for panel in row}
        strips = {name: panel.strip is not None for name, panel in self._panels.items()}
        named = _first_of_their_queries(grid)
        if named != [*self._left] or strips != {name: drawn.strip is not None for name, drawn in self._maps.items()}:
            self._build(grid, named)
        first = grid[0][0]
        shape = first.values.shape
        if shape != self._shape:
            self._shape = (shape[0], shape[1])
            self._fit()
        self._sampled = self._samples()
        for name, panel in self._panels.items():
            self._maps[name].show(panel, self._sampled)
        for name, axis in self._left.items():
            axis.set_labels(self._panels[name].rows.labels)
        for axis, panel in zip(self._bottom, grid[-1], strict=True):  # beside each other, maps may be of two texts
            memory = next((int(marker.at) for marker in panel.markers if marker.style == "divider"), 0)
            spans = ((0, memory, self.tr("memory")), (memory, shape[1], self.tr("segment")))
            axis.set_labels(panel.columns.labels, spans if memory else spans[1:])

    def _on_coloured(self) -> None:
        """Colour the cells anew; all else takes the colours in use when it is painted."""
        self.setBackground(colours().palette.paper)
        for name, panel in self._panels.items():
            self._maps[name].paint_cells(panel, self._sampled)

    def set_cell(self, cell: tuple[int, int] | None, region: Region | None = None) -> None:
        """Move the crosshair of every map; None hides it.

        Args:
            cell: where it is.
            region: what is framed; the cell if it is one cell, or None.
        """
        if (cell, region) != (self._cell, self._region):
            self._cell, self._region = cell, region
            self.viewport().update()

    def reset_zoom(self) -> None:
        """Show all rows and columns."""
        self._fit()

    @property
    def zoom(self) -> QRectF | None:
        """The cells in view, in columns and rows; None if all of them are, or there are none."""
        if not self._maps or self._shape == (0, 0):
            return None
        (left, right), (top, bottom) = next(iter(self._maps.values())).view.viewRange()
        rows, columns = self._shape
        return QRectF(left, top, right - left, bottom - top) if right - left < columns or bottom - top < rows else None

    @zoom.setter
    def zoom(self, cells: QRectF | None) -> None:
        if cells is None or not self._maps:
            self._fit()
        else:
            next(iter(self._maps.values())).view.setRange(cells, padding=0)

    def _fit(self) -> None:
        for drawn in self._maps.values():
            drawn.set_shape(*self._shape)

    def view_of(self, name: str) -> pg.ViewBox:
        """Return the view of one map, for tests and for placing things over it."""
        return self._maps[name].view

    def _build(self, grid: tuple[tuple[Heatmap, ...], ...], named: list[str]) -> None:
        """Make the graphics once; stepping only changes what they show.

        Args:
            grid: what they show.
            named: the maps left of which stands an axis.
        """
        for drawn in self._maps.values():
            drawn.remove()
        self.clear()
        self._maps, self._left, self._bottom = {}, {}, []
        layout = self.ci.layout
        wide = 2 if len(named) == len(grid) else 3  # columns of a map: cells, colour bar, the next axis
        leader: pg.ViewBox | None = None
        for r, row in enumerate(grid):
            for c, panel in enumerate(row):
                title = MapTitle()
                self.ci.addItem(title, row=3 * r, col=wide * c + 1, colspan=2)  # over the colour bar, too
                view = pg.ViewBox(enableMenu=False, invertY=True, defaultPadding=0)
                self.ci.addItem(view, row=3 * r + 2, col=wide * c + 1)
                strip = None
                if panel.strip is not None:
                    strip = MapStrip(view)
                    self.ci.addItem(strip, row=3 * r + 1, col=wide * c + 1)
                bar = ColorBar()
                self.ci.addItem(bar, row=3 * r + 2, col=wide * c + 2)
                if leader is None:
                    leader = view
                else:
                    view.setXLink(leader)
                    view.setYLink(leader)
                self._maps[panel.name] = MapGraphics(title, view, bar, strip)
                if panel.name in named:
                    axis = TokenAxis("left", LEFT_ROOM)
                    axis.linkToView(view)
                    self.ci.addItem(axis, row=3 * r + 2, col=wide * c)
                    self._left[panel.name] = axis
                if r == len(grid) - 1:
                    axis = TokenAxis("bottom", BOTTOM_ROOM)
                    axis.linkToView(view)
                    self.ci.addItem(axis, row=3 * r + 3, col=wide * c + 1)
                    self._bottom.append(axis)
            layout.setRowStretchFactor(3 * r + 2, 10)
        self._corner = Corner(self.tr("query"), self.tr("key"))
        self.ci.addItem(self._corner, row=3 * len(grid), col=0)
        for c in range(len(grid[0])):
            layout.setColumnStretchFactor(wide * c + 1, 10)
        self.ci.setGeometry(self.range)  # the first title, of fixed height, has shrunk it to its own height
        if leader is not None:
            leader.sigRangeChanged.connect(self._on_zoomed)
            leader.sigResized.connect(self._on_zoomed)
        self._shape = (0, 0)

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
        self.forget()
        self.zoomed.emit()
        if self._panels and self._sampled != (samples := self._samples()):
            self._sampled = samples
            for name, panel in self._panels.items():
                self._maps[name].paint_cells(panel, samples)

    def _cell_at(self, position: QPointF) -> tuple[int, int] | None:
        """Return the cell of any map under a point of the scene."""
        for drawn in self._maps.values():
            if drawn.view.sceneBoundingRect().contains(position):
                point = drawn.view.mapSceneToView(position)
                row, column = int(point.y() // 1), int(point.x() // 1)
                if 0 <= row < self._shape[0] and 0 <= column < self._shape[1]:
                    return row, column
        return None

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        """Tell of every cell pointed at: pyqtgraph's scene drops moves that follow fast, the last one too."""
        super().mouseMoveEvent(event)
        self.hovered.emit(self._cell_at(self.mapToScene(event.position().toPoint())))

    def _on_mouse_clicked(self, event: pg.GraphicsScene.mouseEvents.MouseClickEvent) -> None:
        if event.double():
            self.reset_zoom()
        elif event.button() == Qt.MouseButton.LeftButton and (cell := self._cell_at(event.scenePos())):
            extends = bool(event.modifiers() & Qt.KeyboardModifier.ShiftModifier)
            (self.extended if extends else self.clicked).emit(cell)
        elif event.button() == Qt.MouseButton.RightButton and (cell := self._cell_at(event.scenePos())):
            self.menu_asked.emit(cell, event.screenPos().toPoint())

    def contextMenuEvent(self, event: QContextMenuEvent) -> None:
        """Open the menu of the selected cell from the keyboard; the mouse may be about to zoom, so its click does."""
        if event.reason() != QContextMenuEvent.Reason.Mouse and self._cell is not None:
            view = next(iter(self._maps.values())).view
            centre = view.mapViewToScene(QPointF(self._cell[1] + 1, self._cell[0] + 1))
            self.menu_asked.emit(self._cell, self.viewport().mapToGlobal(self.mapFromScene(centre)))
        event.accept()

    def paint_over(self, painter: QPainter) -> None:
        """Paint the crosshair over the maps, and the labels of its query and key over the axes."""
        if self._cell is None:
            return
        for drawn in self._maps.values():
            drawn.paint_cell(painter, self._cell, self._region)
        for axes, place in ((self._left.values(), self._cell[0]), (self._bottom, self._cell[1])):
            for axis in axes:
                axis.paint_current(painter, place)

    def paintEvent(self, event: QPaintEvent) -> None:
        """Paint the maps, and a frame round them while they have the focus."""
        super().paintEvent(event)
        if self.hasFocus():
            painter = QPainter(self.viewport())
            painter.setPen(QPen(QColor(colours().palette.muted), 2))
            painter.drawRect(self.viewport().rect().adjusted(1, 1, -1, -1))
            painter.end()

    def focusInEvent(self, event: QFocusEvent) -> None:
        """Show the frame."""
        super().focusInEvent(event)
        self.viewport().update()

    def focusOutEvent(self, event: QFocusEvent) -> None:
        """Take the frame away."""
        super().focusOutEvent(event)
        self.viewport().update()

    def leaveEvent(self, event: QEvent) -> None:
        """Release the hovered cell."""
        self.hovered.emit(None)
        super().leaveEvent(event)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Move the selected cell, with Shift the far corner of what is selected; plus and minus zoom."""
        zooms = {Qt.Key.Key_Plus: 0.8, Qt.Key.Key_Equal: 0.8, Qt.Key.Key_Minus: 1.25}
        key = Qt.Key(event.key())
        if 0 in self._shape:
            super().keyPressEvent(event)
        elif key in zooms:
            self._zoom(zooms[key])
        else:
            extends = bool(event.modifiers() & _SHIFT)
            start = self._region.corner if extends and self._region else self._cell
            cell = moved_cell(key, event.modifiers(), start, self._shape, self._rows_in_view())
            if cell is None:
                super().keyPressEvent(event)
                return
            (self.extended if extends else self.clicked).emit(cell)
            self._bring_into_view(cell)

    def _rows_in_view(self) -> int:
        """Return how many rows can be seen at the present zoom."""
        top, bottom = next(iter(self._maps.values())).view.viewRange()[1]
        return int(bottom - top)

    def _zoom(self, factor: float) -> None:
        """Zoom all maps round the selected cell, or round their middle."""
        leader = next(iter(self._maps.values())).view
        centre = None if self._cell is None else QPointF(self._cell[1] + 0.5, self._cell[0] + 0.5)
        leader.scaleBy((factor, factor), center=centre)

    def _bring_into_view(self, cell: tuple[int, int]) -> None:
        """Pan all maps as far as it takes to see a cell."""
        leader = next(iter(self._maps.values())).view
        (left, right), (top, bottom) = leader.viewRange()
        row, column = cell
        across = min(column - left, 0) + max(column + 1 - right, 0)
        down = min(row - top, 0) + max(row + 1 - bottom, 0)
        if across or down:
            leader.translateBy(x=across, y=down)


def _first_of_their_queries(grid: tuple[tuple[Heatmap, ...], ...]) -> list[str]:
    """Return the maps whose queries are not those of the map to the left: two that are compared may be of two texts."""
    return [
        panel.name
        for row in grid
        for left, panel in zip((None, *row), row, strict=False)
        if left is None or left.rows.labels != panel.rows.labels
    ]


LEAP = 10
"""Cells that an arrow key moves by with Ctrl."""
_Key, _Modifier = Qt.Key, Qt.KeyboardModifier
_ARROWS = {
    _Key.Key_Up: (-1, 0),
    _Key.Key_Down: (1, 0),
    _Key.Key_Left: (0, -1),
    _Key.Key_Right: (0, 1),
}
_PAGES = {_Key.Key_PageUp: -1, _Key.Key_PageDown: 1}
_ENDS = {_Key.Key_Home: False, _Key.Key_End: True}


def moved_cell(
    key: Qt.Key, modifiers: Qt.KeyboardModifier, cell: Cell | None, shape: tuple[int, int], page: int
) -> Cell | None:
    """Return the cell that a key goes to, held within the map; None for a key that does not move.

    Arrow keys move by one, with Ctrl by ten; Page Up and Page Down by the rows in view; Home and End go to the ends of
    the row, with Ctrl to the first and last cell. What Shift does is left to the caller.

    Args:
        key: the key.
        modifiers: what is held down with it; with Alt it belongs to somebody else.
        cell: where the cell is; None for the last one of the map.
        shape: how many rows and columns there are, at least one of each.
        page: rows in view.
    """
    if modifiers & (_Modifier.AltModifier | _Modifier.MetaModifier):
        return None
    rows, columns = shape
    row, column = cell or (rows - 1, columns - 1)
    ctrl = bool(modifiers & _Modifier.ControlModifier)
    if key in _ARROWS:
        down, across = _ARROWS[key]
        row, column = (at + by * (LEAP if ctrl else 1) for at, by in ((row, down), (column, across)))
    elif key in _PAGES and not ctrl:
        row += _PAGES[key] * max(page, 1)
    elif key in _ENDS:
        column = columns - 1 if _ENDS[key] else 0
        row = row if not ctrl else rows - 1 if _ENDS[key] else 0
    else:
        return None
    return min(max(row, 0), rows - 1), min(max(column, 0), columns - 1)
