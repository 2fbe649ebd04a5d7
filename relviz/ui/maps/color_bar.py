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
from relviz.ui.widgets.colours import colours

if TYPE_CHECKING:
    from PySide6.QtWidgets import QStyleOptionGraphicsItem, QWidget


WIDTH, BAR, GAP = 64.0, 9.0, 4.0
NUMBERS = WIDTH - 2 * GAP - BAR
"""Room for the numbers: where those of three digits are wider, they have fewer."""


class ColorBar(pg.GraphicsWidget):
    """Shows which number has which colour, lowest at the foot, with the same labels as in a file."""

    def __init__(self) -> None:
        super().__init__()
        self._scale = Scale(0.0, 1.0, "share")
        self.setFixedWidth(WIDTH)

    def set_scale(self, scale: Scale) -> None:
        """Show another scale."""
        if scale != self._scale:
            self._scale = scale
            self.update()

    def paint(self, painter: QPainter, option: QStyleOptionGraphicsItem, widget: QWidget | None = None) -> None:
        """Paint bar and numbers."""
        scale = self._scale
        area = QRectF(QPointF(GAP, 0), QPointF(GAP + BAR, self.size().height()))
        ramp = table(scale.kind, colours().palette)[COLOURS - 1 :: -1].copy()  # (255, 4), highest first
        painter.drawImage(area, QImage(ramp.data, 1, COLOURS, 4, QImage.Format.Format_RGBA8888))
        painter.setFont(fonts.font(fonts.LABEL))
        painter.setPen(QColor(colours().palette.muted))
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
