"""Another language while the window is open: its views are taken down and put up again around the same state.

Widgets are made with their words in them, and a thousand of them would each have to be found and set again; one that is
forgotten stays in the old language. Made anew, none can be forgotten. What is looked at, the numbers shown, the model
and the workers belong to the session and its runners, which stay: nothing is read or computed again. The window stays,
too: another one in its place would not come up where this one was on every desktop (Wayland lets no program say where
its windows are). What the views alone know, such as which page is in front, is carried over as a ``Place``.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from PySide6.QtCore import QByteArray, QCoreApplication, QEvent, QObject, QTimer, Signal
from PySide6.QtWidgets import QApplication, QMainWindow
from shiboken6 import isValid

from relviz.app.words.translation import set_language

if TYPE_CHECKING:
    from collections.abc import Collection, Mapping

    from relviz.app.settings import Settings

WAIT = 50
"""Milliseconds until another language is tried again, where a menu or a dialog is in the way."""


class Language(QObject):
    """Changes the language, and says when the views of the window can be put up anew in it.

    Signals:
        due(): the application speaks another language, and nothing of the window is being used.
    """

    due = Signal()

    def __init__(self, settings: Settings, window: QMainWindow) -> None:
        super().__init__(window)
        self._settings, self._window = settings, window

    def set(self, choice: str) -> None:
        """Change and remember the language, of all windows."""
        self._settings.language = choice
        set_language(choice)

    def follow(self) -> None:
        """Put the views up anew as soon as may be: not while a menu is on its way back from its entry."""
        QTimer.singleShot(0, self, self._renew)

    def _renew(self) -> None:
        if not self._window.isVisible():
            return
        if QApplication.activeModalWidget() or QApplication.activePopupWidget() or QApplication.mouseButtons():
            QTimer.singleShot(WAIT, self, self._renew)  # what is being used must not be taken away
            return
        self._window.setUpdatesEnabled(False)
        try:
            self.due.emit()
        finally:
            self._window.setUpdatesEnabled(True)


@dataclass(frozen=True, eq=False)
class Place:
    """What the views of a window alone know.

    Attributes:
        layout: docks and toolbars, as Qt packs them.
        page: name of the page in front.
        pages: the state of each page, by its name.
        scrolled: how far the editor is scrolled, in lines.
        words: what is looked for in the text, None if the bar for it is closed.
        playing: whether the segments are being played.
        complaining: whether an error is complained about.
        offering: whether another model is offered.
    """

    layout: QByteArray
    page: str
    pages: Mapping[str, object]
    scrolled: int
    words: str | None
    playing: bool
    complaining: bool
    offering: bool


def take_down(window: QMainWindow, staying: Collection[QObject]) -> None:
    """Delete the children of a window, here and now, but for those that stay and those that Qt keeps for itself.

    The last one goes first: toolbars hold actions that were made before them. Nothing keeps the focus, or it would be
    handed from one that goes to the next.
    """
    if (focus := window.focusWidget()) is not None:
        focus.clearFocus()
    for _ in range(2):  # Python may lose hold of the menu bar when others go: what is left is asked for again
        for child in reversed(window.children()):
            if not isValid(child) or child in staying:  # some go with others
                continue
            if not child.metaObject().className().startswith(("QMainWindow", "QRubberBand")):
                child.deleteLater()
                QCoreApplication.sendPostedEvents(child, QEvent.Type.DeferredDelete.value)
