"""Relative positions from a learned table, as in kimiyoung's ``attn_type`` 1, called Shaw there."""

from __future__ import annotations

from typing import TYPE_CHECKING, Self

import torch
from torch import Tensor, nn

from relviz.core.interventions import CONTENT, PartKind, gained
from relviz.core.schemes.base import ALL_HEADS, Meeting, PositionScheme
from relviz.core.schemes.transformer_xl import rel_shift
from relviz.core.sentence import Sentence
from relviz.errors import ModelError

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from relviz.core.config import ModelConfig
    from relviz.core.positions import Positions


class LearnedRelativeScheme(PositionScheme):
    """score = (q.k + q.e_d + u.k + s_d) / sqrt(d_head), e and s rows of tables; distances beyond share the last row.

    ``RelLearnableMultiHeadAttn`` in kimiyoung/transformer-xl. It has all four terms, unlike Shaw et al. (2018), whose
    scheme has no (c) and (d) and adds vectors to the values, which this one does not.
    """

    name = "learned-relative"
    kinds = (
        CONTENT,
        PartKind("position", "b", "q·e", "cells"),
        PartKind("content_bias", "c", "u·k", "keys"),
        PartKind("position_bias", "d", "s", "distances"),
    )
    describes = "distance"
    about = "Learned vectors of the distance meet the query, and learned numbers are added; far distances share theirs."
    missing = Sentence("It has all four terms, but of distances in a table, beyond which all are the same.")

    def __init__(self, config: ModelConfig) -> None:
        super().__init__(config)
        if config.n_positions is None:
            raise ModelError("n_positions must be given for the scheme {0}.", self.name)
        if not config.causal:
            raise ModelError(
                "causal must be true for the scheme {0}, whose table has no negative distances.", self.name
            )
        self.clamp = min(config.clamp_len, config.n_positions - 1) if config.clamp_len > 0 else config.n_positions - 1
        self.table = nn.Parameter(torch.empty(config.n_positions, config.n_head, config.d_head))  # row d is distance d
        self.bias = nn.Parameter(torch.empty(config.n_positions, config.n_head))
        self.u = nn.Parameter(torch.empty(config.n_head, config.d_head))

    def meet(self, queries: Tensor, keys: Tensor, where: Positions, heads: slice = ALL_HEADS) -> Meeting:
        """Fold u and the gains into the queries: (g_a q + g_c u).k is a + c; g_b q.e and g_d s are b + d."""
        a, b, c, d = self.gains(where)
        rows = self._rows(where).flip(0)  # (K,), from distance K - 1 down to 0
        e, s = self.table[rows, heads].transpose(0, 1), self.bias[rows, heads].T  # (H, K, d_head), (H, K)
        by_distance = (gained(queries, b) @ e.transpose(1, 2) + gained(s[:, None], d)) * self.scale  # (B, H, T, K)
        return Meeting(gained(queries, a) + gained(self.u[heads, None], c), keys, rel_shift(by_distance))

    def parts(self, queries: Tensor, keys: Tensor, where: Positions, heads: slice = ALL_HEADS) -> list[Tensor]:
        """Return (a) content, (b) position, (c) content bias and (d) position bias."""
        rows = self._rows(where)  # (K,), from distance 0 up
        e = self.table[rows.flip(0), heads].transpose(0, 1)  # (H, K, d_head)
        content = queries @ keys.transpose(2, 3) * self.scale  # (B, H, T, K)
        position = rel_shift(queries @ e.transpose(1, 2) * self.scale)  # (B, H, T, K)
        content_bias = (keys @ self.u[heads, :, None]).squeeze(3) * self.scale  # (B, H, K)
        position_bias = self.bias[rows, heads].T * self.scale  # (H, K)
        return self.weighted([content, position, content_bias, position_bias.expand_as(content_bias)], where)

    def vector(self, at: int, period: int | None = None) -> NDArray[np.float32]:
        """Return the row of a distance, all heads side by side, (H * d_head,)."""
        row: NDArray[np.float32] = self.table[min(max(at, 0), self.clamp)].detach().cpu().numpy()
        return row.reshape(-1)

    def share(self, first: Self) -> None:
        """Take the first layer's u, if it is that of all layers."""
        if not self.config.untie_r:
            self.u = first.u

    def encode(self, distances: Tensor) -> tuple[Tensor, Tensor]:
        """Return the rows of both tables for (D,) distances from 0 up: (H, D, d_head), and (H, D) as term (d)."""
        rows = distances.to(self.bias.device).clamp(0, self.clamp)
        return self.table[rows].transpose(0, 1), self.bias[rows].T * self.scale

    def _rows(self, where: Positions) -> Tensor:
        """Return the row of the tables for each distance from 0 up, (K,)."""
        return torch.arange(where.keys, device=self.bias.device).clamp(max=self.clamp)
