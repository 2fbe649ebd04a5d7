"""Being told to end, by Ctrl+C in the terminal, by the desktop or by a terminal that closes, as a wish."""

from __future__ import annotations

import os
import signal
import socket
import time
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, QSocketNotifier, Signal

if TYPE_CHECKING:
    from types import FrameType

PATIENCE = 1.0
"""Seconds after which another Ctrl+C ends the program at once; a launcher passes the first one on right away."""
_NAMES = ("SIGINT", "SIGTERM", "SIGHUP")


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
