"""Writes what a window looks at to disk a little after it has changed."""

from __future__ import annotations

import logging
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, QTimer

from relviz.app.engine.runner import LatestRunner

if TYPE_CHECKING:
    from relviz.app.engine.runner import IsCancelled, Progress
    from relviz.app.projects.autosave import Autosave, Autosaves, Kept

PAUSE = 2000
"""Milliseconds from a change until it is written; what changes meanwhile is written with it."""

log = logging.getLogger(__name__)


class Autosaver(QObject):
    """Keeps one window's file up to date, from a thread of its own. What a window began with is not worth a file.

    The file of a window that is being restored stays as it is until that has come through.

    Args:
        autosave: the file.
        began: what the window begins with; the rest of it comes with the first picture.
        parent: what holds the windows; it outlives them.
    """

    def __init__(self, autosave: Autosave, began: Kept, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._autosave = autosave
        self._began = began
        self._latest: Kept | None = None
        self._adopted = False
        self._awaited: tuple[Autosave, Kept] | None = None  # whose window is being restored
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
        return not self._adopted and (self._latest is None or self._latest == self._began)

    def adopt(self, autosave: Autosave, kept: Kept) -> None:
        """Go on with the file of a window that is being restored, once what it holds is shown (``settle``)."""
        self._awaited = autosave, kept

    def settle(self) -> None:
        """Go on with the file that was adopted: what it holds is shown."""
        if self._awaited is not None:
            self._executor.submit(self._autosave.discard)  # once what is being written has been
            self._autosave, _ = self._awaited
            self._adopted, self._awaited = True, None

    def forgo(self) -> Autosave | None:
        """Return the file that was adopted, as it was: what it holds is not shown after all."""
        awaited, self._awaited = self._awaited, None
        return awaited[0] if awaited else None

    def begin_anew(self, kept: Kept) -> None:
        """Take it that the window begins with what it looks at now."""
        self._timer.stop()
        self._began = self._latest = kept

    def take(self, kept: Kept) -> None:
        """Have something kept, soon."""
        first, self._latest = self._latest is None, kept
        if first and kept.project.text == self._began.project.text:
            self._began = kept  # with the first picture; what was typed before it is the user's
        elif not self._timer.isActive():
            self._timer.start()

    def put_away(self, autosaves: Autosaves, kept: Kept) -> None:
        """Have something that the window looks at no more kept with the windows that were closed."""
        self._executor.submit(self._put_away, autosaves, kept)

    def stop(self) -> None:
        """Write no more: the window is closed. What it looked at goes to those that can be opened again."""
        self._timer.stop()
        self._runner.stop()
        self._executor.shutdown(wait=True)
        awaited, self._awaited = self._awaited, None
        try:
            if awaited is not None:
                awaited[0].retire()
            if self._latest is None or self.untouched or (awaited is not None and self._latest == awaited[1]):
                self._autosave.discard()
                return
            self._autosave.write(self._latest)
            self._autosave.retire()
        except Exception as error:  # a window must close, even if the disk is full
            self._on_failed(error)

    def _on_timeout(self) -> None:
        if self._latest is not None:
            self._runner.submit(partial(_write, self._autosave, self._latest))

    def _put_away(self, autosaves: Autosaves, kept: Kept) -> None:
        try:
            autosaves.put_away(kept)
        except Exception as error:  # the edge of the thread
            self._on_failed(error)

    def _on_failed(self, error: Exception) -> None:
        log.warning("what the window looks at is not kept: %s", error)


def _write(autosave: Autosave, kept: Kept, progress: Progress, is_cancelled: IsCancelled) -> None:
    if not is_cancelled():
        autosave.write(kept)
        progress(1.0)
