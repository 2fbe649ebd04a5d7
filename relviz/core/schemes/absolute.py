"""What the absolute encodings have in common: vectors of positions, added to the inputs of queries and keys."""

from __future__ import annotations

from abc import abstractmethod
from typing import TYPE_CHECKING, ClassVar

from torch.nn import functional

from relviz.core.interventions import CONTENT, PartKind
from relviz.core.schemes.base import ALL_HEADS, Meeting, PositionScheme
from relviz.errors import ModelError

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray
    from torch import Tensor, nn

    from relviz.core.config import ModelConfig
    from relviz.core.positions import Positions


class AbsoluteScheme(PositionScheme):
    """score = W_q(x_i + p_i) . W_k(x_j + p_j) / sqrt(d_head), p the vectors of the positions of query and key.

    Multiplied out, these are the four terms that Transformer-XL rewrites (Dai et al. 2019, section 3.3): W_k p_j became
    W_kR R_(i-j), and W_q p_i became u and v. The original Transformer adds p once, to the embeddings (Vaswani et al.
    2017, section 3.5), so that it gets into the values and from layer to layer into everything. Here every layer adds
    it, to the inputs of queries and keys alone: memory, which is layer inputs, stays free of positions, and the same
    keys serve whatever a token's position is said to be.
    """

    kinds: ClassVar[tuple[PartKind, ...]] = (
        CONTENT,
        PartKind("content_position", "b", "q·Wk p", "cells"),
        PartKind("position_content", "c", "Wq p·k", "cells"),
        PartKind("position_position", "d", "Wq p·Wk p", "cells"),
    )
    describes = "position"

    def __init__(self, config: ModelConfig) -> None:
        super().__init__(config)
        if config.reuse_length is not None:
            raise ModelError("reuse_length must be null for the scheme {0}, whose memory has no gaps.", self.name)
        self._bound: tuple[nn.Linear, ...] = ()  # in a tuple, or its weight would get a second name here

    @abstractmethod
    def index(self, where: Positions) -> NDArray[np.int64]:
        """Return the (K,) index of each key's vector; the last T are the queries' too."""

    @abstractmethod
    def vectors(self, index: NDArray[np.int64], like: Tensor) -> Tensor:
        """Return the (K, d_model) vectors p of some indices, on the device of another tensor."""

    def bind(self, qkv: nn.Linear) -> None:
        """Keep the layer's projections, W_q and W_k among them."""
        self._bound = (qkv,)

    def placed(self, where: Positions, heads: slice = ALL_HEADS) -> tuple[Tensor, Tensor]:
        """Return W_q p_i of the queries, (H, T, d_head), and W_k p_j of the keys, (H, K, d_head)."""
        weight = self._bound[0].weight
        p = self.vectors(self.index(where), weight)  # (K, d_model)
        both = functional.linear(p, weight[: weight.shape[0] // 3 * 2])  # queries' rows, then keys'
        w_q_p, w_k_p = both.view(len(p), 2, self.config.n_head, -1).permute(1, 2, 0, 3)  # each (H, K, d_head)
        return w_q_p[heads, where.memory :], w_k_p[heads]

    def meet(self, queries: Tensor, keys: Tensor, where: Positions, heads: slice = ALL_HEADS) -> Meeting:
        """Add the projected positions: W_q x + W_q p is W_q(x + p).

        With interventions keys and their positions are met by different queries, (g_a q + g_c p_i).k and
        (g_b q + g_d p_i).p_j.
        """
        w_q_p, w_k_p = self.placed(where, heads)
        if not where.interventions:
            return Meeting(queries + w_q_p, keys + w_k_p, None)
        a, b, c, d = self.gains(where)
        of_keys, of_places = a * queries + c * w_q_p, b * queries + d * w_q_p  # each (B, H, T, d_head)
        return Meeting(of_keys, keys, of_places * self.scale @ w_k_p.transpose(1, 2))

    def parts(self, queries: Tensor, keys: Tensor, where: Positions, heads: slice = ALL_HEADS) -> list[Tensor]:
        """Return content-content, content-position, position-content and position-position."""
        w_q_p, w_k_p = self.placed(where, heads)
        q, p = queries * self.scale, w_q_p * self.scale
        position_position = (p @ w_k_p.transpose(1, 2)).expand(len(queries), -1, -1, -1)
        parts = [q @ keys.transpose(2, 3), q @ w_k_p.transpose(1, 2), p @ keys.transpose(2, 3), position_position]
        return self.weighted(parts, where)

    @property
    def trained(self) -> int | None:
        """Largest position seen in training, None where unknown."""
        positions = self.config.trained_positions
        return None if positions is None else positions - 1
