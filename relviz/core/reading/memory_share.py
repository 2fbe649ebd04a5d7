"""How memory tokens are weighted against the current segment."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float32]


@dataclass(frozen=True, eq=False)
class MemoryShares:
    """Where each query's attention goes. All arrays are (T,), 0 to 1; the three shares add up to 1.

    Attributes:
        memory: to the memory.
        segment: to other tokens of the segment.
        self: to the query's own token.
        uniform: what memory would get if all visible keys were weighted alike.
    """

    memory: Floats
    segment: Floats
    self: Floats
    uniform: Floats

    @property
    def lift(self) -> Floats:
        """(T,) memory share over the uniform share; NaN without memory."""
        with np.errstate(invalid="ignore", divide="ignore"):
            lift: Floats = np.where(self.uniform > 0, self.memory / self.uniform, np.float32(np.nan))
        return lift


def memory_shares(attention: Floats, memory: int, mask: NDArray[np.bool_] | None = None) -> MemoryShares:
    """Split (T, K) attention into memory, segment and self.

    Args:
        attention: rows sum to 1.
        memory: M, the first M columns are memory.
        mask: (T, K) True where a query may see a key; by default all keys up to itself.
    """
    rows = np.arange(len(attention))
    if mask is None:
        mask = memory + rows[:, None] >= np.arange(attention.shape[1])[None]
    of_memory = attention[:, :memory].sum(1)
    own = attention[rows, memory + rows]
    uniform = mask[:, :memory].sum(1) / mask.sum(1)
    return MemoryShares(of_memory, attention[:, memory:].sum(1) - own, own, uniform.astype(np.float32))


def key_weights(attention: Floats, mask: NDArray[np.bool_]) -> Floats:
    """Return the mean attention on each key over the queries that see it, (K,), NaN where none does."""
    seen = mask.sum(0)
    total = attention.sum(0, dtype=np.float64)
    mean = np.divide(total, seen, out=np.full(len(seen), np.nan), where=seen > 0)
    return np.asarray(mean, np.float32)
