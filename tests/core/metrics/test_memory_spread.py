"""Attention by segment of the memory."""

from __future__ import annotations

import numpy as np
import pytest

from relviz.core.metrics.memory_spread import share_by_segment


def test_shares_are_sums_over_segments() -> None:
    """Worked by hand: a memory of five tokens in segments of three, and the segment itself."""
    attention = np.array([0.1, 0.05, 0.2, 0.05, 0.3, 0.25, 0.05, 0.0], np.float32)
    positions = np.array([4, 5, 6, 7, 8, 9, 10, 11])
    assert share_by_segment(attention, positions, 3) == pytest.approx({1: 0.15, 2: 0.55, 3: 0.3})
    assert share_by_segment(attention, positions, 3, first=4) == pytest.approx({0: 0.35, 1: 0.6, 2: 0.05})


def test_zero_vectors_belong_to_no_segment() -> None:
    """What goes to zero vectors before the text is nobody's; segments without keys in view are left out."""
    attention = np.array([0.5, 0.25, 0.125, 0.125], np.float32)
    assert share_by_segment(attention, np.array([-2, -1, 0, 9]), 4) == pytest.approx({0: 0.125, 2: 0.125})
    assert share_by_segment(attention[:1], np.array([-1]), 4) == {}
