"""What works for a window, off the GUI thread."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Signal

from relviz.app.compare.comparison import Comparison
from relviz.app.engine.engine import Engine
from relviz.app.engine.runner import LatestRunner, Runner
from relviz.app.exporting.export import Exporting
from relviz.app.work.demands import Measuring, Predicting, Profiling

if TYPE_CHECKING:
    from relviz.app.engine.engine import Request
    from relviz.app.session.session import Session


class Work(QObject):
    """An engine and its thread, another thread that fetches models, and what hands them their jobs.

    What the session asks for is looked up and answered; a request that fails or is cancelled is taken back from it.

    Attributes:
        engine: reads and computes, in one thread.
        executor: that thread.
        looker: what the session asks for.
        predictor: what the model expects after one query.
        exporter: numbers, into files.
        exporting: figures, into files.
        fetcher: models, from the hub.
        measuring: all heads of the segment shown.
        profiling: all heads, by distance.
        predicting: losses, without memory and without each term.
        comparison: the state that is pinned.
        shown: the runners whose progress is shown.

    Signals:
        failed(object): the exception that ended some work.
        cancelled(): the user took something back that had been asked for.
    """

    failed = Signal(object)
    cancelled = Signal()

    def __init__(self, session: Session, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._session = session
        self.engine = Engine()
        self.executor = ThreadPoolExecutor(max_workers=1, thread_name_prefix="relviz")
        self._fetching = ThreadPoolExecutor(max_workers=1, thread_name_prefix="fetch")
        self.looker = LatestRunner(self.executor, self)
        self.exporter = Runner(self.executor, self)
        self.exporting = Exporting(self.engine, self.executor, self)
        self.predictor = LatestRunner(self.executor, self)
        self.measuring = Measuring(session, self.engine, self.executor, self)
        self.profiling = Profiling(session, self.engine, self.executor, self)
        self.predicting = Predicting(session, self.engine, self.executor, self)
        self.comparison = Comparison(session, self.engine, self.executor, self)
        self.fetcher = LatestRunner(self._fetching, self)
        self._demands = (self.measuring, self.profiling, self.predicting)
        self.shown: tuple[Runner, ...] = (
            *(self.looker, self.exporter, self.exporting.runner, self.fetcher),
            *(self.measuring.runner, self.measuring.alike.runner, self.profiling.runner),
            *(*self.predicting.runners, self.comparison.runner),
        )
        session.asked.connect(self._on_asked)
        self.looker.done.connect(session.answer)
        for work in (self.looker, self.predictor, *self._demands, self.exporting, self.comparison):
            work.failed.connect(self.failed)  # whoever hands jobs to the exporter and the fetcher hears of those
        self.looker.failed.connect(lambda: session.restore(text=False))  # once it has been said
        self.looker.cancelled.connect(lambda: session.restore(text=True))
        for source in (self.looker, self.exporter, self.fetcher, self.exporting):
            source.cancelled.connect(self.cancelled)

    def ask_next(self, row: int) -> None:
        """Find out what the model expects after a query, unless a request is under way that will bring others."""
        if not self.looker.busy:
            self.predictor.submit(partial(self.engine.next_tokens, self._session.request, row))

    def stop(self) -> None:
        """Take everything back, take no more, and wait until the threads have ended."""
        for work in (*self._demands, self.exporting, self.comparison):
            work.stop()
        for runner in (self.looker, self.exporter, self.predictor, self.fetcher):
            runner.stop()
        for executor in (self.executor, self._fetching):
            executor.shutdown(wait=True, cancel_futures=True)

    def _on_asked(self, request: Request) -> None:
        self.predictor.cancel()
        self.looker.submit(partial(self.engine.look, request))
