"""Several windows of one program, and what is left of them after a crash."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import threading
from collections.abc import Callable, Iterator
from pathlib import Path

import numpy as np
import pytest
import shiboken6
from PySide6.QtCore import QCoreApplication, QEvent, QMimeData, QPoint, QPointF, QSettings, Qt
from PySide6.QtGui import QDropEvent
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from relviz.app.engine.engine import Response
from relviz.app.engine.models import Options, sample_text
from relviz.app.projects import autosave
from relviz.app.projects.autosave import Autosaves
from relviz.app.projects.project import Project
from relviz.app.settings import Settings
from relviz.ui.commands.table import WINDOW
from relviz.ui.pages.terms import TermsPage
from relviz.ui.program.launch import make_application
from relviz.ui.program.windows import Windows
from relviz.ui.window.main_window import MainWindow

TEXT = "Mr. Sherlock Holmes took his bottle from the corner of the mantel-piece. " * 12


class Program:
    """The windows of one run of the program, with settings and files in a folder of their own."""

    def __init__(self, qtbot: QtBot, folder: Path) -> None:
        self._qtbot, self.folder = qtbot, folder
        self.settings = Settings(QSettings(str(folder / "settings.ini"), QSettings.Format.IniFormat))
        self.windows = Windows(self.settings, Autosaves(folder / "windows"), make_application())

    def begin(self, text: str = TEXT) -> MainWindow:
        """Open the first window, as the program does."""
        window = MainWindow(Options(device="cpu"), text, self.settings)
        self.windows.add(window)
        window.show()
        with self._qtbot.waitSignal(window.projects.changed, timeout=60_000):
            window.start()
        self.windows.offer_restore()
        return window

    def opens(self, window: MainWindow, action: str) -> MainWindow:
        """Return the window that a command of another one opens, once it shows its picture."""
        before = list(self.windows.open)
        window.commands.actions[action].trigger()
        (opened,) = [one for one in self.windows.open if one not in before]
        with self._qtbot.waitSignal(opened.projects.changed, timeout=60_000):
            pass
        return opened

    def kept(self, windows: int) -> None:
        """Wait until the files of so many windows are written."""
        self._qtbot.waitUntil(lambda: len(list((self.folder / "windows").glob("*.relviz"))) == windows)

    def end(self) -> None:
        """Quit."""
        QApplication.closeAllWindows()
        QCoreApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete.value)
        self.windows.deleteLater()


@pytest.fixture
def program(qtbot: QtBot, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Program]:
    """A program without windows yet."""
    monkeypatch.setattr(autosave, "PAUSE", 10)
    hook, thread_hook = sys.excepthook, threading.excepthook
    running = Program(qtbot, tmp_path)
    yield running
    running.end()
    sys.excepthook, threading.excepthook = hook, thread_hook


@pytest.mark.slow
def test_a_new_window_shows_the_same_and_goes_its_own_way(program: Program, qtbot: QtBot) -> None:
    """Ctrl+N opens a window with the same numbers, whose steps leave the first where it is, over the same weights."""
    window = program.begin()
    with qtbot.waitSignal(window.session.answered):
        window.session.choose_head(1, 3)
    window.show_page("memory")
    window.session.selection.pin((2, 5))

    other = program.opens(window, "new_window")

    assert other.session.look is not None
    assert window.session.look is not None
    np.testing.assert_array_equal(other.session.look.terms.score, window.session.look.terms.score)
    assert (other.page, other.session.selection.pinned, other.session.text) == ("memory", (2, 5), TEXT)
    assert other.work.engine._model is window.work.engine._model
    index = window.session.look.index
    with qtbot.waitSignal(other.session.answered):
        other.session.step(-1)
    assert (other.session.look.index, window.session.look.index) == (index - 1, index)


@pytest.mark.slow
def test_closing_one_leaves_the_others_and_nothing_of_it(program: Program, qtbot: QtBot) -> None:
    """Ctrl+W closes one window with its threads and timers; the other goes on, and is told of what goes wrong."""
    window = program.begin()
    threads = {thread.ident for thread in threading.enumerate()}
    other = program.opens(window, "new_window")
    program.windows.on_deleted()
    assert {thread.ident for thread in threading.enumerate()} > threads

    other.commands.actions["close_window"].trigger()
    qtbot.waitUntil(lambda: not shiboken6.isValid(other))

    assert program.windows.open == [window]
    assert {thread.ident for thread in threading.enumerate()} <= threads
    with qtbot.waitSignal(window.session.answered):
        window.session.step(-1)
    error = ValueError("a fault")
    sys.excepthook(ValueError, error, None)
    assert "a fault" in window.message.label.text()

    another = program.opens(window, "new_window")
    window.close()  # the first may go first
    qtbot.waitUntil(lambda: not shiboken6.isValid(window))
    with qtbot.waitSignal(another.session.answered):
        another.session.choose_head(2, 2)
    assert another.isVisible()


@pytest.mark.slow
def test_quitting_closes_every_window(program: Program) -> None:
    """Ctrl+Q in one window closes all; the last one's layout is what the next start has."""
    window = program.begin()
    other = program.opens(window, "new_window")
    other.resize(900, 700)

    other.commands.actions["quit"].trigger()

    assert program.windows.open == []
    assert not any(widget.isVisible() for widget in QApplication.topLevelWidgets())
    assert list((program.folder / "windows").glob("*.*")) == []


@pytest.mark.slow
def test_a_closed_window_can_be_opened_again(program: Program, qtbot: QtBot) -> None:
    """What was typed and never saved is not lost: Ctrl+Shift+T brings the window back as it was, once."""
    window = program.begin()
    other = program.opens(window, "new_window")
    with qtbot.waitSignal(other.session.answered):
        qtbot.keyClicks(other.text_dock.edit, "So. ")
    with qtbot.waitSignal(other.session.answered):
        other.session.choose_head(2, 1)
    qtbot.keyClicks(other.text_dock.edit, "Now. ")
    other.close()

    again = program.opens(window, "reopen_window")

    assert (again.session.text, again.session.layer, again.session.head) == (f"So. Now. {TEXT}", 2, 1)
    window.commands.actions["reopen_window"].trigger()
    assert window.message.label.text() == "There is no closed window that could be opened again."
    again.close()  # unchanged
    assert program.opens(window, "reopen_window").session.text == f"So. Now. {TEXT}"


def test_what_a_window_began_with_is_not_kept(program: Program, qtbot: QtBot) -> None:
    """A window in which nothing was done is not worth a file; as soon as something is, it has one."""
    window = program.begin()
    window.session.selection.hover((1, 1))
    qtbot.wait(300)
    program.kept(0)

    with qtbot.waitSignal(window.session.answered):
        window.session.choose_head(1, 1)

    program.kept(1)


CRASH = """
import os, signal, sys
from pathlib import Path
from PySide6.QtCore import QTimer
from relviz.app.projects import autosave
from relviz.ui.commands.table import WINDOW
autosave.PAUSE = 10
from relviz.ui.window.main_window import MainWindow
from relviz.cli import main

folder = Path(sys.argv[2])
begin = MainWindow.start

def start(window, kept=None):
    begin(window, kept)
    window.session.answered.connect(lambda _: QTimer.singleShot(300, window, lambda: go_on(window, kept)))

def go_on(window, kept):
    if kept is not None:
        window.session.showing.set(interleaved=True)
    elif window.session.head != 3:
        window.session.choose_head(2, 3)
    else:
        window.new_window_asked.emit()
        die()

def die():
    ready = [path for path in folder.glob("*.relviz") if '"layer": 2' in path.read_text()]
    if len(ready) == 2:
        os.kill(os.getpid(), signal.SIGKILL)
    QTimer.singleShot(50, die)

MainWindow.start = start
main([sys.argv[1]])
"""


def crash(folder: Path) -> None:
    """Have the real program open a file, look at something in two windows, and be killed."""
    text = folder / "holmes.txt"
    text.write_text(TEXT, encoding="utf-8")
    command = [sys.executable, "-c", CRASH, str(text), str(folder / "data" / "relviz" / "windows")]
    environment = os.environ | {"XDG_DATA_HOME": str(folder / "data"), "XDG_CONFIG_HOME": str(folder / "config")}
    done = subprocess.run(command, env=environment, capture_output=True, text=True, check=False, timeout=60)
    assert done.returncode == -signal.SIGKILL, done.stderr
    (folder / "data" / "relviz" / "windows").rename(folder / "windows")


@pytest.mark.slow
def test_after_a_crash_the_next_start_offers_what_was_open(
    qtbot: QtBot, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A program that is killed loses nothing: the next one asks in a bar, and brings both windows back with a click."""
    crash(tmp_path)
    monkeypatch.setattr(autosave, "PAUSE", 10)
    program = Program(qtbot, tmp_path)
    window = program.begin(sample_text())

    assert window.restore_bar.isVisible()
    assert window.restore_bar.label.text() == "relviz ended unexpectedly while 2 windows were open."
    with qtbot.waitSignal(window.session.answered):
        window.session.step(1)
    assert window.restore_bar.isVisible()  # it stays while one looks at something else
    with qtbot.waitSignal(window.session.answered):
        window.session.step(-1)
    qtbot.wait(300)

    with qtbot.waitSignal(window.session.answered):
        qtbot.mouseClick(window.restore_bar.restore_button, Qt.MouseButton.LeftButton)

    assert not window.restore_bar.isVisible()
    (other,) = [one for one in program.windows.open if one is not window]
    qtbot.waitUntil(lambda: other.session.response is not None, timeout=60_000)
    for one in (window, other):
        assert (one.session.text, one.session.layer, one.session.head) == (TEXT, 2, 3)
        assert one.windowTitle() == "holmes.txt – relviz"
    program.kept(2)  # and would be kept again
    program.end()


@pytest.mark.slow
def test_what_is_not_wanted_back_can_still_be_had(
    qtbot: QtBot, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Discard takes the bar away and leaves the window alone; the next start does not ask again."""
    monkeypatch.setattr(autosave, "PAUSE", 10)
    program = Program(qtbot, tmp_path)
    lost = program.begin()
    with qtbot.waitSignal(lost.session.answered):
        lost.session.choose_head(1, 2)
    program.kept(1)
    (file,) = (tmp_path / "windows").glob("*.relviz")
    file.with_suffix(".lock").unlink()  # as if its process had ended
    window = program.begin(sample_text())
    assert window.restore_bar.label.text() == "relviz ended unexpectedly while a text was open."

    qtbot.mouseClick(window.restore_bar.discard_button, Qt.MouseButton.LeftButton)

    assert not window.restore_bar.isVisible()
    assert window.session.text == sample_text()
    assert Autosaves(tmp_path / "windows").orphans() == []
    assert program.opens(window, "reopen_window").session.text == TEXT
    program.end()


def lose(program: Program, qtbot: QtBot, typed: str = "So. ") -> Path:
    """Have a window in which something was typed end without being closed, and return its file."""
    lost = program.begin()
    with qtbot.waitSignal(lost.session.answered):
        qtbot.keyClicks(lost.text_dock.edit, typed)
    program.kept(1)
    (file,) = (program.folder / "windows").glob("*.relviz")
    qtbot.waitUntil(lambda: typed in file.read_text(encoding="utf-8"))
    qtbot.wait(50)
    file.with_suffix(".lock").unlink()  # as if its process had ended
    return file


def closed(program: Program) -> list[str]:
    """Return the texts of the windows that can be opened again, in any order."""
    files = (program.folder / "windows" / "closed").glob("*.relviz")
    return sorted(str(json.loads(file.read_bytes())["text"]) for file in files)


@pytest.mark.slow
@pytest.mark.parametrize("way", ["failed", "cancelled"])
def test_a_restore_that_comes_to_nothing_loses_nothing(
    qtbot: QtBot, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, way: str
) -> None:
    """If what was open cannot be shown, or nobody waits for it, the file stays to the byte, and can be had again."""
    monkeypatch.setattr(autosave, "PAUSE", 10)
    program = Program(qtbot, tmp_path)
    file = lose(program, qtbot)
    if way == "failed":
        told = json.loads(file.read_bytes()) | {"model": "no-such-model"}
        file.write_text(json.dumps(told), encoding="utf-8")
    before = file.read_bytes()
    window = program.begin(sample_text())

    with qtbot.waitSignal(window.session.restored, timeout=30_000):
        qtbot.mouseClick(window.restore_bar.restore_button, Qt.MouseButton.LeftButton)
        if way == "cancelled":
            window.looker.cancel()
    qtbot.wait(400)  # in which the sample could be written over it

    assert window.session.text == sample_text()
    (kept,) = (tmp_path / "windows" / "closed").glob("*.relviz")
    assert kept.read_bytes() == before
    window.commands.actions["reopen_window"].trigger()
    again = program.windows.open[-1]
    assert again.text_dock.edit.toPlainText() == f"So. {TEXT}"
    with qtbot.waitSignal(again.looker.busy_changed, timeout=30_000):
        pass
    again.close()
    assert closed(program) == [f"So. {TEXT}"]
    program.end()


@pytest.mark.slow
def test_closing_a_window_while_it_restores_loses_nothing(
    qtbot: QtBot, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    """What was to be shown can be had again, and nothing comes of work that ends after its window."""
    monkeypatch.setattr(autosave, "PAUSE", 10)
    program = Program(qtbot, tmp_path)
    lose(program, qtbot)
    window = program.begin(sample_text())
    program.windows.show(window.projects.kept(), window)

    qtbot.mouseClick(window.restore_bar.restore_button, Qt.MouseButton.LeftButton)
    window.close()
    window.looker.cancelled.emit()  # as the worker may tell while the window waits to be taken apart
    qtbot.wait(300)

    assert [record for record in caplog.records if record.exc_info] == []
    assert closed(program) == [f"So. {TEXT}"]
    program.end()


@pytest.mark.slow
def test_another_text_opened_while_restoring_loses_neither(
    qtbot: QtBot, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Whoever opens a file before what was open is there again has the file, and the other can still be had."""
    monkeypatch.setattr(autosave, "PAUSE", 10)
    program = Program(qtbot, tmp_path)
    lose(program, qtbot)
    (tmp_path / "other.txt").write_text("Another text altogether.", encoding="utf-8")
    window = program.begin(sample_text())

    with qtbot.waitSignal(window.session.answered, timeout=30_000):
        qtbot.mouseClick(window.restore_bar.restore_button, Qt.MouseButton.LeftButton)
        window.files.open(str(tmp_path / "other.txt"))
    qtbot.wait(400)

    assert window.session.text == "Another text altogether."
    assert program.opens(window, "reopen_window").session.text == f"So. {TEXT}"
    program.end()


@pytest.mark.slow
def test_what_is_typed_before_the_first_picture_is_kept(program: Program, qtbot: QtBot) -> None:
    """A window is the user's as soon as something is typed in it, however long the model takes to load."""
    window = MainWindow(Options(device="cpu"), TEXT, program.settings)
    program.windows.add(window)
    window.show()
    window.start()
    qtbot.keyClicks(window.text_dock.edit, "So. ")
    window.text_dock.read_typed()
    assert window.session.response is None
    program.kept(1)
    other = program.begin(sample_text())
    window.close()

    assert program.opens(other, "reopen_window").session.text == f"So. {TEXT}"


@pytest.mark.slow
@pytest.mark.parametrize("way", ["open", "drop", "paste", "project"])
def test_a_text_of_ones_own_is_not_lost_to_another(program: Program, qtbot: QtBot, way: str) -> None:
    """What was typed and is replaced comes back with Ctrl+Z in the editor, or later in a window of its own."""
    window = program.begin()
    with qtbot.waitSignal(window.session.answered):
        qtbot.keyClicks(window.text_dock.edit, "So. ")
    qtbot.keyClicks(window.text_dock.edit, "Now. ")  # and this is not even read yet
    other = program.folder / ("other.relviz" if way == "project" else "other.txt")
    other.write_text("Another text.", encoding="utf-8")
    if way == "project":
        Project(text="Another text.").write(other)

    with qtbot.waitSignal(window.session.answered, check_params_cb=_is_of("Another text."), timeout=30_000):
        if way == "paste":
            QApplication.clipboard().setText("Another text.")
            window.commands.actions["paste_text"].trigger()
        elif way == "drop":
            data = QMimeData()
            data.setText("Another text.")
            no_button, no_key = Qt.MouseButton.NoButton, Qt.KeyboardModifier.NoModifier
            window.dropEvent(QDropEvent(QPointF(5, 5), Qt.DropAction.CopyAction, data, no_button, no_key))
        else:
            window.files.open(str(other))

    qtbot.waitUntil(lambda: closed(program) == [f"So. Now. {TEXT}"])
    with qtbot.waitSignal(window.session.answered, check_params_cb=_is_of(f"So. Now. {TEXT}"), timeout=30_000):
        qtbot.keyClick(window.text_dock.edit, Qt.Key.Key_Z, Qt.KeyboardModifier.ControlModifier)
    assert window.windowTitle() == "text – relviz"
    again = program.opens(window, "reopen_window")
    assert again.text_dock.edit.toPlainText() == f"So. Now. {TEXT}"


@pytest.mark.slow
def test_a_text_that_lies_in_a_file_is_not_kept_twice(program: Program, qtbot: QtBot) -> None:
    """Going from the sample to a file, and from there to another one, puts nothing with the closed windows."""
    window = program.begin(sample_text())
    for name in ("one", "two"):
        (program.folder / f"{name}.txt").write_text(f"Text {name}.", encoding="utf-8")
        with qtbot.waitSignal(window.session.answered):
            window.files.open(str(program.folder / f"{name}.txt"))
    qtbot.wait(100)
    assert closed(program) == []

    with qtbot.waitSignal(window.session.answered):
        qtbot.keyClicks(window.text_dock.edit, "So. ")
    with qtbot.waitSignal(window.session.answered):
        window.files.open(str(program.folder / "one.txt"))
    qtbot.waitUntil(lambda: closed(program) == ["So. Text two."])


def _is_of(text: str) -> Callable[[Response], bool]:
    """Return whether an answer is about a text."""

    def is_of(response: Response) -> bool:
        return response.request.text == text

    return is_of


@pytest.mark.slow
def test_the_menu_lists_the_windows(program: Program, qtbot: QtBot) -> None:
    """The Window menu of each names all that are open, checks its own, and brings another to the front."""
    window = program.begin()
    other = program.opens(window, "new_window")
    other.session.source = Path("/tmp/R&D.txt")
    other.projects.named.emit()
    menu = window.commands.menus[WINDOW]
    for _ in range(2):  # the second time, nothing is there twice
        menu.aboutToShow.emit()

    first, second = menu.actions()[-2:]
    assert [first.text(), second.text()] == ["&1  text – relviz", "&2  R&&D.txt – relviz"]
    assert (first.isChecked(), second.isChecked()) == (True, False)
    assert "New window" in menu.actions()[0].iconText()
    window.activateWindow()
    qtbot.waitUntil(window.isActiveWindow)
    second.trigger()
    qtbot.waitUntil(other.isActiveWindow)


@pytest.mark.slow
def test_a_theme_is_that_of_all_windows(program: Program) -> None:
    """Choosing the dark theme in one window darkens the other as well."""
    window = program.begin()
    other = program.opens(window, "new_window")

    window.commands.actions["theme_dark"].trigger()

    for one in (window, other):
        grid = one.tabs.of(TermsPage).grid
        middle = one.grab().toImage().pixelColor(grid.mapTo(one, QPoint(4, grid.height() - 6)))
        assert middle.lightness() < 60
        assert one.commands.actions["theme_dark"].isChecked()
