"""Over which positions or distances each scheme was trained, as bars under a logarithmic slider."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

from PySide6.QtCore import QLineF, QRectF, QSize, Qt
from PySide6.QtGui import QColor, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QSizePolicy, QWidget

from relviz.core.lab.probe import LARGEST
from relviz.figure.lettering import fonts
from relviz.figure.lettering.text import draw_text, fitted
from relviz.figure.views.schemes.words import said_of, title_of
from relviz.ui.widgets.colours import colours

if TYPE_CHECKING:
    from collections.abc import Sequence

    from relviz.core.lab.probe import Probe

ROW, AXIS = 19.0, 18.0
TICKS = (10, 100, 1000, 10_000, 100_000)
"""Numbers of the axis between its ends."""
GAP = 6
"""Least number of pixels between two of them."""


def share_of(value: int) -> float:
    """Return where a number is on the logarithmic axis from 0 to 512,000, 0 to 1."""
    return math.log1p(value) / math.log1p(LARGEST)


def value_at(share: float) -> int:
    """Return the number at a place of the axis; undoes ``share_of``."""
    return min(round(math.expm1(share * math.log1p(LARGEST))), LARGEST)


class TrainedBands(QWidget):
    """One bar a scheme: shaded where it was trained, open where it never was; a line where it is asked now."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._probes: Sequence[Probe] = ()
        self._asked = 0
        self._left, self._width = 0.0, 100.0
        self.setAccessibleName(self.tr("Trained ranges"))
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)

    def show_probes(self, probes: Sequence[Probe], asked: int) -> None:
        """Show other schemes, another number or theme."""
        count = len(self._probes)
        self._probes, self._asked = probes, asked
        self.setAccessibleDescription("; ".join(self._say(one) for one in probes))
        if count != len(probes):
            self.updateGeometry()
        self.update()

    def align(self, left: float, width: float) -> None:
        """Take the slider's ends, in pixels of this widget."""
        self._left, self._width = left, max(width, 1.0)
        self.update()

    def sizeHint(self) -> QSize:
        """Return a row a scheme, and the axis."""
        return QSize(300, round(AXIS + ROW * max(len(self._probes), 1) + 2))

    def minimumSizeHint(self) -> QSize:
        """Return the same height; any width will do."""
        return QSize(1, self.sizeHint().height())

    def paintEvent(self, event: QPaintEvent) -> None:
        """Paint the axis, the bars, and the line."""
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        palette = colours().palette
        for left, words in self.ticks():
            draw_text(painter, left, AXIS / 2, words, palette.muted)
        for number, probe in enumerate(self._probes):
            self._paint_row(painter, AXIS + number * ROW, probe)
        painter.setPen(QPen(QColor(palette.cursor), 1.5))
        x = self._x(self._asked)
        painter.drawLine(QLineF(x, AXIS, x, AXIS + ROW * len(self._probes)))
        for number, probe in enumerate(self._probes):
            self._write_range(painter, AXIS + number * ROW, probe)

    def ticks(self) -> list[tuple[float, str]]:
        """Return where the numbers of the axis begin, in pixels: both ends, and what has room between them."""
        end = f"{LARGEST:,}"
        last = self._left + self._width - fonts.text_width(end)
        found = [(self._left, "0")]
        for tick in TICKS:
            number = f"{tick:,}"
            width = fonts.text_width(number)
            left = self._x(tick) - width / 2
            if left > found[-1][0] + fonts.text_width(found[-1][1]) + GAP and left + width + GAP < last:
                found.append((left, number))
        return [*found, (last, end)]

    def _paint_row(self, painter: QPainter, top: float, probe: Probe) -> None:
        palette = colours().palette
        bar = QRectF(self._left, top + 3, self._width, ROW - 6)
        painter.setPen(Qt.PenStyle.NoPen)
        painter.fillRect(bar, QColor(palette.raised if probe.trained else palette.paper))
        if probe.trained:
            end = self._x(probe.trained[1])
            painter.fillRect(QRectF(bar.left(), bar.top(), end - bar.left(), bar.height()), QColor(palette.line))
        painter.setPen(QPen(QColor(palette.line), 1))
        painter.setBrush(Qt.BrushStyle.NoBrush)
        painter.drawRect(bar)
        room = self._left - 14
        title = fitted(title_of(probe.scheme), room, fonts.LABEL)
        draw_text(painter, self._left - 8, bar.center().y(), title, palette.text, align="right")

    def _write_range(self, painter: QPainter, top: float, probe: Probe) -> None:
        """Write over the line where the scheme was trained, on a plate that keeps the line out of the words."""
        start = self._x(probe.trained[1]) if probe.trained else self._left
        room = self._left + self._width - start - 12
        words = self._say_range(probe)
        if probe.trained and fonts.text_width(words) > room:
            words = self.tr("trained to {0}").format(f"{probe.trained[1]:,}")
        words = fitted(words, room)
        ground = colours().palette.raised if probe.trained else colours().palette.paper
        plate = QRectF(start + 3, top + 4, fonts.text_width(words) + 6, ROW - 8)
        painter.fillRect(plate, QColor(ground))
        draw_text(painter, start + 6, plate.center().y(), words, colours().palette.muted)

    def _x(self, value: int) -> float:
        return self._left + share_of(value) * self._width

    def _say_range(self, probe: Probe) -> str:
        if probe.describes == "nothing":
            return self.tr("nothing to train")
        if probe.trained is None:
            return self.tr("never trained, or not known where")
        what = self.tr("distances") if probe.describes == "distance" else self.tr("positions")
        return self.tr("trained at {0} 0–{1}, never beyond").format(what, f"{probe.trained[1]:,}")

    def _say(self, probe: Probe) -> str:
        return said_of(title_of(probe.scheme), self._say_range(probe))
