"""Finds out how attention and terms fall over the relative distance in every head, while somebody looks."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import partial
from time import monotonic
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Signal

from relviz.app.kept import read, told
from relviz.app.work.on_demand import Found, OnDemand
from relviz.figure.views.profile_view import ProfileView

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping
    from concurrent.futures import ThreadPoolExecutor

    from relviz.app.engine.engine import Engine, Request, Response
    from relviz.app.engine.runner import IsCancelled, Job, Progress
    from relviz.app.session.session import Session
    from relviz.app.work.on_demand import Key
    from relviz.core.metrics.profiles import GatheredProfiles, Profiles
    from relviz.core.reading.trace import SegmentTrace

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
            trace = engine.segment(requests[gathered.segments], _unsaid, is_cancelled)
            gathered.add(profiles_of(trace, is_cancelled=is_cancelled))
            progress(gathered.segments / len(requests))
            if monotonic() - last >= PAUSE:
                last = monotonic()
                tell(Found(key, gathered.mean, whole=False))
        return Found(key, gathered.mean)


def _unsaid(_share: float) -> None:
    """Keep a share of a segment to oneself: shares of the text are told."""


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
