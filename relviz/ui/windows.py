"""The windows of the program: opened, closed, kept for a restart, and restored after a crash."""

from __future__ import annotations

import gc
import logging
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, QPoint, QTimer
from shiboken6 import isValid

from relviz.app.autosave import Autosave, Autosaves, Kept
from relviz.app.autosaver import Autosaver
from relviz.app.sample import sample_text
from relviz.app.settings import LAYOUT_VERSION
from relviz.errors import RelvizError
from relviz.ui.main_window import MainWindow

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

    def add(self, window: MainWindow, adopted: Autosave | None = None) -> None:
        """Take in a furnished window; ``adopted`` holds what it is to restore."""
        self.open.append(window)
        window.catch_exceptions()
        window.new_window_asked.connect(self._on_new_window)
        window.reopen_asked.connect(self._on_reopen)
        window.closed.connect(self._on_closed)
        window.restoring.answered.connect(self._on_restoring_answered)
        if self._autosaves is not None:
            saver = Autosaver(self._autosaves.begin(), self)  # the window's own children go with its language
            if adopted is not None:
                saver.adopt(adopted)
            window.projects.changed.connect(saver.take)
            self._savers[window] = saver

    def show(self, kept: Kept, near: MainWindow | None = None, adopted: Autosave | None = None) -> MainWindow:
        """Open a window on what was kept; ``near`` is the one that it takes its size and layout from."""
        window = MainWindow(kept.project.options, kept.project.text or "", self._settings)
        if near is not None:
            window.restoreState(near.saveState(LAYOUT_VERSION), LAYOUT_VERSION)
            if not near.isMaximized() and not near.isFullScreen():
                window.resize(near.size())
                window.move(near.pos() + STEP)
        self.add(window, adopted)
        window.show()
        window.start(kept)
        return window

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
                    self._savers[window].adopt(autosave)
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
