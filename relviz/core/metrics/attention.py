"""What is read off the scores and the attention of one layer and head: of rows, of selected cells, of keys."""

from __future__ import annotations

import math
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from relviz.core.reading.memory_share import key_weights, memory_shares

if TYPE_CHECKING:
    from collections.abc import Collection

    from relviz.core.interventions import PartKind
    from relviz.core.reading.look import Look
    from relviz.core.reading.trace import Terms

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


def share_by_segment(
    attention: Floats, key_positions: NDArray[np.int64], segment_length: int, first: int = 0
) -> dict[int, float]:
    """Return the share of one query's attention that goes to each segment with keys in view, 0 to 1.

    Zero vectors of an initial memory belong to no segment, so that the shares may add up to less than 1.

    Args:
        attention: (K,) attention of the query.
        key_positions: (K,) position in the text of each key, negative for zero vectors.
        segment_length: T.
        first: position in the text of the first token of segment 0.
    """
    real = key_positions >= 0
    segments = (key_positions[real] - first) // segment_length
    if not len(segments):
        return {}
    least = int(segments.min())
    shares = np.bincount(segments - least, weights=attention[real].astype(np.float64))
    return {least + place: float(shares[place]) for place in np.unique(segments - least).tolist()}


@dataclass(frozen=True)
class Selected:
    """What some queries and keys have between them, summed over the cells that can be seen.

    Attributes:
        parts: each part of the score and its sum; together they are ``score``.
        score: sum of the scores.
        attention: what a query gives the keys together, 0 to 1, the mean over the queries.
        visible: how many of the cells can be seen.
        cells: how many there are.
    """

    parts: tuple[tuple[PartKind, float], ...]
    score: float
    attention: float
    visible: int
    cells: int


def selected(terms: Terms, rows: slice, columns: slice) -> Selected:
    """Sum the cells of some queries and keys.

    Scores of cells in one row are exponents of what their attention is a product of, so that the sums say which part
    pulls how much; attention itself is a share, and adds up over the keys of a query.

    Args:
        terms: the score of a layer and head, taken apart.
        rows: queries.
        columns: keys.
    """
    mask = terms.mask[rows, columns]
    distance = terms.distance

    def total(values: np.ndarray) -> float:
        return float(values[rows, columns].sum(where=mask, dtype=np.float64))

    return Selected(
        parts=tuple((part.kind, total(part.dense(distance))) for part in terms.parts),
        score=total(terms.score),
        attention=float(terms.attention[rows, columns].sum(1, dtype=np.float64).mean()),
        visible=int(mask.sum()),
        cells=mask.size,
    )


def renormalised(attention: Floats, hidden: NDArray[np.bool_]) -> Floats:
    """Return (T, K) attention without some keys, each row divided by what is left of it.

    For one head it is the softmax over the keys that are left, since softmax keeps ratios. A row that has nothing
    left is 0.

    Args:
        attention: rows sum to 1, or to 0.
        hidden: (K,) True for a key that is taken away.
    """
    left = np.where(hidden, np.float32(0), attention)
    total = left.sum(1, keepdims=True, dtype=np.float64)
    shares: Floats = np.divide(left, total, out=np.zeros(left.shape), where=total > 0).astype(np.float32)
    return shares


def without_keys(look: Look, positions: Collection[int]) -> Look:
    """Return a look with the keys at some positions of the text masked, and the attention on the others renormalised.

    This layer and head alone change, and what the model made of its attention does not: it is not read anew.
    """
    hidden = np.isin(look.key_positions, list(positions))
    terms = look.terms
    if not terms.mask[:, hidden].any():
        return look
    masking = terms.masking.copy()
    masking[:, hidden] = np.nan
    mask = terms.mask & ~hidden
    attention = renormalised(terms.attention, hidden)
    left = replace(terms, mask=mask, masking=masking, score=terms.score + masking, attention=attention)
    with np.errstate(invalid="ignore"):  # a query that sees no key any more has no uniform share
        shares = memory_shares(attention, terms.memory, mask)
    return replace(look, terms=left, shares=shares, weights=key_weights(attention, mask))


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
