"""The Schemes page's workers: one for what is asked while looking, one for what takes long."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from functools import partial
from time import monotonic
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Signal

from relviz.app.engine.lab import LabAnswer, LabEngine, LabRequest, Losses, Probed
from relviz.app.engine.runner import LatestRunner, Runner

if TYPE_CHECKING:
    from relviz.app.engine.runner import IsCancelled, Progress

PAUSE = 0.4
"""Seconds from one drawing of unfinished curves to the next."""


class SchemesWork(QObject):
    """Asks the engine off the GUI thread and delivers its answers; stale ones are dropped.

    Attributes:
        asked: what was asked for last on a text; None to ask again.
        answer: what came of it.
        answered: what schemes said to the position or distance.
        losses: the loss curves measured so far.
        measured: names of the schemes they are of; empty to measure again.

    Signals:
        found(): some of that is another.
        failed(object): the exception that ended any of them.
        settled(): nothing is under way any more.
    """

    found = Signal()
    failed = Signal(object)
    settled = Signal()

    _partly = Signal(object)

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._engine = LabEngine()
        self._looking = ThreadPoolExecutor(max_workers=1, thread_name_prefix="schemes")
        self._measuring = ThreadPoolExecutor(max_workers=1, thread_name_prefix="losses")
        self.looker = LatestRunner(self._looking, self)
        self.prober = Runner(self._looking, self)
        self.measurer = LatestRunner(self._measuring, self)
        self.asked: LabRequest | None = None
        self.answer: LabAnswer | None = None
        self.answered: Probed | None = None
        self.losses: Losses | None = None
        self.measured: tuple[str, ...] = ()
        self._question: tuple[tuple[str, ...], int, int | None] | None = None
        self._measurement = 0
        self.looker.done.connect(self._on_compared)
        self.prober.done.connect(self._on_probed)
        self.prober.busy_changed.connect(self._on_prober_busy)
        self.measurer.done.connect(self._on_measured)
        self._partly.connect(self._on_partly)
        for runner in (self.looker, self.prober, self.measurer):
            runner.failed.connect(self._on_failed)
            runner.busy_changed.connect(self._on_busy)

    @property
    def busy(self) -> bool:
        """Whether anything is under way."""
        return self.looker.busy or self.prober.busy or self.measurer.busy

    def compare(self, request: LabRequest) -> None:
        """Compare schemes in place of what was asked for before, unless it is the same."""
        if request == self.asked:
            return
        self.asked = request
        self.looker.submit(partial(self._engine.compare, request))

    def probe(self, schemes: tuple[str, ...], asked: int, period: int | None) -> None:
        """Ask schemes for a number; while one question is answered only the newest of the others waits."""
        if self.prober.busy:
            self._question = schemes, asked, period
        else:
            self.prober.submit(partial(self._engine.probe, schemes, asked, period))

    def measure(self, schemes: tuple[str, ...]) -> None:
        """Measure loss curves in place of what was measured before; what is known of them comes first."""
        self.measured = schemes
        self._measurement += 1
        number = self._measurement

        def job(progress: Progress, is_cancelled: IsCancelled) -> Losses:
            last = float("-inf")

            def tell(losses: Losses) -> None:
                nonlocal last
                if monotonic() - last >= PAUSE:  # or the window would draw curves and do nothing else
                    last = monotonic()
                    self._partly.emit((number, losses))

            return self._engine.measure(schemes, tell, progress, is_cancelled)

        self.measurer.submit(job)

    def stop(self) -> None:
        """Take everything back and let the workers finish."""
        self._question = None
        for runner in (self.looker, self.prober, self.measurer):
            runner.stop()
        for executor in (self._looking, self._measuring):
            executor.shutdown(wait=True, cancel_futures=True)

    def _on_compared(self, answer: LabAnswer) -> None:
        self.answer = answer
        self.found.emit()

    def _on_probed(self, probed: Probed) -> None:
        self.answered = probed
        self.found.emit()

    def _on_prober_busy(self, busy: bool) -> None:
        if not busy and self._question is not None:
            question, self._question = self._question, None
            self.probe(*question)

    def _on_partly(self, partly: tuple[int, Losses]) -> None:
        number, losses = partly
        if number == self._measurement and self.measurer.busy:
            self._on_measured(losses)

    def _on_measured(self, losses: Losses) -> None:
        self.losses = losses
        self.found.emit()

    def _on_failed(self, error: Exception) -> None:
        self.asked = None  # so that the same may be tried again
        self.failed.emit(error)

    def _on_busy(self) -> None:
        if not self.busy:
            self.settled.emit()
