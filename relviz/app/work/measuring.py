"""Measures all heads of the segment shown, while somebody looks at more of them than their memory share."""

from __future__ import annotations

from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Signal

from relviz.app.kept import read, told
from relviz.app.work.on_demand import Found, Key, OnDemand
from relviz.core.metrics import ALIKE
from relviz.figure.views.heads import DEFAULT, HeadsView

if TYPE_CHECKING:
    from collections.abc import Mapping
    from concurrent.futures import ThreadPoolExecutor

    from relviz.app.engine.engine import Engine, Request, Response
    from relviz.app.engine.runner import IsCancelled, Job, Progress
    from relviz.app.session.session import Session
    from relviz.core.metrics.head_measures import HeadMeasures
    from relviz.core.reading.trace import Floats, Head, SegmentTrace


class Alike(OnDemand["Floats"]):
    """Holds all heads against the one looked at, (L, H), anew for each that is (``core.metrics.heads.heads_alike``)."""

    def want(self, wanted: bool) -> None:
        """Begin to work, or leave it; wanted again, it does what was taken back."""
        if wanted and not self._wanted:
            self._stopped_for = ()
        super().want(wanted)

    def _key(self, response: Response) -> Key:
        terms = response.look.terms
        return *super()._key(response), terms.layer, terms.head

    def _job(self, request: Request, key: Key) -> Job:
        look = self._session.look
        assert look is not None, "what nobody looks at is not asked for"
        return partial(_find, self._engine, request, key, look.terms.layer, look.terms.head)


def _find(
    engine: Engine,
    request: Request,
    key: Key,
    layer: int,
    head: Head,
    progress: Progress,
    is_cancelled: IsCancelled,
) -> Found[Floats]:
    """Compare the heads, in the worker thread."""
    from relviz.core.metrics.heads import heads_alike  # noqa: PLC0415 # loads torch

    return Found(key, heads_alike(engine.segment(request, progress, is_cancelled), layer, head, is_cancelled))


class Measuring(OnDemand["HeadMeasures"]):
    """Asks for the measures of the segment shown, and holds how the heads are shown.

    All measures come at once, so that choosing another one reads nothing again. The memory share comes with every
    segment and needs no asking.

    Attributes:
        view: which measure, in which order, with or without means.
        alike: finds the measure that is another with each head looked at.

    Signals:
        view_changed(): the heads are shown in another way.
    """

    view_changed = Signal()

    def __init__(
        self, session: Session, engine: Engine, executor: ThreadPoolExecutor, parent: QObject | None = None
    ) -> None:
        super().__init__(session, engine, executor, parent)
        self.view = HeadsView()
        self._peeking = False
        self.alike = Alike(session, engine, executor, self)
        self.alike.changed.connect(self._on_alike_changed)
        self.alike.failed.connect(self.failed)
        self.alike.settled.connect(self._on_busy_changed)
        session.parts.add("heads", self, "view_changed")

    def to_dict(self) -> dict[str, object]:
        """Return how the heads are shown, for a project; nothing if it is as at first."""
        return {} if self.view == HeadsView() else told(self.view)

    def take(self, data: Mapping[str, object]) -> None:
        """Show them as ``to_dict`` said once.

        Raises:
            ProjectError: a value is not what it should be.
        """
        self.set(**vars(read(HeadsView(), data, "parts.heads.")))

    @staticmethod
    def compute(trace: SegmentTrace, progress: Progress, is_cancelled: IsCancelled) -> HeadMeasures:
        """Measure all heads."""
        from relviz.core.metrics.heads import measure_heads  # noqa: PLC0415 # loads torch

        return measure_heads(trace, progress, is_cancelled)

    @property
    def values(self) -> Floats | None:
        """(L, H) numbers of the measure that is looked at; those found last until others come. None without any."""
        look = self._session.look
        if look is not None and self.view.metric == DEFAULT:
            return look.share_map
        if self.view.metric == ALIKE:
            values = self.alike.found
        else:
            values = None if self.found is None else self.found.values.get(self.view.metric)
        return values if look is not None and values is not None and values.shape == look.share_map.shape else None

    @property
    def busy(self) -> bool:
        """Whether anything is under way."""
        return super().busy or self.alike.busy

    def set(self, **changes: object) -> None:
        """Show the heads in another way; the names are those of ``HeadsView``."""
        view = replace(self.view, **changes)  # type: ignore[arg-type] # names are checked by replace
        if view != self.view:
            self.view = view
            self._stopped_for = ()
            self.view_changed.emit()
            self._bring_up_to_date()
            self._ask_alike()

    def want(self, wanted: bool) -> None:
        """Begin to work, or leave it, since nobody looks any more."""
        super().want(wanted)
        self._ask_alike()

    def stop(self) -> None:
        """Take everything back, and take no more."""
        super().stop()
        self.alike.stop()

    def peek(self, peeking: bool) -> None:
        """Measure for a preview of a head, whatever the map shows."""
        self._peeking = peeking
        self._bring_up_to_date()

    def _needed(self) -> bool:
        return self._wanted and (self._peeking or self.view.metric not in {DEFAULT, ALIKE})

    def _ask_alike(self) -> None:
        """Hold the heads against the one looked at, or leave it."""
        self.alike.want(self._wanted and self.view.metric == ALIKE)

    def _on_alike_changed(self) -> None:
        if self.alike.stopped:
            self.set(metric=DEFAULT)
        self.changed.emit()

    def _take(self, found: Found[HeadMeasures]) -> None:
        self._found = found
        if self.view.metric not in {*found.value.values, ALIKE}:  # another model's score has other parts
            self.set(metric=DEFAULT)
        super()._take(found)

    def _give_up(self) -> None:
        """Go back to the measure that is known, and leave this segment's others alone until they are asked for."""
        self.set(metric=DEFAULT)
        super()._give_up()
