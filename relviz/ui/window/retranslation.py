"""Another language while the window is open: its furniture is taken down and put up again around the same state.

Widgets are made with their words in them, and a thousand of them would each have to be found and set again; one that is
forgotten stays in the old language. Made anew, none can be forgotten. What is looked at, the numbers shown, the model
and the workers belong to the session and its runners, which stay: nothing is read or computed again. The window stays,
too, so that it keeps its place on the desktop. What the widgets alone know, such as which page is in front, is carried
over here.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from PySide6.QtCore import QByteArray, QCoreApplication, QEvent, QObject
from shiboken6 import isValid

from relviz.app.settings import LAYOUT_VERSION

if TYPE_CHECKING:
    from collections.abc import Collection, Mapping

    from relviz.ui.window.main_window import MainWindow


@dataclass(frozen=True, eq=False)
class Place:
    """What the widgets of a window alone know.

    Attributes:
        layout: docks and toolbars, as Qt packs them.
        page: name of the page in front.
        scrolled: how far the editor is scrolled, in lines.
        words: what is looked for in the text, None if the bar for it is closed.
        pages: the state of each page, by its name.
        playing: whether the segments are being played.
        complaining: whether an error is complained about.
        offering: whether another model is offered.
    """

    layout: QByteArray
    page: str
    scrolled: int
    words: str | None
    pages: Mapping[str, object]
    playing: bool
    complaining: bool
    offering: bool

    @classmethod
    def of(cls, window: MainWindow) -> Place:
        """Return a window's place."""
        window.text_dock.read_typed()
        edit, find = window.text_dock.edit, window.text_dock.find_bar
        return cls(
            window.saveState(LAYOUT_VERSION),
            window.page,
            edit.verticalScrollBar().value(),
            find.words.text() if find.isVisibleTo(window) else None,
            {name: page.state for name, page in window.tabs.pages.items()},
            window.commands.actions["play"].isChecked(),
            window.complaints.last is not None and window.message.isVisible() and not window.message.offering,
            window.message.offering,
        )

    def restore(self, window: MainWindow) -> None:
        """Go back to it in a window that was put up again."""
        session = window.session
        if self.offering:
            window.offer.say_again()
        if session.response is not None:
            session.answered.emit(session.response)
        session.view_changed.emit()
        session.gains.changed.emit()
        session.selection.distance_changed.emit(session.selection.distance)
        session.selection.changed.emit()
        for name, state in self.pages.items():
            window.tabs.pages[name].state = state
        window.show_page(self.page)
        QCoreApplication.sendPostedEvents()  # sizes of docks can be restored once they are laid out
        window.restoreState(self.layout, LAYOUT_VERSION)
        if self.words is not None:
            window.text_dock.find_bar.open_at(0, self.words)
        window.text_dock.edit.verticalScrollBar().setValue(self.scrolled)
        if self.complaining:
            window.complaints.say_again(window.message)
        window.current_page().setFocus()
        if self.playing:
            window.commands.actions["play"].trigger()


def take_down(window: MainWindow, staying: Collection[QObject]) -> None:
    """Delete the children of a window, here and now, but for those that stay and those that Qt keeps for itself.

    The last one goes first: toolbars hold actions that were made before them. Nothing keeps the focus, or it would be
    handed from one that goes to the next.
    """
    if (focus := window.focusWidget()) is not None:
        focus.clearFocus()
    window.text_dock.edit.setParent(window)  # it stays
    for _ in range(2):  # Python may lose hold of the menu bar when others go: what is left is asked for again
        for child in reversed(window.children()):
            if not isValid(child) or child in staying:  # some go with others
                continue
            if not child.metaObject().className().startswith(("QMainWindow", "QRubberBand")):
                child.deleteLater()
                QCoreApplication.sendPostedEvents(child, QEvent.Type.DeferredDelete.value)
