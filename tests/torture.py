"""Does at random what an impatient user does, for as long as it is told to, and looks at what is left afterwards.

``python -m tests.torture --actions 100000 --seed 0`` ends with exit status 0 if there was no exception, no warning of
Python or Qt, no logged error, and no window, thread or timer was left. ``tests/ui/test_torture.py`` is its short form.
"""

from __future__ import annotations

import argparse
import gc
import logging
import os
import random
import sys
import tempfile
import threading
import time
import traceback
import warnings
from pathlib import Path
from typing import TYPE_CHECKING

os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")

from PySide6.QtCore import QCoreApplication, QEvent, QMimeData, QObject, QPoint, QPointF, QSettings, Qt, QTimer, QUrl
from PySide6.QtGui import QDropEvent, QGuiApplication, QWheelEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QDialog, QFileDialog, QMenu, QWidget
from shiboken6 import isValid

from relviz.app.engine.models import Options, sample_text
from relviz.app.projects.autosave import Autosaves
from relviz.app.settings import Settings
from relviz.ui.program.launch import make_application
from relviz.ui.program.windows import Windows
from relviz.ui.window.main_window import MainWindow

if TYPE_CHECKING:
    from collections.abc import Callable

TEXTS = (
    "",
    " ",
    "\n\n\n",
    "a",
    "One sentence, and then another one. ",
    "a\u0300e\u0301 \u200b\u200d\ufeff",
    "天地玄黄，宇宙洪荒。日月盈昃，辰宿列张。",
    "مرحبا بالعالم שלום",
    "👩‍👩‍👧‍👦🇨🇭🏳️‍🌈",
    "\r\nline\rline\u2028line\u2029line\x00\x07",
    "<b>bold</b> &amp; {0} %1 \\n",
    "word " * 700,
    "天" * 900,
)
KEYS = tuple(
    getattr(Qt.Key, f"Key_{name}")
    for name in (
        *("Left", "Right", "Up", "Down", "Home", "End", "PageUp", "PageDown", "Tab", "Backtab", "Escape", "Return"),
        *("Space", "Backspace", "Delete", "Plus", "Minus", "Insert", "F1", "F3", "F5", "F10", "Menu"),
        *"ABCDEFGHIJKLMNOPRSTUVWXYZ0123456789",
        *("BracketLeft", "BracketRight", "Question", "Comma", "Period"),
    )
)
MODIFIERS = (
    *(Qt.KeyboardModifier.NoModifier,) * 6,
    *(Qt.KeyboardModifier.ShiftModifier,) * 2,
    *(Qt.KeyboardModifier.ControlModifier,) * 2,
    Qt.KeyboardModifier.AltModifier,
    Qt.KeyboardModifier.ControlModifier | Qt.KeyboardModifier.ShiftModifier,
)
BUTTONS = (*(Qt.MouseButton.LeftButton,) * 8, Qt.MouseButton.RightButton, Qt.MouseButton.MiddleButton)
HARMLESS = ("propagateSizeHints", "does not support raise", "does not support grabbing")
"""What Qt's offscreen platform says of itself."""


class Faults:
    """Collects whatever must not happen."""

    def __init__(self) -> None:
        self.found: list[str] = []
        self._lock = threading.Lock()

    def add(self, what: str) -> None:
        """Note a fault once."""
        with self._lock:
            if what not in self.found:
                self.found.append(what)

    def watch(self) -> Callable[[], None]:
        """Listen to everything that can complain; returns what ends it."""
        hooks = sys.excepthook, threading.excepthook, warnings.showwarning
        handler = _Complaints(self)
        logging.getLogger().addHandler(handler)
        caught = warnings.catch_warnings()
        caught.__enter__()
        warnings.simplefilter("always")

        def on_exception(kind: type[BaseException], error: BaseException, trace: object) -> None:
            self.add("".join(traceback.format_exception(error)))

        def on_thread_exception(args: threading.ExceptHookArgs) -> None:
            if args.exc_value is not None:
                self.add("".join(traceback.format_exception(args.exc_value)))

        def on_warning(message: Warning | str, category: type[Warning], file: str, line: int, *_: object) -> None:
            self.add(f"{file}:{line}: {category.__name__}: {message}")

        sys.excepthook, threading.excepthook = on_exception, on_thread_exception
        warnings.showwarning = on_warning  # type: ignore[assignment] # two arguments of no interest
        from PySide6.QtCore import QtMsgType, qInstallMessageHandler

        def on_message(kind: QtMsgType, context: object, message: str) -> None:
            if kind != QtMsgType.QtDebugMsg and not any(words in message for words in HARMLESS):
                self.add(f"Qt: {message}")

        before = qInstallMessageHandler(on_message)

        def end() -> None:
            qInstallMessageHandler(before)
            caught.__exit__(None, None, None)
            sys.excepthook, threading.excepthook, warnings.showwarning = hooks
            logging.getLogger().removeHandler(handler)

        return end


class _Complaints(logging.Handler):
    """Takes what is logged as a warning or worse for a fault."""

    def __init__(self, faults: Faults) -> None:
        super().__init__(logging.WARNING)
        self._faults = faults

    def emit(self, record: logging.LogRecord) -> None:
        self._faults.add(self.format(record))


class Impatience(QObject):
    """Closes what would wait for an answer: menus, and dialogs, some of them with a file chosen."""

    def __init__(self, folder: Path, generator: random.Random) -> None:
        super().__init__()
        self._folder, self._generator = folder, generator
        self._timer = QTimer(self)
        self._timer.timeout.connect(self.on_timeout)
        self._timer.start(15)

    def stop(self) -> None:
        """Let everything wait again."""
        self._timer.stop()

    def on_timeout(self) -> None:
        """Close the menu, else the dialog, that is open."""
        if (popup := QApplication.activePopupWidget()) is not None:
            popup.close()
        dialog = QApplication.activeModalWidget()
        if isinstance(dialog, QFileDialog) and self._generator.random() < 0.5:
            dialog.selectFile(str(self._generator.choice(sorted(self._folder.iterdir()))))
            QTimer.singleShot(0, dialog.accept)  # not from here: it may ask another question
        elif isinstance(dialog, QDialog):
            dialog.reject()
        elif dialog is not None:
            dialog.close()


class Torturer:
    """Opens windows and does things to them.

    Args:
        folder: for settings, texts to open and what is saved; written to.
        seed: of every choice.
        faults: what must not happen goes there.
    """

    def __init__(self, folder: Path, seed: int, faults: Faults) -> None:
        self._random = random.Random(seed)
        self._folder, self._faults = folder, faults
        self._files = folder / "files"
        self._files.mkdir(parents=True)
        for number, text in enumerate(TEXTS):
            (self._files / f"text{number}.txt").write_text(text, encoding="utf-8")
        (self._files / "noise.txt").write_bytes(bytes(range(256)))
        (self._files / "noise.png").write_bytes(b"\x89PNG\r\n\x1a\n" + bytes(64))
        (self._files / "noise.relviz").write_text('{"relviz": 1', encoding="utf-8")
        (self._files / "noise.safetensors").write_bytes(bytes(16))
        app = make_application()
        self._before = _timers()  # those of the application, and of whoever was here before
        self._settings = Settings(QSettings(str(folder / "settings.ini"), QSettings.Format.IniFormat))
        self._windows = Windows(self._settings, Autosaves(folder / "autosaves"), app)
        self._impatience = Impatience(self._files, random.Random(seed + 1))
        self._window = self._open()
        self._deeds = (
            *(self.click,) * 6,
            *(self.key,) * 6,
            *(self.hover,) * 3,
            *(self.drag,) * 2,
            *(self.command,) * 3,
            *(self.step,) * 2,
            *(self.wheel,) * 2,
            self.double_click,
            self.resize,
            self.paste,
            self.type,
            self.drop,
        )

    def _open(self) -> MainWindow:
        window = MainWindow(Options(device="cpu"), sample_text(), self._settings)
        self._windows.add(window)
        window.show()
        window.start()
        return window

    def run(self, actions: int, report: Callable[[int], None]) -> None:
        """Do so many things, then close everything."""
        for number in range(actions):
            if not isValid(self._window) or not self._window.isVisible():
                self._window = self._windows.open[-1] if self._windows.open else self._open()
            deed = self._random.choice(self._deeds)
            before = len(self._faults.found)
            try:
                deed()
            except RuntimeError as error:
                if traceback.extract_tb(error.__traceback__)[-1].filename != __file__:  # a widget of ours that is gone
                    self._faults.add("".join(traceback.format_exception(error)))
            except Exception as error:  # whatever it is, it is a fault of the window
                self._faults.add("".join(traceback.format_exception(error)))
            QCoreApplication.processEvents()
            QCoreApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete.value)  # as a loop that runs would
            if number % 50 == 49:
                self.wait()
            if number % 2000 == 1999 and isValid(self._window):
                self._window.close()
            for fault in self._faults.found[before:]:
                report(number)
                print(f"at action {number}, {deed.__name__}: {fault}", flush=True)  # noqa: T201 # who runs it reads it
            if number % 1000 == 999:
                report(number + 1)
        self.close()

    def close(self) -> None:
        """Close everything, and note what is left."""
        for widget in QApplication.topLevelWidgets():
            widget.close()
        self._impatience.stop()
        self._windows.deleteLater()
        for _ in range(10):
            QCoreApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete.value)
            QCoreApplication.processEvents()
        gc.collect()
        for widget in QApplication.topLevelWidgets():
            if widget.isVisible() or isinstance(widget, MainWindow):
                self._faults.add(f"left: {widget}")
        for thread in threading.enumerate():
            if thread is not threading.main_thread() and not thread.daemon:
                self._faults.add(f"left: {thread}")
        for timer in _timers():
            if timer not in self._before:
                self._faults.add(f"left: {timer} of {timer.parent()}")

    # Deeds

    def _widget(self) -> QWidget:
        """Any widget that can be seen."""
        tops = [w for w in QApplication.topLevelWidgets() if w.isVisible() and not isinstance(w, QMenu)]
        top = self._random.choice(tops or [self._window])
        return self._random.choice([w for w in (top, *top.findChildren(QWidget)) if w.isVisible()] or [top])

    def _place(self, widget: QWidget) -> QPoint:
        return QPoint(
            self._random.randrange(max(widget.width(), 1)),
            self._random.randrange(max(widget.height(), 1)),
        )

    def click(self) -> None:
        """Click somewhere."""
        widget = self._widget()
        QTest.mouseClick(widget, self._random.choice(BUTTONS), self._random.choice(MODIFIERS[:10]), self._place(widget))

    def double_click(self) -> None:
        """Double-click somewhere."""
        widget, left, none = self._widget(), Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier
        QTest.mouseDClick(widget, left, none, self._place(widget))
        self._release(widget, left)

    def hover(self) -> None:
        """Move the pointer."""
        widget = self._widget()
        for _ in range(3):
            if isValid(widget):
                QTest.mouseMove(widget, self._place(widget))
                QCoreApplication.processEvents()

    def drag(self) -> None:
        """Press, move and release."""
        widget = self._widget()
        button, none = self._random.choice(BUTTONS[:9]), Qt.KeyboardModifier.NoModifier
        QTest.mousePress(widget, button, none, self._place(widget))
        for _ in range(self._random.randrange(1, 5)):
            if isValid(widget):
                QTest.mouseMove(widget, self._place(widget))
                QCoreApplication.processEvents()
        self._release(widget, button)

    def _release(self, widget: QWidget, button: Qt.MouseButton) -> None:
        """Let a button go, also where the widget is gone: as long as one is held, the language does not change."""
        widget = widget if isValid(widget) else QWidget()
        QTest.mouseRelease(widget, button, Qt.KeyboardModifier.NoModifier, self._place(widget))

    def wheel(self) -> None:
        """Turn the wheel."""
        widget = self._widget()
        place = QPointF(self._place(widget))
        turn = QPoint(0, self._random.choice((-240, -120, 120, 240)))
        event = QWheelEvent(
            place,
            widget.mapToGlobal(place),
            QPoint(),
            turn,
            Qt.MouseButton.NoButton,
            self._random.choice(MODIFIERS[:10]),
            Qt.ScrollPhase.NoScrollPhase,
            False,
        )
        QCoreApplication.sendEvent(widget, event)

    def key(self) -> None:
        """Press a key, wherever the focus is."""
        widget = QApplication.focusWidget() or self._widget()
        QTest.keyClick(widget, self._random.choice(KEYS), self._random.choice(MODIFIERS))

    def type(self) -> None:
        """Type into the text."""
        edit = self._window.text_dock.edit
        if edit.isVisible():
            edit.setFocus()
            QTest.keyClicks(edit, self._random.choice(("a", " the", "Once upon a time", "\b")))

    def command(self) -> None:
        """Choose an entry of a menu."""
        names = sorted(name for name, action in self._window.commands.actions.items() if action.isEnabled())
        self._window.commands.actions[self._random.choice(names)].trigger()

    def step(self) -> None:
        """Go to another segment, layer or head, as all the other views follow."""
        name = self._random.choice(("step", "back", "first", "last"))
        self._window.commands.actions[name].trigger()

    def resize(self) -> None:
        """Take the window by its corner."""
        self._window.resize(self._random.randrange(200, 2200), self._random.randrange(150, 1500))

    def paste(self) -> None:
        """Paste a text."""
        QGuiApplication.clipboard().setText("".join(self._random.choices(TEXTS, k=2)))
        self._window.commands.actions["paste_text"].trigger()

    def drop(self) -> None:
        """Drop a file on the window."""
        data = QMimeData()
        data.setUrls([QUrl.fromLocalFile(str(self._random.choice(sorted(self._files.iterdir()))))])
        event = QDropEvent(
            QPointF(self._place(self._window)),
            Qt.DropAction.CopyAction,
            data,
            Qt.MouseButton.LeftButton,
            Qt.KeyboardModifier.NoModifier,
        )
        QCoreApplication.sendEvent(self._window, event)

    def wait(self) -> None:
        """Let the window come to rest, for a second at most."""
        end = time.monotonic() + 1
        while isValid(self._window) and self._window.looker.busy and time.monotonic() < end:
            QCoreApplication.processEvents()
            time.sleep(0.001)


def _timers() -> list[QTimer]:
    """Return the timers that run."""
    return [
        thing
        for thing in gc.get_objects()
        if issubclass(type(thing), QTimer) and isValid(thing) and thing.isActive()  # isinstance would ask odd proxies
    ]


def torture(actions: int, seed: int, report: Callable[[int], None] = lambda _: None) -> list[str]:
    """Do ``actions`` things at random and return the faults found."""
    faults = Faults()
    end = faults.watch()
    try:
        with tempfile.TemporaryDirectory(prefix="relviz-torture-") as folder:
            Torturer(Path(folder), seed, faults).run(actions, report)
    finally:
        end()
    return faults.found


def main() -> int:
    """Run from the command line."""
    parser = argparse.ArgumentParser(prog="python -m tests.torture", description=__doc__)
    parser.add_argument("--actions", type=int, default=100_000)
    parser.add_argument("--seed", type=int, default=0)
    given = parser.parse_args()
    begun = time.monotonic()

    def report(number: int) -> None:
        print(f"{number:,} actions, {time.monotonic() - begun:.0f} s", flush=True)  # noqa: T201

    faults = torture(given.actions, given.seed, report)
    print(f"{len(faults)} faults")  # noqa: T201
    for fault in faults:
        print(fault)  # noqa: T201
    return bool(faults)


if __name__ == "__main__":
    sys.exit(main())
