"""A small slider under a term's chip, for its gain."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QPoint, Qt, Signal
from PySide6.QtWidgets import QFrame, QHBoxLayout, QLabel, QSlider, QWidget

from relviz.core.interventions import LARGEST_GAIN

if TYPE_CHECKING:
    from PySide6.QtGui import QKeyEvent, QMouseEvent

    from relviz.core.schemes.base import PartKind

STEP = 0.05
"""Smallest change of a gain."""
WIDTH = 150


class GainSlider(QSlider):
    """A slider in steps of 0.05; a double click, or the key 1, sets it to 1."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(Qt.Orientation.Horizontal, parent)
        self.setRange(0, round(LARGEST_GAIN / STEP))
        self.setPageStep(5)
        self.setTickPosition(QSlider.TickPosition.TicksBelow)
        self.setTickInterval(round(1 / STEP))
        self.setFixedWidth(WIDTH)

    @property
    def gain(self) -> float:
        """Where it stands, 0 to 2."""
        return round(self.value() * STEP, 2)

    def mouseDoubleClickEvent(self, event: QMouseEvent) -> None:
        """Go back to 1."""
        self.setValue(round(1 / STEP))

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Go back to 1 with the key 1; the arrow keys are the slider's own."""
        if event.key() == Qt.Key.Key_1:
            self.setValue(round(1 / STEP))
        else:
            super().keyPressEvent(event)


class GainPopup(QFrame):
    """Shows and sets the gain of one part; a click elsewhere, or Escape, closes it.

    Signals:
        changed(float): the gain that the user asks for.
    """

    changed = Signal(float)

    def __init__(self, kind: PartKind, parent: QWidget) -> None:
        super().__init__(parent, Qt.WindowType.Popup)
        self.setObjectName("popup")
        self.slider = GainSlider(self)
        self.slider.setAccessibleName(self.tr("Gain of term {0}").format(kind.letter))
        self.slider.setToolTip(self.tr("Gain from 0 to 2; a double click or the key 1 sets it to 1"))
        self.number = QLabel(self)
        self.number.setFixedWidth(self.number.fontMetrics().horizontalAdvance("× 0.00 "))
        self.number.setAlignment(Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter)
        layout = QHBoxLayout(self)
        layout.setContentsMargins(12, 8, 12, 8)
        layout.setSpacing(10)
        layout.addWidget(self.slider)
        layout.addWidget(self.number)
        self.slider.valueChanged.connect(self._on_moved)

    def show_gain(self, gain: float) -> None:
        """Show a gain, without asking for it."""
        self.slider.blockSignals(True)
        self.slider.setValue(round(gain / STEP))
        self.slider.blockSignals(False)
        self.number.setText(f"× {gain:.2f}")

    def open_under(self, chip: QWidget) -> None:
        """Show it below a chip, with the slider ready for the arrow keys."""
        self.adjustSize()
        self.move(chip.mapToGlobal(QPoint(0, chip.height() + 3)))
        self.show()
        self.slider.setFocus(Qt.FocusReason.PopupFocusReason)

    def _on_moved(self) -> None:
        self.number.setText(f"× {self.slider.gain:.2f}")
        self.changed.emit(self.slider.gain)
