"""Profiles over the relative distance, gathered from many segments."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from relviz.core.metrics.profiles import Profiles

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from relviz.core.reading.trace import Floats


class GatheredProfiles:
    """Gathers the profiles of segments: the mean at a distance is then over all their queries that see it.

    So the figures of Dai et al. 2019, appendix D, were made of a whole validation set.
    """

    def __init__(self) -> None:
        self._last: Profiles | None = None
        self._first = 0  # the first distance of the sums
        self._sums: NDArray[np.float64] = np.zeros(0)  # (1 + 2 P, L, H, D)
        self._queries: NDArray[np.int64] = np.zeros(0, np.int64)  # (D,)
        self._lengths = 0, 0
        self._segments = 0

    @property
    def segments(self) -> int:
        """How many segments were taken in."""
        return self._segments

    def add(self, profiles: Profiles) -> None:
        """Take in the profiles of one more segment of the same reading."""
        means = np.concatenate([profiles.attention[None], profiles.alone, profiles.raw])
        first, last = int(profiles.distances[0]), int(profiles.distances[-1])
        if self._last is None:
            self._first = first
            self._sums = np.zeros((*means.shape[:-1], 0))
        before = max(self._first - first, 0)
        after = max(last + 1 - (self._first + len(self._queries)), 0)
        self._sums = np.pad(self._sums, [(0, 0)] * 3 + [(before, after)])
        self._queries = np.pad(self._queries, (before, after))
        self._first -= before
        place = slice(first - self._first, last + 1 - self._first)
        self._sums[..., place] += means.astype(np.float64) * profiles.queries
        self._queries[place] += profiles.queries
        self._lengths = max(self._lengths[0], profiles.segment), max(self._lengths[1], profiles.memory)
        self._segments += profiles.segments
        self._last = profiles

    @property
    def mean(self) -> Profiles:
        """The profiles of all of them; T and M are those of the longest."""
        assert self._last is not None, "nothing was gathered"
        means: Floats = (self._sums / self._queries).astype(np.float32)
        parts = len(self._last.kinds)
        return Profiles(
            distances=self._first + np.arange(len(self._queries)),
            queries=self._queries.copy(),
            kinds=self._last.kinds,
            attention=means[0],
            alone=means[1 : 1 + parts],
            raw=means[1 + parts :],
            segment=self._lengths[0],
            memory=self._lengths[1],
            clamp=self._last.clamp,
            trained=self._last.trained,
            segments=self._segments,
        )
