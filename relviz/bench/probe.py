"""Runs in a process of its own: opens a window, says when it was there, and closes it.

``startup`` runs it by its name, ``python -m relviz.bench.probe WHAT``. It prints lines of ``name nanoseconds``, by the
clock that all processes share. Its own imports are few, since they count as part of the start: so it is no part of
``startup``.
"""

import sys
import time
from importlib import import_module
from runpy import run_module
from typing import Any


def _say(name: str) -> None:
    sys.stdout.write(f"{name} {time.monotonic_ns()}\n")
    sys.stdout.flush()


def bare() -> None:
    """Open a PySide6 window with nothing in it, until it is exposed."""
    from PySide6.QtWidgets import QApplication, QMainWindow  # noqa: PLC0415 # what is timed

    app = QApplication(["bare"])
    window = QMainWindow()
    window.resize(1280, 800)
    window.show()
    _watch(app, picture=False)
    app.exec()


def relviz(picture: bool) -> None:
    """Open relviz as its command does, until the window is exposed, or until the first picture is painted."""
    from PySide6.QtWidgets import QApplication  # noqa: PLC0415 # relviz is about to do the same

    execute = QApplication.exec

    def watched(*_: object) -> int:
        _watch(QApplication.instance(), picture)
        return execute()

    QApplication.exec = watched  # type: ignore[method-assign] # the last call before the window appears
    sys.argv = ["relviz"]
    run_module("relviz", run_name="__main__")


def _watch(app: Any, picture: bool) -> None:
    """Say when a window is exposed, and when the picture is painted, and quit then."""
    from PySide6.QtCore import QEvent, QObject, QTimer  # noqa: PLC0415 # loaded by then
    from PySide6.QtGui import QWindow  # noqa: PLC0415
    from PySide6.QtWidgets import QApplication  # noqa: PLC0415

    class Watch(QObject):
        def __init__(self) -> None:
            super().__init__()
            self.exposed = False

        def eventFilter(self, watched: QObject, event: QEvent) -> bool:
            if not self.exposed and event.type() == QEvent.Type.Expose and isinstance(watched, QWindow):
                self.exposed = True
                QTimer.singleShot(0, self.on_window)  # after the exposed window has painted
            return False

        def on_window(self) -> None:
            _say("window")
            if not picture:
                app.quit()
                return
            self.on_frame()

        def on_frame(self) -> None:
            """Wait until the frame has been furnished."""
            windows = [widget for widget in QApplication.topLevelWidgets() if hasattr(widget, "session")]
            if not windows:
                QTimer.singleShot(1, self.on_frame)
                return
            self.window = windows[0]
            self.window.session.answered.connect(self.on_answered)

        def on_answered(self) -> None:
            QTimer.singleShot(0, self.on_picture)  # once every view has heard of the answer

        def on_picture(self) -> None:
            self.window.grab()  # paints every widget that shows it
            _say("picture")
            app.quit()

    watch = Watch()
    app.watch = watch  # Qt does not keep it
    if any(window.isExposed() for window in app.topLevelWindows()):  # some platforms do it while it is being shown
        QTimer.singleShot(0, watch.on_window)
    else:
        app.installEventFilter(watch)


def torch() -> None:
    """Import torch."""
    import_module("torch")

    _say("torch")


if __name__ == "__main__":
    {"bare": bare, "window": lambda: relviz(False), "picture": lambda: relviz(True), "torch": torch}[sys.argv[1]]()
