"""Keys taken away after the fact: what the attention would be if nobody could look at them."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import numpy as np

from relviz.core.reading.memory_share import key_weights, memory_shares

if TYPE_CHECKING:
    from collections.abc import Collection

    from numpy.typing import NDArray

    from relviz.core.reading.look import Look
    from relviz.core.reading.trace import Floats


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
