"""XLNet's position scheme: negative distances in terms (b) and (d), and the term of the token types."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
import torch

from relviz.core.model.model import Model
from relviz.core.positions import Positions
from relviz.core.schemes.transformer_xl import BLOCK, rel_shift
from relviz.core.schemes.xlnet import XLNetScheme
from relviz.errors import SettingError
from tests.fixtures import models, oracle

NAMES = ("content", "position", "content_bias", "position_bias")


@pytest.mark.parametrize("types", [None, [0, 1, 1, 0, 0, 1, 0, 1, 0, 0, 1]], ids=["plain", "types"])
@pytest.mark.parametrize("settings", [{}, {"clamp_len": 2}, {"causal": True}], ids=str)
@pytest.mark.parametrize(("segment", "memory"), [(3, 5), (4, 0), (2, 7), (11, 0), (1, 3)])
def test_terms_are_those_of_the_formula(
    settings: dict[str, Any], segment: int, memory: int, types: list[int] | None
) -> None:
    """Each term, ahead and back, the score and the attention equal two loops in Python floats over the formula."""
    model = _model(d_model=8, d_head=3, n_head=2, **settings)
    past: list[list[list[float]]] = [[], []]
    for trace in models.reading(model, 11, segment, memory, token_types=types):
        start, end = trace.where.start, trace.where.start + trace.where.segment
        for layer in range(2):
            own = trace.chunk.inputs[layer][0].tolist()
            for head in range(2):
                terms = trace.terms(layer, head)
                cells = oracle.terms(
                    model.network.layers[layer],
                    past[layer][-memory:] if memory else [],
                    own,
                    head,
                    clamp=settings.get("clamp_len", -1),
                    causal=settings.get("causal", False),
                    types=types and types[start:end],
                )
                for name in (*NAMES, *(["token_type"] if types else [])):
                    _close(terms.part(name), getattr(cells, name), 1e-5)
                _close(terms.score, cells.score, 1e-5)
                np.testing.assert_allclose(terms.attention, cells.attention, rtol=0, atol=1e-5)
            past[layer] += own


@pytest.mark.parametrize(("queries", "keys"), [(1, 1), (1, 6), (4, 4), (3, 8), (7, 9)])
def test_rel_shift_leaves_nothing_over_when_it_has_all_distances(queries: int, keys: int) -> None:
    """With distances down to -(T - 1), every key gets its own, later keys too."""
    memory = keys - queries
    by_distance = torch.randn(2, 3, queries, keys + queries - 1)
    shifted = rel_shift(by_distance)[..., :keys]
    for i in range(queries):
        for j in range(keys):
            assert torch.equal(shifted[..., i, j], by_distance[..., i, keys - 1 - (memory + i - j)])


def test_the_table_goes_on_below_zero() -> None:
    """Rows after that of distance 0 are those of -1, -2 and so on; growing either end changes no bit."""
    scheme, grown = _scheme(), _scheme()
    with torch.inference_mode():
        table = scheme.table(4, 2)
        assert table.shape == (3, 6, 6)
        torch.testing.assert_close(table, scheme.encode(torch.tensor([3, 2, 1, 0, -1, -2])))
        grown.table(2 * BLOCK + 1, BLOCK + 1)
        assert torch.equal(grown.table(4, 2), table)
        assert torch.equal(grown.table(4), table[:, :4])
        assert torch.equal(scheme.table(BLOCK + 1, 2)[:, -6:], table)
        assert torch.equal(scheme.table(4, BLOCK + 1)[:, :6], table)
    with torch.enable_grad():
        torch.testing.assert_close(scheme.table(4, 2), table.clone())


def test_position_bias_has_a_value_for_each_distance_ahead() -> None:
    """Term (d) over distances starts at -(T - 1), says so, and lands on the right cells."""
    terms = models.reading(_model(), 12, 4, 6).step(2).terms(0, 1)
    part = terms.parts[3]
    assert (part.kind.over, part.first, part.values.shape) == ("distances", -3, (13,))
    for distance in range(-3, 10):
        assert (terms.position_bias[terms.distance == distance] == part.values[distance + 3]).all()  # type: ignore[index]
    assert terms.mask.all()


def test_without_token_types_there_are_four_parts() -> None:
    """The fifth part is there when types are, and then its two values a query are told apart by the key's type."""
    model, types = _model(), [0, 0, 1, 1, 0, 1, 1, 0]
    plain = models.reading(model, 8, 4, 4).step(1).terms(1, 0)
    assert [part.kind.letter for part in plain.parts] == ["a", "b", "c", "d"]
    assert plain.part("token_type") is None
    typed = models.reading(model, 8, 4, 4, token_types=types).step(1).terms(1, 0)
    assert [part.kind.letter for part in typed.parts] == ["a", "b", "c", "d", "e"]
    values, own = typed.token_type, np.array(types[4:])
    assert values is not None
    keys = np.array([0, 0, 0, 0, *own])  # memory counts as type 0
    for row, kind in zip(values, own, strict=True):
        assert len(set(row[keys == kind].tolist())) == 1
        assert len(set(row[keys != kind].tolist())) == 1
        assert len(set(row.tolist())) == 2


@pytest.mark.parametrize("types", [None, (0, 1, 1)], ids=["plain", "types"])
@pytest.mark.parametrize("causal", [False, True])
def test_the_fused_path_agrees_with_the_shown_one(causal: bool, types: tuple[int, ...] | None, device: str) -> None:
    """Softmax of the shown score times the values is what the forward pass gives, and the parts add up to it."""
    attention = _model(clamp_len=3).network.to(device).layers[0].attention
    where = Positions(3, 4, causal=causal, token_types=types)
    x = torch.randn(2, where.keys, 22, generator=torch.Generator().manual_seed(1)).to(device)
    with torch.inference_mode():
        queries, keys, values = attention.project(x)
        queries = queries[:, :, where.memory :]
        score = attention.score(queries, keys, where)
        shown = attention.output((score.softmax(3) @ values).transpose(1, 2).flatten(2))
        torch.testing.assert_close(attention(queries, keys, values, where), shown, atol=1e-5, rtol=1e-5)
        parts = attention.scheme.parts(queries, keys, where)
        assert parts[3].shape == (2, 3, where.keys + where.ahead)
        assert len(parts) == len(attention.scheme.kinds_of(where))


@pytest.mark.parametrize("types", [[0, 1], [0] * 12, [0, 2, 1, 0, 0, 0, 0, 0], [[0] * 8], [0.5] * 8], ids=str)
def test_token_types_that_will_not_do_are_refused(types: Any) -> None:
    """Anything but a 0 or 1 for each token is a SettingError, and so are types for a model that has none."""
    with pytest.raises(SettingError, match="8 numbers"):
        models.reading(_model(), 8, 4, 4, token_types=types)
    with pytest.raises(SettingError, match="no token types"):
        models.reading(models.model(), 8, 4, 4, token_types=[0] * 8)


def _model(**changes: Any) -> Model:
    settings: dict[str, Any] = {"scheme": "xlnet", "causal": False}
    return models.model(**settings | changes)


def _scheme() -> XLNetScheme:
    scheme = _model().network.layers[0].attention.scheme
    assert isinstance(scheme, XLNetScheme)
    return scheme


def _close(ours: Any, wanted: Any, tolerance: float) -> None:
    wanted = np.array(wanted, np.float64)  # None becomes NaN
    np.testing.assert_allclose(ours, wanted, rtol=0, atol=tolerance * max(1.0, np.nanmax(np.abs(wanted))))
