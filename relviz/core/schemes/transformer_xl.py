"""Transformer-XL's relative positional encoding (Dai et al. 2019, section 3.3)."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar, NamedTuple, Self

import torch
from torch import Tensor, nn
from torch.nn import functional

from relviz.core.interventions import CONTENT, PartKind, gained
from relviz.core.schemes.base import ALL_HEADS, Meeting, PositionScheme
from relviz.core.sentence import Sentence
from relviz.core.sinusoid import sinusoid

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from relviz.core.config import ModelConfig
    from relviz.core.positions import Positions

BLOCK = 512
"""Distances whose W_kR R_d are computed together; a fixed size, so that a table's bits don't depend on its length."""


class Kept(NamedTuple):
    """A table of W_kR R_d that was computed.

    Attributes:
        table: (H, D, d_head), from the largest distance down.
        zero: row of distance 0.
        source: what it was computed from: the weight's address and version, and its device.
    """

    table: Tensor
    zero: int
    source: tuple[int, int, torch.device]

    def covers(self, distances: int, ahead: int) -> bool:
        """Whether it has all these distances."""
        return distances - 1 <= self.zero < self.table.shape[1] - ahead


class TransformerXLScheme(PositionScheme):
    """score = (q.k + q.W_kR R_d + u.k + v.W_kR R_d) / sqrt(d_head), d = M + i - j clamped to ``clamp_len``."""

    name = "xl"
    kinds: ClassVar[tuple[PartKind, ...]] = (
        CONTENT,
        PartKind("position", "b", "q·W R", "cells"),
        PartKind("content_bias", "c", "u·k", "keys"),
        PartKind("position_bias", "d", "v·W R", "distances"),
    )
    describes = "distance"
    about = "The sinusoid of the distance meets the query in the place of the key's position; u and v in the query's."
    missing = Sentence("It has all four terms, of distances; those beyond training are defined and were never seen.")

    def __init__(self, config: ModelConfig) -> None:
        super().__init__(config)
        self.r_net = nn.Linear(config.d_model, config.n_head * config.d_head, bias=False)  # W_kR
        self.u = nn.Parameter(torch.empty(config.n_head, config.d_head))
        self.v = nn.Parameter(torch.empty(config.n_head, config.d_head))
        self._kept: Kept | None = None

    def meet(self, queries: Tensor, keys: Tensor, where: Positions, heads: slice = ALL_HEADS) -> Meeting:
        """Fold u, v and the gains into the queries: (g_a q + g_c u).k and (g_b q + g_d v).r are a + c and b + d."""
        a, b, c, d, *_ = self.gains(where)
        r = self.table(where.keys, where.ahead)[heads]  # (H, K + ahead, d_head), from distance K - 1 down
        with_v = gained(queries, b) + gained(self.v[heads, None], d)
        by_distance = with_v * self.scale @ r.transpose(1, 2)  # (B, H, T, K + ahead)
        with_u = gained(queries, a) + gained(self.u[heads, None], c)
        return Meeting(with_u, keys, rel_shift(by_distance)[..., : where.keys])

    def parts(self, queries: Tensor, keys: Tensor, where: Positions, heads: slice = ALL_HEADS) -> list[Tensor]:
        """Return (a) content, (b) position, (c) content bias and (d) position bias."""
        r = self.table(where.keys, where.ahead)[heads]
        scaled = queries * self.scale
        content = scaled @ keys.transpose(2, 3)  # (B, H, T, K)
        position = rel_shift(scaled @ r.transpose(1, 2))[..., : where.keys]  # (B, H, T, K)
        content_bias = (keys @ self.u[heads, :, None]).squeeze(3) * self.scale  # (B, H, K)
        position_bias = (r.flip(1) @ self.v[heads, :, None]).squeeze(2) * self.scale  # (H, K + ahead), from -ahead up
        return self.weighted([content, position, content_bias, position_bias.expand(len(keys), -1, -1)], where)

    def vector(self, at: int, period: int | None = None) -> NDArray[np.float32]:
        """Return R_d of a distance, clamped, (d_model,)."""
        clamp = self.config.clamp_len
        return sinusoid([max(-clamp, min(at, clamp)) if clamp > 0 else at], self.config.d_model).reshape(-1)

    def share(self, first: Self) -> None:
        """Take the first layer's u and v, if they are those of all layers."""
        if not self.config.untie_r:
            self.u, self.v = first.u, first.v

    def encode(self, distances: Tensor) -> Tensor:
        """Return W_kR R_d for (D,) distances of any sign, clamped, as (H, D, d_head)."""
        clamp = self.config.clamp_len
        if clamp > 0:
            distances = distances.clamp(-clamp, clamp)
        weight = self.r_net.weight
        r = torch.from_numpy(sinusoid(distances.numpy(), self.config.d_model)).to(weight.device)  # (D, d_model)
        projected: Tensor = self.r_net(r)
        return projected.view(len(r), self.config.n_head, -1).transpose(0, 1)  # (H, D, d_head)

    def table(self, distances: int, ahead: int = 0) -> Tensor:
        """Return W_kR R_d as (H, distances + ahead, d_head), from the largest distance down to 0, and on to -ahead.

        While training it is computed anew. Otherwise it is kept, in full precision, and grows by whole blocks.
        """
        if torch.is_grad_enabled():
            self._kept = None  # what follows may be a fused optimizer's step, which leaves no trace on the weight
            return self.encode(torch.arange(distances - 1, -1 - ahead, -1))
        weight = self.r_net.weight
        source = (weight.data_ptr(), 0 if weight.is_inference() else weight._version, weight.device)
        kept = self._kept
        if kept is None or kept.source != source or not kept.covers(distances, ahead):
            below = -(-ahead // BLOCK)  # blocks of negative distances
            starts = range(-below * BLOCK, distances, BLOCK)
            with torch.autocast(weight.device.type, enabled=False):
                blocks = [self.encode(torch.arange(start + BLOCK - 1, start - 1, -1)) for start in starts]
            # put in its place at once, and read once: another thread may be at the same network
            self._kept = kept = Kept(torch.cat(blocks[::-1], dim=1), (len(blocks) - below) * BLOCK - 1, source)
        return kept.table[:, kept.zero + 1 - distances : kept.zero + 1 + ahead]


def rel_shift(by_distance: Tensor) -> Tensor:
    """Move (..., T, D) scores from columns by distance, K - 1 down, to columns by key.

    Query i's score for distance M + i - j lands in column j (Dai et al. 2019, appendix B; ``_rel_shift`` in
    kimiyoung/transformer-xl). With D = K distances, down to 0, cells of later keys hold leftovers of the next query
    and must be masked. With D = K + T - 1, down to -(T - 1), the first K columns are right throughout and the others
    are leftovers.
    """
    *outer, queries, distances = by_distance.shape
    if not by_distance.requires_grad:  # each query's columns start one to the left of the last one's: no copy is needed
        flat = by_distance.flatten(-2)[..., queries - 1 :]
        return flat.unfold(-1, distances, max(distances - 1, 1))
    padded = functional.pad(by_distance, (1, 0)).view(*outer, distances + 1, queries)
    return padded[..., 1:, :].reshape(*outer, queries, distances)
