"""Relative positions from a learned table, as in kimiyoung's ``attn_type`` 1, called Shaw there."""

from __future__ import annotations

from typing import TYPE_CHECKING

import torch
from torch import Tensor, nn

from relviz.core.schemes.base import ALL_HEADS, Meeting, PartKind, PositionScheme
from relviz.core.schemes.transformer_xl import rel_shift
from relviz.errors import ModelError

if TYPE_CHECKING:
    from relviz.core.config import ModelConfig
    from relviz.core.positions import Positions


class LearnedRelativeScheme(PositionScheme):
    """score = (q.k + q.e_d + u.k + s_d) / sqrt(d_head), e and s rows of tables; distances beyond share the last row.

    ``RelLearnableMultiHeadAttn`` in kimiyoung/transformer-xl. It has all four terms, unlike Shaw et al. (2018), whose
    scheme has no (c) and (d) and adds vectors to the values, which this one does not.
    """

    name = "learned-relative"
    kinds = (
        PartKind("content", "a", "q·k", "cells"),
        PartKind("position", "b", "q·e", "cells"),
        PartKind("content_bias", "c", "u·k", "keys"),
        PartKind("position_bias", "d", "s", "distances"),
    )

    def __init__(self, config: ModelConfig) -> None:
        super().__init__(config)
        if config.n_positions is None:
            raise ModelError(f"n_positions must be given for the scheme {self.name}.")
        if not config.causal:
            raise ModelError(f"causal must be true for the scheme {self.name}, whose table has no negative distances.")
        self.clamp = min(config.clamp_len, config.n_positions - 1) if config.clamp_len > 0 else config.n_positions - 1
        self.table = nn.Parameter(torch.empty(config.n_positions, config.n_head, config.d_head))  # row d is distance d
        self.bias = nn.Parameter(torch.empty(config.n_positions, config.n_head))
        self.u = nn.Parameter(torch.empty(config.n_head, config.d_head))

    def meet(self, queries: Tensor, keys: Tensor, where: Positions, heads: slice = ALL_HEADS) -> Meeting:
        """Fold u into the queries: (q + u).k is a + c; q.e and s are b + d."""
        rows = self._rows(where).flip(0)  # (K,), from distance K - 1 down to 0
        e, s = self.table[rows, heads].transpose(0, 1), self.bias[rows, heads].T  # (H, K, d_head), (H, K)
        by_distance = (queries @ e.transpose(1, 2) + s[:, None]) * self.scale  # (B, H, T, K)
        return Meeting(queries + self.u[heads, None], keys, rel_shift(by_distance))

    def parts(self, queries: Tensor, keys: Tensor, where: Positions, heads: slice = ALL_HEADS) -> list[Tensor]:
        """Return (a) content, (b) position, (c) content bias and (d) position bias."""
        rows = self._rows(where)  # (K,), from distance 0 up
        e = self.table[rows.flip(0), heads].transpose(0, 1)  # (H, K, d_head)
        content = queries @ keys.transpose(2, 3) * self.scale  # (B, H, T, K)
        position = rel_shift(queries @ e.transpose(1, 2) * self.scale)  # (B, H, T, K)
        content_bias = (keys @ self.u[heads, :, None]).squeeze(3) * self.scale  # (B, H, K)
        position_bias = self.bias[rows, heads].T * self.scale  # (H, K)
        return [content, position, content_bias, position_bias.expand_as(content_bias)]

    def encode(self, distances: Tensor) -> tuple[Tensor, Tensor]:
        """Return the rows of both tables for (D,) distances from 0 up: (H, D, d_head), and (H, D) as term (d)."""
        rows = distances.to(self.bias.device).clamp(0, self.clamp)
        return self.table[rows].transpose(0, 1), self.bias[rows].T * self.scale

    def _rows(self, where: Positions) -> Tensor:
        """Return the row of the tables for each distance from 0 up, (K,)."""
        return torch.arange(where.keys, device=self.bias.device).clamp(max=self.clamp)
