"""One line of the command palette, and how it is drawn."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, cast

from PySide6.QtCore import QModelIndex, QPersistentModelIndex, QRect, QSize, Qt
from PySide6.QtGui import QIcon, QPainter, QPalette
from PySide6.QtWidgets import QStyle, QStyledItemDelegate, QStyleOptionViewItem

from relviz.figure.words import comma

if TYPE_CHECKING:
    from PySide6.QtCore import QObject
    from PySide6.QtGui import QAction

    from relviz.app.words.jumps import Jump

ROW = Qt.ItemDataRole.UserRole
MARK, SIDE, GAP, HEIGHT = 20, 10, 16, 26
"""Room for the check mark, at the ends and between texts, and height of a line; in pixels."""


@dataclass(frozen=True)
class Row:
    """One thing that the palette can do.

    Attributes:
        title: what it is called.
        path: the menu that it is in, or which places there are.
        shortcut: its keys, as the platform writes them; empty for none.
        enabled: whether it can be had now.
        checked: whether a switch is on; None for what is no switch.
        does: the command, or the place to go to.
        name: the command's name, by which it is remembered; empty for a place.
    """

    title: str
    path: str
    shortcut: str
    enabled: bool
    checked: bool | None
    does: QAction | Jump
    name: str = ""

    def spoken(self, on: str, off: str, unavailable: str) -> str:
        """Return the whole line as a screen reader says it.

        Args:
            on: what is said of a switch that is on.
            off: of one that is off.
            unavailable: of what cannot be had now.
        """
        state = "" if self.checked is None else on if self.checked else off
        return comma().join(
            filter(None, (self.title, state, self.path, self.shortcut, "" if self.enabled else unavailable))
        )


class RowDelegate(QStyledItemDelegate):
    """Draws a line: check mark, title, the menu in a quieter colour, and the shortcut at the right end."""

    def __init__(self, check: QIcon, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.check = check

    def sizeHint(self, option: QStyleOptionViewItem, index: QModelIndex | QPersistentModelIndex) -> QSize:
        """Return the height of a line."""
        return QSize(200, max(HEIGHT, option.fontMetrics.height() + 8))

    def paint(
        self, painter: QPainter, option: QStyleOptionViewItem, index: QModelIndex | QPersistentModelIndex
    ) -> None:
        """Draw one line."""
        row = cast("Row", index.data(ROW))
        state, box, palette = option.state, option.rect, option.palette
        selected = bool(state & QStyle.StateFlag.State_Selected)
        group = QPalette.ColorGroup.Normal if row.enabled else QPalette.ColorGroup.Disabled
        role = QPalette.ColorRole
        painter.save()
        if selected:
            painter.fillRect(box, palette.color(role.Midlight))
            painter.fillRect(QRect(box.left(), box.top(), 3, box.height()), palette.color(role.Highlight))
        if row.checked:
            mark = QRect(box.left() + SIDE, box.center().y() - 5, 11, 11)
            painter.fillRect(mark.adjusted(-2, -2, 2, 2), palette.color(role.Highlight))
            self.check.paint(painter, mark)
        metrics = painter.fontMetrics()
        left, right = box.left() + SIDE + MARK, box.right() - SIDE
        align = Qt.AlignmentFlag.AlignVCenter
        ink, quiet = palette.color(group, role.Text), palette.color(role.PlaceholderText)
        quiet = quiet if row.enabled else ink
        keys = metrics.horizontalAdvance(row.shortcut)
        painter.setPen(quiet)
        painter.drawText(QRect(right - keys, box.top(), keys, box.height()), align, row.shortcut)
        right -= keys + GAP if keys else 0
        title = metrics.elidedText(row.title, Qt.TextElideMode.ElideRight, right - left)
        wide = metrics.horizontalAdvance(title)
        painter.setPen(ink)
        painter.drawText(QRect(left, box.top(), wide, box.height()), align, title)
        left += wide + GAP
        if right - left > 3 * GAP:
            painter.setPen(quiet)
            path = metrics.elidedText(row.path, Qt.TextElideMode.ElideRight, right - left)
            painter.drawText(QRect(left, box.top(), right - left, box.height()), align, path)
        painter.restore()
