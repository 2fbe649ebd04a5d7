"""Finds out what memory and terms are worth to the segment shown, while somebody looks."""

from __future__ import annotations

from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING

from relviz.app.work.on_demand import OnDemand

if TYPE_CHECKING:
    from concurrent.futures import ThreadPoolExecutor

    from PySide6.QtCore import QObject

    from relviz.app.engine.engine import Engine
    from relviz.app.engine.runner import IsCancelled, Progress
    from relviz.app.session.session import Session
    from relviz.app.work.on_demand import Key
    from relviz.core.metrics.predictions import Predictions
    from relviz.core.reading.next_tokens import NextTokens
    from relviz.core.reading.trace import SegmentTrace

COUNT = 10
"""Candidates that are asked for."""


class Predicting(OnDemand["Predictions"]):
    """Asks for losses and candidates; another segment or another query asks anew.

    Attributes:
        following: what is expected after the selected query; None before it is known, or without a query.
    """

    def __init__(
        self, session: Session, engine: Engine, executor: ThreadPoolExecutor, parent: QObject | None = None
    ) -> None:
        super().__init__(session, engine, executor, parent)
        self._candidates = self._add_runner(executor)
        self._candidates.done.connect(self._on_following)
        self.following: NextTokens | None = None
        self._row_asked: tuple[Key, int] | None = None
        session.selection.pin_changed.connect(self._bring_up_to_date)

    @staticmethod
    def compute(trace: SegmentTrace, progress: Progress, is_cancelled: IsCancelled) -> Predictions:
        """Read the segment again without memory and without each term."""
        from relviz.core.metrics.predictions import predictions_of  # noqa: PLC0415 # loads torch

        return predictions_of(trace, progress, is_cancelled)

    @property
    def row(self) -> int | None:
        """The selected query, the first of them if there are several; None if there is none."""
        region = self._session.selection.region
        return None if region is None else region.row

    def _bring_up_to_date(self) -> None:
        """Ask for what is not known of the segment and the query shown; the candidates, which are quicker, first."""
        self._ask_for_candidates()
        super()._bring_up_to_date()

    def _ask_for_candidates(self) -> None:
        response, row = self._session.response, self.row
        if response is None or not self._needed():
            return
        key = self._key(response)
        if key == self._stopped_for:
            return
        if row is None:
            self._row_asked, self.following = None, None
        elif self._row_asked != (key, row):
            self._row_asked, self._own = (key, row), False
            request = replace(response.request, losses=False)
            self._candidates.submit(partial(self._engine.next_tokens, request, row, count=COUNT))

    def _take_back(self) -> None:
        super()._take_back()
        self._row_asked = None

    def _give_up(self) -> None:
        self._row_asked = None
        super()._give_up()

    def _on_following(self, following: NextTokens | None) -> None:
        self.following = following
        self.changed.emit()
