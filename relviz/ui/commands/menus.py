"""The menus: the table of commands as they are found, and two lists that are made when they open."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QCoreApplication, QObject
from PySide6.QtGui import QAction, QActionGroup
from PySide6.QtWidgets import QApplication, QMainWindow, QMenu, QMenuBar, QWidget

from relviz.ui.commands.palette import plain
from relviz.ui.commands.table import FILE, MENUS, SUBMENUS, WINDOW, Command, commands

if TYPE_CHECKING:
    from relviz.app.settings import Settings
    from relviz.ui.commands.table import Window
    from relviz.ui.files.files import Files

CONTEXT = "Actions"


class Commands(QObject):
    """Makes a menu entry of each command, carries out those that are chosen, and says which can be had.

    Args:
        on: what commands act on. It may be unfinished until the first of them is chosen.
        window: the window whose menu bar has them.

    Attributes:
        actions: every action, by its name.
        menus: every menu, by its title in the table.
    """

    def __init__(self, on: Window, window: QMainWindow) -> None:
        super().__init__(window)
        self._on, self._window = on, window
        self._commands = {command.name: command for command in commands()}
        self.menus = {title: self._menu(title, window.menuBar()) for title in MENUS}
        self.actions: dict[str, QAction] = {}
        groups: dict[str, QActionGroup] = {}
        for command in self._commands.values():
            if command.menu not in self.menus:
                self.menus[command.menu] = self._menu(command.menu, self.menus[SUBMENUS[command.menu]])
            if command.separated:
                self.menus[command.menu].addSeparator()
            action = self._make(command)
            if command.group:
                groups.setdefault(command.group, QActionGroup(self)).addAction(action)
            self.add(command.name, command.menu, action)

    def _menu(self, title: str, above: QMenuBar | QMenu) -> QMenu:
        """Make a menu here and not in Qt: Python would not learn of its end when it is taken down."""
        menu = QMenu(QCoreApplication.translate(CONTEXT, title), above)
        above.addMenu(menu)
        return menu

    def add(self, name: str, menu: str, action: QAction) -> None:
        """Take an action of somebody else's into a menu."""
        action.setObjectName(name)
        self.menus[menu].addAction(action)
        self.actions[name] = action

    def add_lists(self, files: Files, settings: Settings) -> RecentMenu:
        """Add the lists of recent texts and of open windows; return the first."""
        recent = RecentMenu(files, settings, self._window)
        self.menus[FILE].insertMenu(self.actions["paste_text"], recent)
        OpenWindows(self.menus[WINDOW], self._window)
        return recent

    def _make(self, command: Command) -> QAction:
        action = QAction(QCoreApplication.translate(CONTEXT, command.text), self._window)
        action.setIconText(plain(action.text()).rstrip("…"))  # what its button says
        action.setShortcut(command.shortcut)
        if command.tip:
            action.setToolTip(QCoreApplication.translate(CONTEXT, command.tip))
        action.setCheckable(command.checkable)
        action.setProperty("english", plain(command.text))
        action.triggered.connect(self._on_triggered)
        return action

    def _on_triggered(self, on: bool) -> None:
        command = self._commands[self.sender().objectName()]
        if command.switch is not None:
            command.switch(self._on, on)
        elif command.does is not None:
            command.does(self._on)

    def refresh(self) -> None:
        """Enable and check commands as the window is now."""
        for name, command in self._commands.items():
            action = self.actions[name]
            if command.enabled is not None:
                action.setEnabled(command.enabled(self._on))
            if command.checked is not None and (command.checked(self._on) or not command.group):
                action.setChecked(command.checked(self._on))  # in a group, the one that is on switches the other off


class RecentMenu(QMenu):
    """Texts that were opened, the last one first; it is filled when it opens, so that every window shows the same."""

    def __init__(self, files: Files, settings: Settings, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setTitle(self.tr("Open &recent"))
        self.setObjectName("open_recent")
        self.setToolTipsVisible(True)
        self._files, self._settings = files, settings
        self.aboutToShow.connect(self.fill)

    def fill(self) -> None:
        """List the texts; the first nine have their digit as mnemonic."""
        self.clear()
        for number, path in enumerate(self._settings.recent, 1):
            name = Path(path).name.replace("&", "&&")
            action = self.addAction(f"&{number}  {name}" if number < 10 else name)
            action.setData(path)
            action.setToolTip(path)
            action.triggered.connect(self._on_chosen)
        if self.isEmpty():
            self.addAction(self.tr("No text was opened yet")).setEnabled(False)
            return
        self.addSeparator()
        self.addAction(self.tr("&Clear this list")).triggered.connect(self._on_clear)

    def _on_chosen(self) -> None:
        action = self.sender()
        if isinstance(action, QAction):
            self._files.open(action.data())

    def _on_clear(self) -> None:
        self._settings.recent = []


class OpenWindows(QObject):
    """Lists every window at the end of a menu when it opens, this one checked; choosing one brings it to the front."""

    def __init__(self, menu: QMenu, window: QMainWindow) -> None:
        super().__init__(menu)
        self._menu, self._window = menu, window
        self._group = QActionGroup(self)
        menu.addSeparator()
        menu.aboutToShow.connect(self.fill)

    def fill(self) -> None:
        """List the windows, in the order in which they were opened; the first nine have their digit as mnemonic."""
        for action in self._group.actions():
            self._menu.removeAction(action)
            action.deleteLater()
        for number, window in enumerate(self._windows(), 1):
            title = window.windowTitle().replace("[*]", "*" if window.isWindowModified() else "").replace("&", "&&")
            action = QAction(f"&{number}  {title}" if number < 10 else title, self)
            action.setCheckable(True)
            action.setChecked(window is self._window)
            action.setData(window.winId())
            self._group.addAction(action)
            action.triggered.connect(self._on_chosen)
            self._menu.addAction(action)

    def _windows(self) -> list[QMainWindow]:
        kind = type(self._window)
        shown = [widget for widget in QApplication.topLevelWidgets() if isinstance(widget, kind) and widget.isVisible()]
        return sorted(shown, key=_number)

    def _on_chosen(self) -> None:
        action = self.sender()
        if not isinstance(action, QAction):
            return
        for window in self._windows():
            if window.winId() == action.data():
                window.showNormal() if window.isMinimized() else window.show()
                window.raise_()
                window.activateWindow()


def _number(window: QMainWindow) -> int:
    return int(window.winId())
