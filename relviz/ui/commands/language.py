"""What the entries of the Language menu do."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QObject

if TYPE_CHECKING:
    from relviz.ui.window.main_window import MainWindow


class LanguageCommands(QObject):
    """The choice of a language; the method ``on_<name>`` carries an entry out."""

    def __init__(self, window: MainWindow) -> None:
        super().__init__(window)
        self._window = window

    def on_language_system(self) -> None:
        """Speak the desktop's language."""
        self._window.language.set("system")

    def on_language_en(self) -> None:
        """Speak English."""
        self._window.language.set("en")

    def on_language_zh(self) -> None:
        """Speak Simplified Chinese."""
        self._window.language.set("zh")
