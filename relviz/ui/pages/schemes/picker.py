"""Chips that choose position schemes."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QSize, Signal
from PySide6.QtWidgets import QToolButton, QWidget

from relviz.figure.views.schemes.words import TITLES, title_of

if TYPE_CHECKING:
    from collections.abc import Sequence

    from PySide6.QtGui import QResizeEvent, QShowEvent

GAP = 4
"""Between chips, in pixels."""


class SchemePicker(QWidget):
    """One chip a scheme; at least one stays chosen.

    Signals:
        changed(): other schemes are chosen.
    """

    changed = Signal()

    def __init__(self, chosen: Sequence[str], parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setAccessibleName(self.tr("Position schemes"))
        tips = self._tips()
        self.chips: dict[str, QToolButton] = {}
        for scheme in TITLES:
            chip = QToolButton(self)
            chip.setText(title_of(scheme))
            chip.setCheckable(True)
            chip.setChecked(scheme in chosen)
            chip.setToolTip(tips[scheme])
            chip.setAccessibleDescription(tips[scheme])
            chip.toggled.connect(self._on_toggled)
            self.chips[scheme] = chip

    @property
    def chosen(self) -> tuple[str, ...]:
        """Names of the schemes chosen, in the order of the argument."""
        return tuple(scheme for scheme, chip in self.chips.items() if chip.isChecked())

    def choose(self, schemes: Sequence[str]) -> None:
        """Choose these schemes and no others."""
        for scheme, chip in self.chips.items():
            chip.blockSignals(True)
            chip.setChecked(scheme in schemes)
            chip.blockSignals(False)
        self.changed.emit()

    def minimumSizeHint(self) -> QSize:
        """Return the width of the widest chip: chips go on in further lines where one is too short for all."""
        margins = self.contentsMargins()
        widest = max(chip.sizeHint().width() for chip in self.chips.values())
        return QSize(margins.left() + widest + margins.right(), self.minimumHeight())

    def sizeHint(self) -> QSize:
        """Return room for all chips on one line."""
        margins = self.contentsMargins()
        width = sum(chip.sizeHint().width() + GAP for chip in self.chips.values()) - GAP
        return QSize(margins.left() + width + margins.right(), self.minimumHeight())

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Break the lines anew."""
        super().resizeEvent(event)
        if event.size().width() != event.oldSize().width():
            self._flow()

    def showEvent(self, event: QShowEvent) -> None:
        """Break the lines once chips have the size that their style gives them."""
        super().showEvent(event)
        self._flow()

    def _flow(self) -> None:
        """Place the chips in lines, and be as high as those."""
        margins = self.contentsMargins()
        x, y, height = margins.left(), margins.top(), 0
        for chip in self.chips.values():
            size = chip.sizeHint()
            if x > margins.left() and x + size.width() > self.width() - margins.right():
                x, y = margins.left(), y + height + GAP
            chip.setGeometry(x, y, size.width(), size.height())
            x, height = x + size.width() + GAP, size.height()
        self.setFixedHeight(y + height + margins.bottom())

    def _on_toggled(self, on: bool) -> None:
        chip = self.sender()
        if not self.chosen and isinstance(chip, QToolButton) and not on:
            chip.setChecked(True)
            return
        self.changed.emit()

    def _tips(self) -> dict[str, str]:
        """Say what each scheme does."""
        return {
            "restart": self.tr("Sinusoidal absolute positions that start again at 0 in each segment"),
            "count": self.tr("Sinusoidal absolute positions that count on from segment to segment"),
            "learned": self.tr("A learned table of absolute positions, which has an end"),
            "shaw": self.tr("Shaw et al.: learned vectors of distances, which share one beyond a clip"),
            "xl": self.tr("Transformer-XL: the sinusoid of the distance, and four terms"),
            "none": self.tr("No positions at all: the score knows what the tokens are, and not where"),
            "alibi": self.tr("ALiBi: a penalty that grows with the distance, with nothing learned"),
            "rotary": self.tr("Rotary: queries and keys are turned by angles that grow with the position"),
            "t5": self.tr("T5: a learned number for each bucket of distances"),
        }
