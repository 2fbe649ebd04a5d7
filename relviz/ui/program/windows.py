"""The windows of the program: opened, closed, kept for a restart, and restored after a crash."""

from __future__ import annotations

import gc
import logging
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, QPoint, QTimer
from shiboken6 import isValid

from relviz.app.engine.models import sample_text
from relviz.app.projects.autosave import Autosave, Autosaver, Autosaves, Kept
from relviz.app.session.restoring import Arrival
from relviz.app.settings import LAYOUT_VERSION
from relviz.errors import RelvizError
from relviz.ui.window.main_window import MainWindow

if TYPE_CHECKING:
    from relviz.app.settings import Settings

STEP = QPoint(28, 28)
"""How far a new window is from the one that it came from."""

log = logging.getLogger(__name__)


class Windows(QObject):
    """Holds every window that is open.

    Args:
        settings: what is remembered from one start to the next, shared by all windows.
        autosaves: where what they look at is kept; None to keep nothing.
        parent: the application.
    """

    def __init__(self, settings: Settings, autosaves: Autosaves | None, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.open: list[MainWindow] = []
        self._closing: list[MainWindow] = []  # until Qt has deleted them
        self._settings, self._autosaves = settings, autosaves
        self._savers: dict[MainWindow, Autosaver] = {}
        self._lost: list[Autosave] = []  # what can be restored

    def add(self, window: MainWindow) -> None:
        """Take in a furnished window that was not started yet."""
        self.open.append(window)
        window.catch_exceptions()
        window.new_window_asked.connect(self._on_new_window)
        window.reopen_asked.connect(self._on_reopen)
        window.closed.connect(self._on_closed)
        window.restoring.answered.connect(self._on_restoring_answered)
        if self._autosaves is not None:
            saver = Autosaver(self._autosaves.begin(), window.projects.kept(), self)  # its own children go
            window.projects.changed.connect(saver.take)
            window.projects.replacing.connect(self._on_replacing)
            self._savers[window] = saver

    def show(self, kept: Kept, near: MainWindow | None = None, adopted: Autosave | None = None) -> MainWindow:
        """Open a window on what was kept; ``near`` is the one that it takes its size and layout from."""
        window = MainWindow(kept.project.options, kept.project.text or "", self._settings)
        if near is not None:
            window.restoreState(near.saveState(LAYOUT_VERSION), LAYOUT_VERSION)
            if not near.isMaximized() and not near.isFullScreen():
                window.resize(near.size())
                window.move(near.pos() + STEP)
        self.add(window)
        if adopted is not None:
            self._adopt(window, adopted, kept)
        window.show()
        window.start(kept)
        return window

    def _adopt(self, window: MainWindow, autosave: Autosave, kept: Kept) -> None:
        """Have a window that is about to show what was kept in a file go on with the file, if it comes to that."""
        self._savers[window].adopt(autosave, kept)
        window.projects.elsewhere = None
        arrival = Arrival(kept.project, window.session, window.looker, window)
        arrival.came.connect(self._on_came)
        arrival.failed.connect(self._on_not_restored)
        arrival.left.connect(self._on_left)

    def _on_came(self) -> None:
        if (saver := self._savers.get(self._sender())) is not None:
            saver.settle()

    def _on_not_restored(self) -> None:
        """The window is as it was before, or closed, and the file is to be had again, unchanged."""
        window = self._sender()
        if (saver := self._savers.get(window)) is not None:
            saver.begin_anew(window.projects.kept())
        self._put_back(window)

    def _on_left(self) -> None:
        self._put_back(self._sender())

    def _put_back(self, window: MainWindow) -> None:
        saver = self._savers.get(window)  # a closed window has none any more
        autosave = saver.forgo() if saver is not None else None
        if autosave is not None and self._autosaves is not None:
            try:
                self._autosaves.put_back(autosave)
            except OSError as error:
                log.warning("what was to be restored stays for the next start: %s", error)

    def _on_replacing(self, kept: Kept) -> None:
        """Keep a text of the user's own that another takes the place of."""
        if self._autosaves is not None:
            self._savers[self._sender()].put_away(self._autosaves, kept)

    def offer_restore(self) -> None:
        """Ask in the first window whether to bring back what was open when the program ended unexpectedly."""
        if self._autosaves is not None and self.open:
            self._lost = self._autosaves.orphans()
            if self._lost:
                self.open[0].restoring.ask(*[lost.read().name for lost in self._lost])

    def _on_restoring_answered(self, wanted: bool) -> None:
        window, lost = self._sender(), self._lost
        self._lost = []
        for autosave in lost:
            try:
                kept = autosave.read()
                if not wanted:
                    autosave.retire()
                elif self._spare(window):
                    self._adopt(window, autosave, kept)
                    window.projects.show(kept.project, kept.file)
                else:
                    self.show(kept, window, autosave)
            except (OSError, RelvizError) as error:
                window.projects.failed.emit(error)

    def _spare(self, window: MainWindow) -> bool:
        """Whether a window shows the sample as it was opened, so that something better may take its place."""
        return window.session.text == sample_text() and self._savers[window].untouched

    def _on_new_window(self) -> None:
        window = self._sender()
        window.text_dock.read_typed()
        self.show(Kept(window.projects.now()), window)

    def _on_reopen(self) -> None:
        window = self._sender()
        try:
            closed = self._autosaves.reopen() if self._autosaves is not None else None
            if closed is not None:
                self.show(closed.read(), window, closed)
            else:
                window.message.say(self.tr("There is no closed window that could be opened again."))
        except (OSError, RelvizError) as error:
            window.projects.failed.emit(error)

    def _on_closed(self) -> None:
        window = self._sender()
        if window not in self.open:
            return  # closed twice
        self.open.remove(window)
        self._closing.append(window)  # Qt, and not the garbage collector, is to take it apart
        if (saver := self._savers.pop(window, None)) is not None:
            saver.take(window.projects.kept())
            saver.stop()
            saver.deleteLater()
        window.deleteLater()
        if self.open:
            self.open[-1].catch_exceptions()
            QTimer.singleShot(0, self, self.on_deleted)

    def on_deleted(self) -> None:
        """Give back the memory of a window that was closed: most of it was made while nothing was collected."""
        self._closing = [window for window in self._closing if isValid(window)]
        gc.unfreeze()
        gc.collect()
        gc.freeze()

    def _sender(self) -> MainWindow:
        """Return the window that a signal came from."""
        sender = self.sender()
        window = sender if isinstance(sender, MainWindow) else sender.parent()
        assert isinstance(window, MainWindow), "windows alone are connected to"
        return window
