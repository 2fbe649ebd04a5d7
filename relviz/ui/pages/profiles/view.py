"""The figure of the Profiles page, which the keyboard reaches, too."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QRectF, QSize, Qt, Signal
from PySide6.QtGui import QKeyEvent, QPainter, QPaintEvent, QPen

from relviz.ui.widgets.figure_view import FigureView

if TYPE_CHECKING:
    from PySide6.QtWidgets import QWidget

STEPS = {
    Qt.Key.Key_Up: (-1, 0),
    Qt.Key.Key_Down: (1, 0),
    Qt.Key.Key_Left: (0, -1),
    Qt.Key.Key_Right: (0, 1),
}


class ProfilesView(FigureView):
    """A figure whose rows and columns the arrow keys walk.

    Signals:
        walked(int, int): how many rows down and columns to the right.
    """

    walked = Signal(int, int)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)

    def minimumSizeHint(self) -> QSize:
        """Return the size below which nothing could be made out; what is around the figure needs room, too."""
        return QSize(420, 190)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Walk with the arrow keys."""
        step = STEPS.get(Qt.Key(event.key()))
        if step is None:
            super().keyPressEvent(event)
        else:
            self.walked.emit(*step)

    def paintEvent(self, event: QPaintEvent) -> None:
        """Draw the figure, and a frame round it while it has the keyboard."""
        super().paintEvent(event)
        if self.hasFocus():
            painter = QPainter(self)
            painter.setPen(QPen(self.palette().highlight().color(), 1))
            painter.drawRect(QRectF(self.rect()).adjusted(1.5, 1.5, -1.5, -1.5))
