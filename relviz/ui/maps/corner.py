"""The corner between two axes, which says what each of them counts."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pyqtgraph as pg
from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QPainter

from relviz.figure.lettering import fonts
from relviz.ui.widgets.colours import colours

if TYPE_CHECKING:
    from PySide6.QtWidgets import QStyleOptionGraphicsItem, QWidget


MARGIN = 4.0


class Corner(pg.GraphicsWidget):
    """Names the rows above it and the columns beside it."""

    def __init__(self, rows: str, columns: str) -> None:
        super().__init__()
        self._rows, self._columns = rows, columns

    def paint(self, painter: QPainter, option: QStyleOptionGraphicsItem, widget: QWidget | None = None) -> None:
        """Paint both names, each towards its axis."""
        height = fonts.line_height()
        box = QRectF(QPointF(0, MARGIN), self.size()).adjusted(0, 0, -MARGIN, 0)
        painter.setFont(fonts.font(fonts.LABEL))
        painter.setPen(QColor(colours().palette.muted))
        for line, text in enumerate((f"{self._rows} ↑", f"{self._columns} →")):
            row = QRectF(box.left(), box.top() + line * height, box.width(), height)
            painter.drawText(row, Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter, text)
