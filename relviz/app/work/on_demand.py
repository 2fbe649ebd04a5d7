"""Work on the segment shown that is done only while somebody looks at what comes of it."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import partial
from typing import TYPE_CHECKING, Generic, TypeVar

from PySide6.QtCore import QObject, Signal

from relviz.app.engine.runner import LatestRunner

if TYPE_CHECKING:
    from collections.abc import Callable
    from concurrent.futures import ThreadPoolExecutor

    from relviz.app.engine.engine import Engine, Request, Response
    from relviz.app.engine.runner import IsCancelled, Job, Progress
    from relviz.app.session.session import Session
    from relviz.core.reading.trace import SegmentTrace

T = TypeVar("T")
Key = tuple[object, ...]


@dataclass(frozen=True, eq=False)
class Found(Generic[T]):
    """What came of the work.

    Attributes:
        key: what it is of.
        value: what was found out.
        whole: whether that is all of it; otherwise more is to come.
    """

    key: Key
    value: T
    whole: bool = True


class OnDemand(QObject, Generic[T]):
    """Asks for something about the segment shown in the worker thread, as soon as it is wanted; the newest wins.

    What was found once is not asked for again as long as it is of what is shown. What the user takes back, or what
    fails, waits until ``go_on`` or until something else was asked for.

    A subclass says what is found out, in ``compute``.

    Attributes:
        runner: runs the work.
        runners: all that run anything, ``runner`` the first of them.

    Signals:
        changed(): something came, or will not come.
        failed(object): the exception that ended the work.
        settled(): nothing is under way any more.
    """

    changed = Signal()
    failed = Signal(object)
    settled = Signal()

    def __init__(
        self, session: Session, engine: Engine, executor: ThreadPoolExecutor, parent: QObject | None = None
    ) -> None:
        super().__init__(parent)
        self._session, self._engine = session, engine
        self.runners: tuple[LatestRunner, ...] = ()
        self.runner = self._add_runner(executor)
        self.runner.done.connect(self._on_found)
        self._wanted = False  # whether anybody looks
        self._found: Found[T] | None = None
        self._asked_for: Key = ()  # what something is on its way of
        self._stopped_for: Key = ()  # what the user took back, or what failed
        self._own = False  # whether the work was taken back here and not by the user
        session.asked.connect(self._take_back)
        session.answered.connect(self._bring_up_to_date)
        session.restored.connect(self._bring_up_to_date)

    def _add_runner(self, executor: ThreadPoolExecutor) -> LatestRunner:
        runner = LatestRunner(executor, self)
        runner.failed.connect(self._on_failed)
        runner.cancelled.connect(self._on_cancelled)
        runner.busy_changed.connect(self._on_busy_changed)
        self.runners += (runner,)
        return runner

    @staticmethod
    def compute(trace: SegmentTrace, progress: Progress, is_cancelled: IsCancelled) -> T:
        """Find out what there is to find out of a segment, in the worker thread.

        Raises:
            Cancelled: ``is_cancelled`` said so.
        """
        raise NotImplementedError

    @property
    def found(self) -> T | None:
        """What came last; that of what is shown if ``current``."""
        return None if self._found is None else self._found.value

    @property
    def current(self) -> bool:
        """Whether what was found is that of what is shown."""
        response = self._session.response
        return response is not None and self._found is not None and self._found.key == self._key(response)

    @property
    def stopped(self) -> bool:
        """Whether the work on what is shown was taken back, or failed, and waits to be asked for again."""
        response = self._session.response
        return response is not None and not self._complete and self._stopped_for == self._key(response)

    @property
    def busy(self) -> bool:
        """Whether anything is under way."""
        return any(runner.busy for runner in self.runners)

    def want(self, wanted: bool) -> None:
        """Begin to work, or leave it, since nobody looks any more."""
        self._wanted = wanted
        if wanted:
            self._bring_up_to_date()
        else:
            self._take_back()

    def go_on(self) -> None:
        """Do what the user took back, after all."""
        self._stopped_for = ()
        self._bring_up_to_date()
        self.changed.emit()

    def stop(self) -> None:
        """Take everything back, and take no more."""
        for runner in self.runners:
            runner.stop()

    @property
    def _complete(self) -> bool:
        """Whether nothing more is to come of what is shown."""
        return self.current and self._found is not None and self._found.whole

    def _needed(self) -> bool:
        """Whether what comes of the work would be looked at."""
        return self._wanted

    def _key(self, response: Response) -> Key:
        """Return what the work depends on: not the layer and the head looked at."""
        request, look = response.request, response.look
        return request.options, request.text, look.index, look.interventions

    def _job(self, request: Request, key: Key) -> Job:
        """Return the work; ``request`` is for the segment shown."""
        return partial(find, self.compute, self._engine, request, key)

    def _bring_up_to_date(self) -> None:
        """Ask for what is not known of what is shown, if it is needed."""
        response = self._session.response
        if response is None or not self._needed() or self._complete:
            return
        key = self._key(response)
        if key not in (self._asked_for, self._stopped_for):
            self._own, self._asked_for, self._stopped_for = False, key, ()
            self.runner.submit(self._job(replace(response.request, losses=False), key))

    def _take_back(self) -> None:
        self._own = True
        for runner in self.runners:
            runner.cancel()
        self._asked_for = ()

    def _on_found(self, found: Found[T]) -> None:
        self._asked_for = ()
        self._take(found)

    def _take(self, found: Found[T]) -> None:
        self._found = found
        self.changed.emit()

    def _on_failed(self, error: Exception) -> None:
        self._give_up()
        self.failed.emit(error)

    def _on_cancelled(self) -> None:
        if not self._own:
            self._give_up()

    def _give_up(self) -> None:
        """Wait to be asked again, or for something else to be shown."""
        response = self._session.response
        self._stopped_for = () if response is None else self._key(response)
        self._asked_for = ()
        self.changed.emit()

    def _on_busy_changed(self) -> None:
        if not self.busy:
            self.settled.emit()


def find(
    compute: Callable[[SegmentTrace, Progress, IsCancelled], T],
    engine: Engine,
    request: Request,
    key: Key,
    progress: Progress,
    is_cancelled: IsCancelled,
) -> Found[T]:
    """Compute something of the segment that a request is for, in the worker thread."""
    return Found(key, compute(engine.segment(request, progress, is_cancelled), progress, is_cancelled))
