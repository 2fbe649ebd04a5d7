"""What is found out of a segment while somebody looks: measures of the heads, profiles over distance, predictions."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import partial
from time import monotonic
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Signal

from relviz.app.engine.runner import unsaid
from relviz.app.kept import read, told
from relviz.app.work.on_demand import Found, Key, OnDemand, find
from relviz.core.metrics import ALIKE
from relviz.figure.views.heads import DEFAULT, HeadsView
from relviz.figure.views.profile_view import ProfileView

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping
    from concurrent.futures import ThreadPoolExecutor

    from relviz.app.engine.engine import Engine, Request, Response
    from relviz.app.engine.runner import IsCancelled, Job, Progress
    from relviz.app.session.session import Session
    from relviz.core.metrics.head_measures import HeadMeasures
    from relviz.core.metrics.predictions import Predictions
    from relviz.core.metrics.profiles import GatheredProfiles, Profiles
    from relviz.core.reading.next_tokens import NextTokens
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
        return partial(find, partial(_alike, look.terms.layer, look.terms.head), self._engine, request, key)


def _alike(layer: int, head: Head, trace: SegmentTrace, _progress: Progress, is_cancelled: IsCancelled) -> Floats:
    from relviz.core.metrics.heads import heads_alike  # noqa: PLC0415 # loads torch

    return heads_alike(trace, layer, head, is_cancelled)


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


PAUSE = 0.5
"""Seconds from one drawing of unfinished means to the next."""
FIRST = ProfileView(beside="position")
"""What is shown at first."""


class Gathering:
    """Goes through the segments of a text one after the other; taken back, it goes on where it was.

    Its method runs in the worker thread, one call at a time.
    """

    def __init__(self) -> None:
        self._key: Key = ()
        self._gathered: GatheredProfiles | None = None

    def go_on(
        self,
        engine: Engine,
        requests: list[Request],
        key: Key,
        tell: Callable[[Found[Profiles]], None],
        progress: Progress,
        is_cancelled: IsCancelled,
    ) -> Found[Profiles]:
        """Gather the profiles of all segments.

        Args:
            engine: reads them.
            requests: one for each segment.
            key: what the profiles are of.
            tell: told what there is so far, now and then.
            progress: told the share done.
            is_cancelled: asked in between.

        Raises:
            Cancelled: ``is_cancelled`` said so.
        """
        from relviz.core.metrics.profiles import GatheredProfiles, profiles_of  # noqa: PLC0415 # loads torch

        if self._gathered is None or key != self._key:
            self._key, self._gathered = key, GatheredProfiles()
        gathered, last = self._gathered, float("-inf")
        while gathered.segments < len(requests):
            trace = engine.segment(requests[gathered.segments], unsaid, is_cancelled)
            gathered.add(profiles_of(trace, is_cancelled=is_cancelled))
            progress(gathered.segments / len(requests))
            if monotonic() - last >= PAUSE:
                last = monotonic()
                tell(Found(key, gathered.mean, whole=False))
        return Found(key, gathered.mean)


@dataclass(frozen=True)
class _Means:
    """What a project says of the means."""

    whole: bool = False


class Profiling(OnDemand["Profiles"]):
    """Asks for the profiles of the segment shown, or of the whole text, and holds how they are shown.

    Attributes:
        view: which maps, columns and colours.
        whole: whether the means are over the whole text instead of the segment shown.

    Signals:
        view_changed(): they are shown in another way, or other ones are to be shown.
    """

    view_changed = Signal()

    _partly = Signal(object)

    def __init__(
        self, session: Session, engine: Engine, executor: ThreadPoolExecutor, parent: QObject | None = None
    ) -> None:
        super().__init__(session, engine, executor, parent)
        self.view = FIRST
        self.whole = False
        self._gathering = Gathering()
        self._partly.connect(self._on_partly)
        session.parts.add("profiles", self, "view_changed")

    def to_dict(self) -> dict[str, object]:
        """Return what is chosen, for a project; nothing if it is as at first."""
        return {} if self.view == FIRST and not self.whole else told(self.view) | {"whole": self.whole}

    def take(self, data: Mapping[str, object]) -> None:
        """Choose what ``to_dict`` said once.

        Raises:
            ProjectError: a value is not what it should be.
        """
        view, means = read(FIRST, data, "parts.profiles."), read(_Means(), data, "parts.profiles.")
        self.set(**vars(view))
        self.set_whole(means.whole)

    @staticmethod
    def compute(trace: SegmentTrace, progress: Progress, is_cancelled: IsCancelled) -> Profiles:
        """Go through all heads."""
        from relviz.core.metrics.profiles import profiles_of  # noqa: PLC0415 # loads torch

        return profiles_of(trace, progress, is_cancelled)

    def set(self, **changes: object) -> None:
        """Show the profiles in another way; the names are those of ``ProfileView``."""
        view = replace(self.view, **changes)  # type: ignore[arg-type] # names are checked by replace
        if view != self.view:
            self.view = view
            self.view_changed.emit()

    def set_whole(self, whole: bool) -> None:
        """Average over the whole text, or over the segment shown."""
        if whole != self.whole:
            self.whole = whole
            self._take_back()
            self._bring_up_to_date()
            self.view_changed.emit()

    def _key(self, response: Response) -> Key:
        options, text, index, interventions = super()._key(response)
        return options, text, None if self.whole else index, interventions

    def _job(self, request: Request, key: Key) -> Job:
        response = self._session.response
        if not self.whole or response is None:
            return super()._job(request, key)
        tokens = [response.look.first + n * response.segment_length for n in range(response.look.segments)]
        requests = [replace(request, token=token, character=None) for token in tokens]
        return partial(self._gathering.go_on, self._engine, requests, key, self._partly.emit)

    def _on_partly(self, found: Found[Profiles]) -> None:
        if found.key == self._asked_for:
            self._take(found)


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
