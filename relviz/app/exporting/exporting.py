"""Exports under way, figure after figure, so that the window goes on showing other segments meanwhile."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Signal

from relviz.app.engine.runner import Runner

if TYPE_CHECKING:
    from collections.abc import Iterator
    from concurrent.futures import ThreadPoolExecutor
    from pathlib import Path

    from relviz.app.engine.engine import Engine
    from relviz.app.engine.runner import IsCancelled, Progress
    from relviz.app.exporting.export import Export

AHEAD = 2
"""Steps of an export that wait for the worker, so that it is never idle, and others wait for two figures at most."""


class Writing:
    """One export under way. Its steps run in the worker thread, one at a time.

    Attributes:
        path: the file, or the folder of the files.
        finished: whether all is written.
        over: whether there is nothing more to do, be it because of an error.
    """

    def __init__(self, export: Export, name: str, path: Path, engine: Engine) -> None:
        self.path = path
        self.finished = self.over = False
        self._steps: Iterator[float] = export.steps(name, path, engine, self._is_cancelled)
        self._cancelled: IsCancelled = _never

    def step(self, progress: Progress, is_cancelled: IsCancelled) -> Writing:
        """Write one more figure.

        Raises:
            OutputError: a file cannot be written; those before it are there.
            Cancelled: ``is_cancelled`` said so; an animation is not there then.
        """
        if self.over:
            return self
        self._cancelled = is_cancelled
        goes_on = False
        try:
            share = next(self._steps, None)
            self.finished, goes_on = share is None, share is not None
        finally:
            if not goes_on:
                self.over = True
        progress(1.0 if share is None else share)
        return self

    def _is_cancelled(self) -> bool:
        return self._cancelled()


class Exporting(QObject):
    """Has exports written, off the GUI thread.

    Signals:
        saved(object): the path of the file, or of the folder of files, that was written.
        failed(object): the exception that ended an export.
        cancelled(): the user took the exports back.
    """

    saved = Signal(object)
    failed = Signal(object)
    cancelled = Signal()

    def __init__(self, engine: Engine, executor: ThreadPoolExecutor, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._engine = engine
        self._writings: list[Writing] = []
        self.runner = Runner(executor, self)
        self.runner.done.connect(self._on_stepped)
        self.runner.failed.connect(self._on_failed)
        self.runner.cancelled.connect(self._on_cancelled)

    def submit(self, export: Export, name: str, path: Path) -> None:
        """Have an export written; see ``Export.paths`` for the arguments."""
        writing = Writing(export, name, path, self._engine)
        self._writings.append(writing)
        for _ in range(AHEAD):
            self.runner.submit(writing.step)

    def stop(self) -> None:
        """Take all exports back, and take no more; called before the window closes."""
        self._end()
        self.runner.stop()

    def _on_stepped(self, writing: Writing) -> None:
        if writing not in self._writings:
            return
        if writing.over:
            self._writings.remove(writing)
            if writing.finished:
                self.saved.emit(writing.path)
        else:
            self.runner.submit(writing.step)

    def _on_failed(self, error: Exception) -> None:
        self._writings = [writing for writing in self._writings if not writing.over]
        self.failed.emit(error)

    def _on_cancelled(self) -> None:
        if self._writings:  # each step that waited was taken back; that is said once
            self._end()
            self.cancelled.emit()

    def _end(self) -> None:
        for writing in self._writings:
            writing.over = True
        self._writings.clear()


def _never() -> bool:
    return False
