"""What the colours of the heads map mean."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
from PySide6.QtCore import QPointF, QRectF, QSize, Qt
from PySide6.QtGui import QColor, QPainter, QPaintEvent, QPolygonF
from PySide6.QtWidgets import QSizePolicy, QWidget

from relviz.figure.colours.colormaps import COLOURS
from relviz.figure.drawing.cells import cell_image
from relviz.figure.lettering import fonts
from relviz.figure.lettering.text import draw_text
from relviz.figure.lettering.ticks import format_number
from relviz.ui.widgets.colours import colours

if TYPE_CHECKING:
    from relviz.core.reading.trace import Floats
    from relviz.figure.views.heads_view import Metric

BAR, EDGE = 9.0, 2.0
"""Height of the bar, and what is left free below it."""


class HeadsLegend(QWidget):
    """A colour bar lying down, with its ends as numbers and marks at the smallest and the largest head."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._values: Floats | None = None
        self._metric: Metric | None = None
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)

    def show_values(self, values: Floats | None, metric: Metric | None) -> None:
        """Show the scale of other numbers."""
        self._values, self._metric = values, metric
        self.setToolTip(self.text)
        self.setAccessibleName(self.text)
        self.update()

    @property
    def text(self) -> str:
        """What is seen, in words."""
        if self._values is None or self._metric is None or np.isnan(self._values).all():
            return ""
        ends = (self._metric.number(float(end(self._values))) for end in (np.nanmin, np.nanmax))
        return self.tr("{0}: the heads have from {1} to {2}").format(self._metric.title, *ends)

    @property
    def ends(self) -> tuple[str, str]:
        """What is written at the two ends of the bar; the last has the unit."""
        if self._values is None or self._metric is None:
            return "", ""
        scale = self._metric.scale(self._values)
        high = format_number(scale.high, percent=True) if scale.percent else self._metric.number(scale.high)
        return format_number(scale.low), high

    def sizeHint(self) -> QSize:
        """Return room for the bar, and the marks over it."""
        return QSize(160, round(BAR + 2 * EDGE + 8))

    def paintEvent(self, event: QPaintEvent) -> None:
        """Paint the bar, its ends and where the heads are."""
        if self._values is None or self._metric is None:
            return
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        low, high = self.ends
        left, right = (fonts.text_width(end) + 6 for end in (low, high))
        bar = QRectF(left, self.height() - BAR - EDGE, max(self.width() - left - right - 8, 1), BAR)
        scale, y = self._metric.scale(self._values), bar.center().y()
        ramp = np.array([[scale.value(n / (COLOURS - 1)) for n in range(COLOURS)]])
        painter.drawImage(bar, cell_image(ramp, scale, colours().palette, max(COLOURS, round(bar.width())), 8))
        draw_text(painter, left - 6, y, low, colours().palette.muted, align="right")
        draw_text(painter, bar.right() + 6, y, high, colours().palette.muted)
        if np.isnan(self._values).all():
            return
        painter.setBrush(QColor(colours().palette.muted))
        painter.setPen(Qt.PenStyle.NoPen)
        for value in (np.nanmin(self._values), np.nanmax(self._values)):
            tip = QPointF(bar.left() + scale.place(float(value)) * bar.width(), bar.top() - 1)
            painter.drawPolygon(QPolygonF([tip, tip + QPointF(-3.5, -5), tip + QPointF(3.5, -5)]))
