"""What the tokens of the text can be shaded by: attention, being most attended in memory, loss, what memory gained."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, get_args

import numpy as np

from relviz.app.projects.project import Shading
from relviz.core.metrics.attention import most_attended

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from relviz.core.reading.look import Look
    from relviz.core.reading.losses import Losses

SHADINGS: tuple[Shading, ...] = get_args(Shading)
NEEDS_LOSSES: frozenset[Shading] = frozenset({"loss", "gain"})


@dataclass(frozen=True, eq=False)
class Shades:
    """What some tokens of the text are shaded by.

    Attributes:
        tokens: (N,) their positions in the text, rising.
        values: (N,) attention, 0 to 1, or nats.
        low: the value at one end of the scale: 0, or for what memory gained the negative of ``high``.
        high: the value at the other; never 0 or less.
    """

    tokens: NDArray[np.int64]
    values: NDArray[np.float32]
    low: float
    high: float

    @property
    def levels(self) -> NDArray[np.float32]:
        """(N,) the values as shares of ``high``, -1 to 1."""
        levels: NDArray[np.float32] = np.clip(self.values / np.float32(self.high), -1, 1)
        return levels


def shades_of(look: Look, losses: Losses | None, shading: Shading, query: int | None) -> Shades | None:
    """Return what to shade the text by; None where there is nothing to: no query selected, no losses.

    A loss belongs to the token that was predicted, which is the one after the query; the last is that of the first
    token after the segment.

    Args:
        look: what is shown.
        losses: of the segment's tokens, if they are known.
        shading: by what.
        query: row of the selected query, None if there is none; of the most attended memory tokens it is those that
            this query looks at most, or all queries together.
    """
    if shading == "attended":
        top = most_attended(look, query)
        if not len(top.keys):
            return None
        order = np.argsort(top.keys)
        positions, weights = look.key_positions[top.keys[order]], top.weights[order]
        return Shades(positions, weights, 0.0, _above_zero(float(weights.max())))
    if shading == "attention":
        if query is None:
            return None
        kept = look.key_positions >= 0
        values = look.terms.attention[query][kept]
        return Shades(look.key_positions[kept], values, 0.0, _above_zero(float(values.max())))
    if shading == "none" or losses is None or (shading == "gain" and not look.terms.memory):
        return None
    nats = losses.with_memory if shading == "loss" else losses.gain
    known = np.flatnonzero(np.isfinite(nats))
    if not len(known):
        return None
    values = nats[known]
    high = _above_zero(float(np.abs(values).max()))
    return Shades(look.start + 1 + known, values, 0.0 if shading == "loss" else -high, high)


def _above_zero(high: float) -> float:
    """Return the end of a scale that has a width."""
    return high if high > 0 else 1.0
