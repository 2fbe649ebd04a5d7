"""Opens the window."""

from __future__ import annotations

import signal
from typing import TYPE_CHECKING

from PySide6.QtCore import QTimer
from PySide6.QtWidgets import QApplication

from relviz import __version__
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
    return app


def run(options: Options, text: str | None, source: Path | None) -> int:
    """Open a window on a text, or on the sample if there is none, and stay until it is closed.

    The window is on the screen before torch is imported: that happens in the worker thread, with the first request.

    Returns:
        The exit status.
    """
    app = make_application()
    window = MainWindow(options, sample_text() if text is None else text, Settings())
    window.session.source = source
    window.catch_exceptions()
    signal.signal(signal.SIGINT, signal.SIG_DFL)  # Qt's loop would not let Python see Ctrl+C
    window.show()
    QTimer.singleShot(0, window.start)
    return app.exec()
