"""The colour bar beside a heatmap."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pyqtgraph as pg
from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QImage, QPainter

from relviz.figure.colours.colormaps import COLOURS, table
from relviz.figure.drawing.heatmap import bar_labels, label_middle
from relviz.figure.lettering import fonts
from relviz.figure.spec import Scale

if TYPE_CHECKING:
    from PySide6.QtWidgets import QStyleOptionGraphicsItem, QWidget

    from relviz.figure.colours.palette import Palette

WIDTH, BAR, GAP = 64.0, 9.0, 4.0
NUMBERS = WIDTH - 2 * GAP - BAR
"""Room for the numbers: where those of three digits are wider, they have fewer."""


class ColorBar(pg.GraphicsWidget):
    """Shows which number has which colour, lowest at the foot, with the same labels as in a file."""

    def __init__(self, palette: Palette) -> None:
        super().__init__()
        self._palette = palette
        self._scale = Scale(0.0, 1.0, "share")
        self._image: QImage | None = None
        self.setFixedWidth(WIDTH)

    def set_scale(self, scale: Scale, palette: Palette) -> None:
        """Show another scale or theme."""
        if (scale, palette) != (self._scale, self._palette):
            self._scale, self._palette = scale, palette
            self._image = None
            self.update()

    def paint(self, painter: QPainter, option: QStyleOptionGraphicsItem, widget: QWidget | None = None) -> None:
        """Paint bar and numbers."""
        scale = self._scale
        area = QRectF(QPointF(GAP, 0), QPointF(GAP + BAR, self.size().height()))
        if self._image is None:
            colours = table(scale.kind, self._palette)[COLOURS - 1 :: -1].copy()  # (255, 4), highest first
            self._image = QImage(colours.data, 1, COLOURS, 4, QImage.Format.Format_RGBA8888).copy()
        painter.drawImage(area, self._image)
        painter.setFont(fonts.font(fonts.LABEL))
        painter.setPen(QColor(self._palette.muted))
        height = fonts.line_height()
        for share, label in self._labels(area.height()):
            top = label_middle(share, area.height()) - height / 2
            box = QRectF(area.right() + GAP, top, NUMBERS, height)
            painter.drawText(box, Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter, label)

    def _labels(self, height: float) -> list[tuple[float, str]]:
        """Return the numbers beside the bar, with as many digits as there is room for."""
        for digits in (3, 2):
            labels = bar_labels(self._scale, height, digits)
            if all(fonts.text_width(label) <= NUMBERS for _, label in labels):
                return labels
        return bar_labels(self._scale, height, 1)
