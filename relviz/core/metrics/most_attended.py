"""The memory tokens that get most of the attention."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from relviz.core.reading.memory_share import key_weights

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from relviz.core.reading.look import Look
    from relviz.core.reading.trace import Floats

TOP = 0.2
"""Share of the memory tokens that is marked, as in Figure 6 of Dai et al. 2019, appendix D."""


@dataclass(frozen=True, eq=False)
class MostAttended:
    """Memory tokens with the most attention, the strongest first.

    Attributes:
        keys: (N,) their columns.
        weights: (N,) the attention they get.
        of: how many memory tokens they are the strongest of.
    """

    keys: NDArray[np.int64]
    weights: Floats
    of: int


def most_attended(look: Look, query: int | None = None, share: float = TOP) -> MostAttended:
    """Return the memory tokens with the most attention: a share of their number, rounded up.

    Of n memory tokens that can be seen these are the ceil(share n) with the highest attention; of equals the later one,
    which is nearer, comes first. The attention is that of one query, as in Figure 6 of the paper, where each row has
    its own marks; or the mean over the queries of the segment that see the token. Zero vectors of an initial memory
    are no tokens, and count for nothing.

    Args:
        look: what is looked at; hidden keys may have been taken away from it.
        query: row of the query whose attention it is; None for the mean over all.
        share: how many of them, 0 to 1.
    """
    terms = look.terms
    if query is None:
        weights = key_weights(terms.attention, terms.mask)
    else:
        weights = np.where(terms.mask[query], terms.attention[query], np.float32(np.nan))
    weights = np.where(look.key_positions >= 0, weights, np.float32(np.nan))[: terms.memory]
    seen = np.flatnonzero(np.isfinite(weights))
    count = math.ceil(share * len(seen) - 1e-9)
    nearest_first = seen[::-1]
    keys = nearest_first[np.argsort(-weights[nearest_first], kind="stable")][:count]
    return MostAttended(keys, weights[keys], len(seen))
