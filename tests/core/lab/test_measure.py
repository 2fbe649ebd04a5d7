"""One model, measured."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from relviz.core.lab.loss_curves import loss_by_memory, loss_by_position
from relviz.core.lab.measure import LabResult, measure
from tests.fixtures import models

TRAINED: dict[str, Any] = {"trained_segment_length": 64, "trained_memory_length": 64, "trained_positions": 512}


def test_a_model_is_measured_inside_and_beyond() -> None:
    """Inside is the mean of the bins from 64 to 511, whose memory is full, and beyond that of those from 512 on."""
    model = models.model(scheme="count", **TRAINED)
    ids = np.array(models.ids(1400))
    shares: list[float] = []
    found = measure(model, ids, 3, streams=2, length=640, progress=shares.append)
    by_position = loss_by_position(model, ids, length=640, streams=2).bits
    assert found.inside == pytest.approx(sum(by_position[1:8]) / 7)
    assert found.beyond == pytest.approx(sum(by_position[8:10]) / 2)
    assert found.by_memory == pytest.approx(loss_by_memory(model, ids, found.memory_lengths, streams=2).bits)
    assert found.at_memory(64) == found.by_memory[3]
    assert (found.scheme, found.seed) == ("count", 3)
    assert shares == sorted(shares)
    assert shares[-1] == 1
    again = LabResult.from_dict(found.to_dict())
    assert again.positions == found.positions
    assert again.by_position == pytest.approx(found.by_position, abs=1e-4)
