"""Memory share of all heads, beside the uniform share."""

from __future__ import annotations

import pytest
import torch

from relviz.core.metrics.memory_lift import memory_share_of_heads, uniform_share
from relviz.core.positions import Positions


def test_share_by_hand() -> None:
    """Two heads, two queries, two memory tokens: the mean over queries of the first two columns."""
    one = [[0.5, 0.2, 0.3, 0.0], [0.1, 0.2, 0.3, 0.4]]
    other = [[0.0, 0.0, 1.0, 0.0], [0.0, 1.0, 0.0, 0.0]]
    share = memory_share_of_heads(torch.tensor([one, other]), 2)
    torch.testing.assert_close(share, torch.tensor([0.5, 0.5]))


def test_uniform_share_of_64_over_128() -> None:
    """It is the mean of 128 / (128 + i + 1), which is 0.81."""
    share = uniform_share(Positions(64, 128).visible, 128)
    assert share == pytest.approx(sum(128 / (128 + i + 1) for i in range(64)) / 64)
    assert round(share, 2) == 0.81


def test_uniform_attention_has_the_uniform_share() -> None:
    """A head that weights all keys it sees alike has a lift of 1, also where it sees only so far."""
    for where in (Positions(5, 7), Positions(5, 7, reach=6)):
        mask = torch.from_numpy(where.visible.copy())
        attention = torch.zeros(5, 12).masked_fill(~mask, -torch.inf).softmax(1)
        share = float(memory_share_of_heads(attention, 7))
        assert share == pytest.approx(uniform_share(where.visible, 7), rel=1e-6)
