"""Profiles of a whole text, segment after segment."""

from __future__ import annotations

from time import monotonic
from typing import TYPE_CHECKING

from relviz.app.work.on_demand import Found

if TYPE_CHECKING:
    from collections.abc import Callable

    from relviz.app.engine.engine import Engine, Request
    from relviz.app.engine.runner import IsCancelled, Progress
    from relviz.app.work.on_demand import Key
    from relviz.core.metrics.gathered_profiles import GatheredProfiles
    from relviz.core.metrics.profiles import Profiles

PAUSE = 0.5
"""Seconds from one drawing of unfinished means to the next."""


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
