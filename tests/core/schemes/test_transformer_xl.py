"""Transformer-XL's own position scheme: the four terms, and W_kR R as a table."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
import torch

from relviz.core.positions import Positions, reach_of
from relviz.core.schemes.transformer_xl import BLOCK, TransformerXLScheme, rel_shift
from tests.fixtures import models, oracle

NAMES = ("content", "position", "content_bias", "position_bias")


@pytest.mark.parametrize(
    "settings",
    [
        {},
        {"clamp_len": 2},
        {"clamp_len": 0},
        {"same_length": True},
        {"pre_lnorm": True},
        {"initial_memory": "zeros"},
        {"initial_memory": "zeros", "same_length": True, "clamp_len": 3, "pre_lnorm": True},
    ],
    ids=str,
)
@pytest.mark.parametrize(("segment", "memory"), [(3, 5), (4, 0), (2, 7)])
def test_terms_are_those_of_the_formula(settings: dict[str, Any], segment: int, memory: int) -> None:
    """Each term, the score and the attention equal two loops in Python floats over the paper's formula."""
    model = models.model(d_model=8, d_head=3, n_head=2, **settings)
    reading = models.reading(model, 4 * segment - 1, segment, memory)
    past: list[list[list[float]]] = [[[0.0] * 8] * memory if "initial_memory" in settings else [] for _ in range(2)]
    for trace in reading:
        for layer in range(2):
            own = trace.chunk.inputs[layer][0].tolist()
            kept = past[layer][-memory:] if memory else []
            for head in range(2):
                terms = trace.terms(layer, head)
                cells = oracle.terms(
                    model.network.layers[layer],
                    kept,
                    own,
                    head,
                    clamp=settings.get("clamp_len", -1),
                    reach=reach_of(settings.get("same_length", False), memory),
                )
                for name in (*NAMES, "score"):
                    wanted = np.array(getattr(cells, name), np.float64)  # None becomes NaN
                    tolerance = 1e-5 * max(1.0, np.nanmax(np.abs(wanted)))
                    np.testing.assert_allclose(getattr(terms, name), wanted, rtol=0, atol=tolerance)
                np.testing.assert_allclose(terms.attention, cells.attention, rtol=0, atol=1e-5)
            past[layer] += own


@pytest.mark.parametrize(("queries", "keys"), [(1, 1), (1, 6), (4, 4), (3, 8), (7, 9)])
def test_rel_shift_moves_distances_under_their_keys(queries: int, keys: int) -> None:
    """What a query scored for distance M + i - j lands in column j, for every key it may see."""
    memory = keys - queries
    by_distance = torch.randn(2, 3, queries, keys)
    shifted = rel_shift(by_distance)
    assert shifted.shape == by_distance.shape
    for i in range(queries):
        for j in range(memory + i + 1):
            distance = memory + i - j
            assert torch.equal(shifted[..., i, j], by_distance[..., i, keys - 1 - distance])


def test_the_table_holds_each_distance_once() -> None:
    """Row n from the end of the table is W_kR R_n, clamped where the model clamps."""
    scheme = _scheme(clamp_len=4)
    with torch.inference_mode():
        table = scheme.table(7)
        one_by_one = [scheme.encode(torch.tensor([distance])) for distance in (6, 5, 4, 3, 2, 1, 0)]
    assert table.shape == (3, 7, 6)
    torch.testing.assert_close(table, torch.cat(one_by_one, 1))
    torch.testing.assert_close(table[:, 0], table[:, 2])  # 6 and 4 share a vector
    assert not torch.equal(table[:, 2], table[:, 3])


def test_growing_the_table_changes_no_bit() -> None:
    """A longer table has the same numbers for the distances of a shorter one, and so has the score."""
    grown, short = _scheme(), _scheme()
    queries, keys, where = torch.randn(1, 3, 5, 6), torch.randn(1, 3, 40, 6), Positions(5, 35)
    with torch.inference_mode():
        before, first = short.table(40).clone(), short.meet(queries, keys, where)
        grown.table(3 * BLOCK + 1)
        assert torch.equal(grown.table(40), before)
        assert torch.equal(grown.table(BLOCK + 30)[:, -40:], before)
        assert short.table(3 * BLOCK + 1).shape[1] == 3 * BLOCK + 1
        again = short.meet(queries, keys, where)
        assert first.bias is not None
        assert again.bias is not None
        assert torch.equal(first.bias, again.bias)
        for one, other in zip(short.parts(queries, keys, where), grown.parts(queries, keys, where), strict=True):
            assert torch.equal(one, other)


@pytest.mark.parametrize("options", [{"fused": True}, {"foreach": True}, {}], ids=str)
def test_the_table_follows_the_weights(options: dict[str, Any]) -> None:
    """After an optimizer's step the table is that of the new weights, whichever way the optimizer writes them."""
    scheme = _scheme()
    with torch.no_grad():
        before = scheme.table(5).clone()
    optimizer = torch.optim.AdamW(scheme.parameters(), lr=0.1, **options)
    torch.autograd.backward(scheme.table(5).square().sum())
    optimizer.step()
    with torch.no_grad():
        after = scheme.table(5)
        torch.testing.assert_close(after, scheme.encode(torch.arange(4, -1, -1)))
        assert not torch.allclose(after, before)
        scheme.r_net.weight.mul_(2)
        torch.testing.assert_close(scheme.table(5), 2 * after)


def test_the_table_follows_a_weight_put_in_place_of_another() -> None:
    """A weight that comes as a new parameter, with the same history, has a table of its own."""
    one, other = _scheme(), _scheme(seed=1)
    with torch.no_grad():
        one.table(5)
        one.r_net.weight = other.r_net.weight
        torch.testing.assert_close(one.table(5), other.table(5))


def test_the_kept_table_is_in_full_precision() -> None:
    """A table first asked for in mixed precision serves full precision afterwards."""
    scheme = _scheme()
    with torch.no_grad():
        with torch.autocast("cpu", dtype=torch.bfloat16):
            mixed = scheme.table(5)
        assert mixed.dtype == torch.float32
        torch.testing.assert_close(scheme.table(5), _scheme().encode(torch.arange(4, -1, -1)))


def test_distances_ahead_have_vectors_too() -> None:
    """The formula holds for negative distances, clamped on their side."""
    scheme = _scheme(clamp_len=2)
    with torch.inference_mode():
        ahead = scheme.encode(torch.tensor([-5, -2, -1]))
    torch.testing.assert_close(ahead[:, 0], ahead[:, 1])
    assert not torch.equal(ahead[:, 1], ahead[:, 2])


def _scheme(**changes: Any) -> TransformerXLScheme:
    scheme = models.network(**changes).layers[0].attention.scheme
    assert isinstance(scheme, TransformerXLScheme)
    return scheme
