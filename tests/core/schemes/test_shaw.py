"""Shaw's relative position representations, against the paper's definition."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

import numpy as np
import pytest
import torch

from relviz.core.positions import Positions
from relviz.core.schemes.shaw import ShawScheme
from tests.fixtures import models

if TYPE_CHECKING:
    from collections.abc import Sequence

CLIP = 2


@pytest.mark.parametrize("causal", [True, False])
@pytest.mark.parametrize("where", [(5, 0), (4, 6), (1, 3), (7, 2)], ids=str)
def test_it_is_the_definition_of_the_paper(where: tuple[int, int], causal: bool) -> None:
    """Scores, attention and outputs are two loops over e_ij and z_i (equations 3 and 4), clipped at both ends."""
    segment, memory = where
    attention = models.network(scheme="shaw", clip=CLIP, causal=causal).layers[0].attention
    scheme = attention.scheme
    assert isinstance(scheme, ShawScheme)
    assert len(scheme.a_k) == len(scheme.a_v) == (CLIP + 1 if causal else 2 * CLIP + 1)
    place = Positions(segment, memory, causal=causal)
    with torch.inference_mode():
        queries, keys, values = attention.project(torch.randn(1, memory + segment, 22))
        queries = queries[:, :, memory:]
        score = attention.score(queries, keys, place)[0].numpy()
        content, position = scheme.parts(queries, keys, place)
        weights = attention.score(queries, keys, place).softmax(3)
        mixed = attention.mix(weights, values, place)[0]
        output = attention(queries, keys, values, place)[0]
        through = attention.output(mixed.transpose(0, 1).flatten(1))
    torch.testing.assert_close(output, through, atol=1e-5, rtol=1e-5)
    for head in range(3):
        q, k, v = (rows[0, head].tolist() for rows in (queries, keys, values))
        a_k = {d + scheme.first: row for d, row in enumerate(scheme.a_k[:, head].tolist())}  # by distance, i - j
        a_v = {d + scheme.first: row for d, row in enumerate(scheme.a_v[:, head].tolist())}
        for i in range(segment):
            seen = [j for j in range(memory + segment) if j <= memory + i or not causal]
            clipped = {j: max(-CLIP, min(memory + i - j, CLIP)) for j in seen}
            e = {j: _dot(q[i], _plus(k[j], a_k[clipped[j]])) / math.sqrt(6) for j in seen}
            total = sum(math.exp(value) for value in e.values())
            z = [0.0] * 6
            for j in seen:
                z = _plus(z, [math.exp(e[j]) / total * value for value in _plus(v[j], a_v[clipped[j]])])
                assert score[head, i, j] == pytest.approx(e[j], abs=1e-5)
                assert float(content[0, head, i, j]) == pytest.approx(_dot(q[i], k[j]) / 6**0.5, abs=1e-5)
                assert float(position[0, head, i, j]) == pytest.approx(_dot(q[i], a_k[clipped[j]]) / 6**0.5, abs=1e-5)
            assert mixed[head, i].tolist() == pytest.approx(z, abs=1e-5)


def test_beyond_the_clip_distances_share_a_row() -> None:
    """The position term of a query is flat over all that is farther than k, and the last row is theirs."""
    model = models.model(scheme="shaw", clip=CLIP)
    terms = models.reading(model, 40, 4, 20).step(8).terms(1, 1)
    assert terms.position is not None
    assert terms.content_bias is terms.position_bias is None
    for row, distance in zip(terms.position, terms.distance, strict=True):
        assert np.ptp(row[distance >= CLIP]) < 1e-6
        assert len(np.unique(row[(distance >= 0) & (distance <= CLIP)])) == CLIP + 1
    scheme = model.network.layers[1].attention.scheme
    assert isinstance(scheme, ShawScheme)
    np.testing.assert_array_equal(scheme.vector(512_000), scheme.a_k[CLIP].detach().numpy().reshape(-1))
    np.testing.assert_array_equal(scheme.value_vector(1), scheme.a_v[1].detach().numpy().reshape(-1))


def test_the_value_side_reaches_the_output() -> None:
    """Without the vectors for values the same attention gives other outputs."""
    model = models.model(scheme="shaw", clip=CLIP)
    before = models.reading(model, 12, 4, 4).step(0)
    hidden, attention = before.hidden, before.attention(0)
    with torch.no_grad():
        model.network.layers[0].attention.scheme.get_parameter("a_v").zero_()
    after = models.reading(model, 12, 4, 4).step(0)
    np.testing.assert_array_equal(after.attention(0), attention)
    assert (after.hidden - hidden).abs().max() > 0.1


def _dot(x: Sequence[float], y: Sequence[float]) -> float:
    return sum(left * right for left, right in zip(x, y, strict=True))


def _plus(x: Sequence[float], y: Sequence[float]) -> list[float]:
    return [left + right for left, right in zip(x, y, strict=True)]
