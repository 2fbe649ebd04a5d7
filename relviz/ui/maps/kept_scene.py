"""A scene of graphics that is painted once and kept: what moves with the pointer is painted over it."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Any

import pyqtgraph as pg
from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QPainter, QPixmap

if TYPE_CHECKING:
    from PySide6.QtCore import QRectF
    from PySide6.QtGui import QPaintEvent
    from PySide6.QtWidgets import QWidget


class KeptScene(pg.GraphicsLayoutWidget):
    """Paints its scene anew only when something in it changed.

    The scene itself tells when items of it change, but only once Qt's events are handled; whoever changes them and
    wants the very next picture to show it calls `forget`.
    """

    _forgotten = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        self._kept: QPixmap | None = None
        super().__init__(parent)
        self._forgotten.connect(self._on_forgotten, Qt.ConnectionType.QueuedConnection)
        self.scene().changed.connect(self._on_changed)

    def forget(self) -> None:
        """Have the scene painted anew with the next picture."""
        self._kept = None
        self.viewport().update()
        self._forgotten.emit()

    def setBackground(self, background: Any) -> None:  # noqa: N802 # pyqtgraph's name
        """Change the ground, which is no item of the scene."""
        super().setBackground(background)
        self.forget()

    def paint_over(self, painter: QPainter) -> None:
        """Paint what moves with the pointer, in the scene's coordinates."""

    def paintEvent(self, event: QPaintEvent) -> None:
        """Paint the scene from what is kept of it, and what moves over it."""
        painter = QPainter(self.viewport())
        device = painter.deviceTransform()
        scale = device.m11()
        # Pictures begin with a whole pixel, which a widget need not at 1.5 a unit; so must what is painted over them.
        off = [(math.floor(place + 0.5) - place) / scale for place in (device.dx(), device.dy())]
        painter.translate(*off)
        painter.drawPixmap(0, 0, self._scene_picture(scale))
        painter.setTransform(self.viewportTransform(), combine=True)
        self.paint_over(painter)
        painter.end()

    def _on_forgotten(self) -> None:
        """Let pyqtgraph's views settle: else they do while they are painted, and it is painted again for that."""
        self.sceneObj.prepareForPaint()

    def _on_changed(self, regions: list[QRectF]) -> None:
        if regions:  # the scene tells of none while it is being painted
            self.forget()

    def _scene_picture(self, scale: float) -> QPixmap:
        """Return the scene as pixels of the screen, or of a picture that is made of the window: so many a unit."""
        view = self.viewport()
        size = view.size() * scale
        kept = self._kept
        if kept is None or kept.size() != size or kept.devicePixelRatio() != scale:
            kept = QPixmap(size)
            kept.setDevicePixelRatio(scale)
            painter = QPainter(kept)
            painter.setRenderHints(self.renderHints())
            self.render(painter, view.rect().toRectF(), view.rect())
            painter.end()
            self._kept = kept
        return kept
