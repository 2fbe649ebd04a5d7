"""What is chosen for all experiments: the schemes, and the text that they read; and where weights are random."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QComboBox, QLabel, QToolButton, QWidget

from relviz.app.engine.lab import LabRequest
from relviz.core.schemes import SCHEMES, lab_schemes
from relviz.figure.lettering.text import SEPARATOR
from relviz.figure.views.schemes.words import listed, title_of
from relviz.ui.widgets.rows import FlowRow, row_of

if TYPE_CHECKING:
    from collections.abc import Collection, Sequence

    from relviz.app.engine.lab import LabAnswer
    from relviz.app.session.session import Session


class SchemePicker(FlowRow):
    """One chip a scheme; at least one stays chosen.

    Signals:
        changed(): other schemes are chosen.
    """

    changed = Signal()

    def __init__(self, chosen: Sequence[str], parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setAccessibleName(self.tr("Position schemes"))
        self.chips: dict[str, QToolButton] = {}
        for scheme in lab_schemes():
            chip = QToolButton(self)
            chip.setText(title_of(scheme))
            chip.setCheckable(True)
            chip.setChecked(scheme in chosen)
            tip = self.tr(SCHEMES[scheme].tip)
            chip.setToolTip(tip)
            chip.setAccessibleDescription(tip)
            chip.toggled.connect(self._on_toggled)
            self.chips[scheme] = chip
            self.add(chip)

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

    def _on_toggled(self, on: bool) -> None:
        chip = self.sender()
        if not self.chosen and isinstance(chip, QToolButton) and not on:
            chip.setChecked(True)
            return
        self.changed.emit()


class RandomBadge(QLabel):
    """Shown where a trained model is missing; its tool tip says which."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("badge")
        self.setStyleSheet(
            "QLabel#badge { border: 1px solid palette(mid); border-radius: 5px; padding: 2px 6px; font-weight: bold; }"
        )
        self.hide()

    def show_missing(self, untrained: Collection[str], schemes: Sequence[str]) -> None:
        """Say which of the schemes shown have random weights; hide if none has."""
        missing = [scheme for scheme in schemes if scheme in untrained]
        self.setVisible(bool(missing))
        if not missing:
            return
        which = self.tr("all") if len(missing) == len(schemes) > 1 else listed(missing)
        self.setText(self.tr("random weights: {0}").format(which))
        folders = ", ".join(f"lab-{scheme}" for scheme in missing)
        tip = self.tr(
            "There is no trained model {0}: what positions do to the score can be seen, what was learned cannot."
        )
        self.setToolTip(tip.format(folders))
        self.setAccessibleDescription(self.toolTip())


class ReadingRow(QWidget):
    """The choice of text, a badge and a remark; gone where there is nothing to say."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.source = QComboBox(self)
        self.source.addItem(self.tr("A–H, the article's example"))
        self.source.addItem(self.tr("the text in the window"))
        self.source.setAccessibleName(self.tr("Text that the schemes read"))
        self.source.setToolTip(
            self.tr("The article's two segments of four tokens, or the segment of your text that the window shows")
        )
        self.badge = RandomBadge(self)
        self.remark = QLabel(self)
        self.remark.setObjectName("muted")
        self.remark.setWordWrap(True)
        self.remark.setMinimumWidth(1)
        row_of(self, self.source, self.badge, (self.remark, 1), margins=(12, 3, 12, 2), spacing=10)

    def request(self, session: Session, schemes: tuple[str, ...]) -> LabRequest | None:
        """Return what is to be compared on the text chosen; None while the window has no text yet."""
        if self.source.currentIndex() == 0:
            return LabRequest(schemes, session.layer, session.head)
        if session.response is None:
            return None
        response, look = session.response, session.response.look
        begun = int(response.tokens.spans[look.first, 0]) if look.first else 0
        return LabRequest(
            schemes,
            session.layer,
            session.head,
            response.tokens.text[begun:],
            int(response.tokens.spans[look.start, 0]) - begun,
            response.segment_length,
            look.memory_length,
        )

    def show_place(self, answer: LabAnswer | None, untrained: Sequence[str], schemes: Sequence[str]) -> None:
        """Say where one looks, if it is in a text, and which of the schemes shown have random weights."""
        if answer is None:
            self._say((), untrained, schemes)
            return
        head = self.tr("mean over heads") if answer.head == "mean" else self.tr("head {0}").format(answer.head)
        if answer.request.text is None:
            where = self.tr("window of 4: A B C D in memory, E F G H read; positions count from 1")
        else:
            where = self.tr("segment {0} of 0–{1}, read by characters").format(answer.segment, answer.segments - 1)
        self._say((where, self.tr("layer {0}, {1}").format(answer.layer, head)), untrained, schemes)

    def _say(self, parts: Sequence[str], untrained: Collection[str], schemes: Sequence[str]) -> None:
        self.badge.show_missing(untrained, schemes)
        self.remark.setText(SEPARATOR.join(parts))
        self.setVisible(bool(parts or untrained))
