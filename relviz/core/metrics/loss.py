"""What losses say of the memory."""

from __future__ import annotations

from itertools import pairwise
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Sequence

    import numpy as np
    from numpy.typing import NDArray


def largest_rise(losses: Sequence[float]) -> float:
    """Return the largest step up from one loss to the next; 0 or less if they never rise."""
    return max((after - before for before, after in pairwise(losses)), default=0.0)


def late_places(places: NDArray[np.int64], segment_length: int) -> NDArray[np.bool_]:
    """Return which places in the text lie in the last quarter of their segment.

    There the segment itself is context already, so that what memory gains is not merely the lack of a beginning.
    """
    late: NDArray[np.bool_] = places % segment_length >= segment_length - segment_length // 4
    return late
