"""One layer's attention: the fast path that the model runs, and the shown path that takes its score apart."""

from __future__ import annotations

from typing import TYPE_CHECKING

from torch import Tensor, nn
from torch.nn import functional

from relviz.core.schemes.base import ALL_HEADS

if TYPE_CHECKING:
    from relviz.core.config import ModelConfig
    from relviz.core.positions import Positions
    from relviz.core.schemes.base import PositionScheme


class Attention(nn.Module):
    """Multi-head attention of a segment over memory and segment (Dai et al. 2019, section 3.3)."""

    def __init__(self, config: ModelConfig, scheme: PositionScheme) -> None:
        super().__init__()
        self.n_head = config.n_head
        self.scheme = scheme
        self.qkv = nn.Linear(config.d_model, 3 * config.n_head * config.d_head, bias=False)
        self.output = nn.Linear(config.n_head * config.d_head, config.d_model, bias=False)
        scheme.bind(self.qkv)

    def project(self, x: Tensor) -> tuple[Tensor, Tensor, Tensor]:
        """Return queries, keys and values of (B, T, d_model), each (B, H, T, d_head)."""
        q, k, v = self.qkv(x).view(*x.shape[:2], 3, self.n_head, -1).permute(2, 0, 3, 1, 4)
        return q, k, v

    def project_memory(self, x: Tensor) -> tuple[Tensor, Tensor]:
        """Return keys and values alone of (B, M, d_model): memory asks no questions."""
        weight = self.qkv.weight[self.qkv.weight.shape[0] // 3 :]
        k, v = functional.linear(x, weight).view(*x.shape[:2], 2, self.n_head, -1).permute(2, 0, 3, 1, 4)
        return k, v

    def forward(self, queries: Tensor, keys: Tensor, values: Tensor, where: Positions) -> Tensor:
        """Attend with (B, H, T, d_head) queries over (B, H, K, d_head) keys and values; returns (B, T, d_model)."""
        if self.scheme.adds_to_values:  # and needs to know the attention: there is no faster path than the shown one
            mixed = self.mix(self.score(queries, keys, where).softmax(3), values, where)
        else:
            queries, keys, bias = self.scheme.meet(queries, keys, where)
            blocking = where.blocking(queries.device)
            mask = blocking.to(queries.dtype) if bias is None else bias + blocking.to(bias.dtype)
            mixed = functional.scaled_dot_product_attention(queries, keys, values, attn_mask=mask)  # (B, H, T, d_head)
        merged: Tensor = self.output(mixed.transpose(1, 2).flatten(2))
        return merged

    def score(self, queries: Tensor, keys: Tensor, where: Positions, heads: slice = ALL_HEADS) -> Tensor:
        """Return the (B, H, T, K) scores that ``forward`` takes its softmax of, -inf where a query may not see."""
        queries, keys, bias = self.scheme.meet(queries, keys, where, heads)
        score: Tensor = (queries * self.scheme.scale) @ keys.transpose(2, 3)
        if bias is not None:
            score += bias
        score += where.blocking(score.device)
        return score

    def mix(self, attention: Tensor, values: Tensor, where: Positions, heads: slice = ALL_HEADS) -> Tensor:
        """Return what ``forward`` makes of (B, H, K, d_head) values with (B, H, T, K) attention: (B, H, T, d_head)."""
        mixed = attention @ values
        return mixed + self.scheme.added(attention, where, heads) if self.scheme.adds_to_values else mixed
