"""What the screen shows of a window."""

from __future__ import annotations

from PySide6.QtCore import QCoreApplication, QPoint
from PySide6.QtGui import QImage
from PySide6.QtWidgets import QWidget

from relviz.ui.window.main_window import MainWindow


def settle() -> None:
    """Let Qt do all that waits."""
    for _ in range(5):
        QCoreApplication.processEvents()


def on_screen(window: MainWindow, part: QWidget) -> QImage:
    """Return what the screen shows of a part of the window, without having anything painted."""
    corner = part.mapTo(window, QPoint(0, 0))
    picture = window.screen().grabWindow(window.winId(), corner.x(), corner.y(), part.width(), part.height())
    return picture.toImage().convertToFormat(QImage.Format.Format_RGB32)
