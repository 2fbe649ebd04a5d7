"""Layers x heads as one small grid, coloured by memory share."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QEvent, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QColor, QHelpEvent, QKeyEvent, QMouseEvent, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QSizePolicy, QToolTip, QWidget

from relviz.figure import fonts
from relviz.figure.colormaps import index_image, table
from relviz.figure.spec import Scale

if TYPE_CHECKING:
    from relviz.app.session import Session
    from relviz.core.trace import Floats
    from relviz.figure.palette import Palette

LABEL_ROOM, GAP = 24.0, 2.0


class HeadsMap(QWidget):
    """Shows how much every head uses the memory; click or arrow keys choose the head to look at.

    Signals:
        chosen(int, int): layer and head.
    """

    chosen = Signal(int, int)

    def __init__(self, session: Session, palette: Palette, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._session = session
        self._palette = palette
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setAccessibleName(self.tr("Memory share of each layer and head"))
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self.chosen.connect(session.choose_head)
        session.answered.connect(self._on_answered)

    def set_palette(self, palette: Palette) -> None:
        """Change the colours."""
        self._palette = palette
        self.update()

    @property
    def _shares(self) -> Floats | None:
        return self._session.look.share_map if self._session.look else None

    def sizeHint(self) -> QSize:
        """Return a width for the dock and a height by the number of layers."""
        layers = 6 if self._shares is None else len(self._shares)
        return QSize(220, round(LABEL_ROOM + min(28.0, 336 / layers) * layers + 6))

    def _on_answered(self) -> None:
        self.updateGeometry()
        self.update()

    def cell_rect(self, layer: int, head: int) -> QRectF:
        """Return where a head is drawn."""
        shares = self._shares
        assert shares is not None, "asked for a head before anything was shown"
        layers, heads = shares.shape
        width = (self.width() - LABEL_ROOM - 8) / heads
        height = (self.height() - LABEL_ROOM - 6) / layers
        return QRectF(LABEL_ROOM + head * width, 4 + layer * height, width - GAP, height - GAP)

    def paintEvent(self, event: QPaintEvent) -> None:
        """Paint one rounded cell a head."""
        shares = self._shares
        if shares is None:
            return
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setFont(fonts.font(fonts.LABEL))
        colours = table("share", self._palette)[index_image(shares, Scale(0.0, 1.0, "share"))]  # (L, H, 4)
        layers, heads = shares.shape
        for layer in range(layers):
            for head in range(heads):
                self._paint_head(painter, layer, head, QColor(*map(int, colours[layer, head])))
        painter.setPen(QColor(self._palette.muted))
        for layer in range(layers):
            box = self.cell_rect(layer, 0)
            painter.drawText(
                QRectF(0, box.top(), LABEL_ROOM - 4, box.height()), Qt.AlignmentFlag.AlignCenter, f"L{layer}"
            )
        for head in range(heads):
            box = self.cell_rect(layers - 1, head)
            painter.drawText(
                QRectF(box.left(), box.bottom() + 2, box.width(), 16), Qt.AlignmentFlag.AlignCenter, f"H{head}"
            )

    def _paint_head(self, painter: QPainter, layer: int, head: int, colour: QColor) -> None:
        shares = self._shares
        assert shares is not None, "painted before anything was shown"
        box = self.cell_rect(layer, head)
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(colour)
        painter.drawRoundedRect(box, 3, 3)
        number = f"{100 * shares[layer, head]:.0f}"
        if box.width() > fonts.text_width(number) + 4 and box.height() > fonts.line_height():
            painter.setPen(QColor(self._palette.on(colour.name())))
            painter.drawText(box, Qt.AlignmentFlag.AlignCenter, number)
        terms = self._session.look.terms if self._session.look else None
        if terms and terms.layer == layer and terms.head in {head, "mean"}:
            painter.setPen(QPen(QColor(self._palette.cursor), 2))
            painter.setBrush(Qt.BrushStyle.NoBrush)
            painter.drawRoundedRect(box.adjusted(-1, -1, 1, 1), 4, 4)

    def _head_at(self, x: float, y: float) -> tuple[int, int] | None:
        if self._shares is None:
            return None
        layers, heads = self._shares.shape
        for layer in range(layers):
            for head in range(heads):
                if self.cell_rect(layer, head).contains(x, y):
                    return layer, head
        return None

    def mousePressEvent(self, event: QMouseEvent) -> None:
        """Choose the head under the pointer."""
        if head := self._head_at(event.position().x(), event.position().y()):
            self.chosen.emit(*head)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Walk the heads with the arrow keys."""
        moves = {Qt.Key.Key_Up: (-1, 0), Qt.Key.Key_Down: (1, 0), Qt.Key.Key_Left: (0, -1), Qt.Key.Key_Right: (0, 1)}
        move = moves.get(Qt.Key(event.key()))
        if move is None or self._shares is None:
            super().keyPressEvent(event)
            return
        layers, heads = self._shares.shape
        head = 0 if self._session.head == "mean" else self._session.head
        layer, head = self._session.layer + move[0], head + move[1]
        self.chosen.emit(min(max(layer, 0), layers - 1), min(max(head, 0), heads - 1))

    def event(self, event: QEvent) -> bool:
        """Say the exact share in the tool tip."""
        if isinstance(event, QHelpEvent) and event.type() == QEvent.Type.ToolTip:
            head = self._head_at(event.pos().x(), event.pos().y())
            if head is not None and self._shares is not None:
                text = self.tr("layer {0}, head {1}: {2:.1%} of its attention goes to memory")
                QToolTip.showText(event.globalPos(), text.format(*head, self._shares[head]), self)
                return True
        return super().event(event)
