"""XLNet's positional encoding: Transformer-XL's, and a term for token types (Yang et al. 2019, section 2.5)."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

import torch
from torch import Tensor, nn

from relviz.core.interventions import PartKind, gained
from relviz.core.schemes.base import ALL_HEADS, Meeting
from relviz.core.schemes.transformer_xl import TransformerXLScheme
from relviz.core.sentence import Sentence

if TYPE_CHECKING:
    from relviz.core.config import ModelConfig
    from relviz.core.positions import Positions


class XLNetScheme(TransformerXLScheme):
    """Transformer-XL's four terms and (e) = (q + s).g / sqrt(d_head), where there are token types.

    g is one of two learned vectors, for a key of the query's own type and for one of the other type; s is a learned
    bias like u and v (``seg_embed`` and ``r_s_bias`` in zihangdai/xlnet). The paper calls a type a segment, a word
    that relviz keeps for the run of tokens processed at once. Without token types the term is absent.
    """

    name = "xlnet"
    kinds: ClassVar[tuple[PartKind, ...]] = (
        *TransformerXLScheme.kinds,
        PartKind("token_type", "e", "(q+s)·g", "cells"),
    )
    about = "Transformer-XL's encoding in both directions, and a term for whether query and key are of one token type."
    missing = Sentence("It has all four terms, and a fifth where there are token types.")
    has_token_types = True

    def __init__(self, config: ModelConfig) -> None:
        super().__init__(config)
        self.s = nn.Parameter(torch.empty(config.n_head, config.d_head))
        self.token_type = nn.Parameter(torch.empty(2, config.n_head, config.d_head))  # same type, other type

    def kinds_of(self, where: Positions) -> tuple[PartKind, ...]:
        """Return four parts, or five where there are token types."""
        return self.kinds if where.token_types else self.kinds[:-1]

    def meet(self, queries: Tensor, keys: Tensor, where: Positions, heads: slice = ALL_HEADS) -> Meeting:
        """Fold u and v into the queries, and add the term of the token types to what depends on the position."""
        met = super().meet(queries, keys, where, heads)
        if not where.token_types or met.bias is None:
            return met
        return met._replace(bias=met.bias + gained(self._by_type(queries, where, heads), self.gains(where)[-1]))

    def parts(self, queries: Tensor, keys: Tensor, where: Positions, heads: slice = ALL_HEADS) -> list[Tensor]:
        """Return (a) content, (b) position, (c) content bias, (d) position bias and, if there, (e) token type."""
        parts = super().parts(queries, keys, where, heads)
        if not where.token_types:
            return parts
        return [*parts, gained(self._by_type(queries, where, heads), self.gains(where)[-1])]

    def _by_type(self, queries: Tensor, where: Positions, heads: slice) -> Tensor:
        """Return term (e), (B, H, T, K)."""
        vectors = self.token_type[:, heads].permute(1, 2, 0)  # (H, d_head, 2)
        same, other = ((queries + self.s[heads, None]) @ vectors * self.scale).split(1, dim=3)  # each (B, H, T, 1)
        return torch.where(where.other_type(queries.device), other, same)
