"""The numbers of selected cells: of one, or of several together."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from relviz.core.interventions import PartKind
    from relviz.core.reading.trace import Terms


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
