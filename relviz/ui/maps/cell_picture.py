"""The cells of a heatmap in a view: one cell is one unit wide and high, and its edges are hard."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QRectF
from PySide6.QtGui import QImage, QPainter
from PySide6.QtWidgets import QGraphicsItem, QStyleOptionGraphicsItem, QWidget

from relviz.figure.drawing.cells import cell_image
from relviz.figure.drawing.veil import veil_image
from relviz.ui.widgets.colours import colours

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from relviz.figure.spec import Floats, Scale


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
