"""Sinusoidal absolute positions that count on from segment to segment."""

from __future__ import annotations

from typing import TYPE_CHECKING

import torch

from relviz.core.schemes.absolute import AbsoluteScheme
from relviz.core.sentence import Sentence
from relviz.core.sinusoid import sinusoid

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray
    from torch import Tensor

    from relviz.core.positions import Positions


class CountScheme(AbsoluteScheme):
    """p_n is the sinusoid of n, the token's position in the text (Vaswani et al. 2017, section 3.5)."""

    name = "count"
    about = "The sinusoid of a token's position in the text is added to the inputs of queries and keys."
    missing = Sentence(
        "It has all four terms, but of positions: those beyond training are defined and were never seen."
    )

    def index(self, where: Positions) -> NDArray[np.int64]:
        """Return each key's position in the text."""
        return where.positions

    def vectors(self, index: NDArray[np.int64], like: Tensor) -> Tensor:
        """Return the sinusoids of the indices."""
        return torch.from_numpy(sinusoid(index, self.config.d_model)).to(like)

    def vector(self, at: int, period: int | None = None) -> NDArray[np.float32]:
        """Return the sinusoid of a position, (d_model,), however large."""
        return sinusoid([at], self.config.d_model).reshape(-1)
