"""One layer's attention: what the model runs, and what is shown of it."""

from __future__ import annotations

import pytest
import torch

from relviz.core.positions import Positions
from tests.fixtures import models, schemes


@pytest.mark.parametrize(
    "where", [Positions(5, 0), Positions(5, 9), Positions(4, 6, reach=6), Positions(1, 3)], ids=str
)
@pytest.mark.parametrize("clamp", [-1, 3])
@pytest.mark.parametrize("scheme", schemes.ALL)
def test_the_fused_path_agrees_with_the_shown_one(scheme: str, where: Positions, clamp: int, device: str) -> None:
    """What the shown score makes of the values, through the output projection, is what the forward pass gives."""
    attention = models.network(**schemes.settings(scheme), clamp_len=clamp).to(device).layers[0].attention
    x = torch.randn(2, where.keys, 22, generator=torch.Generator().manual_seed(1)).to(device)
    with torch.inference_mode():
        queries, keys, values = attention.project(x)
        queries = queries[:, :, where.memory :]
        fused = attention(queries, keys, values, where)
        mixed = attention.mix(attention.score(queries, keys, where).softmax(3), values, where)
        shown = attention.output(mixed.transpose(1, 2).flatten(2))
    assert fused.shape == (2, where.segment, 22)
    torch.testing.assert_close(fused, shown, atol=1e-5, rtol=1e-5)


def test_what_may_not_be_seen_has_no_weight() -> None:
    """Changing the values of keys that no query may see changes nothing."""
    attention, where = models.network().layers[0].attention, Positions(3, 4, reach=3)
    with torch.inference_mode():
        queries, keys, values = attention.project(torch.randn(1, 7, 22))
        queries = queries[:, :, 4:]
        before = attention(queries, keys, values, where)
        values[:, :, :2] = 1e6  # two keys out of everyone's reach
        torch.testing.assert_close(attention(queries, keys, values, where), before)


def test_memory_is_projected_as_the_segment_is() -> None:
    """Keys and values of memory are those the full projection gives."""
    attention = models.network().layers[1].attention
    x = torch.randn(1, 6, 22)
    with torch.inference_mode():
        _, keys, values = attention.project(x)
        torch.testing.assert_close(attention.project_memory(x), (keys, values))


def test_the_score_of_one_head_is_that_of_all_heads() -> None:
    """Asking for one head gives its slice of the score of all."""
    attention, where = models.network().layers[0].attention, Positions(4, 3)
    with torch.inference_mode():
        queries, keys, _ = attention.project(torch.randn(1, 7, 22))
        queries = queries[:, :, 3:]
        every = attention.score(queries, keys, where)
        one = slice(2, 3)
        torch.testing.assert_close(attention.score(queries[:, one], keys[:, one], where, one), every[:, one])
