"""Finds out which heads of the segment shown attend like the head that is looked at."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from relviz.app.work.on_demand import Found, Key, OnDemand

if TYPE_CHECKING:
    from relviz.app.engine.engine import Engine, Request, Response
    from relviz.app.engine.runner import IsCancelled, Job, Progress
    from relviz.core.reading.trace import Floats, Head


class Alike(OnDemand["Floats"]):
    """Holds all heads against the one looked at, (L, H), anew for each that is (``core.metrics.alike``)."""

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
    from relviz.core.metrics.alike import heads_alike  # noqa: PLC0415 # loads torch

    return Found(key, heads_alike(engine.segment(request, progress, is_cancelled), layer, head, is_cancelled))
