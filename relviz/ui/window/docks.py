"""The panels at the sides of the window."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Qt
from PySide6.QtWidgets import QDockWidget, QMainWindow, QWidget

from relviz.app.actions import VIEW

if TYPE_CHECKING:
    from relviz.ui.commands import Commands


SIDE = 204
"""Width in which numbers and bars at the right can be read, in device-independent pixels."""


class Docks(QObject):
    """Text on the left, heads and inspector on the right; each can be closed, moved, and shown again in the View menu.

    In a narrow window the pages give way, and the text; heads and inspector are as wide as their numbers need.

    Args:
        window: the window.
        commands: its menus.
        text: what goes into the dock ``text``.
        heads: what goes into ``heads``.
        inspector: what goes into ``inspector``.
    """

    def __init__(
        self, window: QMainWindow, commands: Commands, text: QWidget, heads: QWidget, inspector: QWidget
    ) -> None:
        super().__init__(window)
        self._window, self._commands = window, commands
        right = Qt.DockWidgetArea.RightDockWidgetArea
        self._text = self._add("text", self.tr("Text"), text, Qt.DockWidgetArea.LeftDockWidgetArea, 250)
        self._heads = self._add("heads", self.tr("Heads"), heads, right, SIDE)
        self._inspector = self._add("inspector", self.tr("Inspector"), inspector, right, SIDE)
        for panel in (heads, inspector):
            panel.setMinimumWidth(SIDE)
        window.resizeDocks([self._heads, self._inspector], [240, 420], Qt.Orientation.Vertical)

    def show_dock(self, name: str) -> None:
        """Bring a dock back if it was closed: ``text``, ``heads`` or ``inspector``."""
        {"text": self._text, "heads": self._heads, "inspector": self._inspector}[name].show()

    def _add(self, name: str, title: str, widget: QWidget, area: Qt.DockWidgetArea, width: int) -> QDockWidget:
        dock = QDockWidget(title, self._window)
        dock.setObjectName(name)
        dock.setWidget(widget)
        dock.setFeatures(
            QDockWidget.DockWidgetFeature.DockWidgetClosable | QDockWidget.DockWidgetFeature.DockWidgetMovable
        )
        self._window.addDockWidget(area, dock)
        self._window.resizeDocks([dock], [width], Qt.Orientation.Horizontal)
        self._commands.add(f"dock_{name}", VIEW, dock.toggleViewAction())
        return dock
