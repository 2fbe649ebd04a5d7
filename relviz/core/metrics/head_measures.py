"""Measures of every head, as numbers that can cross threads; ``core.metrics.heads`` finds them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from relviz.core.interventions import PartKind
    from relviz.core.reading.trace import Floats


@dataclass(frozen=True, eq=False)
class HeadMeasures:
    """Measures of every layer and head on one segment. It can cross threads and be drawn without the model.

    Attributes:
        values: by name, (L, H); NaN where there is nothing to measure. Means over the T queries of the segment:

            - ``memory``: share of the attention that goes to memory.
            - ``lift``: that share over the one that memory would get if all visible keys were weighted alike, which is
              averaged over the queries, too. NaN without memory.
            - ``self``: attention on the query's own token.
            - ``previous``: attention on the token before, at distance 1, over the queries that have one in view: the
              score of a previous-token head (Elhage et al. 2021; Olsson et al. 2022).
            - ``distance``: attention-weighted mean of the relative distance M + i - j, in tokens.
            - ``entropy``: entropy of the attention in bits, 0 for one key alone and log2 of their number for all alike.
            - ``induction``: attention on tokens that followed an earlier occurrence of the query's token, over the
              queries whose token has one: prefix matching (Olsson et al. 2022) on the text itself. NaN without any.
            - a part of the score, by its name: the standard deviation of its map over visible cells, as a share of the
              sum of those of all parts. NaN where nothing varies.
        kinds: the parts of the score.
        repeated: how many queries ``induction`` is the mean of.
        thumbnails: (L + 1, H + 1, r, c) attention in few cells, each the strongest of those it stands for, NaN where
            no query sees a key. Row L is the mean of the layers' attention, column H that of the heads', averaged
            before anything was left out; NaN as a whole where that takes too much memory.
        memory: share of the columns that is memory.
    """

    values: dict[str, Floats]
    kinds: tuple[PartKind, ...]
    repeated: int
    thumbnails: Floats
    memory: float

    @property
    def names(self) -> tuple[str, ...]:
        """The measures, in order."""
        return tuple(self.values)


def with_means(values: Floats) -> Floats:
    """Return (L + 1, H + 1): an (L, H) measure, the mean over heads after it and the mean over layers below it.

    For shares, lift, distances and induction these are the numbers of the averaged attention map. The entropy of that
    map is another, and larger; and so is the weight of a term in an averaged score.
    """
    heads = np.concatenate([values, values.mean(1, keepdims=True, dtype=np.float64)], axis=1)
    both: Floats = np.concatenate([heads, heads.mean(0, keepdims=True, dtype=np.float64)], axis=0).astype(np.float32)
    return both
