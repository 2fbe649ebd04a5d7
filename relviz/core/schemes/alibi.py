"""ALiBi: attention with linear biases (Press et al. 2022)."""

from __future__ import annotations

from typing import TYPE_CHECKING

import torch

from relviz.core.schemes.distance_bias import DistanceBiasScheme
from relviz.core.sentence import Sentence

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray
    from torch import Tensor


class ALiBiScheme(DistanceBiasScheme):
    """score = q.k / sqrt(d_head) - m |d|, the slope m a constant of the head (section 3).

    The paper's models see no later keys; where they are seen, they count by how far away they are.
    """

    name = "alibi"
    about = "A penalty that grows in a straight line with the distance, steeper in some heads, is added to the score."
    missing = Sentence("It lacks (b) and (c); its (d) is a fixed line that nothing was learned for.")

    def bias(self, distances: NDArray[np.int64], like: Tensor) -> Tensor:
        """Return -m |d|."""
        slopes = torch.tensor(alibi_slopes(self.config.n_head), device=like.device)
        away = torch.from_numpy(abs(distances)).to(like.device, torch.float32)
        return -slopes[:, None] * away


def alibi_slopes(heads: int) -> list[float]:
    """Return the slope of each head.

    For n heads, n a power of two, they are the first n powers of 2^(-8/n) (section 3). For other numbers they are
    those of the power of two below, followed by every other one of twice that power, from the first
    (``get_slopes`` in ofirpress/attention_with_linear_biases).
    """
    below = 2 ** (heads.bit_length() - 1)
    slopes = [2 ** (-8 * (head + 1) / below) for head in range(below)]
    return slopes + [2 ** (-4 * (head + 1) / below) for head in range(0, 2 * (heads - below), 2)]
