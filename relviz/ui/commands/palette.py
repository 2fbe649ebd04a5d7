"""Every command of the window, found by typing a part of its name; places, too."""

from __future__ import annotations

from typing import TYPE_CHECKING, cast

from PySide6.QtCore import QEvent, QObject, Qt
from PySide6.QtGui import QAction, QIcon, QKeyEvent, QKeySequence
from PySide6.QtWidgets import QApplication, QLabel, QLineEdit, QListWidget, QListWidgetItem, QMenu, QVBoxLayout, QWidget

from relviz.app.actions import ACTIONS, without_mnemonic
from relviz.app.words.fuzzy import fit
from relviz.app.words.jumps import Jump, jumps
from relviz.resources import resource
from relviz.ui.commands.palette_row import ROW, Row, RowDelegate
from relviz.ui.widgets.overlay import Overlay

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from relviz.app.session.session import Session
    from relviz.app.settings import Settings

WIDTH, TALL, TOP = 600, 420, 44
"""How wide and how tall it is at most, and how far below the window's edge; in pixels."""
_MOVES = {Qt.Key.Key_Up: -1, Qt.Key.Key_Down: 1, Qt.Key.Key_PageUp: -8, Qt.Key.Key_PageDown: 8}


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
        layout = QVBoxLayout(self)
        layout.setContentsMargins(8, 8, 8, 8)
        layout.setSpacing(6)
        layout.addWidget(self.line)
        layout.addWidget(self.list, 1)
        layout.addWidget(self.nothing)
        self.line.textChanged.connect(self._fill)
        self.line.installEventFilter(self)
        self.list.itemClicked.connect(self._on_clicked)
        cast("QApplication", QApplication.instance()).focusChanged.connect(self._on_focus)

    def open(self) -> None:
        """Show every command, those used last first."""
        dark = self.palette().window().color().lightness() < 128
        self._delegate.check = QIcon(str(resource("icons", f"check_{'dark' if dark else 'light'}.svg")))
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
        english = {spec.name: without_mnemonic(spec.text) for spec in ACTIONS}
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
            yield row, english.get(name, "")

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
    """Return what a menu says without its mnemonic."""
    return without_mnemonic(text)


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
