"""The Encoding view: u and v drawn, with the dot products that terms (c) and (d) are made of."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np
import pytest

from relviz.core.interventions import Interventions
from relviz.core.reading.look import look_at
from relviz.figure.spec import Heatmap
from relviz.figure.views.encoding import encoding_figure
from tests.fixtures import models

if TYPE_CHECKING:
    from collections.abc import Iterable

    from relviz.core.model.model import Model
    from relviz.core.reading.look import Look
    from relviz.core.reading.trace import Head


def test_strips_show_the_vectors_and_what_they_make_of_a_distance_and_a_key() -> None:
    """The strips hold u and v of the layer's head; the numbers are a hand-written sum, and by 1 / sqrt(6) the terms."""
    model = models.model(untie_r=True)
    look = look_at(models.reading(model, 50, 8, 16).step(3), 1, 2)
    u, v = _parameters(model, 1, 2)
    figure = encoding_figure(look, 5, 3, key=4)
    strip_u, strip_v = figure.panel("u"), figure.panel("v")

    assert isinstance(strip_u, Heatmap)
    assert isinstance(strip_v, Heatmap)
    assert strip_u.values.tolist() == [pytest.approx(u)]
    assert strip_v.values.tolist() == [pytest.approx(v)]
    assert strip_u.scale.high >= max(map(abs, u))
    assert strip_v.scale.high >= max(map(abs, v))
    (projected,) = figure.panel("projected").series  # type: ignore[union-attr]
    product = _dot(v, projected.values.tolist())
    assert look.terms.position_bias is not None
    assert look.terms.content_bias is not None
    of_distance = look.terms.position_bias[3, 16 + 3 - 5]
    assert product / 6**0.5 == pytest.approx(of_distance, abs=1e-5)
    assert strip_v.note == f"· W_kR R(5) = {_said(product)}, / √6 = {_said(of_distance)} (d)"
    of_key = look.terms.content_bias[3, 4]
    assert (
        strip_u.note == f"· k({look.key_tokens[4]}) = {_said(of_key * 6**0.5)}, / √6 = {_said(of_key)} (c) of that key"
    )


def test_each_layer_shows_its_own_vectors_or_those_of_all() -> None:
    """Untied, every layer has a v of its own; tied, the same one is shown in every layer."""
    for untied in (True, False):
        model = models.model(untie_r=untied)
        trace = models.reading(model, 50, 8, 16).step(3)
        shown = [_strip(look_at(trace, layer, 0), "v") for layer in (0, 1)]
        assert (shown[0] == shown[1]) is not untied
        for layer in (0, 1):
            assert shown[layer] == pytest.approx(_parameters(model, layer, 0)[1])


def test_a_gain_is_said() -> None:
    """With term (d) halved, its label says so, and its number is that of the halved term."""
    trace = models.reading(models.model(), 50, 8, 16).step(3)
    look = look_at(trace.under(Interventions.of("segment", position_bias=0.5)), 1, 2)
    assert look.terms.position_bias is not None
    note = encoding_figure(look, 5, 3).panel("v").note

    assert note.endswith(f"/ √6 × 0.5 = {_said(look.terms.position_bias[3, 14])} (d)")


def test_a_query_alone_takes_its_own_token_for_the_key() -> None:
    """Where no key is selected, u meets the key of the query's own token."""
    look = look_at(models.reading(models.model(), 50, 8, 16).step(3), 0, 0)
    note = encoding_figure(look, 5, 3).panel("u").note

    assert note.startswith(f"· k({look.query_tokens[3]}) = ")


@pytest.mark.parametrize(("head", "changes"), [("mean", {}), (0, {"scheme": "learned-relative", "n_positions": 30})])
def test_without_both_vectors_there_are_no_strips(head: Head, changes: dict[str, Any]) -> None:
    """A mean of products is no product of means, and a learned table has no v: the page is as it is without strips."""
    look = look_at(models.reading(models.model(**changes), 50, 8, 16).step(3), 0, head)
    names = [panel.name for row in encoding_figure(look).grid for panel in row]

    assert names == ["vector", "matrix", "similarity", "projected", "position", "position_bias"]


def _parameters(model: Model, layer: int, head: int) -> tuple[list[float], list[float]]:
    """Return u and v of a head, as the network has them."""
    scheme = model.network.layers[layer].attention.scheme
    return scheme.u[head].tolist(), scheme.v[head].tolist()  # type: ignore[index]


def _strip(look: Look, name: str) -> list[float]:
    panel = encoding_figure(look).panel(name)
    assert isinstance(panel, Heatmap)
    values: list[float] = panel.values[0].tolist()
    return values


def _dot(one: Iterable[float], other: Iterable[float]) -> float:
    return sum(a * b for a, b in zip(one, other, strict=True))


def _said(number: float | np.floating) -> str:
    """Return a number to three digits, with a minus sign and no useless zeros."""
    return f"{float(number):#.3g}".rstrip("0").rstrip(".").replace("-", "−")
