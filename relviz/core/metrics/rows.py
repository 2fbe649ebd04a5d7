"""What can be done with a row of scores or of attention: centre it, take its softmax, find where most of it lies."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float32]


def centred(values: Floats, mask: NDArray[np.bool_]) -> Floats:
    """Return (T, K) values less the mean of their row over the keys its query may see; NaN where it may not.

    The softmax does not change when a number is added to a whole row, so that what is left is what it acts upon.
    """
    seen = np.where(mask, values, np.float32(0))
    means = seen.sum(1, dtype=np.float64) / np.maximum(mask.sum(1), 1)
    return np.where(mask, seen - means[:, None], np.nan).astype(np.float32)


def softmax_alone(values: Floats, mask: NDArray[np.bool_]) -> Floats:
    """Return the softmax of (T, K) values over the keys each query may see, NaN where it may not.

    For one term of the score: the attention that there would be if the other terms were 0.
    """
    seen = np.where(mask, values, -np.inf).astype(np.float64)
    highest = seen.max(1, keepdims=True)
    weights = np.exp(seen - np.where(np.isfinite(highest), highest, 0.0))
    total = weights.sum(1, keepdims=True)
    shares = np.divide(weights, total, out=np.zeros_like(weights), where=total > 0)
    return np.where(mask, shares, np.nan).astype(np.float32)


def smallest_holding(attention: Floats, share: float) -> NDArray[np.bool_]:
    """Return True for the keys of each row's smallest set that holds a share of its attention.

    The set takes the strongest keys first, and of equals the earlier one; keys without attention are never in it.

    Args:
        attention: (T, K), 0 where masked; rows sum to 1, or to 0.
        share: how much of the row's sum the set holds, 0 to 1.

    Returns:
        (T, K).
    """
    weights = attention.astype(np.float64)
    order = np.argsort(-weights, axis=1, kind="stable")
    falling = np.take_along_axis(weights, order, 1)
    before = falling.cumsum(1) - falling
    # less a hair: a share that is met exactly is met in spite of rounding
    needed = share * weights.sum(1, keepdims=True) * (1 - 1e-9)
    held = np.zeros(weights.shape, np.bool_)
    np.put_along_axis(held, order, (before < needed) & (falling > 0), 1)
    return held
