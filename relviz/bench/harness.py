"""Timing that a busy machine does not mislead: contenders take turns, and medians are compared."""

from __future__ import annotations

import gc
import statistics
import time
from contextlib import contextmanager
from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping, Sequence

SHORTEST = 0.002
"""Seconds that a sample should last: what is shorter is repeated within the sample."""


@dataclass(frozen=True)
class Samples:
    """Times of several contenders, taken in turns.

    Attributes:
        seconds: for each contender one time a round, in the same order of rounds.
    """

    seconds: Mapping[str, Sequence[float]]

    @property
    def rounds(self) -> int:
        """How often each contender had its turn."""
        return len(next(iter(self.seconds.values())))

    def median(self, name: str) -> float:
        """Return a contender's median, in seconds."""
        return statistics.median(self.seconds[name])

    def ratio(self, name: str, against: str) -> float:
        """Return how many times longer one takes than another.

        It is the median of the ratios within a round: what slows the machine for a while slows both of them.
        """
        pairs = zip(self.seconds[name], self.seconds[against], strict=True)
        return statistics.median(one / other for one, other in pairs)


def compare(
    contenders: Mapping[str, Callable[[], object]],
    seconds: float = 3.0,
    least: int = 5,
    most: int = 400,
    synchronise: Callable[[], None] = lambda: None,
    shortest: float = SHORTEST,
) -> Samples:
    """Time contenders in turns: A B, B A, A B, ... after a warm-up.

    Args:
        contenders: what to time, by name.
        seconds: how long to go on.
        least: rounds to take even if that takes longer.
        most: rounds after which to stop.
        synchronise: waits until the device has done what it was told.
        shortest: seconds below which a call is repeated within its turn; 0 calls it once a turn.
    """
    repeats = {}
    for name, call in contenders.items():
        call()
        synchronise()
        repeats[name] = max(1, round(shortest / max(_time(call, 1, synchronise), 1e-9)))
    taken: dict[str, list[float]] = {name: [] for name in contenders}
    order = list(contenders)
    began = time.perf_counter()
    with no_garbage_collection():
        while len(taken[order[0]]) < most:
            for name in order:
                taken[name].append(_time(contenders[name], repeats[name], synchronise))
            order.reverse()
            if len(taken[order[0]]) >= least and time.perf_counter() - began > seconds:
                break
    return Samples(taken)


@contextmanager
def no_garbage_collection() -> Iterator[None]:
    """Keep Python's collector from running in the middle of a sample."""
    was = gc.isenabled()
    gc.collect()
    gc.disable()
    try:
        yield
    finally:
        if was:
            gc.enable()


def percentile(values: Sequence[float], share: float) -> float:
    """Return the value that a share of the others does not exceed (nearest rank)."""
    ranked = sorted(values)
    return ranked[min(len(ranked) - 1, max(0, -int(-share * len(ranked) // 1) - 1))]


def milliseconds(seconds: float) -> str:
    """Return a time for people, e.g. ``12.3 ms``."""
    return f"{1000 * seconds:.3g} ms" if seconds < 1 else f"{seconds:.3g} s"


def _time(call: Callable[[], object], repeats: int, synchronise: Callable[[], None]) -> float:
    start = time.perf_counter()
    for _ in range(repeats):
        call()
    synchronise()
    return (time.perf_counter() - start) / repeats
