"""How attention is spread over the segments that memory is made of."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from relviz.core.reading.memory_share import Floats


def share_by_segment(
    attention: Floats, key_positions: NDArray[np.int64], segment_length: int, first: int = 0
) -> dict[int, float]:
    """Return the share of one query's attention that goes to each segment with keys in view, 0 to 1.

    Zero vectors of an initial memory belong to no segment, so that the shares may add up to less than 1.

    Args:
        attention: (K,) attention of the query.
        key_positions: (K,) position in the text of each key, negative for zero vectors.
        segment_length: T.
        first: position in the text of the first token of segment 0.
    """
    real = key_positions >= 0
    segments = (key_positions[real] - first) // segment_length
    if not len(segments):
        return {}
    least = int(segments.min())
    shares = np.bincount(segments - least, weights=attention[real].astype(np.float64))
    return {least + place: float(shares[place]) for place in np.unique(segments - least).tolist()}
