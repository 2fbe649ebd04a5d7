"""The colours of a window."""

from __future__ import annotations

from typing import TYPE_CHECKING, cast

from PySide6.QtCore import QObject, Signal
from PySide6.QtWidgets import QApplication, QMainWindow

from relviz.app.theme import palette_for, qt_palette, style_sheet
from relviz.ui.widgets.colours import colours

if TYPE_CHECKING:
    from relviz.app.settings import Settings, ThemeChoice


class Appearance(QObject):
    """Gives the colours of a theme to the application and the window.

    Signals:
        changed(object): the theme that was chosen.
    """

    changed = Signal(object)

    def __init__(self, settings: Settings, window: QMainWindow) -> None:
        super().__init__(window)
        self._settings, self._window = settings, window

    def set(self, choice: ThemeChoice) -> None:
        """Change and remember the theme, of all windows."""
        self._settings.theme = choice
        _apply(choice, [one for window in QApplication.topLevelWidgets() for one in window.findChildren(Appearance)])

    def apply(self, choice: ThemeChoice) -> None:
        """Take on the colours of a theme."""
        _apply(choice, [self])

    def follow_desktop(self) -> None:
        """Take on the colours of the desktop anew, if they are those wanted."""
        if self._settings.theme == "system":
            self.apply("system")

    def dress(self, sheet: str) -> None:
        """Give the window a style sheet, unless it has it: Qt goes through every widget for it."""
        if self._window.styleSheet() != sheet:
            self._window.setStyleSheet(sheet)


def _apply(choice: ThemeChoice, to: list[Appearance]) -> None:
    """Give a theme's colours to Qt, then to what paints itself."""
    palette = palette_for(choice)
    cast("QApplication", QApplication.instance()).setPalette(qt_palette(palette))
    for appearance in to:
        appearance.dress(style_sheet(palette))
    colours().use(palette)
    for appearance in to:
        appearance.changed.emit(choice)
