"""How the window comes up: the frame first, then what fills it, then torch."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
from typing import TYPE_CHECKING

import pytest

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


@pytest.mark.slow
def test_the_frame_is_on_the_screen_before_what_fills_it(tmp_path: Path) -> None:
    """``relviz FILE`` paints a frame before numpy, pyqtgraph, typer or torch is loaded, and then the file's picture."""
    text = tmp_path / "text.txt"
    text.write_text("Once upon a time.", encoding="utf-8")
    command = [sys.executable, "-c", STARTED, str(text)]
    environment = os.environ | {"XDG_CONFIG_HOME": str(tmp_path), "XDG_DATA_HOME": str(tmp_path)}  # settings, windows
    done = subprocess.run(command, env=environment, capture_output=True, text=True, check=False, timeout=120)

    assert done.stdout.splitlines() == [
        "frame True relviz []",
        "picture text.txt text.txt – relviz Once upon a time.",
        "end 0 False",  # garbage is collected by the application, in the GUI thread
    ], done.stderr


SPEAKING = """
import sys
from PySide6.QtCore import QTimer
from PySide6.QtWidgets import QApplication, QMainWindow

def look():
    (window,) = (one for one in QApplication.topLevelWidgets() if isinstance(one, QMainWindow))
    if not hasattr(window, "status"):
        QTimer.singleShot(20, look)
        return
    print(window.menuBar().actions()[0].text())
    window.close()

execute = QApplication.exec
def watched(*_):
    QTimer.singleShot(20, look)
    return execute()
QApplication.exec = watched

from relviz.cli import main
main(sys.argv[1:])
"""


@pytest.mark.slow
@pytest.mark.parametrize(
    ("words", "desktop", "menu"),
    [([], "zh_CN.UTF-8", "文件(&F)"), ([], "de_DE.UTF-8", "&File"), (["--lang", "zh"], "C.UTF-8", "文件(&F)")],
    ids=["a Chinese desktop", "another desktop", "asked for"],
)
def test_the_window_speaks_the_desktops_language(words: list[str], desktop: str, menu: str, tmp_path: Path) -> None:
    """A first window is in Chinese on a Chinese desktop or if that is asked for, and in English on any other."""
    command = [sys.executable, "-c", SPEAKING, *words]
    places = {"XDG_CONFIG_HOME": str(tmp_path), "XDG_DATA_HOME": str(tmp_path)}
    environment = os.environ | places | {"LANG": desktop, "LC_ALL": desktop, "LANGUAGE": ""}
    done = subprocess.run(command, env=environment, capture_output=True, text=True, check=False, timeout=120)

    assert done.stdout.splitlines() == [menu], done.stderr


TOLD = """
import os, signal, sys
from PySide6.QtCore import QTimer
from relviz.ui.window.main_window import MainWindow
from relviz.cli import main

signal.signal(int(sys.argv[1]), signal.SIG_DFL)  # in the background, or after nohup, some are ignored
begin = MainWindow.start

def start(window, kept=None):
    begin(window, kept)
    window.text_dock.edit.insertPlainText("So. ")
    window.session.answered.connect(lambda _: QTimer.singleShot(0, end))

def end():
    os.kill(os.getpid(), int(sys.argv[1]))
    os.kill(os.getpid(), int(sys.argv[1]))  # a launcher passes on what the terminal has sent already

MainWindow.start = start
main([sys.argv[2]])
"""


@pytest.mark.slow
@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM, signal.SIGHUP])
def test_being_told_to_end_closes_the_windows(tmp_path: Path, number: signal.Signals) -> None:
    """Ctrl+C in the terminal is no crash: what was typed is with the closed windows, and nothing is left open."""
    text = tmp_path / "text.txt"
    text.write_text("Once upon a time.", encoding="utf-8")
    command = [sys.executable, "-c", TOLD, str(int(number)), str(text)]
    environment = os.environ | {"XDG_CONFIG_HOME": str(tmp_path), "XDG_DATA_HOME": str(tmp_path)}
    done = subprocess.run(command, env=environment, capture_output=True, text=True, check=False, timeout=120)

    assert done.returncode == 0, done.stderr
    windows = tmp_path / "relviz" / "windows"
    assert [path.name for path in windows.iterdir()] == ["closed"]
    (kept,) = (windows / "closed").iterdir()
    assert json.loads(kept.read_bytes())["text"] == "So. Once upon a time."
