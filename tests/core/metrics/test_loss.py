"""What losses say of the memory."""

from __future__ import annotations

import numpy as np
import pytest

from relviz.core.metrics.loss import largest_rise, late_places


def test_largest_rise_by_hand() -> None:
    """The largest step up counts, wherever it is; losses that fall all the way have a negative one."""
    assert largest_rise([4.1, 4.0, 4.002, 3.9]) == pytest.approx(0.002)
    assert largest_rise([4.1, 4.0, 3.95]) == pytest.approx(-0.05)


def test_late_places_are_the_last_quarter() -> None:
    """Of segments of 64 it is places 48 to 63."""
    late = late_places(np.arange(150), 64)
    assert np.flatnonzero(late).tolist() == [*range(48, 64), *range(112, 128)]
