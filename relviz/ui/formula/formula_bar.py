"""The formula of the score as a bar: a chip a term, since when their gains act, and a badge while they do."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QCoreApplication, Qt
from PySide6.QtWidgets import QLabel, QSizePolicy, QToolBar, QWidget

from relviz.figure.words import list_comma
from relviz.ui.formula.term_chip import HEIGHT, TermChip
from relviz.ui.widgets.labels import action_button
from relviz.ui.widgets.rows import row_of

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from PySide6.QtGui import QAction, QResizeEvent

    from relviz.app.session.session import Session
    from relviz.core.interventions import Interventions, PartKind

SPACING = 6
SHORTEST = 260
"""Room that the badge has at least, and which is kept for it: chips must not move when it comes."""
NARROW = 100
"""Room for the badge without which the button that restores goes; the key and the menu stay."""
FRAME = 20
"""Width of the badge without its text."""


class FormulaBar(QToolBar):
    """``score = (a) q·k + (b) q·W R + …``, made of the parts that the model's position scheme has.

    The chips show what is asked for; the badge says what is shown.
    """

    def __init__(self, session: Session, actions: Mapping[str, QAction], parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("formula")
        self.setWindowTitle(self.tr("Formula"))
        self.setMovable(False)
        self._session = session
        self._words: tuple[str, ...] = ()  # of the badge, from long to short
        self.chips: tuple[TermChip, ...] = ()
        self._signs: list[QLabel] = []
        self._row = QWidget(self)
        self._start, self._end = self._sign(self.tr("score =")), self._sign(self.tr("→ softmax = attention"))
        self.badge = QLabel(self)
        self.badge.setObjectName("badge")
        self.badge.setTextFormat(Qt.TextFormat.PlainText)
        actions["restore_parts"].setIconText(self.tr("Restore"))
        actions["since_segment"].setIconText(self.tr("this segment"))
        actions["since_start"].setIconText(self.tr("from the start"))
        self.restore, self.on_segment, self.from_start = (
            action_button(actions[name], self) for name in ("restore_parts", "since_segment", "since_start")
        )
        self._row.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Fixed)
        self._row.setFixedHeight(HEIGHT + 2)
        self._layout = row_of(self._row, self._start, self._end, margins=(4, 0, 2, 0), spacing=SPACING)
        self._layout.addStretch(1)
        for widget in (self.badge, self.restore, self.on_segment, self.from_start):
            self._layout.addWidget(widget)
        self.addWidget(self._row)
        session.answered.connect(self._on_answered)
        session.restored.connect(self._on_answered)
        session.gains.changed.connect(self._show_state)
        self._show_badge()
        self._show_state()

    def _sign(self, text: str) -> QLabel:
        """Make what stands between the chips."""
        sign = QLabel(text, self._row)
        sign.setObjectName("sign")
        return sign

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Leave out the names, and shorten the badge, where there is little room."""
        super().resizeEvent(event)
        self._fit()

    def _on_answered(self) -> None:
        look = self._session.look
        if look is None:
            return
        kinds = tuple(part.kind for part in look.terms.parts)
        if kinds != tuple(chip.kind for chip in self.chips):
            self._build(kinds)
        self._show_badge()
        self._show_state()

    def _build(self, kinds: Sequence[PartKind]) -> None:
        """Put one chip a part into the bar, in place of those that were there."""
        for old in (*self.chips, *self._signs):
            self._layout.removeWidget(old)
            old.hide()
            old.deleteLater()
        self._signs = [self._sign("+") for _ in kinds[1:]]
        self.chips = tuple(TermChip(kind, self._row) for kind in kinds)
        place = self._layout.indexOf(self._start) + 1
        for number, chip in enumerate(self.chips):
            if number:
                self._layout.insertWidget(place, self._signs[number - 1])
                place += 1
            self._layout.insertWidget(place, chip)
            place += 1
            chip.switched.connect(self._session.gains.toggle)
            chip.gain_asked.connect(self._session.gains.set)
        previous: QWidget = self._start
        for following in (*self.chips, self.restore, self.on_segment, self.from_start):
            QWidget.setTabOrder(previous, following)
            previous = following

    def _show_state(self) -> None:
        """Show the gains asked for, and since when they act."""
        session = self._session
        for chip in self.chips:
            chip.show_gain(session.gains.interventions.gain(chip.kind.name))
        self._fit()

    def _show_badge(self) -> None:
        look = self._session.look
        self._words = words(look.interventions, [part.kind for part in look.terms.parts]) if look else ()
        tip = (self._words[0], self.tr("The Schemes page is without interventions.")) if self._words else ()
        self.badge.setToolTip("\n".join(tip))

    def _fit(self) -> None:
        """Leave out what there is no room for: the names of the terms first, and words of the badge last.

        The names go by the width of the bar alone.
        """
        fixed = (self._start, *self._signs, self.on_segment, self.from_start)
        room = self.width() - 3 * FRAME - sum(widget.sizeHint().width() + SPACING for widget in fixed)
        restore = self.restore.sizeHint().width() + SPACING
        named, bare = (sum(chip.width_for(compact) + SPACING for chip in self.chips) for compact in (False, True))
        compact = named + SHORTEST + restore > room
        for chip in self.chips:
            chip.set_compact(compact)
        room -= bare if compact else named
        active = bool(self._words) or bool(self._session.gains.interventions)
        self.restore.setVisible(active and restore + NARROW <= room)
        if active and restore + NARROW <= room:
            room -= restore
        self._end.setVisible(bool(self.chips) and not active and self._end.sizeHint().width() <= room)
        self.badge.setVisible(bool(self._words))
        self.badge.ensurePolished()
        metrics, room = self.badge.fontMetrics(), room - FRAME
        fitting = [text for text in self._words if metrics.horizontalAdvance(text) <= room] or self._words[-1:]
        self.badge.setText(
            metrics.elidedText(fitting[0] if fitting else "", Qt.TextElideMode.ElideRight, max(room, 20))
        )


def words(interventions: Interventions, kinds: Sequence[PartKind]) -> tuple[str, ...]:
    """Return what interventions do, e.g. ``intervention: from the start of the text, (b) off``; nothing without any.

    Shorter forms follow: ``intervention: (b) off``, ``(b) off`` and ``b``.
    """
    if not interventions:
        return ()
    off = QCoreApplication.translate("FormulaBar", "off")
    changed = list_comma().join(
        f"({letter}) {f'× {gain:g}' if gain else off}" for letter, gain in interventions.changed(kinds)
    )
    since = (
        QCoreApplication.translate("FormulaBar", "intervention: from the start of the text, {0}")
        if interventions.since == "start"
        else QCoreApplication.translate("FormulaBar", "intervention: on this segment, {0}")
    )
    short = QCoreApplication.translate("FormulaBar", "intervention: {0}")
    letters = " ".join(letter for letter, _ in interventions.changed(kinds))
    return since.format(changed), short.format(changed), changed, letters
