"""The row above the maps that says how they are shown, and changes it."""

from __future__ import annotations

import html
from typing import TYPE_CHECKING

from PySide6.QtCore import QSize, Qt, Signal
from PySide6.QtWidgets import QComboBox, QFrame, QGridLayout, QHBoxLayout, QLabel, QToolButton, QVBoxLayout, QWidget

from relviz.core.percent import percent

if TYPE_CHECKING:
    from collections.abc import Sequence

    from PySide6.QtGui import QResizeEvent

    from relviz.app.session.session import Session

MASSES = (1.0, 0.95, 0.9, 0.8, 0.5)
"""Shares of a row's attention that can be asked for."""


class TermControls(QFrame):
    """Four choices on a line, and below it what is unusual about the maps because of them."""

    def __init__(self, session: Session, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("controls")
        self._session = session
        tr = self.tr
        scales = (("own", tr("each its own")), ("shared", tr("shared by terms")), ("locked", tr("locked")))
        values = (("raw", tr("raw")), ("centred", tr("centred per row")), ("softmax", tr("softmax alone")))
        colours = (("root", tr("√ colours")), ("linear", tr("linear")), ("log", tr("logarithmic")))
        masses = tuple((mass, percent(mass, 0) if mass < 1 else tr("all keys")) for mass in MASSES)
        self.scales = _Choice("scales", scales, tr("Scale of the maps: which number has which colour"), self)
        self.values = _Choice("values", values, tr("What is shown of each term"), self)
        self.attention = _Choice("attention", colours, tr("Colours of the attention"), self)
        self.mass = _Choice("mass", masses, tr("Dim all keys but the fewest that hold this much of each row"), self)
        self._pairs: list[QWidget] = []
        self._choices = QGridLayout()
        self._choices.setSpacing(2)
        self._on_a_line = 0
        self.note = QLabel(self)
        self.note.setObjectName("muted")
        self.note.setWordWrap(True)
        self.note.setTextFormat(Qt.TextFormat.RichText)  # by itself Qt finds out only where there are tags
        self.show_keys = QToolButton(self)
        self.show_keys.setText(tr("Show hidden keys"))
        self.show_keys.clicked.connect(session.maps.show_all)
        words = tr("Scale"), tr("Terms"), tr("Attention"), tr("Keep")
        choices = self.scales, self.values, self.attention, self.mass
        for word, choice in zip(words, choices, strict=True):
            pair = QWidget(self)
            inside = QHBoxLayout(pair)
            inside.setContentsMargins(0, 0, 12, 0)
            label = QLabel(word, pair)
            label.setObjectName("muted")
            label.setBuddy(choice)
            inside.addWidget(label)
            inside.addWidget(choice)
            choice.chosen.connect(self._on_chosen)
            self._pairs.append(pair)
        below = QHBoxLayout()
        below.addWidget(self.note, 1)
        below.addWidget(self.show_keys, 0, Qt.AlignmentFlag.AlignTop)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(12, 5, 12, 2)
        layout.setSpacing(3)
        layout.addLayout(self._choices)
        layout.addLayout(below)
        self._arrange(len(self._pairs))
        session.maps.changed.connect(self._refresh)
        session.answered.connect(self._refresh)
        self._refresh()

    def minimumSizeHint(self) -> QSize:
        """Return room for two choices on a line: a narrow window has them on two lines."""
        widths = [pair.sizeHint().width() for pair in self._pairs]
        return QSize(max(widths[0] + widths[1], widths[2] + widths[3]) + 24, super().minimumSizeHint().height())

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Have as many choices on a line as fit."""
        super().resizeEvent(event)
        needed = sum(pair.sizeHint().width() for pair in self._pairs) + 32
        self._arrange(len(self._pairs) if needed <= event.size().width() else 2)

    def _arrange(self, on_a_line: int) -> None:
        if on_a_line == self._on_a_line:
            return
        self._on_a_line = on_a_line
        for n, pair in enumerate(self._pairs):
            row, column = divmod(n, on_a_line)
            self._choices.addWidget(pair, row, column, Qt.AlignmentFlag.AlignLeft)
        for column in range(len(self._pairs) + 1):
            self._choices.setColumnStretch(column, int(column == on_a_line))

    def _on_chosen(self, name: str, value: object) -> None:
        self._session.maps.set(**{name: value})

    def _refresh(self) -> None:
        view = self._session.maps.view
        for choice in (self.scales, self.values, self.attention, self.mass):
            choice.show_value(getattr(view, choice.name))
        said = self._said()
        self.note.setText("&nbsp; · &nbsp;".join(said))
        self.note.setVisible(bool(said))
        self.show_keys.setVisible(bool(view.hidden))

    def _said(self) -> list[str]:
        """Return in words what is unusual about the maps; a person must not take them for something else."""
        view, said = self._session.maps.view, []
        if view.scales == "locked":
            said.append(self.tr("Scales kept across segments, only widened."))
        if view.values == "centred":
            said.append(self.tr("Each row less its mean."))
        if view.values == "softmax":
            said.append(self.tr("Each term as if it were alone."))
        if view.mass < 1:
            said.append(self.tr("Dimmed: all but the fewest keys with {0} of a row.").format(percent(view.mass, 0)))
        if view.hidden:
            keys = ", ".join(f"<b>{html.escape(label)}</b>" for label in self._hidden_labels())
            said.append(self.tr("Hidden, the others renormalised: {0}.").format(keys))
        return said

    def _hidden_labels(self) -> list[str]:
        """Return the tokens of hidden keys, those out of view as places in the text; three at most."""
        look, hidden = self._session.look, self._session.maps.view.hidden
        labels = {} if look is None else dict(zip(look.key_positions.tolist(), look.key_tokens, strict=True))
        shown = [labels.get(position, self.tr("token {0}").format(position)) for position in hidden[:3]]
        return shown if len(hidden) <= 3 else [*shown, self.tr("{0} more").format(len(hidden) - 3)]


class _Choice(QComboBox):
    """One choice.

    Signals:
        chosen(str, object): the user chose a value of what has this name.
    """

    chosen = Signal(str, object)

    def __init__(self, name: str, values: Sequence[tuple[object, str]], tip: str, parent: QWidget) -> None:
        super().__init__(parent)
        self.name = name
        self.setObjectName(name)
        for value, text in values:
            self.addItem(text, value)
        self.setToolTip(tip)
        self.setAccessibleName(tip)
        self.activated.connect(self._on_activated)

    def show_value(self, value: object) -> None:
        """Show a value without choosing it."""
        self.setCurrentIndex(self.findData(value))

    def _on_activated(self, index: int) -> None:
        self.chosen.emit(self.name, self.itemData(index))
