"""Finds out how attention and terms fall over the relative distance in every head, while somebody looks."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import partial
from time import monotonic
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Signal

from relviz.app.profiling_part import NAME, ProfilingPart
from relviz.app.runner import LatestRunner
from relviz.figure.views.profile_view import ProfileView

if TYPE_CHECKING:
    from collections.abc import Callable
    from concurrent.futures import ThreadPoolExecutor

    from relviz.app.engine import Engine, Request, Response
    from relviz.app.runner import IsCancelled, Progress
    from relviz.app.session import Session
    from relviz.core.metrics.gathered_profiles import GatheredProfiles
    from relviz.core.metrics.profiles import Profiles

PAUSE = 0.5
"""Seconds from one drawing of unfinished means to the next."""
Key = tuple[object, ...]


@dataclass(frozen=True, eq=False)
class Found:
    """Profiles that came.

    Attributes:
        key: what they are of.
        profiles: the numbers.
        whole: whether that is all of it; otherwise more segments are to come.
    """

    key: Key
    profiles: Profiles
    whole: bool = True


class Profiling(QObject):
    """Asks for the profiles of the segment shown, or of the whole text, and holds how they are shown.

    Attributes:
        view: which maps, columns and colours.
        whole: whether the means are over the whole text instead of the segment shown.
        found: the profiles that came last; those of what is shown if ``current``.
        stopped: whether the user took the work back.

    Signals:
        changed(): profiles came, or will not come.
        view_changed(): they are shown in another way, or other ones are to be shown.
        failed(object): the exception that ended the work.
        settled(): nothing is under way any more.
    """

    changed = Signal()
    view_changed = Signal()
    failed = Signal(object)
    settled = Signal()

    _partly = Signal(object)

    def __init__(
        self, session: Session, engine: Engine, executor: ThreadPoolExecutor, parent: QObject | None = None
    ) -> None:
        super().__init__(parent)
        self._session, self._engine = session, engine
        self.runner = LatestRunner(executor, self)
        self.view = ProfileView(beside="position")
        self.whole = False
        self.found: Profiles | None = None
        self.stopped = False
        self._gathering = Gathering()
        self._wanted = False  # whether anybody looks
        self._found_for: Key = ()
        self._done_for: Key = ()  # what nothing more is to come of
        self._asked_for: Key = ()  # what profiles are on their way for
        self._stopped_for: Key = ()  # what the user did not want to wait for
        self._own = False  # whether the work was taken back here and not by the user
        self.runner.done.connect(self._on_found)
        self.runner.failed.connect(self._on_failed)
        self.runner.cancelled.connect(self._on_cancelled)
        self.runner.busy_changed.connect(self._on_busy_changed)
        self._partly.connect(self._on_partly)
        session.asked.connect(self._take_back)
        session.answered.connect(self._bring_up_to_date)
        session.restored.connect(self._bring_up_to_date)
        session.parts.add(NAME, ProfilingPart(self))

    @property
    def current(self) -> bool:
        """Whether the profiles found are those of what is shown."""
        response = self._session.response
        return response is not None and self.found is not None and self._found_for == self._key(response)

    @property
    def busy(self) -> bool:
        """Whether anything is under way."""
        return self.runner.busy

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

    def want(self, wanted: bool) -> None:
        """Begin to work, or leave it, since nobody looks any more."""
        self._wanted = wanted
        if wanted:
            self._bring_up_to_date()
        else:
            self._take_back()

    def go_on(self) -> None:
        """Do what the user took back, after all."""
        self.stopped, self._stopped_for = False, ()
        self._bring_up_to_date()
        self.changed.emit()

    def stop(self) -> None:
        """Take everything back, and take no more."""
        self.runner.stop()

    def _take_back(self) -> None:
        self._own = True
        self.runner.cancel()
        self._asked_for = ()

    def _bring_up_to_date(self) -> None:
        """Ask for the profiles of what is shown, if they are not known; another head needs no others."""
        response = self._session.response
        if response is None or not self._wanted:
            return
        key = self._key(response)
        if key in (self._done_for, self._asked_for, self._stopped_for):
            self.stopped = key == self._stopped_for
            return
        self.stopped, self._own, self._asked_for, self._stopped_for = False, False, key, ()
        request = replace(response.request, losses=False)
        if self.whole:
            tokens = [response.look.first + n * response.segment_length for n in range(response.look.segments)]
            requests = [replace(request, token=token, character=None) for token in tokens]
            self.runner.submit(partial(self._gathering.go_on, self._engine, requests, key, self._partly.emit))
        else:
            self.runner.submit(partial(_find, self._engine, request, key))

    def _on_partly(self, found: Found) -> None:
        if found.key == self._asked_for:
            self._take(found)

    def _on_found(self, found: Found) -> None:
        self._asked_for = ()
        self._take(found)

    def _take(self, found: Found) -> None:
        self._found_for, self.found = found.key, found.profiles
        if found.whole:
            self._done_for = found.key
        self.changed.emit()

    def _on_failed(self, error: Exception) -> None:
        self._asked_for = ()
        self.failed.emit(error)

    def _on_cancelled(self) -> None:
        if not self._own:
            self.stopped, self._stopped_for, self._asked_for = True, self._asked_for, ()
            self.changed.emit()

    def _on_busy_changed(self) -> None:
        if not self.busy:
            self.settled.emit()

    def _key(self, response: Response) -> Key:
        """Return what the profiles depend on: not the layer and the head looked at."""
        request, look = response.request, response.look
        return request.options, request.text, None if self.whole else look.index, look.interventions


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
        tell: Callable[[Found], None],
        progress: Progress,
        is_cancelled: IsCancelled,
    ) -> Found:
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
        from relviz.core.metrics.gathered_profiles import GatheredProfiles  # noqa: PLC0415 # loads torch
        from relviz.core.metrics.profiles import profiles_of  # noqa: PLC0415

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


def _find(engine: Engine, request: Request, key: Key, progress: Progress, is_cancelled: IsCancelled) -> Found:
    """Go through all heads of a segment, in the worker thread."""
    from relviz.core.metrics.profiles import profiles_of  # noqa: PLC0415 # loads torch

    return Found(key, profiles_of(engine.segment(request, progress, is_cancelled), progress, is_cancelled))
