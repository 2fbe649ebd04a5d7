"""The windows that are open, in the menu of each of them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QObject
from PySide6.QtGui import QAction, QActionGroup
from PySide6.QtWidgets import QApplication

if TYPE_CHECKING:
    from PySide6.QtWidgets import QMenu

    from relviz.ui.window.main_window import MainWindow


class OpenWindows(QObject):
    """Lists every window at the end of a menu when it opens, this one checked; choosing one brings it to the front."""

    def __init__(self, menu: QMenu, window: MainWindow) -> None:
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

    def _windows(self) -> list[MainWindow]:
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


def _number(window: MainWindow) -> int:
    return int(window.winId())
