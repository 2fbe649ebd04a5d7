"""Opens the window."""

from __future__ import annotations

import gc
import signal
from typing import TYPE_CHECKING

from PySide6.QtCore import QEvent, QObject, QTimer
from PySide6.QtWidgets import QApplication

from relviz import __version__
from relviz.app.garbage import GarbageCollector
from relviz.app.sample import sample_text
from relviz.app.settings import Settings
from relviz.ui.main_window import MainWindow

if TYPE_CHECKING:
    from pathlib import Path

    from relviz.app.options import Options

__all__ = ["make_application", "run", "sample_text"]


def make_application() -> QApplication:
    """Return the application, made if need be, with relviz's name and style."""
    app = QApplication.instance() or QApplication(["relviz"])
    assert isinstance(app, QApplication), "a QGuiApplication without widgets is in the way"
    app.setApplicationName("relviz")
    app.setApplicationVersion(__version__)
    app.setDesktopFileName("io.github.relviz")
    app.setStyle("Fusion")
    collector_of(app).start()
    return app


def collector_of(app: QApplication) -> GarbageCollector:
    """Return the application's garbage collector, made if need be."""
    return app.findChild(GarbageCollector) or GarbageCollector(app)


def run(options: Options, text: str | None, source: Path | None) -> int:
    """Open a window on a text, or on the sample if there is none, and stay until it is closed.

    The frame is on the screen before what fills it is loaded; torch comes last, in the worker thread, with the first
    request.

    Returns:
        The exit status.
    """
    app = make_application()
    window = MainWindow(options, sample_text() if text is None else text, Settings(), furnish=False)
    window.catch_exceptions()
    signal.signal(signal.SIGINT, signal.SIG_DFL)  # Qt's loop would not let Python see Ctrl+C
    start = _Start(app, window, source)
    window.show()
    try:
        return app.exec()
    finally:
        start.end()


class _Start(QObject):
    """Starts a window once its frame has been painted, and keeps the garbage collector out of it.

    While everything loads nothing is garbage. Once it has, it is no longer looked through: that would take a tenth
    of a second each time, in which nothing moves.
    """

    def __init__(self, app: QApplication, window: MainWindow, source: Path | None) -> None:
        super().__init__(window)
        self._window, self._source = window, source
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
        self._window.furnish()
        self._window.session.source = self._source
        self._window.looker.busy_changed.connect(self.on_busy)
        self._window.start()

    def on_busy(self, busy: bool) -> None:
        """Everything has loaded when the first request is answered."""
        if not busy:
            self._window.looker.busy_changed.disconnect(self.on_busy)
            gc.freeze()
            self.end()

    def end(self) -> None:
        """Let the garbage collector work."""
        self._collector.start()
