"""Runs work off the GUI thread, where the newest request wins; garbage is collected in the GUI thread alone.

Python collects in whichever thread happens to allocate. In a worker thread it would take Qt objects apart that live in
the GUI thread, which ends in "Timers cannot be started from another thread", and now and then in a crash.
"""

from __future__ import annotations

import gc
import logging
from collections.abc import Callable
from dataclasses import dataclass
from threading import Event
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, QTimer, Signal

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


class Runner(QObject):
    """Hands jobs to a worker thread, one after the other, and delivers what comes of them to the GUI thread.

    A job is a function of ``progress(share)`` and ``is_cancelled()``; it should ask the latter now and then and raise
    ``Cancelled``.

    Signals:
        done(object): a job's result.
        failed(object): the exception that ended a job.
        cancelled(): a job was taken back by ``cancel``.
        progressed(float): share done of the job under way, 0 to 1.
        busy_changed(bool): whether any job is waiting or under way.
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
        self._tickets = 0
        self._pending: dict[int, Event] = {}
        self._stopped = False
        self._replied.connect(self._on_replied)
        self._progress_made.connect(self._on_progress_made)

    @property
    def busy(self) -> bool:
        """Whether any job is waiting or under way."""
        return bool(self._pending)

    def submit(self, job: Job) -> None:
        """Run a job after those before it; once stopped, do nothing."""
        if self._stopped:
            return
        was_busy = self.busy
        self._tickets += 1
        self._pending[self._tickets] = Event()
        self._executor.submit(self._run, job, self._tickets, self._pending[self._tickets])
        if not was_busy:
            self.busy_changed.emit(True)

    def cancel(self) -> None:
        """Take all jobs back."""
        for flag in self._pending.values():
            flag.set()

    def stop(self) -> None:
        """Take all jobs back, and take no more."""
        self._stopped = True
        self.cancel()

    def _run(self, job: Job, ticket: int, flag: Event) -> None:
        """Run in the worker thread: everything that ends a job becomes a reply."""

        def progress(share: float) -> None:
            self._progress_made.emit((ticket, share))

        try:
            if flag.is_set():
                raise Cancelled("The request was taken back.")
            reply = _Reply(ticket, result=job(progress, flag.is_set))
        except Exception as error:  # the edge: shown and logged in the GUI thread
            reply = _Reply(ticket, error=error)
        self._replied.emit(reply)

    def _on_replied(self, reply: _Reply) -> None:
        if self._pending.pop(reply.ticket, None) is None:
            return
        if not self.busy:
            self.busy_changed.emit(False)
        if isinstance(reply.error, Cancelled):
            self.cancelled.emit()
        elif reply.error is not None:
            self.failed.emit(reply.error)
        else:
            self.done.emit(reply.result)

    def _on_progress_made(self, progress: tuple[int, float]) -> None:
        ticket, share = progress
        if ticket in self._pending:
            self.progressed.emit(share)


def unsaid(_share: float) -> None:
    """Keep a share of one step to oneself, where the steps are counted."""


class LatestRunner(Runner):
    """A runner whose newest job wins: what comes of those before it is dropped."""

    def submit(self, job: Job) -> None:
        """Run a job in place of those before it."""
        self.cancel()
        superseded = list(self._pending)
        super().submit(job)
        for ticket in superseded:
            self._pending.pop(ticket, None)


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
