"""Sinusoidal absolute positions that restart from 0 in every segment."""

from __future__ import annotations

from typing import TYPE_CHECKING

from relviz.core.schemes.count import CountScheme
from relviz.core.sentence import Sentence
from relviz.core.sinusoid import sinusoid

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from relviz.core.positions import Positions


class RestartScheme(CountScheme):
    """p_n is the sinusoid of n, the token's place in its own segment, in memory too.

    So a token of the segment and one of each segment in memory share a vector: the model cannot tell by it which is
    nearer (Dai et al. 2019, section 3.3, where memory and segment both get the same U_1:L).
    """

    name = "restart"
    about = "The sinusoid of a token's place in its own segment is added to the inputs of queries and keys."
    missing = Sentence(
        "It has all four terms, but of places that recur: tokens of memory and segment share their vectors."
    )

    def index(self, where: Positions) -> NDArray[np.int64]:
        """Return each key's place in its own segment."""
        return where.positions % where.period

    def vector(self, at: int, period: int | None = None) -> NDArray[np.float32]:
        """Return the sinusoid of the place in its segment that a position in the text is, (d_model,)."""
        return sinusoid([at % (period or self.config.segment_length)], self.config.d_model).reshape(-1)

    @property
    def trained(self) -> int | None:
        """Largest place in a segment seen in training, None where unknown."""
        length = self.config.trained_segment_length
        return None if length is None else length - 1
