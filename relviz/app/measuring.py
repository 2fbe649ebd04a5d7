"""Measures all heads of the segment shown, while somebody looks at more of them than their memory share."""

from __future__ import annotations

from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Signal

from relviz.app.runner import LatestRunner
from relviz.figure.views.heads_view import DEFAULT, HeadsView

if TYPE_CHECKING:
    from concurrent.futures import ThreadPoolExecutor

    from relviz.app.engine import Engine, Request, Response
    from relviz.app.runner import IsCancelled, Progress
    from relviz.app.session import Session
    from relviz.core.metrics.head_measures import HeadMeasures
    from relviz.core.trace import Floats

Key = tuple[object, ...]


class Measuring(QObject):
    """Asks for the measures of the segment shown in the worker thread, and holds how the heads are shown.

    All measures come at once, so that choosing another one reads nothing again. The memory share comes with every
    segment and needs no asking.

    Attributes:
        view: which measure, in which order, with or without means.
        found: the measures that came last; those of the segment shown if ``current``.

    Signals:
        changed(): measures came, or will not come.
        view_changed(): the heads are shown in another way.
        failed(object): the exception that ended the work.
        settled(): nothing is under way any more.
    """

    changed = Signal()
    view_changed = Signal()
    failed = Signal(object)
    settled = Signal()

    def __init__(
        self, session: Session, engine: Engine, executor: ThreadPoolExecutor, parent: QObject | None = None
    ) -> None:
        super().__init__(parent)
        self._session, self._engine = session, engine
        self.runner = LatestRunner(executor, self)
        self.view = HeadsView()
        self.found: HeadMeasures | None = None
        self._visible = self._peeking = False
        self._found_for: Key = ()
        self._asked_for: Key = ()  # what measures are on their way for
        self._stopped_for: Key = ()  # what the user did not want to wait for, or what failed
        self._own = False  # whether the work was taken back here and not by the user
        self.runner.done.connect(self._on_found)
        self.runner.failed.connect(self._on_failed)
        self.runner.cancelled.connect(self._on_cancelled)
        self.runner.busy_changed.connect(self._on_busy_changed)
        session.asked.connect(self._take_back)
        session.answered.connect(self._bring_up_to_date)
        session.restored.connect(self._bring_up_to_date)

    @property
    def current(self) -> bool:
        """Whether the measures found are those of the segment shown."""
        response = self._session.response
        return response is not None and self.found is not None and self._found_for == _key(response)

    @property
    def values(self) -> Floats | None:
        """(L, H) numbers of the measure that is looked at; those found last until others come. None without any."""
        look = self._session.look
        if look is not None and self.view.metric == DEFAULT:
            return look.share_map
        if look is None or self.found is None or self.view.metric not in self.found.values:
            return None
        values = self.found.values[self.view.metric]
        return values if values.shape == look.share_map.shape else None

    @property
    def busy(self) -> bool:
        """Whether anything is under way."""
        return self.runner.busy

    def set(self, **changes: object) -> None:
        """Show the heads in another way; the names are those of ``HeadsView``."""
        view = replace(self.view, **changes)  # type: ignore[arg-type] # names are checked by replace
        if view != self.view:
            self.view = view
            self._stopped_for = ()
            self.view_changed.emit()
            self._bring_up_to_date()

    def want(self, visible: bool) -> None:
        """Begin to work, or leave it, since nobody looks any more."""
        self._visible = visible
        if visible:
            self._bring_up_to_date()
        else:
            self._take_back()

    def peek(self, peeking: bool) -> None:
        """Measure for a preview of a head, whatever the map shows."""
        self._peeking = peeking
        self._bring_up_to_date()

    def stop(self) -> None:
        """Take everything back, and take no more."""
        self.runner.stop()

    def _take_back(self) -> None:
        self._own = True
        self.runner.cancel()
        self._asked_for = ()

    def _bring_up_to_date(self) -> None:
        """Ask for the measures of the segment shown, if they are wanted and not known; another head needs no others."""
        response = self._session.response
        if response is None or not self._visible or not (self._peeking or self.view.metric != DEFAULT):
            return
        key = _key(response)
        if key in (self._found_for, self._asked_for, self._stopped_for):
            return
        self._own, self._asked_for = False, key
        self.runner.submit(partial(_find, self._engine, replace(response.request, losses=False), key))

    def _on_found(self, found: tuple[Key, HeadMeasures]) -> None:
        self._found_for, self.found = found
        self._asked_for = ()
        if self.view.metric not in self.found.values:  # another model's score has other parts
            self.set(metric=DEFAULT)
        self.changed.emit()

    def _on_failed(self, error: Exception) -> None:
        self._give_up()
        self.failed.emit(error)

    def _on_cancelled(self) -> None:
        if not self._own:
            self._give_up()

    def _give_up(self) -> None:
        """Go back to the measure that is known, and leave this segment's others alone until they are asked for."""
        self.set(metric=DEFAULT)
        self._stopped_for, self._asked_for = self._asked_for, ()
        self.changed.emit()

    def _on_busy_changed(self) -> None:
        if not self.runner.busy:
            self.settled.emit()


def _find(
    engine: Engine, request: Request, key: Key, progress: Progress, is_cancelled: IsCancelled
) -> tuple[Key, HeadMeasures]:
    """Measure all heads, in the worker thread."""
    from relviz.core.metrics.heads import measure_heads  # noqa: PLC0415 # loads torch

    return key, measure_heads(engine.segment(request, progress, is_cancelled), progress, is_cancelled)


def _key(response: Response) -> Key:
    """Return what the measures of a segment depend on: not the layer and the head looked at."""
    request, look = response.request, response.look
    return request.options, request.text, look.index, look.interventions
