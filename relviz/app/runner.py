"""Runs work off the GUI thread; the newest request wins."""

from __future__ import annotations

import logging
from collections.abc import Callable
from dataclasses import dataclass
from threading import Event
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Signal

from relviz.errors import Cancelled

if TYPE_CHECKING:
    from concurrent.futures import ThreadPoolExecutor

Progress = Callable[[float], None]
IsCancelled = Callable[[], bool]
Job = Callable[[Progress, IsCancelled], object]

log = logging.getLogger(__name__)


@dataclass(frozen=True)
class _Reply:
    """What came of a job: its result, or the exception that ended it."""

    ticket: int
    result: object = None
    error: Exception | None = None


class LatestRunner(QObject):
    """Hands jobs to a single worker thread and delivers the result of the newest one to the GUI thread.

    Submitting cancels the job before; results and errors of superseded jobs are dropped. A job is a function of
    ``progress(share)`` and ``is_cancelled()``; it should ask the latter now and then and raise ``Cancelled``.

    Signals:
        done(object): the newest job's result.
        failed(object): the exception that ended the newest job.
        cancelled(): the newest job was taken back by ``cancel``.
        progressed(float): share done of the newest job, 0 to 1.
        busy_changed(bool): whether a job is under way.
    """

    done = Signal(object)
    failed = Signal(object)
    cancelled = Signal()
    progressed = Signal(float)
    busy_changed = Signal(bool)

    _replied = Signal(object)
    _progress_made = Signal(object)

    def __init__(self, executor: ThreadPoolExecutor, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._executor = executor
        self._ticket = 0
        self._flag = Event()
        self._busy = False
        self._replied.connect(self._on_replied)
        self._progress_made.connect(self._on_progress_made)

    @property
    def busy(self) -> bool:
        """Whether the newest job is still under way."""
        return self._busy

    def submit(self, job: Job) -> None:
        """Run a job in place of the one before."""
        self._flag.set()
        self._flag = Event()
        self._ticket += 1
        self._set_busy(True)
        self._executor.submit(self._run, job, self._ticket, self._flag)

    def cancel(self) -> None:
        """Take the newest job back."""
        self._flag.set()

    def _run(self, job: Job, ticket: int, flag: Event) -> None:
        """Run in the worker thread: everything that ends a job becomes a reply."""

        def progress(share: float) -> None:
            self._progress_made.emit((ticket, share))

        try:
            if flag.is_set():
                raise Cancelled("The request was replaced by a newer one.")
            reply = _Reply(ticket, result=job(progress, flag.is_set))
        except Exception as error:  # the edge: shown and logged in the GUI thread
            reply = _Reply(ticket, error=error)
        self._replied.emit(reply)

    def _on_replied(self, reply: _Reply) -> None:
        if reply.ticket != self._ticket:
            return
        self._set_busy(False)
        if isinstance(reply.error, Cancelled):
            self.cancelled.emit()
        elif reply.error is not None:
            self.failed.emit(reply.error)
        else:
            self.done.emit(reply.result)

    def _on_progress_made(self, progress: tuple[int, float]) -> None:
        ticket, share = progress
        if ticket == self._ticket and self._busy:
            self.progressed.emit(share)

    def _set_busy(self, busy: bool) -> None:
        if busy != self._busy:
            self._busy = busy
            self.busy_changed.emit(busy)
