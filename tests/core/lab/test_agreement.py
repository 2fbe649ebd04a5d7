"""Reading in segments against reading as one."""

from __future__ import annotations

import numpy as np
import pytest

from relviz.core.lab.agreement import agreement
from tests.fixtures import models

IDS = np.array(models.ids(41))


@pytest.mark.parametrize("scheme", ["count", "learned", "shaw", "xl", "none", "alibi", "rotary", "t5"])
def test_with_memory_enough_segments_make_no_difference(scheme: str) -> None:
    """Every token loses the same, read in segments of 8 or all 40 tokens at once."""
    found = agreement(models.model(scheme=scheme), IDS, segment_length=8)
    assert found.tokens == 40
    assert found.largest < 1e-4


def test_restarting_positions_make_a_difference() -> None:
    """Where positions restart in each segment, tokens lose something else than in one long segment: over 0.1 bits."""
    found = agreement(models.model(scheme="restart"), IDS, segment_length=8)
    assert found.largest > 0.1
    assert abs(found.in_segments - found.as_one) > 1e-3
