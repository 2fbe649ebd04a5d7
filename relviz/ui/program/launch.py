"""Opens the window, and closes it when the program is told to end."""

from __future__ import annotations

import gc
import logging
import os
import signal
import socket
import time
from typing import TYPE_CHECKING

from PySide6.QtCore import QEvent, QObject, QSocketNotifier, QTimer, Signal
from PySide6.QtGui import QFontInfo
from PySide6.QtWidgets import QApplication

from relviz import __version__
from relviz.app.engine.models import sample_text
from relviz.app.engine.runner import GarbageCollector
from relviz.app.settings import Settings
from relviz.app.words.translation import set_language
from relviz.figure.lettering.fonts import CHINESE, families
from relviz.ui.window.main_window import MainWindow

if TYPE_CHECKING:
    from pathlib import Path
    from types import FrameType

    from relviz.app.engine.models import Options
    from relviz.app.projects.autosave import Kept
    from relviz.app.projects.picture import Picture
    from relviz.ui.program.windows import Windows

PATIENCE = 1.0
"""Seconds after which another Ctrl+C ends the program at once; a launcher passes the first one on right away."""
_NAMES = ("SIGINT", "SIGTERM", "SIGHUP")
log = logging.getLogger(__name__)

__all__ = ["make_application", "run", "sample_text"]


def make_application() -> QApplication:
    """Return the application, made if need be, with relviz's name and style."""
    app = QApplication.instance() or QApplication(["relviz"])
    assert isinstance(app, QApplication), "a QGuiApplication without widgets is in the way"
    app.setApplicationName("relviz")
    app.setApplicationVersion(__version__)
    app.setDesktopFileName("io.github.relviz")
    if app.style().name() != "fusion":  # another of the same would have every widget polished anew
        app.setStyle("Fusion")
    font = app.font()  # it may name no family but a kind, such as Sans Serif, for which the next one would be taken
    wanted = [QFontInfo(font).family(), *(name for name in families() if name in CHINESE)]
    if font.families() != wanted:
        font.setFamilies(wanted)
        app.setFont(font)
    collector_of(app).start()
    return app


def collector_of(app: QApplication) -> GarbageCollector:
    """Return the application's garbage collector, made if need be."""
    return app.findChild(GarbageCollector) or GarbageCollector(app)


def run(
    options: Options,
    text: str | None,
    source: Path | None,
    language: str | None = None,
    kept: Kept | None = None,
    start: int = 0,
    picture: Picture | None = None,
) -> int:
    """Open a window on a text or a project, or on the sample if there is neither, and stay until all are closed.

    The frame is on the screen before what fills it is loaded; torch comes last, in the worker thread, with the first
    request.

    Args:
        options: how the text is read.
        text: the text, None for the sample.
        source: the file it is from, if any.
        language: the language of the window, None for the one chosen last.
        kept: the project, if it is one that is opened.
        start: the token with which reading begins.
        picture: where the project is from, if it is a picture.

    Returns:
        The exit status.
    """
    app = make_application()
    settings = Settings()
    set_language(language or settings.language)
    window = MainWindow(options, sample_text() if text is None else text, settings, furnish=False)
    window.catch_exceptions()
    beginning = _Start(app, window, source, kept, start, picture)
    window.show()
    try:
        return app.exec()
    finally:
        beginning.end()


def make_windows(settings: Settings) -> Windows:
    """Return what holds the application's windows, and keeps what they look at in the user's data folder."""
    from relviz.app.projects.autosave import Autosaves  # noqa: PLC0415 # once the frame is on the screen
    from relviz.ui.program.windows import Windows  # noqa: PLC0415

    try:
        autosaves = Autosaves()
    except OSError as error:
        log.warning("what the windows look at is not kept: %s", error)
        autosaves = None
    return Windows(settings, autosaves, QApplication.instance())


class _Start(QObject):
    """Starts a window once its frame has been painted, and keeps the garbage collector out of it.

    While everything loads nothing is garbage. Once it has, it is no longer looked through: that would take a tenth
    of a second each time, in which nothing moves.
    """

    def __init__(
        self,
        app: QApplication,
        window: MainWindow,
        source: Path | None,
        kept: Kept | None,
        start: int,
        picture: Picture | None,
    ) -> None:
        super().__init__(window)
        self._app = app
        self._window, self._source, self._kept, self._start = window, source, kept, start
        self._picture = picture
        self._painted = False
        window.installEventFilter(self)
        self._collector = collector_of(app)
        self._collector.pause()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Wait for the first paint."""
        if event.type() == QEvent.Type.Paint and not self._painted:
            self._painted = True
            QTimer.singleShot(0, self.on_painted)  # when it has reached the screen
        return False

    def on_painted(self) -> None:
        """Put everything into the frame, and ask for the first picture."""
        self._window.removeEventFilter(self)
        ending = Ending(self._app)  # the window may be closed before others
        ending.asked.connect(self._app.closeAllWindows)
        self._app.aboutToQuit.connect(ending.end)
        self._window.furnish()
        self._window.session.source = self._source
        self._window.looker.busy_changed.connect(self.on_busy)
        windows = make_windows(self._window.settings)
        windows.add(self._window)
        if self._picture is not None:
            self._window.exports.expect(self._picture)
        self._window.start(self._kept)
        windows.offer_restore()

    def on_busy(self, busy: bool) -> None:
        """Everything has loaded when the first request is answered."""
        if not busy:
            self._window.looker.busy_changed.disconnect(self.on_busy)
            if self._start:
                QTimer.singleShot(0, self, self.on_started)  # once it is known where tokens begin
            gc.freeze()
            self.end()

    def on_started(self) -> None:
        """Read from the token on that was asked for."""
        self._window.session.start_at(self._start)

    def end(self) -> None:
        """Let the garbage collector work."""
        self._collector.start()


class Ending(QObject):
    """Turns signals into a wish to end, so that windows can be closed in order. To be made in the main thread.

    Qt's loop does not let Python see a signal, but Python writes a byte to a socket, which Qt watches.

    Signals:
        asked(): somebody wants the program to end.
    """

    asked = Signal()

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._first: float | None = None
        self._ours, self._theirs = socket.socketpair()
        for end in (self._ours, self._theirs):
            end.setblocking(False)
        self._notifier = QSocketNotifier(self._ours.fileno(), QSocketNotifier.Type.Read, self)
        self._notifier.activated.connect(self._on_byte)
        self._woken = signal.set_wakeup_fd(self._theirs.fileno(), warn_on_full_buffer=False)
        known = [getattr(signal, name) for name in _NAMES if hasattr(signal, name)]
        heard = [number for number in known if signal.getsignal(number) != signal.SIG_IGN]  # as nohup has it
        self._before = {number: signal.signal(number, self._on_signal) for number in heard}

    def end(self) -> None:
        """Let signals do again what they did before."""
        for number, handler in self._before.items():
            signal.signal(number, handler)
        signal.set_wakeup_fd(self._woken)
        self._notifier.setEnabled(False)
        for end in (self._ours, self._theirs):
            end.close()

    def _on_signal(self, number: int, _frame: FrameType | None) -> None:
        """Where closing takes too long for whoever asks, do as they were used to."""
        now = time.monotonic()
        if self._first is None:
            self._first = now
        elif now - self._first > PATIENCE:
            signal.signal(number, signal.SIG_DFL)
            os.kill(os.getpid(), number)

    def _on_byte(self) -> None:
        self._ours.recv(4096)
        self.asked.emit()
