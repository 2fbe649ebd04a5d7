"""Shows a figure exactly as it would be written to a file, filling the widget."""

from __future__ import annotations

from dataclasses import replace
from itertools import chain
from typing import TYPE_CHECKING

from PySide6.QtCore import QEvent, QPointF, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QMouseEvent, QPainter, QPaintEvent
from PySide6.QtWidgets import QSizePolicy, QWidget

from relviz.figure.draw import draw
from relviz.figure.grid import layout
from relviz.figure.spec import Bars, Curves, FigureSpec, Heatmap, Panel

if TYPE_CHECKING:
    from relviz.figure.palette import Palette


class FigureView(QWidget):
    """A figure on the screen.

    Signals:
        hovered(str, object): name of the panel under the pointer and the place in it; ``""`` and None outside.
            The place is (column, row) as floats in the units of the panel's axes.
        pressed(str, object): the same where the mouse was pressed, or is dragged.
    """

    hovered = Signal(str, object)
    pressed = Signal(str, object)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._spec: FigureSpec | None = None
        self._palette: Palette | None = None
        self.setMouseTracking(True)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Expanding)
        self.setAttribute(Qt.WidgetAttribute.WA_OpaquePaintEvent)

    def show_figure(self, spec: FigureSpec, palette: Palette) -> None:
        """Show another figure; its caption stays off the screen, where the window says the same."""
        self._spec, self._palette = replace(spec, caption=""), palette
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

    def paintEvent(self, event: QPaintEvent) -> None:
        """Draw the figure."""
        painter = QPainter(self)
        if self._spec is None or self._palette is None:
            painter.fillRect(self.rect(), self.palette().window())
            return
        draw(painter, QRectF(self.rect()), self._spec, self._palette)

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        """Preview what is under the pointer; a drag selects on the way."""
        name, place = self.place_at(event.position())
        self.hovered.emit(name, place)
        if event.buttons() & Qt.MouseButton.LeftButton and name:
            self.pressed.emit(name, place)

    def mousePressEvent(self, event: QMouseEvent) -> None:
        """Select what is under the pointer."""
        name, place = self.place_at(event.position())
        if event.button() == Qt.MouseButton.LeftButton and name:
            self.pressed.emit(name, place)

    def leaveEvent(self, event: QEvent) -> None:
        """Nothing is under the pointer any more."""
        self.hovered.emit("", None)
        super().leaveEvent(event)

    def place_at(self, position: QPointF) -> tuple[str, tuple[float, float] | None]:
        """Return the panel at a point of the widget, and the (column, row) place in the units of its axes."""
        if self._spec is None:
            return "", None
        for box in chain.from_iterable(layout(self._spec, QRectF(self.rect())).boxes):
            if box.plot.contains(position):
                across = (position.x() - box.plot.left()) / box.plot.width()
                down = (position.y() - box.plot.top()) / box.plot.height()
                return box.panel.name, _place(box.panel, across, down)
        return "", None


def _place(panel: Panel, across: float, down: float) -> tuple[float, float]:
    """Turn shares of a plot's width and height into the units of its axes."""
    if isinstance(panel, Heatmap):
        rows, columns = panel.values.shape
        return panel.columns.start + across * columns, panel.rows.start + down * rows
    if isinstance(panel, Curves):
        first, last = float(panel.x[0]), float(panel.x[-1])
        return first + across * (last - first), down
    assert isinstance(panel, Bars)
    return across * len(panel.columns.labels), down
