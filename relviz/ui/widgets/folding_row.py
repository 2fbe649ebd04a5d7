"""Choices side by side, each behind its name; where they do not fit on one line, two on a line."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QSize, Qt
from PySide6.QtWidgets import QFrame, QGridLayout, QHBoxLayout, QLabel, QWidget

if TYPE_CHECKING:
    from PySide6.QtGui import QResizeEvent

NARROW = 2
"""Choices on a line of a narrow window."""


class FoldingRow(QFrame):
    """Puts pairs of a name and a choice on one line, or on several."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("controls")
        self._pairs: list[QWidget] = []
        self._on_a_line = 0
        self._grid = QGridLayout(self)
        self._grid.setContentsMargins(12, 5, 12, 2)
        self._grid.setSpacing(2)

    def add(self, word: str, choice: QWidget) -> None:
        """Add a choice behind its name."""
        pair = QWidget(self)
        inside = QHBoxLayout(pair)
        inside.setContentsMargins(0, 0, 12, 0)
        label = QLabel(word, pair)
        label.setObjectName("muted")
        label.setBuddy(choice)
        inside.addWidget(label)
        inside.addWidget(choice)
        self._pairs.append(pair)
        self._arrange()

    def minimumSizeHint(self) -> QSize:
        """Return room for two choices on a line."""
        widths = [pair.sizeHint().width() for pair in self._pairs]
        columns = (max(widths[first::NARROW], default=0) for first in range(NARROW))
        return QSize(sum(columns) + 28, super().minimumSizeHint().height())

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Have as many choices on a line as fit."""
        super().resizeEvent(event)
        self._arrange()

    def _arrange(self) -> None:
        needed = sum(pair.sizeHint().width() + 2 for pair in self._pairs) + 26
        on_a_line = len(self._pairs) if needed <= self.width() else NARROW
        if self._grid.count() == len(self._pairs) and on_a_line == self._on_a_line:
            return
        self._on_a_line = on_a_line
        for n, pair in enumerate(self._pairs):
            self._grid.addWidget(pair, *divmod(n, on_a_line), Qt.AlignmentFlag.AlignLeft)
        for column in range(len(self._pairs) + 1):
            self._grid.setColumnStretch(column, int(column == on_a_line))
