"""No positions at all."""

from __future__ import annotations

from typing import TYPE_CHECKING

from relviz.core.interventions import CONTENT, gained
from relviz.core.schemes.base import ALL_HEADS, Meeting, PositionScheme
from relviz.core.sentence import Sentence

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray
    from torch import Tensor

    from relviz.core.positions import Positions


class NoScheme(PositionScheme):
    """score = q.k / sqrt(d_head).

    What a query may not see still tells it something: the mask lets a causal model of several layers count.
    """

    name = "none"
    kinds = (CONTENT,)
    describes = "nothing"
    about = "The score knows what the tokens are, and not where."
    missing = Sentence("It lacks (b), (c) and (d).")

    def meet(self, queries: Tensor, keys: Tensor, where: Positions, heads: slice = ALL_HEADS) -> Meeting:
        """Return them as they are, but for the gain."""
        return Meeting(gained(queries, *self.gains(where)), keys, None)

    def parts(self, queries: Tensor, keys: Tensor, where: Positions, heads: slice = ALL_HEADS) -> list[Tensor]:
        """Return (a) content."""
        return self.weighted([queries * self.scale @ keys.transpose(2, 3)], where)

    def vector(self, at: int, period: int | None = None) -> NDArray[np.float32] | None:
        """Return None: there is nothing."""
        return None
