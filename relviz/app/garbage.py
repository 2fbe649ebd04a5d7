"""Garbage is collected in the GUI thread alone.

Python collects in whichever thread happens to allocate. In a worker thread it would take Qt objects apart that live in
the GUI thread, which ends in "Timers cannot be started from another thread", and now and then in a crash.
"""

from __future__ import annotations

import gc

from PySide6.QtCore import QObject, QTimer

INTERVAL = 500
"""Milliseconds between two looks at whether there is something to collect."""


class GarbageCollector(QObject):
    """Takes over from Python's own collector, at Python's own thresholds, from the thread that it is made in."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        gc.disable()
        self._timer = QTimer(self)
        self._timer.timeout.connect(self.on_timeout)

    def start(self) -> None:
        """Collect from now on."""
        self._timer.start(INTERVAL)

    def pause(self) -> None:
        """Collect nothing until it is started again."""
        self._timer.stop()

    def on_timeout(self) -> None:
        """Collect the oldest generation that is due."""
        due = [count > threshold for count, threshold in zip(gc.get_count(), gc.get_threshold(), strict=True)]
        if due[0]:
            gc.collect(2 if due[2] else 1 if due[1] else 0)
