"""Rotary positions: queries and keys are turned, and only the difference remains."""

from __future__ import annotations

import cmath
import math

import numpy as np
import pytest
import torch

from relviz.core.positions import Positions
from relviz.core.schemes.rotary import rotate
from relviz.errors import ModelError
from tests.fixtures import models


def test_a_vector_in_the_plane_is_turned_by_one_radian_a_place() -> None:
    """With two dimensions the angle is the place: (1, 0) becomes (cos n, sin n), and (0, 1) becomes (-sin n, cos n)."""
    turned = rotate(torch.tensor([[1.0, 0.0], [1.0, 0.0], [0.0, 1.0], [2.0, 1.0]]), np.array([0, 1, 1, 2]))
    by_hand = [[1, 0], [0.540302, 0.841471], [-0.841471, 0.540302], [2 * -0.416147 - 0.909297, 2 * 0.909297 - 0.416147]]
    torch.testing.assert_close(turned, torch.tensor(by_hand), atol=1e-5, rtol=0)


def test_the_score_is_that_of_complex_numbers() -> None:
    """Each pair of dimensions as a complex number: the score is Re(q k* e^(i d theta)) over the pairs, d = i - j."""
    trace = models.reading(models.model(scheme="rotary"), 30, 4, 9).step(5)
    terms = trace.terms(0, 1)
    queries = trace.chunk.project(0)[0][0, 1].tolist()
    keys = trace.keys(0, slice(1, 2))[0, 0].tolist()
    for i, q in enumerate(queries):
        for j, k in enumerate(keys[: 9 + i + 1]):
            pairs = [
                complex(*q[2 * n : 2 * n + 2])
                * complex(*k[2 * n : 2 * n + 2]).conjugate()
                * cmath.exp(1j * (9 + i - j) * 10000 ** (-2 * n / 6))
                for n in range(3)
            ]
            assert terms.score[i, j] == pytest.approx(sum(pairs).real / math.sqrt(6), abs=1e-5)
    assert [part.kind.name for part in terms.parts] == ["rotary"]
    assert terms.content is terms.position is terms.content_bias is terms.position_bias is None


def test_only_the_difference_counts() -> None:
    """The same query and key give the same score wherever they are, as long as they are as far apart, and else not."""
    attention = models.network(scheme="rotary").layers[0].attention
    with torch.inference_mode():
        queries, keys, _ = attention.project(torch.randn(1, 3, 22))
        near = attention.score(queries, keys, Positions(3, 0))
        late = attention.score(queries, keys, Positions(3, 0, start=10_000))
        padded = torch.cat([torch.randn(1, 3, 500, 6), keys], 2)
        behind = attention.score(queries, padded, Positions(3, 500))[..., 500:]
        between = torch.cat([keys[:, :, :1], torch.randn(1, 3, 1, 6), keys[:, :, 1:]], 2)
        apart = attention.score(queries[:, :, 1:], between, Positions(2, 2))
    torch.testing.assert_close(late, near)
    torch.testing.assert_close(behind, near, atol=1e-4, rtol=0)
    assert (apart[..., 0] - near[:, :, 1:, 0]).abs().max() > 0.1  # the first key is one place farther now


def test_pairs_are_needed() -> None:
    """A head of odd width cannot be turned in pairs."""
    with pytest.raises(ModelError, match="d_head must be even"):
        models.network(scheme="rotary", d_head=5)
