"""A small picture of a figure, as it will be in the file."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QPointF, QRectF, QSize, QSizeF, Qt
from PySide6.QtGui import QColor, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QSizePolicy, QWidget

if TYPE_CHECKING:
    from PySide6.QtGui import QImage

SIZE = QSize(460, 320)


class PicturePreview(QWidget):
    """Shows a picture whole, in the middle, with a thin frame; or a sentence where there is none."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.image: QImage | None = None
        self.words = ""
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Expanding)
        self.setAccessibleName(self.tr("Preview of the file"))

    def sizeHint(self) -> QSize:
        """Return a size at which a figure can be recognised."""
        return SIZE

    def minimumSizeHint(self) -> QSize:
        """Return the size below which it would say nothing."""
        return SIZE / 2

    @property
    def room(self) -> tuple[float, float]:
        """Pixels of the device that a picture may have."""
        scale = self.devicePixelRatioF()
        return (self.width() - 2) * scale, (self.height() - 2) * scale

    def show_picture(self, image: QImage) -> None:
        """Show a picture."""
        self.image, self.words = image, ""
        self.update()

    def show_words(self, words: str) -> None:
        """Say why there is no picture."""
        self.image, self.words = None, words
        self.update()

    def paintEvent(self, event: QPaintEvent) -> None:
        """Paint the picture, or the sentence."""
        painter = QPainter(self)
        if self.image is None:
            painter.setPen(self.palette().placeholderText().color())
            painter.drawText(self.rect(), Qt.AlignmentFlag.AlignCenter | Qt.TextFlag.TextWordWrap, self.words)
            return
        room = QSizeF(self.size()) - QSizeF(2, 2)
        size = QSizeF(self.image.size()).scaled(room, Qt.AspectRatioMode.KeepAspectRatio)
        corner = QPointF(round((self.width() - size.width()) / 2), round((self.height() - size.height()) / 2))
        target = QRectF(corner, size)
        painter.setRenderHint(QPainter.RenderHint.SmoothPixmapTransform)
        painter.drawImage(target, self.image)
        painter.setPen(QPen(QColor(self.palette().mid().color()), 1))
        painter.drawRect(target.adjusted(-0.5, -0.5, 0.5, 0.5))
