"""The colours of a window."""

from __future__ import annotations

from typing import TYPE_CHECKING, cast

from PySide6.QtCore import QObject, Signal
from PySide6.QtWidgets import QApplication, QMainWindow

from relviz.app.theme import palette_for, qt_palette, style_sheet

if TYPE_CHECKING:
    from relviz.app.settings import Settings, ThemeChoice


class Appearance(QObject):
    """Holds the palette in use, and gives its colours to the application and the window.

    Attributes:
        palette: the palette in use.

    Signals:
        changed(object): the theme that was chosen; what paints itself needs the palette anew.
    """

    changed = Signal(object)

    def __init__(self, settings: Settings, window: QMainWindow) -> None:
        super().__init__(window)
        self._settings, self._window = settings, window
        self.palette = palette_for(settings.theme)

    def set(self, choice: ThemeChoice) -> None:
        """Change and remember the theme, of all windows."""
        self._settings.theme = choice
        for window in QApplication.topLevelWidgets():
            for appearance in window.findChildren(Appearance):
                appearance.apply(choice)

    def apply(self, choice: ThemeChoice) -> None:
        """Take on the colours of a theme."""
        self.palette = palette_for(choice)
        cast("QApplication", QApplication.instance()).setPalette(qt_palette(self.palette))
        if self._window.styleSheet() != (sheet := style_sheet(self.palette)):
            self._window.setStyleSheet(sheet)  # Qt goes through every widget for it
        self.changed.emit(choice)

    def follow_desktop(self) -> None:
        """Take on the colours of the desktop anew, if they are those wanted."""
        if self._settings.theme == "system":
            self.apply("system")
