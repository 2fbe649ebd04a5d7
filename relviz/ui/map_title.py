"""The title over a heatmap."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pyqtgraph as pg
from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QPainter

from relviz.figure import fonts
from relviz.figure.ticks import elide

if TYPE_CHECKING:
    from PySide6.QtWidgets import QStyleOptionGraphicsItem, QWidget

    from relviz.figure.palette import Palette
    from relviz.figure.spec import Heatmap

HEIGHT, GAP, SIZE = 24.0, 8.0, 13


class MapTitle(pg.GraphicsWidget):
    """A heatmap's name in its ink, and its note: what does not fit is elided, and whole in the tool tip."""

    def __init__(self, palette: Palette) -> None:
        super().__init__()
        self._palette = palette
        self._panel: Heatmap | None = None
        self.setFixedHeight(HEIGHT)

    def set_panel(self, panel: Heatmap, palette: Palette) -> None:
        """Show the title of a heatmap."""
        self._panel, self._palette = panel, palette
        self.setToolTip(panel.note)  # in a narrow window it is elided
        self.update()

    def paint(self, painter: QPainter, option: QStyleOptionGraphicsItem, widget: QWidget | None = None) -> None:
        """Paint name and note on one line."""
        if self._panel is None:
            return
        area = QRectF(QPointF(0, 0), self.size())
        left_centred = Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter
        name = elide(self._panel.title, area.width(), lambda text: fonts.text_width(text, SIZE, bold=True))
        painter.setFont(fonts.font(SIZE, bold=True))
        painter.setPen(QColor(self._palette.inks[self._panel.ink]))
        painter.drawText(area, left_centred, name)
        area.setLeft(fonts.text_width(name, SIZE, bold=True) + GAP)
        note = elide(self._panel.note, area.width(), lambda text: fonts.text_width(text, fonts.NOTE))
        painter.setFont(fonts.font(fonts.NOTE))
        painter.setPen(QColor(self._palette.muted))
        painter.drawText(area, left_centred, note)
