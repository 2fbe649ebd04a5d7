"""Relative position representations (Shaw et al. 2018): learned vectors of clipped distances, for keys and values."""

from __future__ import annotations

from typing import TYPE_CHECKING

import torch
from torch import Tensor, nn

from relviz.core.interventions import CONTENT, PartKind, gained
from relviz.core.schemes.base import ALL_HEADS, Meeting, PositionScheme
from relviz.core.schemes.transformer_xl import rel_shift
from relviz.core.sentence import Sentence

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from relviz.core.config import ModelConfig
    from relviz.core.positions import Positions


class ShawScheme(PositionScheme):
    """score = q.(k + aK_d) / sqrt(d_head), and the output is the attention's mean of v + aV_d, d clipped to k.

    Equations 3 and 4 of the paper. aK and aV are tables of 2k + 1 vectors, for distances -k to k, each layer's and
    head's own; a model that sees no later keys has only the k + 1 from 0 up. Distances beyond k share a row, so that
    memory older than k tokens is told apart by its content alone.
    """

    name = "shaw"
    kinds = (CONTENT, PartKind("position", "b", "q·aK", "cells"))
    describes = "distance"
    adds_to_values = True
    about = (
        "A learned vector of the distance is added to the key, and another to the value; far distances share theirs."
    )
    missing = Sentence("It lacks (c) and (d), and cannot tell distances beyond its clip apart.")

    def __init__(self, config: ModelConfig) -> None:
        super().__init__(config)
        self.first = 0 if config.causal else -config.clip  # distance of the first row
        rows = config.clip - self.first + 1
        self.a_k = nn.Parameter(torch.empty(rows, config.n_head, config.d_head))
        self.a_v = nn.Parameter(torch.empty(rows, config.n_head, config.d_head))

    def meet(self, queries: Tensor, keys: Tensor, where: Positions, heads: slice = ALL_HEADS) -> Meeting:
        """Leave both as they are, but for the gain of q.k, and add the term of the distance."""
        a, b = self.gains(where)
        return Meeting(gained(queries, a), keys, gained(self._position(queries, where, heads), b))

    def parts(self, queries: Tensor, keys: Tensor, where: Positions, heads: slice = ALL_HEADS) -> list[Tensor]:
        """Return (a) content and (b) position."""
        content = queries * self.scale @ keys.transpose(2, 3)  # (B, H, T, K)
        return self.weighted([content, self._position(queries, where, heads)], where)

    def added(self, attention: Tensor, where: Positions, heads: slice = ALL_HEADS) -> Tensor:
        """Return the attention's mean of aV_d, (B, H, T, d_head)."""
        a_v = self.a_v[self._rows(where.distance), heads].permute(0, 2, 1, 3)  # (T, H, K, d_head)
        return torch.einsum("bhtk,thkd->bhtd", attention, a_v)

    def vector(self, at: int, period: int | None = None) -> NDArray[np.float32]:
        """Return the row of aK for a distance, clipped, all heads side by side, (H * d_head,)."""
        return self._row(self.a_k, at)

    def value_vector(self, at: int) -> NDArray[np.float32]:
        """Return the row of aV for a distance, clipped, all heads side by side, (H * d_head,)."""
        return self._row(self.a_v, at)

    def _position(self, queries: Tensor, where: Positions, heads: slice) -> Tensor:
        """Return term (b), (B, H, T, K)."""
        a_k = self.a_k[self._rows(where.distances[::-1]), heads].transpose(0, 1)  # (H, K + ahead, d_head)
        by_distance = queries * self.scale @ a_k.transpose(1, 2)  # (B, H, T, K + ahead), from distance K - 1 down
        return rel_shift(by_distance)[..., : where.keys]

    def _row(self, table: Tensor, at: int) -> NDArray[np.float32]:
        row: NDArray[np.float32] = table[min(max(at, self.first), self.config.clip) - self.first].detach().cpu().numpy()
        return row.reshape(-1)

    def _rows(self, distances: NDArray[np.int64]) -> Tensor:
        """Return the row of the tables for each distance."""
        rows = distances.clip(self.first, self.config.clip) - self.first
        return torch.from_numpy(rows).to(self.a_k.device)
