"""Rows and columns of widgets; and rows that go on in further lines where they do not fit on one."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, TypeVar

from PySide6.QtCore import QEvent, QPoint, QRect, QSize, Qt
from PySide6.QtWidgets import (
    QBoxLayout,
    QComboBox,
    QFrame,
    QGridLayout,
    QHBoxLayout,
    QLabel,
    QLayout,
    QSizePolicy,
    QVBoxLayout,
    QWidget,
)

if TYPE_CHECKING:
    from collections.abc import Iterable

    from PySide6.QtGui import QResizeEvent

Box = TypeVar("Box", bound=QBoxLayout)
Part = QWidget | QLayout | tuple[QWidget | QLayout, int] | tuple[QWidget, int, Qt.AlignmentFlag]
"""What is laid out; with the share of what room is left that it takes, and where it stands in that."""
Margins = tuple[int, int, int, int] | None


def row_of(
    parent: QWidget | None, *parts: Part, margins: Margins = (0, 0, 0, 0), spacing: int | None = 0
) -> QHBoxLayout:
    """Lay parts out beside each other, in a widget or for another layout; None leaves what the style has."""
    return _filled(QHBoxLayout(parent) if parent else QHBoxLayout(), parts, margins, spacing)


def column_of(
    parent: QWidget | None, *parts: Part, margins: Margins = (0, 0, 0, 0), spacing: int | None = 0
) -> QVBoxLayout:
    """Lay parts out below each other, in a widget or for another layout; None leaves what the style has."""
    return _filled(QVBoxLayout(parent) if parent else QVBoxLayout(), parts, margins, spacing)


def _filled(layout: Box, parts: Iterable[Part], margins: Margins, spacing: int | None) -> Box:
    if margins is not None:
        layout.setContentsMargins(*margins)
    if spacing is not None:
        layout.setSpacing(spacing)
    for part in parts:
        item: QWidget | QLayout
        how: tuple[Any, ...]
        item, how = (part[0], part[1:]) if isinstance(part, tuple) else (part, ())
        if isinstance(item, QLayout):
            layout.addLayout(item, *how)
        else:
            layout.addWidget(item, *how)
    return layout


SPACING = 4


class FlowRow(QWidget):
    """Puts its widgets beside each other at their own sizes, and into the next line what does not fit.

    It places them itself: a layout of Qt's that is written in Python does not survive the end of its window.
    """

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._widgets: list[QWidget] = []
        # not Fixed: Qt would take the hint, at whatever width the row has before it is laid out, for its least height
        policy = QSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Maximum)
        policy.setHeightForWidth(True)
        self.setSizePolicy(policy)

    def add(self, *widgets: QWidget) -> None:
        """Take widgets to the end."""
        for widget in widgets:
            widget.setParent(self)
            self._widgets.append(widget)

    def heightForWidth(self, width: int) -> int:
        """Return the height of all lines at a width."""
        lines = self._lines(width)
        return sum(_height(line) for line in lines) + SPACING * (len(lines) - 1)

    def sizeHint(self) -> QSize:
        """Return the size at the present width."""
        return QSize(self.minimumSizeHint().width(), self.heightForWidth(self.width()))

    def minimumSizeHint(self) -> QSize:
        """Return the width of the widest widget, and the height of one line.

        Not the height at the present width: before the row is laid out that is next to nothing, which would take so
        many lines that the window would grow for them.
        """
        there = [widget for widget in self._widgets if not widget.isHidden()]
        return QSize(max((widget.sizeHint().width() for widget in there), default=0), _height(there))

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Arrange the widgets at another width."""
        super().resizeEvent(event)
        self._arrange()

    def event(self, event: QEvent) -> bool:
        """Arrange the widgets anew when one of them is another size, comes or goes."""
        if event.type() == QEvent.Type.LayoutRequest:
            self._arrange()
        return super().event(event)

    def _arrange(self) -> None:
        y = 0
        for line in self._lines(self.width()):
            x, height = 0, _height(line)
            for widget in line:
                size = widget.sizeHint()
                widget.setGeometry(QRect(QPoint(x, y + (height - size.height()) // 2), size))
                x += size.width() + SPACING
            y += height + SPACING
        self.updateGeometry()

    def _lines(self, width: int) -> list[list[QWidget]]:
        """Return the widgets that are there, line by line."""
        lines: list[list[QWidget]] = [[]]
        x = 0
        for widget in (one for one in self._widgets if not one.isHidden()):
            needed = widget.sizeHint().width()
            if lines[-1] and x + needed > width:
                lines.append([])
                x = 0
            lines[-1].append(widget)
            x += needed + SPACING
        return lines


def _height(line: list[QWidget]) -> int:
    return max((widget.sizeHint().height() for widget in line), default=0)


NARROW = 2
"""Choices on a line of a narrow window."""


class FoldingRow(QFrame):
    """Puts pairs of a name and a choice on one line, or on several."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("controls")
        self._pairs: list[QWidget] = []
        self._on_a_line = 0
        self._lines = QVBoxLayout(self)
        self._lines.setContentsMargins(12, 5, 12, 2)
        self._lines.setSpacing(3)
        self._grid = QGridLayout()
        self._grid.setSpacing(2)
        self._lines.addLayout(self._grid)

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

    def offer(self, word: str, tip: str, values: Iterable[tuple[object, str]] = ()) -> QComboBox:
        """Add a choice among values, each with the word for it, behind its name."""
        choice = QComboBox(self)
        choice.setSizeAdjustPolicy(QComboBox.SizeAdjustPolicy.AdjustToContents)
        choice.setToolTip(tip)
        choice.setAccessibleName(tip)
        fill(choice, values)
        self.add(word, choice)
        return choice

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
        needed = sum(pair.sizeHint().width() + 2 for pair in self._pairs) + 24
        on_a_line = len(self._pairs) if needed <= self.width() else NARROW
        if self._grid.count() == len(self._pairs) and on_a_line == self._on_a_line:
            return
        self._on_a_line = on_a_line
        for n, pair in enumerate(self._pairs):
            self._grid.addWidget(pair, *divmod(n, on_a_line), Qt.AlignmentFlag.AlignLeft)
        for column in range(len(self._pairs) + 1):
            self._grid.setColumnStretch(column, int(column == on_a_line))


def fill(choice: QComboBox, values: Iterable[tuple[object, str]]) -> None:
    """Add values to a choice, each with the word for it."""
    for value, text in values:
        choice.addItem(text, value)


def show_value(choice: QComboBox, value: object) -> None:
    """Show a value without choosing it."""
    choice.setCurrentIndex(choice.findData(value))
