"""How alike heads are."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

import numpy as np
import pytest
import torch

from relviz.core.metrics import alike as alike_module
from relviz.core.metrics.alike import heads_alike
from relviz.errors import Cancelled, SettingError
from tests.fixtures import models

if TYPE_CHECKING:
    from relviz.core.reading.trace import SegmentTrace


def _trace(segment: int = 3) -> SegmentTrace:
    return models.reading(models.model(), models.ids(50, 9), 7, 12).step(segment)


def _divergence(p: list[float], q: list[float]) -> float:
    """Return the mean of two Kullback-Leibler divergences from the middle, in bits."""
    total = 0.0
    for a, b in zip(p, q, strict=True):
        middle = (a + b) / 2
        total += sum(x * math.log2(x / middle) for x in (a, b) if x > 0) / 2
    return total


def test_divergences_worked_by_hand() -> None:
    """Rows alike are 0 bits apart, rows without a common key 1 bit, and (1, 0) and (1/2, 1/2) are 0.311 bits apart.

    That is half of 1 log2 (1 / (3/4)), and half of 1/2 log2 ((1/2) / (3/4)) + 1/2 log2 ((1/2) / (1/4)).
    """
    one = torch.tensor([[1.0, 0.0], [0.25, 0.75], [1.0, 0.0]])
    other = torch.tensor([[[0.5, 0.5], [0.25, 0.75], [0.0, 1.0]]])
    first = 0.5 * math.log2(4 / 3) + 0.5 * (0.5 * math.log2(2 / 3) + 0.5)

    assert first == pytest.approx(0.3112781)
    found = alike_module._divergence(other, one)
    np.testing.assert_allclose(found, [[first, 0.0, 1.0]], atol=1e-6)


@pytest.mark.parametrize("head", [2, "mean"])
@pytest.mark.parametrize("segment", [0, 3])
def test_heads_are_compared_row_by_row(segment: int, head: int | str) -> None:
    """Every head's number is the mean over queries of loops over keys, for a head and for the mean of a layer."""
    trace = _trace(segment)
    maps = np.stack([trace.attention(layer) for layer in range(2)]).astype(np.float64)  # (L, H, T, K)
    one = maps[1].mean(0) if head == "mean" else maps[1, int(head)]
    found = heads_alike(trace, 1, head)  # type: ignore[arg-type]

    for layer in range(2):
        for number in range(3):
            rows = zip(maps[layer, number].tolist(), one.tolist(), strict=True)
            expected = 1 - np.mean([_divergence(p, q) for p, q in rows])
            assert found[layer, number] == pytest.approx(expected, abs=2e-6)
    if head == 2:
        assert found[1, 2] == pytest.approx(1.0, abs=1e-6)


def test_some_heads_at_a_time_are_all_heads_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """Where the attention of all heads does not fit, they are compared in turn."""
    trace = _trace()
    at_once = heads_alike(trace, 0, 1)
    monkeypatch.setattr(alike_module, "CELLS_AT_ONCE", 1)
    np.testing.assert_allclose(heads_alike(trace, 0, 1), at_once, atol=1e-6)


def test_it_can_be_cancelled_and_knows_its_heads() -> None:
    """Asked before the first heads, it stops; a head that there is not is told of."""
    with pytest.raises(Cancelled):
        heads_alike(_trace(), 0, 0, lambda: True)
    with pytest.raises(SettingError):
        heads_alike(_trace(), 0, 3)
