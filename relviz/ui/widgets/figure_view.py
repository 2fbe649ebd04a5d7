"""Shows a figure exactly as it would be written to a file, filling the widget."""

from __future__ import annotations

from dataclasses import replace
from itertools import chain
from typing import TYPE_CHECKING

from PySide6.QtCore import QEvent, QPointF, QRectF, QSize, QSizeF, Qt, Signal
from PySide6.QtGui import QColor, QMouseEvent, QPainter, QPaintEvent, QPixmap, QResizeEvent
from PySide6.QtWidgets import QSizePolicy, QWidget

from relviz.figure.drawing.curve_places import x_range
from relviz.figure.drawing.draw import draw_cursors, draw_panel, prepare, same_places, same_still
from relviz.figure.drawing.grid import layout
from relviz.figure.drawing.listing import lines_shown, rows_shown
from relviz.figure.spec import Bars, Curves, FigureSpec, Heatmap, Listing
from relviz.ui.widgets.colours import colours

if TYPE_CHECKING:
    from relviz.figure.colours.palette import Palette
    from relviz.figure.drawing.axes import Box, Layout

LAST = 1 - 1e-9
"""The right edge of the last cell still belongs to it."""
BEYOND = 4.0
"""How far a mark may reach out of its panel's room; no more than half of a gap."""


class FigureView(QWidget):
    """A figure on the screen. Panels of which only the cursor has moved are not drawn anew.

    Signals:
        hovered(str, object): name of the panel under the pointer and the place in it; ``""`` and None outside.
            The place is (column, row) as floats in the units of the panel's axes.
        pressed(str, object): the same where the mouse was pressed; while it is dragged, the nearest place in the panel
            where it was pressed.
    """

    hovered = Signal(str, object)
    pressed = Signal(str, object)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._spec: FigureSpec | None = None
        self._layout: Layout | None = None
        self._dragged = ""
        self._picture = QPixmap()  # all but the cursors
        self._pictured: tuple[tuple[Box, ...], ...] = ()
        self._pictured_with: tuple[object, ...] = ()
        self.setMouseTracking(True)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Expanding)
        self.setAttribute(Qt.WidgetAttribute.WA_OpaquePaintEvent)

    def show_figure(self, spec: FigureSpec) -> None:
        """Show another figure; its caption stays off the screen, where the window says the same."""
        self._spec = replace(spec, caption="")
        self._layout = None
        self.update()

    @property
    def spec(self) -> FigureSpec | None:
        """What is shown."""
        return self._spec

    def sizeHint(self) -> QSize:
        """Return a size at which everything is readable."""
        return QSize(900, 620)

    def minimumSizeHint(self) -> QSize:
        """Return the size below which labels would go."""
        return QSize(420, 320)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Everything gets another place."""
        self._layout = None
        super().resizeEvent(event)

    def _boxes(self) -> tuple[tuple[Box, ...], ...]:
        """Return where the panels are; found once for each figure and size."""
        if self._layout is None:
            assert self._spec is not None, "asked for panels before anything was shown"
            self._layout = layout(self._spec, QRectF(self.rect()))
        return self._layout.boxes

    def paintEvent(self, event: QPaintEvent) -> None:
        """Draw the figure: what has changed into the picture, and the cursors over it."""
        painter = QPainter(self)
        if self._spec is None:
            painter.fillRect(self.rect(), self.palette().window())
            return
        palette = colours().palette
        self._bring_up_to_date(palette, painter.deviceTransform().m11())
        painter.drawPixmap(0, 0, self._picture)
        prepare(painter)
        for box in chain.from_iterable(self._boxes()):
            draw_cursors(painter, box, palette)

    def _bring_up_to_date(self, palette: Palette, scale: float) -> None:
        """Draw the panels that have changed into the picture, with so many pixels a unit."""
        boxes = self._boxes()
        drawn_with = (self.size(), scale, palette)
        if drawn_with != self._pictured_with or not same_places(self._pictured, boxes):
            self._picture = QPixmap((QSizeF(self.size()) * scale).toSize())
            self._picture.setDevicePixelRatio(scale)
            self._picture.fill(QColor(palette.paper))
            self._pictured = ()
        before = dict(enumerate(chain.from_iterable(self._pictured)))
        painter = QPainter(self._picture)
        prepare(painter)
        for n, box in enumerate(chain.from_iterable(boxes)):
            if n in before and same_still(before[n].panel, box.panel):
                continue
            painter.fillRect(_room(box), QColor(palette.paper))
            draw_panel(painter, box, palette)
        painter.end()
        self._pictured, self._pictured_with = boxes, drawn_with

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        """Preview what is under the pointer; a drag selects on the way, and stays in the panel where it began."""
        if event.buttons() & Qt.MouseButton.LeftButton and self._dragged:
            place = self._nearest(self._dragged, event.position())
            if place is None:
                return
            self.hovered.emit(self._dragged, place)
            self.pressed.emit(self._dragged, place)
        else:
            self.hovered.emit(*self.place_at(event.position()))

    def mousePressEvent(self, event: QMouseEvent) -> None:
        """Select what is under the pointer."""
        name, place = self.place_at(event.position())
        if event.button() == Qt.MouseButton.LeftButton:
            self._dragged = name
            if name:
                self.pressed.emit(name, place)

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        """End a drag."""
        if event.button() == Qt.MouseButton.LeftButton:
            self._dragged = ""

    def leaveEvent(self, event: QEvent) -> None:
        """Nothing is under the pointer any more."""
        self.hovered.emit("", None)
        super().leaveEvent(event)

    def place_at(self, position: QPointF) -> tuple[str, tuple[float, float] | None]:
        """Return the panel at a point of the widget, and the (column, row) place in the units of its axes."""
        if self._spec is None:
            return "", None
        for box in chain.from_iterable(self._boxes()):
            if box.plot.contains(position) and (place := _place(box, position)) is not None:
                return box.panel.name, place
        return "", None

    def _nearest(self, name: str, position: QPointF) -> tuple[float, float] | None:
        """Return the place in a panel that is nearest to a point of the widget."""
        for box in chain.from_iterable(self._boxes()):
            if box.panel.name == name:
                return _place(box, position)
        return None


def _place(box: Box, position: QPointF) -> tuple[float, float] | None:
    """Return a point in the units of a panel's axes, taken to the nearest place there is; None if there is none."""
    panel, plot = box.panel, box.plot
    across = min(max((position.x() - plot.left()) / plot.width(), 0.0), LAST)
    down = min(max((position.y() - plot.top()) / plot.height(), 0.0), LAST)
    if isinstance(panel, Heatmap):
        rows, columns = panel.values.shape
        return panel.columns.start + across * columns, panel.rows.start + down * rows
    if isinstance(panel, Curves):
        if not panel.x.size:
            return None
        first, last = x_range(panel)
        return min(max(first + across * (last - first), float(panel.x[0])), float(panel.x[-1])), down
    if isinstance(panel, Listing):
        return _place_in_list(panel, across * len(panel.lists), down, plot.height())
    assert isinstance(panel, Bars)
    return across * len(panel.columns.labels), down


def _place_in_list(panel: Listing, column: float, down: float, height: float) -> tuple[float, float]:
    """Return the column and the row of a listing at a share of its height; rows that are left out are counted, too."""
    lines = lines_shown(panel, height)
    line = down * (lines + bool(panel.headings)) - bool(panel.headings)
    shown = rows_shown(panel.lists[int(column)], lines) if panel.lists else ()
    return column, shown[int(line)] + line % 1 if 0 <= line < len(shown) else line


def _room(box: Box) -> QRectF:
    """Return what a panel draws into."""
    gutters = box.gutters
    return box.plot.adjusted(
        -gutters.left - BEYOND,
        -gutters.top - BEYOND,
        gutters.right + max(box.spare, BEYOND),
        gutters.bottom + BEYOND,
    )
