"""What schemes have in common that add a number for the distance, one for each head, to q.k."""

from __future__ import annotations

from abc import abstractmethod
from typing import TYPE_CHECKING, ClassVar

import numpy as np
import torch

from relviz.core.interventions import CONTENT, PartKind, gained
from relviz.core.schemes.base import ALL_HEADS, Meeting, PositionScheme
from relviz.core.schemes.transformer_xl import rel_shift

if TYPE_CHECKING:
    from numpy.typing import NDArray
    from torch import Tensor

    from relviz.core.positions import Positions


class DistanceBiasScheme(PositionScheme):
    """score = q.k / sqrt(d_head) + bias of the distance, which is not scaled but added as it is."""

    kinds: ClassVar[tuple[PartKind, ...]] = (CONTENT, PartKind("position_bias", "d", "bias", "distances"))
    describes = "distance"

    @abstractmethod
    def bias(self, distances: NDArray[np.int64], like: Tensor) -> Tensor:
        """Return the (H, D) biases of (D,) distances of any sign, on the device of another tensor."""

    def meet(self, queries: Tensor, keys: Tensor, where: Positions, heads: slice = ALL_HEADS) -> Meeting:
        """Lay the biases out over the cells, and fold the gain of q.k into the queries."""
        a, d = self.gains(where)
        bias = self.bias(where.distances[::-1], queries)[heads, None]  # (H, 1, K + ahead), from distance K - 1 down
        shifted = rel_shift(bias.expand(-1, where.segment, -1))  # (H, T, K + ahead)
        return Meeting(gained(queries, a), keys, gained(shifted[None, ..., : where.keys], d))

    def parts(self, queries: Tensor, keys: Tensor, where: Positions, heads: slice = ALL_HEADS) -> list[Tensor]:
        """Return (a) content and (d) position bias."""
        content = queries * self.scale @ keys.transpose(2, 3)  # (B, H, T, K)
        bias = self.bias(where.distances, queries)[heads]  # (H, K + ahead)
        return self.weighted([content, bias.expand(len(queries), -1, -1)], where)

    @torch.no_grad()
    def vector(self, at: int, period: int | None = None) -> NDArray[np.float32]:
        """Return the bias of a distance in each head, (H,)."""
        values: NDArray[np.float32] = self.bias(np.array([at]), torch.empty(0))[:, 0].cpu().numpy()
        return values
