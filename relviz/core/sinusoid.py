"""R_d, the sinusoidal encoding of a relative distance (Dai et al. 2019, 3.3; Vaswani et al. 2017, 3.5)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal

import numpy as np

if TYPE_CHECKING:
    from numpy.typing import ArrayLike, NDArray

Layout = Literal["interleaved", "halves"]
FARTHEST = 512_000
"""The largest position or distance that is asked for: the article's."""


def frequencies(d_model: int) -> NDArray[np.float64]:
    """Return the (d_model / 2,) angular frequencies 10000^(-2i / d_model), in radians per token."""
    return 10000.0 ** (-np.arange(0, d_model, 2.0) / d_model)


def sinusoid(distances: ArrayLike, d_model: int, layout: Layout = "halves") -> NDArray[np.float32]:
    """Encode distances (or positions) as sines and cosines.

    Computed in float64, since a float32 angle at distance 500,000 is off by 0.03 radians.

    Args:
        distances: (D,) any numbers, negative ones included.
        d_model: even width of a vector.
        layout: ``halves`` as Transformer-XL lays them out, all sines before all cosines;
            ``interleaved`` as in the original Transformer, sine and cosine of a frequency side by side.

    Returns:
        (D, d_model) float32, one row per distance.
    """
    angle = np.asarray(distances, np.float64)[:, None] * frequencies(d_model)  # (D, d_model / 2)
    if layout == "halves":
        return np.concatenate([np.sin(angle), np.cos(angle)], axis=1).astype(np.float32)
    return np.stack([np.sin(angle), np.cos(angle)], axis=2).reshape(len(angle), d_model).astype(np.float32)
