"""Whether attention prefers any key at all."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from relviz.core.reading.trace import Floats

FEWEST = 8
"""Rows of fewer keys are left out: of n keys, none can get more than n times the even share."""


def most_over_even(attention: Floats, mask: NDArray[np.bool_]) -> float:
    """Return how many times the even share the most attended key of any query gets; NaN where no query sees enough.

    The even share of a query is 1 / n, with n the keys that it sees, as under uniform attention. Queries that see
    fewer than ``FEWEST`` keys, or whose keys were all taken away, do not count.

    Args:
        attention: (T, K) probabilities.
        mask: (T, K) True where the query sees the key.
    """
    seen = mask.sum(1)
    counted = seen >= FEWEST
    if not counted.any():
        return float("nan")
    return float((attention.max(1)[counted] * seen[counted]).max())
