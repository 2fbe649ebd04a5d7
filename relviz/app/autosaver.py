"""Writes what a window looks at to disk a little after it has changed."""

from __future__ import annotations

import logging
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, QTimer

from relviz.app.runner import LatestRunner

if TYPE_CHECKING:
    from relviz.app.autosave import Autosave, Kept
    from relviz.app.runner import IsCancelled, Progress

PAUSE = 2000
"""Milliseconds from a change until it is written; what changes meanwhile is written with it."""

log = logging.getLogger(__name__)


class Autosaver(QObject):
    """Keeps one window's file up to date, from a thread of its own. What a window began with is not worth a file.

    Args:
        autosave: the file.
        parent: what holds the windows; it outlives them.
    """

    def __init__(self, autosave: Autosave, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._autosave = autosave
        self._began: Kept | None = None
        self._latest: Kept | None = None
        self._adopted = False
        self._executor = ThreadPoolExecutor(max_workers=1, thread_name_prefix="autosave")
        self._runner = LatestRunner(self._executor, self)
        self._runner.failed.connect(self._on_failed)
        self._timer = QTimer(self)
        self._timer.setSingleShot(True)
        self._timer.setInterval(PAUSE)
        self._timer.timeout.connect(self._on_timeout)

    @property
    def untouched(self) -> bool:
        """Whether the window still looks at what it began with."""
        return not self._adopted and self._latest == self._began

    def adopt(self, autosave: Autosave) -> None:
        """Go on with the file of a window that was restored."""
        self._autosave.discard()
        self._autosave, self._adopted = autosave, True

    def take(self, kept: Kept) -> None:
        """Have something kept, soon."""
        self._latest = kept
        if self._began is None:
            self._began = kept
        elif not self._timer.isActive():
            self._timer.start()

    def stop(self) -> None:
        """Write no more: the window is closed. What it looked at goes to those that can be opened again."""
        self._timer.stop()
        self._runner.stop()
        self._executor.shutdown(wait=True)
        if self._latest is None or self.untouched:
            self._autosave.discard()
            return
        try:
            self._autosave.write(self._latest)
            self._autosave.retire()
        except Exception as error:  # a window must close, even if the disk is full
            self._on_failed(error)

    def _on_timeout(self) -> None:
        if self._latest is not None:
            self._runner.submit(partial(_write, self._autosave, self._latest))

    def _on_failed(self, error: Exception) -> None:
        log.warning("what the window looks at is not kept: %s", error)


def _write(autosave: Autosave, kept: Kept, progress: Progress, is_cancelled: IsCancelled) -> None:
    if not is_cancelled():
        autosave.write(kept)
        progress(1.0)
