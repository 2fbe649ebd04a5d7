"""Bars that add up: each part of a score begins where the one before it ends."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from PySide6.QtCore import QLineF, QPointF, QRectF, QSize, Qt
from PySide6.QtGui import QColor, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QSizePolicy, QWidget

from relviz.figure.lettering import fonts
from relviz.figure.lettering.text import draw_text
from relviz.figure.words import comma
from relviz.ui.widgets.colours import colours

if TYPE_CHECKING:
    from relviz.figure.spec import Ink

ROW, BAR, GAP = 18, 12.0, 6.0
"""Height of a row and of its bar, and what is left free beside it."""


@dataclass(frozen=True)
class Step:
    """One bar.

    Attributes:
        label: what stands left of it.
        value: how long it is, and which way.
        text: the number right of it.
        ink: its colour.
        total: whether it stands for the sum, and begins at 0.
    """

    label: str
    value: float
    text: str
    ink: Ink
    total: bool = False


class Waterfall(QWidget):
    """Bars from where the sum of those before ends; dotted lines lead from one to the next, and down to the sum."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._steps: tuple[Step, ...] = ()
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self.setAccessibleName(self.tr("Parts of the score"))

    def show_steps(self, steps: tuple[Step, ...]) -> None:
        """Show other bars, the sum among them."""
        if len(steps) != len(self._steps):
            self.updateGeometry()
        self._steps = steps
        self.setAccessibleDescription(comma().join(f"{step.label} {step.text}" for step in steps))
        self.update()

    def sizeHint(self) -> QSize:
        """Return room for all bars."""
        return QSize(180, ROW * len(self._steps))

    def minimumSizeHint(self) -> QSize:
        """Return the least at which bars can be told apart."""
        return QSize(130, ROW * len(self._steps))

    def bars(self) -> list[QRectF]:
        """Return where the bars are, in order."""
        if not self._steps:
            return []
        ends = self._ends()
        low, high = min(0.0, *map(min, ends)), max(0.0, *map(max, ends))
        left, right = self._plot()
        scale = (right - left) / ((high - low) or 1.0)
        top = (ROW - BAR) / 2
        return [
            QRectF(left + (min(pair) - low) * scale, n * ROW + top, max(abs(pair[1] - pair[0]) * scale, 1.0), BAR)
            for n, pair in enumerate(ends)
        ]

    def _ends(self) -> list[tuple[float, float]]:
        """Return where each bar begins and ends, in the unit of the score."""
        ends, so_far = [], 0.0
        for step in self._steps:
            ends.append((0.0 if step.total else so_far, step.value if step.total else so_far + step.value))
            so_far = ends[-1][1]
        return ends

    def _plot(self) -> tuple[float, float]:
        """Return the ends of the room for bars."""
        labels = max(fonts.text_width(step.label, fonts.NOTE, bold=True) for step in self._steps)
        numbers = max(fonts.text_width(step.text, fonts.NOTE, bold=step.total) for step in self._steps)
        return labels + GAP, max(self.width() - numbers - GAP, labels + GAP + 1)

    def paintEvent(self, event: QPaintEvent) -> None:
        """Paint labels, bars and numbers."""
        if not self._steps:
            return
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        palette, bars, ends = colours().palette, self.bars(), self._ends()
        low, high = min(0.0, *map(min, ends)), max(0.0, *map(max, ends))
        left, right = self._plot()

        def place(value: float) -> float:
            return left + (value - low) / ((high - low) or 1.0) * (right - left)

        painter.setPen(QPen(QColor(palette.line), 1))
        painter.drawLine(QLineF(place(0), 0, place(0), self.height()))
        for n, (step, bar) in enumerate(zip(self._steps, bars, strict=True)):
            painter.fillRect(bar, QColor(palette.fills[step.ink]))
            if n + 1 < len(bars):
                painter.setPen(QPen(QColor(palette.muted), 1, Qt.PenStyle.DotLine))
                x = place(ends[n][1])
                painter.drawLine(QPointF(x, bar.bottom()), QPointF(x, bars[n + 1].top()))
            y = bar.center().y()
            ink = palette.inks[step.ink]
            draw_text(painter, 0, y, step.label, ink, size=fonts.NOTE, bold=True)
            colour = palette.text if step.total else ink
            draw_text(painter, self.width(), y, step.text, colour, size=fonts.NOTE, bold=step.total, align="right")
