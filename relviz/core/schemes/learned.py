"""Learned absolute positions: a table that ends."""

from __future__ import annotations

from typing import TYPE_CHECKING, Self

import torch
from torch import Tensor, nn

from relviz.core.schemes.absolute import AbsoluteScheme
from relviz.core.sentence import Sentence

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from relviz.core.config import ModelConfig
    from relviz.core.positions import Positions

ROWS = 512
"""Positions in the table, if the model's settings do not say."""
SPREAD = 0.5**0.5
"""Of the table's numbers when training begins: that of a sinusoid's. Layer inputs that have been normalised are as
large, and beside them a table drawn as small as the weights are is not learnt within the steps of the lab."""


class LearnedScheme(AbsoluteScheme):
    """p_n is row n of a learned table, one for all layers (Gehring et al. 2017, section 3.1; Devlin et al. 2019).

    There is no row beyond the last. A program can fail there, or clip, which is what this one does: all positions from
    ``n_positions - 1`` on share the last row.
    """

    name = "learned"
    about = "A learned vector of a token's position in the text is added to the inputs of queries and keys."
    missing = Sentence("It has all four terms, but of positions, and none of a position beyond its table.")

    def __init__(self, config: ModelConfig) -> None:
        super().__init__(config)
        self.positions = nn.Parameter(torch.empty(config.n_positions or ROWS, config.d_model))

    def share(self, first: Self) -> None:
        """Take the first layer's table."""
        self.positions = first.positions

    def initialise(self) -> None:
        """Draw the table from N(0, SPREAD)."""
        self.positions.normal_(0.0, SPREAD)

    def index(self, where: Positions) -> NDArray[np.int64]:
        """Return each key's position in the text, clipped to the table."""
        return where.positions.clip(0, len(self.positions) - 1)

    def vectors(self, index: NDArray[np.int64], like: Tensor) -> Tensor:
        """Return rows of the table."""
        return self.positions[torch.from_numpy(index).to(self.positions.device)]

    def vector(self, at: int, period: int | None = None) -> NDArray[np.float32] | None:
        """Return the row of a position, (d_model,), None beyond the table."""
        if not 0 <= at < len(self.positions):
            return None
        row: NDArray[np.float32] = self.positions[at].detach().cpu().numpy()
        return row
