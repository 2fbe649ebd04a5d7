"""One term of the score as a coloured chip, which switches it off and on, and the slider under it for its gain."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QPoint, QPointF, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QColor, QFont, QFontMetricsF, QKeyEvent, QMouseEvent, QPainter, QPaintEvent, QPen, QWheelEvent
from PySide6.QtWidgets import QAbstractButton, QFrame, QLabel, QSizePolicy, QSlider, QWidget

from relviz.core.interventions import LARGEST_GAIN
from relviz.figure.words import part_name
from relviz.ui.widgets.colours import colours
from relviz.ui.widgets.rows import row_of

if TYPE_CHECKING:
    from PySide6.QtGui import QKeyEvent, QMouseEvent

    from relviz.core.interventions import PartKind

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
        row_of(self, self.slider, self.number, margins=(12, 8, 12, 8), spacing=10)
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


HEIGHT, SIDE, GAP, ARROW = 28, 11.0, 7.0, 22.0
"""Height, room at the ends and between words, and width of the part that opens the slider; in pixels."""
NOTCH = 120
"""What a mouse wheel turns by in one notch."""


class TermChip(QAbstractButton):
    """Filled with the term's colour while it is on, hollow while it is off.

    A click or the space bar switches it; its arrow, or the down key, opens a slider; the wheel and the left and right
    keys change the gain by 0.05, and 1 sets it to 1.

    Signals:
        switched(str): the user switches the part of this name off, or on again.
        gain_asked(str, float): the gain that the user asks for, which may lie beyond the range.
    """

    switched = Signal(str)
    gain_asked = Signal(str, float)

    def __init__(self, kind: PartKind, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.kind = kind
        self._gain = 1.0
        self._compact = False
        self._turned = 0
        self.popup = GainPopup(kind, self)
        self.popup.changed.connect(self._ask)
        self.clicked.connect(self._on_clicked)
        self.setCheckable(True)
        self.setChecked(True)
        self.setMouseTracking(True)
        self.setAttribute(Qt.WidgetAttribute.WA_Hover)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)
        self.show_gain(1.0)

    @property
    def gain(self) -> float:
        """The gain shown."""
        return self._gain

    def show_gain(self, gain: float) -> None:
        """Show a gain, without asking for it."""
        self._gain = gain
        self.setChecked(gain > 0)
        self.popup.show_gain(gain)
        name = part_name(self.kind)
        state = self.tr("off") if not gain else self.tr("gain {0:g}").format(gain)
        self.setAccessibleName(self.tr("Term {0}, {1}: {2}").format(self.kind.letter, name, state))
        self.setToolTip(
            self.tr(
                "({0}) {1}, {2}: {3}. Click or Space switches it off and on; the wheel or the left and right keys "
                "change its gain, 0 to 2."
            ).format(self.kind.letter, name, self.kind.formula, state)
        )
        self.updateGeometry()
        self.update()

    def set_compact(self, compact: bool) -> None:
        """Leave out the name, where there is little room."""
        if compact != self._compact:
            self._compact = compact
            self.updateGeometry()
            self.update()

    def width_for(self, compact: bool) -> int:
        """Return how wide it is with or without its name."""
        words = self._words(compact)
        return round(2 * SIDE + sum(_width(text, font) for text, font in words) + GAP * (len(words) - 1) + ARROW - GAP)

    def sizeHint(self) -> QSize:
        """Return room for its words and the arrow."""
        return QSize(self.width_for(self._compact), HEIGHT)

    def minimumSizeHint(self) -> QSize:
        """Return the same: it is never cut off."""
        return self.sizeHint()

    def _words(self, compact: bool) -> list[tuple[str, QFont]]:
        bold, plain = QFont(self.font()), QFont(self.font())
        bold.setBold(True)
        formula = QFont(plain)
        formula.setStrikeOut(not self._gain)
        name = [] if compact else [(part_name(self.kind), plain)]
        times = [(f"{self._gain:g} ×", bold)] if self._gain not in {0, 1} else []
        return [(self.kind.letter, bold), *name, *times, (self.kind.formula, formula)]

    def paintEvent(self, event: QPaintEvent) -> None:
        """Paint the pill, its words and the arrow."""
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        palette = colours().palette
        fill = QColor(palette.fills[self.kind.term])
        ink = QColor(palette.on(fill.name()) if self._gain else palette.muted)
        box = QRectF(self.rect()).adjusted(2, 2, -2, -2)
        painter.setPen(QPen(fill, 1.5))
        painter.setBrush(fill if self._gain else QColor(palette.raised if self.underMouse() else palette.panel))
        painter.drawRoundedRect(box, box.height() / 2, box.height() / 2)
        painter.setPen(ink)
        x = SIDE
        for text, font in self._words(self._compact):
            painter.setFont(font)
            metrics = QFontMetricsF(font)
            painter.drawText(QPointF(x, (self.height() + metrics.ascent() - metrics.descent()) / 2), text)
            x += _width(text, font) + GAP
        middle = QPointF(self.width() - ARROW / 2 - 3, self.height() / 2 + 1)
        pen = QPen(ink, 1.5)
        pen.setCapStyle(Qt.PenCapStyle.RoundCap)
        painter.setPen(pen)
        painter.drawPolyline([middle + QPointF(-3.5, -2), middle + QPointF(0, 2), middle + QPointF(3.5, -2)])
        if self.hasFocus():
            painter.setBrush(Qt.BrushStyle.NoBrush)
            painter.setPen(QPen(QColor(palette.text), 1.5))
            outline = QRectF(self.rect()).adjusted(0.75, 0.75, -0.75, -0.75)
            painter.drawRoundedRect(outline, outline.height() / 2, outline.height() / 2)

    def mousePressEvent(self, event: QMouseEvent) -> None:
        """Open the slider with the arrow or the right button; the rest of the chip is a switch."""
        if event.button() == Qt.MouseButton.RightButton or event.position().x() > self.width() - ARROW:
            self.popup.open_under(self)
        else:
            super().mousePressEvent(event)

    def wheelEvent(self, event: QWheelEvent) -> None:
        """Change the gain by a step a notch."""
        self._turned += event.angleDelta().y()
        notches = int(self._turned / NOTCH)
        self._turned -= notches * NOTCH
        if notches:
            self._ask(self._gain + notches * STEP)
        event.accept()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Change the gain with the arrow keys; the space bar is the button's own."""
        steps = {Qt.Key.Key_Left: -STEP, Qt.Key.Key_Right: STEP}
        key = Qt.Key(event.key())
        if key in steps:
            self._ask(self._gain + steps[key])
        elif key == Qt.Key.Key_1:
            self._ask(1.0)
        elif key == Qt.Key.Key_Down:
            self.popup.open_under(self)
        else:
            super().keyPressEvent(event)

    def _on_clicked(self) -> None:
        self.switched.emit(self.kind.name)

    def _ask(self, gain: float) -> None:
        self.gain_asked.emit(self.kind.name, gain)


def _width(text: str, font: QFont) -> float:
    return QFontMetricsF(font).horizontalAdvance(text)
