"""How the window comes up: the frame first, then what fills it, then torch."""

from __future__ import annotations

import os
import subprocess
import sys
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from pathlib import Path

STARTED = """
import sys
from PySide6.QtCore import QEvent, QObject, QTimer
from PySide6.QtWidgets import QApplication, QMainWindow

class Watch(QObject):
    def eventFilter(self, watched, event):
        if event.type() == QEvent.Type.Paint and isinstance(watched, QMainWindow) and not hasattr(self, "painted"):
            self.painted = watched
            heavy = {"numpy", "pyqtgraph", "torch", "typer"} & set(sys.modules)
            print("frame", watched.isVisible(), watched.windowTitle(), sorted(heavy))
            self.wait()
        return False

    def wait(self):
        if not hasattr(self.painted, "session"):
            QTimer.singleShot(10, self.wait)
        elif self.painted.session.response is None:
            self.painted.session.answered.connect(self.answered)
        else:
            self.answered()

    def answered(self):
        window = self.painted
        print("picture", window.session.source.name, window.windowTitle(), window.session.response.tokens.text)
        QTimer.singleShot(0, window.close)

watch, execute = Watch(), QApplication.exec
def watched(*_):
    QApplication.instance().installEventFilter(watch)
    return execute()
QApplication.exec = watched

import gc
from relviz.cli import main
try:
    main([sys.argv[1]])
except SystemExit as end:
    print("end", end.code, gc.isenabled())
"""


def test_the_frame_is_on_the_screen_before_what_fills_it(tmp_path: Path) -> None:
    """``relviz FILE`` paints a frame before numpy, pyqtgraph, typer or torch is loaded, and then the file's picture."""
    text = tmp_path / "text.txt"
    text.write_text("Once upon a time.", encoding="utf-8")
    command = [sys.executable, "-c", STARTED, str(text)]
    environment = os.environ | {"XDG_CONFIG_HOME": str(tmp_path)}  # the settings
    done = subprocess.run(command, env=environment, capture_output=True, text=True, check=False, timeout=120)

    assert done.stdout.splitlines() == [
        "frame True relviz []",
        "picture text.txt text.txt – relviz Once upon a time.",
        "end 0 False",  # garbage is collected by the application, in the GUI thread
    ], done.stderr
