"""The language of a window, while it is open."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, QTimer
from PySide6.QtWidgets import QApplication

from relviz.app.words.translation import LanguageChoice, language, language_of, set_language
from relviz.ui.window import retranslation

if TYPE_CHECKING:
    from relviz.app.settings import Settings
    from relviz.ui.window.main_window import MainWindow

WAIT = 50
"""Milliseconds until another language is tried again, where a menu or a dialog is in the way."""


class Language(QObject):
    """Changes the language, and has the views of the window put up anew in it."""

    def __init__(self, settings: Settings, window: MainWindow) -> None:
        super().__init__(window)
        self._settings, self._window = settings, window
        self._staying: list[QObject] = []

    def begin(self) -> None:
        """Note what is in the window before its views are: it stays when they are taken down."""
        self._staying = self._window.children()

    def set(self, choice: LanguageChoice) -> None:
        """Change and remember the language, of all windows."""
        self._settings.language = choice
        set_language(choice)
        self.check()

    def check(self) -> None:
        """Check the language in use in the menu; it is not the one remembered where the command line asked for one."""
        choice = self._settings.language
        if language_of(choice) != language():
            choice = language()
        self._window.commands.actions[f"language_{choice}"].setChecked(True)

    def follow(self) -> None:
        """Put the views up anew as soon as may be: not while a menu is on its way back from its entry."""
        QTimer.singleShot(0, self, self._renew)

    def _renew(self) -> None:
        window = self._window
        if not window.isVisible():
            return
        if QApplication.activeModalWidget() or QApplication.activePopupWidget() or QApplication.mouseButtons():
            QTimer.singleShot(WAIT, self, self._renew)  # what is being used must not be taken away
            return
        window.setUpdatesEnabled(False)
        try:
            place = retranslation.Place.of(window)
            window.stop_views()
            retranslation.take_down(window, self._staying)
            window.put_up()
            place.restore(window)
        finally:
            window.setUpdatesEnabled(True)
