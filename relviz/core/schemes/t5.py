"""T5's relative bias: a learned number for a bucket of distances (Raffel et al. 2020, section 2.1)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Self

import numpy as np
import torch
from torch import Tensor, nn

from relviz.core.schemes.distance_bias import DistanceBiasScheme
from relviz.core.sentence import Sentence

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from relviz.core.config import ModelConfig


class T5Scheme(DistanceBiasScheme):
    """score = q.k / sqrt(d_head) + a learned number of the head for the bucket that the distance is in.

    The buckets are those of T5's decoder, which sees no later keys; all layers share the numbers. T5 does not divide
    q.k by sqrt(d_head), which here all schemes do.
    """

    name = "t5"
    about = "A learned number for the distance is added to the score; far distances share their numbers."
    missing = Sentence("It lacks (b) and (c); its (d) is a learned number in place of a vector.")

    def __init__(self, config: ModelConfig) -> None:
        super().__init__(config)
        self.buckets = nn.Parameter(torch.empty(config.buckets, config.n_head))

    def share(self, first: Self) -> None:
        """Take the first layer's numbers."""
        self.buckets = first.buckets

    def bias(self, distances: NDArray[np.int64], like: Tensor) -> Tensor:
        """Return the number of each distance's bucket."""
        rows = t5_bucket(distances, self.config.buckets, self.config.max_distance)
        return self.buckets[torch.from_numpy(rows).to(self.buckets.device)].T


def t5_bucket(distances: NDArray[np.int64], buckets: int, max_distance: int) -> NDArray[np.int64]:
    """Return the bucket of each of (D,) distances.

    The first half of the buckets holds one distance each, the other half ever more, in equal steps of the logarithm up
    to ``max_distance``, and the last one all beyond. Later keys are in bucket 0, as in
    ``_relative_position_bucket`` of tensorflow/mesh with ``bidirectional`` off.
    """
    exact = buckets // 2
    back = np.maximum(distances, 0)
    far = np.log(np.maximum(back, exact) / exact) / np.log(max_distance / exact)  # 0 to 1
    return np.where(back < exact, back, np.minimum(exact + (far * (buckets - exact)).astype(np.int64), buckets - 1))
