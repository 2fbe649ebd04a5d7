"""Asks schemes for any position or distance up to 512,000."""

from __future__ import annotations

import html
from typing import TYPE_CHECKING

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import (
    QHBoxLayout,
    QLabel,
    QSlider,
    QSpinBox,
    QStyle,
    QStyleOptionSlider,
    QVBoxLayout,
    QWidget,
)

from relviz.core.lab.probe import LARGEST
from relviz.figure.views.schemes.probe import probe_figure
from relviz.figure.views.schemes.words import said_of, title_of
from relviz.figure.words import told
from relviz.ui.pages.schemes.trained_bands import TrainedBands, share_of, value_at
from relviz.ui.pages.schemes.unsqueezed import scrolled
from relviz.ui.pages.schemes.words import rich_label
from relviz.ui.widgets.figure_view import FigureView

if TYPE_CHECKING:
    from PySide6.QtGui import QResizeEvent, QShowEvent

    from relviz.app.lab.lab import Probed
    from relviz.figure.spec import FigureSpec

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


class ProbeView(QWidget):
    """A logarithmic slider, the trained ranges under it, and what each scheme holds there.

    Signals:
        asked(): another number is asked for.
    """

    asked = Signal()

    def __init__(self, value: int, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._probed: Probed | None = None
        self.slider = _LogSlider(Qt.Orientation.Horizontal, self)
        self.slider.setRange(0, STEPS)
        self.slider.setPageStep(STEPS // 20)
        self.slider.setAccessibleName(self.tr("Position or distance, logarithmic"))
        self.slider.setToolTip(self.tr("From 0 to 512,000, in even steps of the logarithm"))
        self.box = QSpinBox(self)
        self.box.setRange(0, LARGEST)
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
        bar = QHBoxLayout()
        bar.setContentsMargins(12, 6, 12, 0)
        bar.setSpacing(10)
        bar.addWidget(label)
        bar.addWidget(self.slider, 1)
        bar.addWidget(self.box)
        scroll = scrolled(self.view, self)
        scroll.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(2)
        layout.addLayout(bar)
        layout.addWidget(self.bands)
        layout.addWidget(scroll, 1)
        layout.addWidget(self.sentences)
        self.set_value(value)
        self.slider.valueChanged.connect(self._on_slider)
        self.box.valueChanged.connect(self._on_box)

    @property
    def value(self) -> int:
        """The position or distance that is asked for."""
        return self.box.value()

    def figure(self) -> FigureSpec | None:
        """Return what is shown, as a figure to be written to a file."""
        if self._probed is None:
            return None
        probed = self._probed
        return probe_figure(probed.probes, probed.at, probed.tables, probed.untrained)

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
