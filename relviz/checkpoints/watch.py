"""Progress of something long, and the user's wish to stop it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from relviz.errors import Cancelled

Progress = Callable[[float], None]
IsCancelled = Callable[[], bool]


@dataclass(frozen=True)
class Watch:
    """Called with the share done, from 0 to 1.

    Attributes:
        progress: told the share.
        is_cancelled: asked each time.
        start: share of the whole at which this part starts.
        length: share of the whole that this part is.
    """

    progress: Progress | None = None
    is_cancelled: IsCancelled | None = None
    start: float = 0.0
    length: float = 1.0

    def __call__(self, share: float) -> None:
        """Pass the share on.

        Raises:
            Cancelled: the user took the request back.
        """
        if self.is_cancelled and self.is_cancelled():
            raise Cancelled("Opening the model was cancelled.")
        if self.progress:
            self.progress(self.start + self.length * min(share, 1.0))

    def part(self, start: float, end: float) -> Watch:
        """Return the watch over a part of this one, between two shares."""
        return Watch(self.progress, self.is_cancelled, self.start + self.length * start, self.length * (end - start))
