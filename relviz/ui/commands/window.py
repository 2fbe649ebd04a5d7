"""What the entries of the Window menu do."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QObject

if TYPE_CHECKING:
    from relviz.ui.window.main_window import MainWindow


class WindowCommands(QObject):
    """Commands on windows; the method ``on_<name>`` carries an entry out."""

    def __init__(self, window: MainWindow) -> None:
        super().__init__(window)
        self._window = window

    def on_new_window(self) -> None:
        """Open another window on the same state."""
        self._window.new_window_asked.emit()

    def on_reopen_window(self) -> None:
        """Open again what the window closed last looked at."""
        self._window.reopen_asked.emit()

    def on_close_window(self) -> None:
        """Close this window; the others stay."""
        self._window.close()
