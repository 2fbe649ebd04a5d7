"""Finds out what memory and terms are worth to the segment shown, while somebody looks."""

from __future__ import annotations

from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Signal

from relviz.app.runner import LatestRunner

if TYPE_CHECKING:
    from concurrent.futures import ThreadPoolExecutor

    from relviz.app.engine import Engine, Request, Response
    from relviz.app.runner import IsCancelled, Progress
    from relviz.app.session import Session
    from relviz.core.metrics.predictions import Predictions
    from relviz.core.next_tokens import NextTokens

COUNT = 10
"""Candidates that are asked for."""
Key = tuple[object, ...]


class Predicting(QObject):
    """Asks for losses and candidates in the worker thread; another segment or another query asks anew.

    Attributes:
        found: the losses that came last; those of the segment shown if ``current``.
        following: what is expected after the selected query; None before it is known, or without a query.

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
        self._losses, self._candidates = LatestRunner(executor, self), LatestRunner(executor, self)
        self.runners = (self._losses, self._candidates)
        self.found: Predictions | None = None
        self.following: NextTokens | None = None
        self._stopped_for: Key = ()  # what the user took back, or what failed
        self._wanted = False  # whether anybody looks
        self._found_for: Key = ()
        self._asked_for: Key = ()  # what losses are on their way for
        self._row_asked: tuple[Key, int] | None = None
        self._own = False  # whether the work was taken back here and not by the user
        self._losses.done.connect(self._on_found)
        self._candidates.done.connect(self._on_following)
        for runner in self.runners:
            runner.failed.connect(self._on_failed)
            runner.cancelled.connect(self._on_cancelled)
            runner.busy_changed.connect(self._on_busy_changed)
        session.asked.connect(self._take_back)
        session.answered.connect(self._bring_up_to_date)
        session.restored.connect(self._bring_up_to_date)
        session.cell_changed.connect(self._bring_up_to_date)

    @property
    def current(self) -> bool:
        """Whether the losses found are those of the segment shown."""
        response = self._session.response
        return response is not None and self.found is not None and self._found_for == _key(response)

    @property
    def stopped(self) -> bool:
        """Whether the losses of the segment shown were taken back, or failed, and wait to be asked for again."""
        response = self._session.response
        return response is not None and not self.current and self._stopped_for == _key(response)

    @property
    def busy(self) -> bool:
        """Whether anything is under way."""
        return any(runner.busy for runner in self.runners)

    @property
    def row(self) -> int | None:
        """The selected query, the first of them if there are several; None if there is none."""
        region = self._session.region
        return None if region is None else region.row

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

    def _take_back(self) -> None:
        self._own = True
        for runner in self.runners:
            runner.cancel()
        self._asked_for, self._row_asked = (), None

    def _bring_up_to_date(self) -> None:
        """Ask for what is not known of the segment and the query shown; the candidates, which are quicker, first."""
        response, row = self._session.response, self.row
        if response is None or not self._wanted:
            return
        key = _key(response)
        if key == self._stopped_for:
            return
        request = replace(response.request, losses=False)
        if row is None:
            self._row_asked, self.following = None, None
        elif self._row_asked != (key, row):
            self._row_asked, self._own = (key, row), False
            self._candidates.submit(partial(self._engine.next_tokens, request, row, count=COUNT))
        if key not in (self._found_for, self._asked_for):
            self._asked_for, self._own = key, False
            self._losses.submit(partial(_find, self._engine, request, key))

    def _on_found(self, found: tuple[Key, Predictions]) -> None:
        self._found_for, self.found = found
        self._asked_for = ()
        self.changed.emit()

    def _on_following(self, following: NextTokens | None) -> None:
        self.following = following
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
        self._stopped_for = () if response is None else _key(response)
        self._asked_for, self._row_asked = (), None
        self.changed.emit()

    def _on_busy_changed(self) -> None:
        if not self.busy:
            self.settled.emit()


def _find(
    engine: Engine, request: Request, key: Key, progress: Progress, is_cancelled: IsCancelled
) -> tuple[Key, Predictions]:
    """Read the segment again without memory and without each term, in the worker thread."""
    from relviz.core.metrics.predictions import predictions_of  # noqa: PLC0415 # loads torch

    return key, predictions_of(engine.segment(request, progress, is_cancelled), progress, is_cancelled)


def _key(response: Response) -> Key:
    """Return what the losses of a segment depend on: not the layer and the head looked at."""
    request, look = response.request, response.look
    return request.options, request.text, look.index, look.interventions
