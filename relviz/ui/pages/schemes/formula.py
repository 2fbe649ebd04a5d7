"""One term of the score as a formula that turns from its absolute form into its relative one."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QPointF, QSize
from PySide6.QtGui import QColor, QPainter, QPaintEvent
from PySide6.QtWidgets import QSizePolicy, QWidget

from relviz.figure.lettering import fonts
from relviz.figure.views.schemes.rewriting import INKS
from relviz.ui.widgets.colours import colours

if TYPE_CHECKING:
    from relviz.core.lab.rewriting import Rewriting, Span

SIZE, SMALL, GAP = 17, 12, 5.0
HEIGHT = 40
RISE = 11.0
"""How far a symbol that comes or goes moves, in pixels."""


class FormulaTerm(QWidget):
    """A term's symbols, slot by slot; what the rewriting leaves alone stays, and what it changes gives way."""

    def __init__(self, rewriting: Rewriting, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._rewriting = rewriting
        self._progress = 1.0
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self._name()

    @property
    def text(self) -> str:
        """The formula that is shown, or is turned into."""
        spans = self._rewriting.relative if self._progress >= 0.5 else self._rewriting.absolute
        return " ".join(span.text for span in spans if span.text)

    @property
    def progress(self) -> float:
        """How far it has turned: 0 absolute, 1 relative."""
        return self._progress

    def set_progress(self, progress: float) -> None:
        """Show the formula on its way: 0 absolute, 1 relative."""
        self._progress = progress
        self._name()
        self.update()

    def _name(self) -> None:
        self.setAccessibleName(self.tr("Formula of term {0}").format(self._rewriting.letter))
        self.setAccessibleDescription(self.text)

    def sizeHint(self) -> QSize:
        """Return room for one line and for symbols that come and go."""
        return QSize(150, HEIGHT)

    def minimumSizeHint(self) -> QSize:
        """Return the same height; any width will do."""
        return QSize(1, HEIGHT)

    def paintEvent(self, event: QPaintEvent) -> None:
        """Paint the slots one after the other, each as far as it has turned."""
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setRenderHint(QPainter.RenderHint.TextAntialiasing)
        before, after = self._rewriting.absolute, self._rewriting.relative
        x, y = 0.0, HEIGHT / 2 + 0.36 * SIZE
        if self._rewriting.letter != "a":
            painter.setFont(fonts.font(SIZE))
            painter.setPen(QColor(colours().palette.muted))
            painter.drawText(QPointF(x, y), "+")
            x += fonts.text_width("+", SIZE) + GAP
        for number, (old, new) in enumerate(zip(before, after, strict=True)):
            turned = _turned(self._progress, number, len(before))
            width = (1 - turned) * _width(old) + turned * _width(new)
            if not old.changed:
                self._paint(painter, QPointF(x, y), old, 1.0)
            else:
                self._paint(painter, QPointF(x, y - turned * RISE), old, 1 - turned)
                self._paint(painter, QPointF(x, y + (1 - turned) * RISE), new, turned)
            x += width

    def _paint(self, painter: QPainter, at: QPointF, span: Span, strength: float) -> None:
        """Write a symbol: what follows an underscore is lowered."""
        if not span.text or strength <= 0:
            return
        colour = QColor(colours().palette.inks[INKS[span.letter]] if span.changed else colours().palette.text)
        colour.setAlphaF(strength)
        painter.setPen(colour)
        base, _, below = span.text.partition("_")
        painter.setFont(fonts.font(SIZE, bold=span.changed))
        painter.drawText(at, base)
        if below:
            painter.setFont(fonts.font(SMALL, bold=span.changed))
            painter.drawText(at + QPointF(fonts.text_width(base, SIZE, bold=span.changed), 4), below)


def _width(span: Span) -> float:
    """Return the room of a symbol and of the gap after it; none for an empty slot."""
    if not span.text:
        return 0.0
    base, _, below = span.text.partition("_")
    bold = span.changed
    return fonts.text_width(base, SIZE, bold=bold) + fonts.text_width(below, SMALL, bold=bold) + GAP


def _turned(progress: float, slot: int, slots: int) -> float:
    """Return how far a slot has turned: one begins when the one before is half done."""
    ends = (slots + 1) / 2
    return min(max(progress * ends - slot / 2, 0.0), 1.0)
