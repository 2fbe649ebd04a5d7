"""Rotary positions: queries and keys turned by angles that grow with the position (Su et al. 2021)."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
import torch
from torch import Tensor

from relviz.core.interventions import PartKind, gained
from relviz.core.schemes.base import ALL_HEADS, Meeting, PositionScheme
from relviz.core.sentence import Sentence
from relviz.core.sinusoid import sinusoid
from relviz.errors import ModelError

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from relviz.core.config import ModelConfig
    from relviz.core.positions import Positions


class RotaryScheme(PositionScheme):
    """score = (R_i q).(R_j k) / sqrt(d_head), R_n turning each pair of neighbouring dimensions by n times its angle.

    Since the product of two turns is one by the difference, R_i q . R_j k = q . R_(j-i) k (section 3.2.2): the score
    depends on what the tokens are and how far they are apart, in one term that cannot be told apart. Hence it does not
    matter where counting starts, and places are counted from the oldest token in memory, which keeps the angles small.
    """

    name = "rotary"
    kinds = (PartKind("rotary", "ab", "q·R(j-i) k", "cells"),)
    describes = "distance"
    about = "Queries and keys are turned by angles that grow with the position; what remains is the difference."
    missing = Sentence("It has no terms of its own: content and distance are one, and it lacks (c) and (d).")

    def __init__(self, config: ModelConfig) -> None:
        super().__init__(config)
        if config.d_head % 2:
            raise ModelError(
                "d_head must be even for the scheme {0}, which turns pairs, not {1}.", self.name, config.d_head
            )

    def meet(self, queries: Tensor, keys: Tensor, where: Positions, heads: slice = ALL_HEADS) -> Meeting:
        """Turn both to their places; the gain of the one part is that of the queries."""
        places = np.arange(where.keys)
        queries = gained(queries, *self.gains(where))
        return Meeting(rotate(queries, places[where.memory :]), rotate(keys, places), None)

    def parts(self, queries: Tensor, keys: Tensor, where: Positions, heads: slice = ALL_HEADS) -> list[Tensor]:
        """Return the one part that there is."""
        queries, keys, _ = self.meet(queries, keys, where, heads)
        return [queries * self.scale @ keys.transpose(2, 3)]

    def vector(self, at: int, period: int | None = None) -> NDArray[np.float32]:
        """Return sine and cosine of each pair's angle for a distance, side by side, (d_head,)."""
        return sinusoid([at], self.config.d_head, "interleaved").reshape(-1)


def rotate(x: Tensor, places: NDArray[np.int64]) -> Tensor:
    """Turn (..., N, d_head) rows to N places.

    Dimensions 2n and 2n + 1 are turned by place * 10000^(-2n / d_head) radians (section 3.2.2).
    """
    turns = torch.from_numpy(sinusoid(places, x.shape[-1], "interleaved")).to(x.device)  # (N, d_head)
    sine, cosine = turns[:, 0::2], turns[:, 1::2]  # each (N, d_head / 2)
    first, second = x[..., 0::2], x[..., 1::2]
    return torch.stack([first * cosine - second * sine, first * sine + second * cosine], -1).flatten(-2)
