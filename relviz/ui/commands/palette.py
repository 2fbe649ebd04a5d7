"""Every command of the window, found by typing a part of its name; places, too."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING, cast

from PySide6.QtCore import QEvent, QModelIndex, QObject, QPersistentModelIndex, QRect, QSize, Qt
from PySide6.QtGui import QAction, QIcon, QKeyEvent, QKeySequence, QPainter, QPalette
from PySide6.QtWidgets import (
    QApplication,
    QLabel,
    QLineEdit,
    QListWidget,
    QListWidgetItem,
    QMenu,
    QStyle,
    QStyledItemDelegate,
    QStyleOptionViewItem,
    QWidget,
)

from relviz.app.words.typed import Jump, fit, jumps
from relviz.figure.words import comma
from relviz.resources import resource
from relviz.ui.widgets.colours import colours
from relviz.ui.widgets.overlay import Overlay
from relviz.ui.widgets.rows import column_of

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from relviz.app.session.session import Session
    from relviz.app.settings import Settings

WIDTH, TALL, TOP = 600, 420, 44
"""How wide and how tall it is at most, and how far below the window's edge; in pixels."""
ROW = Qt.ItemDataRole.UserRole
MARK, SIDE, GAP, HEIGHT = 20, 10, 16, 26
"""Room for the check mark, at the ends and between texts, and height of a line; in pixels."""
_MOVES = {Qt.Key.Key_Up: -1, Qt.Key.Key_Down: 1, Qt.Key.Key_PageUp: -8, Qt.Key.Key_PageDown: 8}


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


class CommandPalette(Overlay):
    """A line to type in and a list of what fits: Enter runs it, arrow keys walk, Escape closes.

    Args:
        actions: every command, by its name.
        session: is told where to go.
        settings: remembers what was used last.
        window: what the palette lies over; its menus say where each command is found.
    """

    def __init__(
        self, actions: Mapping[str, QAction], session: Session, settings: Settings, window: QWidget, menu_bar: QWidget
    ) -> None:
        super().__init__(window)
        self._actions, self._session, self._settings, self._menu_bar = actions, session, settings, menu_bar
        self._rows: list[tuple[Row, str]] = []  # each command, and what else it is found by
        self.setAccessibleName(self.tr("Command palette"))
        self.line = QLineEdit(self)
        self.line.setPlaceholderText(self.tr("A command, or a place: segment 12, L3 H2, token 400"))
        self.line.setAccessibleName(self.tr("Command or place"))
        self.line.setClearButtonEnabled(False)
        self.list = QListWidget(self)
        self.list.setAccessibleName(self.tr("Commands that fit"))
        self.list.setFocusPolicy(Qt.FocusPolicy.NoFocus)  # the line keeps it; its arrow keys walk the list
        self.list.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.list.setUniformItemSizes(True)
        self._delegate = RowDelegate(QIcon(), self.list)
        self.list.setItemDelegate(self._delegate)
        self.nothing = QLabel(self.tr("Nothing is called that. Try fewer letters."), self)
        self.nothing.setObjectName("muted")
        self.nothing.setContentsMargins(10, 6, 10, 8)
        column_of(self, self.line, (self.list, 1), self.nothing, margins=(8, 8, 8, 8), spacing=6)
        self.line.textChanged.connect(self._fill)
        self.line.installEventFilter(self)
        self.list.itemClicked.connect(self._on_clicked)
        cast("QApplication", QApplication.instance()).focusChanged.connect(self._on_focus)

    def open(self) -> None:
        """Show every command, those used last first."""
        self._delegate.check = QIcon(str(resource("icons", f"check_{colours().palette.theme}.svg")))
        self._rows = list(self._commands())
        self.line.clear()
        self._fill()
        super().open()

    def place(self) -> None:
        """Lie in the middle of the window's upper half."""
        width = min(WIDTH, self._under.width() - 32)
        height = min(TALL, self._under.height() - TOP - 16)
        self.setGeometry((self._under.width() - width) // 2, TOP, width, height)

    def first(self) -> QWidget:
        """Type at once."""
        return self.line

    def rows(self) -> list[Row]:
        """Return the lines that are shown, the best first."""
        return [cast("Row", self.list.item(index).data(ROW)) for index in range(self.list.count())]

    def _commands(self) -> Iterator[tuple[Row, str]]:
        """Yield every command that is not of this palette, in the order of the menus."""
        paths = dict(menu_paths(self._menu_bar))
        for name, action in self._actions.items():
            if name == "command_palette" or not action.isVisible():
                continue
            row = Row(
                title=plain(action.text()),
                path=paths.get(action, ""),
                shortcut=action.shortcut().toString(QKeySequence.SequenceFormat.NativeText),
                enabled=action.isEnabled(),
                checked=action.isChecked() if action.isCheckable() else None,
                does=action,
                name=name,
            )
            yield row, str(action.property("english") or "")

    def _fill(self) -> None:
        """List what fits what was typed."""
        typed = self.line.text().strip()
        recent = {name: rank for rank, name in enumerate(self._settings.recent_commands)}
        if typed:
            found = [(self._fit(typed, row, english, recent), row) for row, english in self._rows]
            fitting = sorted(((score, row) for score, row in found if score is not None), key=lambda pair: -pair[0])
            rows = [*self._places(typed), *(row for _, row in fitting)]
        else:
            rows = sorted((row for row, _ in self._rows), key=lambda row: recent.get(row.name, len(recent)))
        self.list.clear()
        words = self.tr("on"), self.tr("off"), self.tr("not available now")
        for row in rows:
            item = QListWidgetItem()
            item.setData(ROW, row)
            item.setData(Qt.ItemDataRole.AccessibleTextRole, row.spoken(*words))
            self.list.addItem(item)
        self.list.setCurrentRow(0)
        self.list.setVisible(bool(rows))
        self.nothing.setVisible(not rows)

    def _fit(self, typed: str, row: Row, english: str, recent: dict[str, int]) -> float | None:
        fits = [score for name in (row.title, english) if (score := fit(typed, name, row.path)) is not None]
        return max(fits) + (0.2 if row.name in recent else 0) if fits else None

    def _places(self, typed: str) -> Iterator[Row]:
        for jump in jumps(typed):
            yield Row(jump.says(), jump.range(self._session), "", jump.possible(self._session), None, jump)

    def run(self, row: Row) -> None:
        """Close, and do it; what cannot be had now is left alone."""
        if not row.enabled:
            return
        self.dismiss()
        if isinstance(row.does, Jump):
            row.does.go(self._session)
        else:
            self._settings.add_recent_command(row.name)
            row.does.trigger()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Walk the list with the keys of the line."""
        if watched is self.line and event.type() == QEvent.Type.KeyPress:
            key = Qt.Key(cast("QKeyEvent", event).key())
            count, current = self.list.count(), self.list.currentRow()
            if key in _MOVES and count:
                step = _MOVES[key]
                wrapped = (current + step) % count if abs(step) == 1 else min(max(current + step, 0), count - 1)
                self.list.setCurrentRow(wrapped)
                return True
            if key in {Qt.Key.Key_Return, Qt.Key.Key_Enter}:
                if count:
                    self.run(self.rows()[current])
                return True
            if key in {Qt.Key.Key_Tab, Qt.Key.Key_Backtab}:
                return True  # there is nowhere else to go
        return super().eventFilter(watched, event)

    def _on_clicked(self, item: QListWidgetItem) -> None:
        self.run(cast("Row", item.data(ROW)))

    def _on_focus(self, _before: QWidget | None, now: QWidget | None) -> None:
        """Close when something else is clicked."""
        if self.isVisible() and now is not None and now is not self and not self.isAncestorOf(now):
            self.dismiss()


def plain(text: str) -> str:
    """Return what a menu says, without the letter that chooses it: in Chinese that stands behind it, as ``(&F)``."""
    return re.sub(r"\s?\(&\w\)", "", text.replace("&&", "\0")).replace("&", "").replace("\0", "&")


def menu_paths(menu_bar: QWidget) -> Iterator[tuple[QAction, str]]:
    """Yield every entry of the menus and of their submenus, and the way to it."""
    waiting = [(action, "") for action in menu_bar.actions()]
    while waiting:
        action, path = waiting.pop()
        menu = cast("QMenu | None", action.menu())
        if menu is None:
            yield action, path
        else:
            way = f"{path} › {plain(action.text())}" if path else plain(action.text())
            waiting += [(entry, way) for entry in menu.actions()]
