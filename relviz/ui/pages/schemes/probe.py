"""Asks schemes for any position or distance up to 512,000, over which bars say where each was trained."""

from __future__ import annotations

import html
import math
from dataclasses import replace
from typing import TYPE_CHECKING

from PySide6.QtCore import QLineF, QRectF, QSize, Qt
from PySide6.QtGui import QColor, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import (
    QLabel,
    QSizePolicy,
    QSlider,
    QSpinBox,
    QStyle,
    QStyleOptionSlider,
    QWidget,
)

from relviz.app.engine.experiments import EXPERIMENTS, Choices, Seen
from relviz.core.sinusoid import FARTHEST
from relviz.figure.lettering import fonts
from relviz.figure.lettering.text import draw_text, fitted
from relviz.figure.views.schemes.words import said_of, title_of
from relviz.figure.words import told
from relviz.ui.pages.schemes.view import ExperimentView, rich_label, scrolled
from relviz.ui.widgets.colours import colours
from relviz.ui.widgets.figure_view import FigureView
from relviz.ui.widgets.rows import column_of, row_of

if TYPE_CHECKING:
    from collections.abc import Sequence

    from PySide6.QtGui import QResizeEvent, QShowEvent

    from relviz.app.engine.lab import Probed
    from relviz.app.session.session import Session
    from relviz.core.lab.probe import Probe
    from relviz.figure.spec import FigureSpec
    from relviz.ui.pages.schemes.work import SchemesWork

BAND, AXIS = 19.0, 18.0
TICKS = (10, 100, 1000, 10_000, 100_000)
"""Numbers of the axis between its ends."""
GAP = 6
"""Least number of pixels between two of them."""


def share_of(value: int) -> float:
    """Return where a number is on the logarithmic axis from 0 to 512,000, 0 to 1."""
    return math.log1p(value) / math.log1p(FARTHEST)


def value_at(share: float) -> int:
    """Return the number at a place of the axis; undoes ``share_of``."""
    return min(round(math.expm1(share * math.log1p(FARTHEST))), FARTHEST)


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
        return QSize(300, round(AXIS + BAND * max(len(self._probes), 1) + 2))

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
            self._paint_row(painter, AXIS + number * BAND, probe)
        painter.setPen(QPen(QColor(palette.cursor), 1.5))
        x = self._x(self._asked)
        painter.drawLine(QLineF(x, AXIS, x, AXIS + BAND * len(self._probes)))
        for number, probe in enumerate(self._probes):
            self._write_range(painter, AXIS + number * BAND, probe)

    def ticks(self) -> list[tuple[float, str]]:
        """Return where the numbers of the axis begin, in pixels: both ends, and what has room between them."""
        end = f"{FARTHEST:,}"
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
        bar = QRectF(self._left, top + 3, self._width, BAND - 6)
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
        plate = QRectF(start + 3, top + 4, fonts.text_width(words) + 6, BAND - 8)
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


STEPS = 2000
NAMES = 104
"""Room for the names of the schemes, left of the slider."""
ROW = 120
"""Least height of a scheme's row of plots."""


class _LogSlider(QSlider):
    """A slider whose arrow keys walk the axis; its places are even steps of the logarithm."""

    def ends(self) -> tuple[float, float]:
        """Return where the middle of the handle is at the lowest value, and how far it goes from there, in pixels."""
        option = QStyleOptionSlider()
        self.initStyleOption(option)
        control, part = QStyle.ComplexControl.CC_Slider, QStyle.SubControl
        groove = self.style().subControlRect(control, option, part.SC_SliderGroove, self)
        handle = self.style().subControlRect(control, option, part.SC_SliderHandle, self)
        return groove.left() + handle.width() / 2, float(groove.width() - handle.width())


class ProbeView(ExperimentView):
    """A logarithmic slider, the trained ranges under it, and what each scheme holds there."""

    def __init__(self, work: SchemesWork, session: Session, choices: Choices, parent: QWidget) -> None:
        super().__init__(work, session, choices, parent)
        self._probed: Probed | None = None
        self.slider = _LogSlider(Qt.Orientation.Horizontal, self)
        self.slider.setRange(0, STEPS)
        self.slider.setPageStep(STEPS // 20)
        self.slider.setAccessibleName(self.tr("Position or distance, logarithmic"))
        self.slider.setToolTip(self.tr("From 0 to 512,000, in even steps of the logarithm"))
        self.box = QSpinBox(self)
        self.box.setRange(0, FARTHEST)
        self.box.setGroupSeparatorShown(True)
        self.box.setKeyboardTracking(False)
        self.box.setFixedWidth(96)
        self.box.setAlignment(Qt.AlignmentFlag.AlignRight)
        self.box.setAccessibleName(self.tr("Position or distance"))
        label = QLabel(self.tr("&position or distance"), self)
        label.setBuddy(self.box)
        label.setFixedWidth(NAMES + 18)
        self.bands = TrainedBands(self)
        self.view = FigureView(self)
        self.view.setAccessibleName(self.tr("Vectors of the schemes"))
        self.sentences = rich_label(self, self.tr("What the schemes answer"))
        self.sentences.setContentsMargins(12, 2, 12, 8)
        bar = row_of(None, label, (self.slider, 1), self.box, margins=(12, 6, 12, 0), spacing=10)
        scroll = scrolled(self.view, self)
        scroll.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        column_of(self, bar, self.bands, (scroll, 1), self.sentences, spacing=2)
        self.choose(choices)
        self.slider.valueChanged.connect(self._on_slider)
        self.box.valueChanged.connect(self._on_box)

    @property
    def value(self) -> int:
        """The position or distance that is asked for."""
        return self.box.value()

    def ask(self, schemes: tuple[str, ...]) -> None:
        """Ask what the schemes hold at the number."""
        self._work.probe(schemes, self.value, None)

    def show_found(self, schemes: tuple[str, ...]) -> None:
        """Show what the schemes answered."""
        if self._work.answered is not None:
            self.show_answer(self._work.answered)

    @property
    def weights(self) -> tuple[Sequence[str], Sequence[str]]:
        """Those that were asked."""
        if self._probed is None:
            return (), ()
        return self._probed.untrained, tuple(one.scheme for one in self._probed.probes)

    def choices(self, choices: Choices) -> Choices:
        """Add the number."""
        return replace(choices, position=self.value)

    def choose(self, choices: Choices) -> None:
        """Show another number, without asking for it."""
        self.set_value(choices.position)

    def figure(self) -> FigureSpec | None:
        """Return what is shown, as a figure to be written to a file."""
        return None if self._probed is None else EXPERIMENTS["probe"].draw(self._probed, Seen())

    def show_answer(self, probed: Probed) -> None:
        """Show what schemes answered."""
        self._probed = probed
        figure = self.figure()
        assert figure is not None, "there is an answer"
        self.view.setMinimumHeight(ROW * len(probed.probes))
        self.view.show_figure(figure)
        self.bands.show_probes(probed.probes, self.value)
        self.sentences.setText(
            "<br>".join(
                f"<small>{said_of(f'<b>{title_of(one.scheme)}</b>', html.escape(told(one.sentence)))}</small>"
                for one in probed.probes
            )
        )
        self._align()

    def set_value(self, value: int) -> None:
        """Show a number in both controls without asking for it."""
        for control, shown in ((self.slider, round(share_of(value) * STEPS)), (self.box, value)):
            control.blockSignals(True)
            control.setValue(shown)
            control.blockSignals(False)

    def _on_slider(self, place: int) -> None:
        self.box.setValue(value_at(place / STEPS))

    def _on_box(self, value: int) -> None:
        self.slider.blockSignals(True)  # its nearest step is not this number, and must not replace it
        self.slider.setValue(round(share_of(value) * STEPS))
        self.slider.blockSignals(False)
        if self._probed is not None:
            self.bands.show_probes(self._probed.probes, value)
        self.asked.emit()

    def _align(self) -> None:
        start, width = self.slider.ends()
        self.bands.align(self.slider.x() + start, width)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Keep the bars under the slider."""
        super().resizeEvent(event)
        self._align()

    def showEvent(self, event: QShowEvent) -> None:
        """Find the slider's ends once it has its style."""
        super().showEvent(event)
        self._align()
