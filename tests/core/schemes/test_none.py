"""No positions at all."""

from __future__ import annotations

import torch

from relviz.core.positions import Positions
from tests.fixtures import models


def test_order_makes_no_difference() -> None:
    """Keys in another order have the same scores, in that order; there is no vector for any place."""
    attention, where = models.network(scheme="none").layers[0].attention, Positions(1, 6)
    order = torch.tensor([3, 0, 5, 1, 6, 4, 2])
    with torch.inference_mode():
        queries, keys, values = attention.project(torch.randn(1, 7, 22))
        queries = queries[:, :, 6:]
        score = attention.score(queries, keys, where)
        torch.testing.assert_close(attention.score(queries, keys[:, :, order], where), score[..., order])
        torch.testing.assert_close(
            attention(queries, keys[:, :, order], values[:, :, order], where),
            attention(queries, keys, values, where),
            atol=1e-5,
            rtol=1e-5,
        )
    assert attention.scheme.vector(0) is None
