"""A line of text that ends in an ellipsis where there is no room for all of it."""

from __future__ import annotations

from PySide6.QtCore import QSize, Qt
from PySide6.QtGui import QPainter, QPaintEvent
from PySide6.QtWidgets import QLabel


class ElidedLabel(QLabel):
    """Plain text on one line, which does not widen its window; what does not fit belongs into the tool tip too."""

    def minimumSizeHint(self) -> QSize:
        """Return next to no width."""
        return QSize(1, super().minimumSizeHint().height())

    def paintEvent(self, event: QPaintEvent) -> None:
        """Paint as much of the text as fits."""
        area = self.contentsRect()
        text = self.fontMetrics().elidedText(self.text(), Qt.TextElideMode.ElideRight, area.width())
        painter = QPainter(self)
        self.style().drawItemText(
            painter, area, self.alignment(), self.palette(), self.isEnabled(), text, self.foregroundRole()
        )
