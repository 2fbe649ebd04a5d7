"""The window's commands: the table in ``app/actions.py`` as menus, and a class of handlers for each of them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QCoreApplication, QObject
from PySide6.QtGui import QAction, QActionGroup
from PySide6.QtWidgets import QMenu, QMenuBar

from relviz.app.actions import (
    ACTIONS,
    COMPARISON,
    EDIT,
    FILE,
    HEADS,
    HELP,
    LANGUAGE,
    MENUS,
    READING,
    SUBMENUS,
    VIEW,
    WINDOW,
    ActionSpec,
    without_mnemonic,
)
from relviz.ui.commands.compare import CompareCommands
from relviz.ui.commands.edit import EditCommands
from relviz.ui.commands.file import FileCommands
from relviz.ui.commands.heads import HeadsCommands
from relviz.ui.commands.help import HelpCommands
from relviz.ui.commands.language import LanguageCommands
from relviz.ui.commands.reading import ReadingCommands
from relviz.ui.commands.view import ViewCommands
from relviz.ui.commands.window import WindowCommands

if TYPE_CHECKING:
    from relviz.ui.window.main_window import MainWindow

CONTEXT = "Actions"
HANDLERS = {
    FILE: FileCommands,
    EDIT: EditCommands,
    VIEW: ViewCommands,
    HEADS: HeadsCommands,
    LANGUAGE: LanguageCommands,
    READING: ReadingCommands,
    COMPARISON: CompareCommands,
    WINDOW: WindowCommands,
    HELP: HelpCommands,
}


class Commands(QObject):
    """Makes a menu entry of each row of the table; the method ``on_<name>`` of its menu's handlers carries it out.

    Attributes:
        actions: every action, by its name.
        menus: every menu, by its title in the table.
    """

    def __init__(self, window: MainWindow) -> None:
        super().__init__(window)
        self._window = window
        self.menus = {title: self._menu(title, window.menuBar()) for title in MENUS}
        self._handlers = {menu: handlers(window) for menu, handlers in HANDLERS.items()}
        self.actions: dict[str, QAction] = {}
        groups: dict[str, QActionGroup] = {}
        for spec in ACTIONS:
            if spec.menu not in self.menus:
                self.menus[spec.menu] = self._menu(spec.menu, self.menus[SUBMENUS[spec.menu]])
            if spec.separated:
                self.menus[spec.menu].addSeparator()
            action = self._make(spec)
            if spec.group:
                groups.setdefault(spec.group, QActionGroup(self)).addAction(action)
            self.add(spec.name, spec.menu, action)

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

    def _make(self, spec: ActionSpec) -> QAction:
        action = QAction(QCoreApplication.translate(CONTEXT, spec.text), self._window)
        action.setIconText(without_mnemonic(action.text()).rstrip("…"))  # what its button says
        action.setShortcut(spec.shortcut)
        if spec.tip:
            action.setToolTip(QCoreApplication.translate(CONTEXT, spec.tip))
        action.setCheckable(spec.checkable)
        action.triggered.connect(getattr(self._handlers[spec.menu], f"on_{spec.name}"))
        return action
