"""Transformer-XL's relative positional encoding (Dai et al. 2019, section 3.3)."""

from __future__ import annotations

from typing import TYPE_CHECKING

import torch
from torch import Tensor, nn
from torch.nn import functional

from relviz.core.schemes.base import ALL_HEADS, Meeting, PartKind, PositionScheme
from relviz.core.sinusoid import sinusoid

if TYPE_CHECKING:
    from relviz.core.config import ModelConfig
    from relviz.core.positions import Positions

BLOCK = 512
"""Distances whose W_kR R_d are computed together; a fixed size, so that a table's bits don't depend on its length."""


class TransformerXLScheme(PositionScheme):
    """score = (q.k + q.W_kR R_d + u.k + v.W_kR R_d) / sqrt(d_head), d = M + i - j clamped to ``clamp_len``."""

    name = "xl"
    kinds = (
        PartKind("content", "a", "q·k", "cells"),
        PartKind("position", "b", "q·W R", "cells"),
        PartKind("content_bias", "c", "u·k", "keys"),
        PartKind("position_bias", "d", "v·W R", "distances"),
    )

    def __init__(self, config: ModelConfig) -> None:
        super().__init__(config)
        self.config = config
        self.r_net = nn.Linear(config.d_model, config.n_head * config.d_head, bias=False)  # W_kR
        self.u = nn.Parameter(torch.empty(config.n_head, config.d_head))
        self.v = nn.Parameter(torch.empty(config.n_head, config.d_head))
        self._table: Tensor | None = None
        self._table_of: tuple[int, int, torch.device] | None = None

    def meet(self, queries: Tensor, keys: Tensor, where: Positions, heads: slice = ALL_HEADS) -> Meeting:
        """Fold u and v into the queries: (q + u).k and (q + v).r are a + c and b + d."""
        r = self.table(where.keys)[heads]  # (H, K, d_head), from distance K - 1 down to 0
        by_distance = (queries + self.v[heads, None]) * self.scale @ r.transpose(1, 2)  # (B, H, T, K)
        return Meeting(queries + self.u[heads, None], keys, rel_shift(by_distance))

    def parts(self, queries: Tensor, keys: Tensor, where: Positions, heads: slice = ALL_HEADS) -> list[Tensor]:
        """Return (a) content, (b) position, (c) content bias and (d) position bias."""
        r = self.table(where.keys)[heads]
        content = queries @ keys.transpose(2, 3) * self.scale  # (B, H, T, K)
        position = rel_shift(queries @ r.transpose(1, 2) * self.scale)  # (B, H, T, K)
        content_bias = (keys @ self.u[heads, :, None]).squeeze(3) * self.scale  # (B, H, K)
        position_bias = (r.flip(1) @ self.v[heads, :, None]).squeeze(2) * self.scale  # (H, K), from distance 0 up
        return [content, position, content_bias, position_bias.expand_as(content_bias)]

    def encode(self, distances: Tensor) -> Tensor:
        """Return W_kR R_d for (D,) distances of any sign, clamped, as (H, D, d_head)."""
        clamp = self.config.clamp_len
        if clamp > 0:
            distances = distances.clamp(-clamp, clamp)
        weight = self.r_net.weight
        r = torch.from_numpy(sinusoid(distances.numpy(), self.config.d_model)).to(weight.device)  # (D, d_model)
        projected: Tensor = self.r_net(r)
        return projected.view(len(r), self.config.n_head, -1).transpose(0, 1)  # (H, D, d_head)

    def table(self, distances: int) -> Tensor:
        """Return W_kR R_d as (H, distances, d_head), from the largest distance down to 0.

        While training it is computed anew. Otherwise it is kept, in full precision, and grows by whole blocks.
        """
        if torch.is_grad_enabled():
            self._table = None  # what follows may be a fused optimizer's step, which leaves no trace on the weight
            return self.encode(torch.arange(distances - 1, -1, -1))
        weight = self.r_net.weight
        source = (weight.data_ptr(), 0 if weight.is_inference() else weight._version, weight.device)
        if self._table is None or self._table_of != source or self._table.shape[1] < distances:
            starts = range(0, distances, BLOCK)
            with torch.autocast(weight.device.type, enabled=False):
                blocks = [self.encode(torch.arange(start + BLOCK - 1, start - 1, -1)) for start in starts]
            self._table, self._table_of = torch.cat(blocks[::-1], dim=1), source
        return self._table[:, self._table.shape[1] - distances :]


def rel_shift(by_distance: Tensor) -> Tensor:
    """Move (..., T, K) scores from columns by distance, K - 1 down to 0, to columns by key.

    Query i's score for distance M + i - j lands in column j. Cells of later keys hold leftovers of the
    next query and must be masked (Dai et al. 2019, appendix B; ``_rel_shift`` in kimiyoung/transformer-xl).
    """
    *outer, queries, keys = by_distance.shape
    padded = functional.pad(by_distance, (1, 0)).view(*outer, keys + 1, queries)
    return padded[..., 1:, :].reshape(*outer, queries, keys)
