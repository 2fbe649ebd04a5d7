"""Losses with memory and without, and without each term, against a forward pass of its own in float64."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

import numpy as np
import pytest
import torch

from relviz.core.interventions import Interventions
from relviz.core.metrics.predictions import Predictions, largest_rise, late_places, predictions_of
from relviz.core.model.model import Model
from relviz.core.reading.reading import read
from relviz.errors import Cancelled
from tests.fixtures import models, schemes
from tests.fixtures.texts import ENGLISH

if TYPE_CHECKING:
    from numpy.typing import NDArray
    from torch import Tensor

    from relviz.core.model.transformer import Layer
    from relviz.core.reading.trace import SegmentTrace

    Numbers = NDArray[np.float64]

ALL_FOUR = "abcd"


def _numbers(tensor: Tensor) -> Numbers:
    return tensor.detach().numpy().astype(np.float64)


def _norm(rows: Numbers, norm: torch.nn.LayerNorm) -> Numbers:
    centred = rows - rows.mean(1, keepdims=True)
    spread = np.sqrt((centred**2).mean(1, keepdims=True) + norm.eps)
    normed: Numbers = centred / spread * _numbers(norm.weight) + _numbers(norm.bias)
    return normed


def _losses(trace: SegmentTrace, kept: str, *, memory: bool) -> list[float]:
    """Return the losses with only some terms in every layer, over the layer inputs that the memory really holds."""
    network, count = trace.model.network, trace.where.memory if memory else 0
    x = _numbers(network.embed(torch.from_numpy(trace.ids)[None]))[0]
    for number, layer in enumerate(network.layers):
        held = np.concatenate([_numbers(chunk.inputs[number])[0] for chunk in trace.chunks])[-trace.where.memory :]
        x = _layer(layer, x, held[len(held) - count :], kept)
    logits = x @ _numbers(network.embedding.weight).T + _numbers(network.output_bias)  # type: ignore[arg-type]
    following = trace.tokens.ids[trace.where.start + 1 : trace.where.start + 1 + len(x)].tolist()
    losses = []
    for row, target in zip(logits.tolist(), following, strict=False):
        total = 0.0
        for logit in row:
            total += math.exp(logit - row[target])
        losses.append(math.log(total))
    return losses


def _layer(layer: Layer, x: Numbers, held: Numbers, kept: str) -> Numbers:
    attention, m = layer.attention, len(held)
    scheme, heads = attention.scheme, attention.n_head
    width, d_model = attention.qkv.out_features // 3 // heads, x.shape[1]
    q, k, v = (np.split(_numbers(attention.qkv.weight), 3)[n] for n in range(3))
    keys = np.concatenate([held, x])
    mixed = []
    for head in range(heads):
        rows = slice(head * width, (head + 1) * width)
        queries, their, values = x @ q[rows].T, keys @ k[rows].T, keys @ v[rows].T
        u, w = (_numbers(scheme.get_parameter(name))[head] for name in "uv")
        for i, query in enumerate(queries):
            scores = []
            for j in range(m + i + 1):
                angles = (m + i - j) / 10000 ** (np.arange(0, d_model, 2) / d_model)
                r = _numbers(scheme.get_parameter("r_net.weight"))[rows] @ np.concatenate(
                    [np.sin(angles), np.cos(angles)]
                )
                terms = {"a": query @ their[j], "b": query @ r, "c": u @ their[j], "d": w @ r}
                scores.append(sum(terms[letter] for letter in kept) / math.sqrt(width))
            weights = np.exp(np.array(scores) - max(scores))
            mixed.append(weights / weights.sum() @ values[: len(scores)])
    joined = np.concatenate(np.split(np.array(mixed), heads), axis=1)
    h = _norm(x + joined @ _numbers(attention.output.weight).T, layer.norm1)
    up = np.maximum(h @ _numbers(layer.up.weight).T + _numbers(layer.up.bias), 0)
    return _norm(h + up @ _numbers(layer.down.weight).T + _numbers(layer.down.bias), layer.norm2)


@pytest.fixture(scope="module")
def trace() -> SegmentTrace:
    """Segment 3 of random ids, T = 6 over M = 10."""
    return models.reading(models.model(), 40, 6, 10).step(3)


@pytest.fixture(scope="module")
def found(trace: SegmentTrace) -> Predictions:
    """What is worth what there."""
    return predictions_of(trace)


@pytest.mark.parametrize("number", range(4))
def test_a_term_is_off_in_all_layers_and_heads_over_the_true_memory(
    number: int, trace: SegmentTrace, found: Predictions
) -> None:
    """Losses without a term are those of a forward pass whose every score is the sum of the other three."""
    part = found.parts[number]
    assert part.kind.letter == ALL_FOUR[number]
    expected = _losses(trace, ALL_FOUR.replace(part.kind.letter, ""), memory=True)
    np.testing.assert_allclose(part.losses, expected, atol=2e-4)
    assert np.abs(part.losses - found.losses.with_memory).max() > 0.01


def test_with_memory_and_without(trace: SegmentTrace, found: Predictions) -> None:
    """Both losses are those of a forward pass in float64, over the memory and over the segment alone."""
    np.testing.assert_allclose(found.losses.with_memory, _losses(trace, ALL_FOUR, memory=True), atol=2e-4)
    np.testing.assert_allclose(found.losses.without_memory, _losses(trace, ALL_FOUR, memory=False), atol=2e-4)
    assert np.abs(found.losses.gain).max() > 0.01


def test_worth_is_what_is_lost_without(found: Predictions) -> None:
    """Worth is loss without minus loss with, memory first, and means are over all queries."""
    with_memory, without, part = found.losses.with_memory, found.losses.without_memory, found.parts[2]
    worth = found.worth
    assert list(worth) == ["memory", "content", "position", "content_bias", "position_bias"]
    np.testing.assert_allclose(worth["memory"], without - with_memory)
    np.testing.assert_allclose(worth["content_bias"], part.losses - with_memory)
    assert found.mean(part.losses) == pytest.approx(sum(part.losses.tolist()) / 6)


def test_the_end_of_the_text_has_no_loss() -> None:
    """After the last token nothing comes: no loss there, none of it in the mean, and no name."""
    found = predictions_of(models.reading(models.model(), 16, 6, 10).step(2))
    assert found.known.tolist() == [True, True, True, False]
    assert found.predicted[-1] == ""
    for values in (found.losses.with_memory, *(part.losses for part in found.parts)):
        assert found.mean(values) == pytest.approx(sum(values.tolist()[:3]) / 3)


def test_a_single_token_has_no_mean() -> None:
    """A text of one token leaves nothing to predict."""
    found = predictions_of(models.reading(models.model(), [5], 6, 10).step(0))
    assert not found.known.any()
    assert math.isnan(found.mean(found.losses.with_memory))


def test_names_are_those_of_the_token_that_came(model: Model) -> None:
    """Each loss is named after the token that came, the one after its query, also where that is in the next segment."""
    reading = read(model, ENGLISH[:300], segment_length=8, memory_length=12)
    found = predictions_of(reading.step(1))
    assert found.query_tokens == tuple(reading.tokens.labels[8:16])
    assert found.predicted == tuple(reading.tokens.labels[9:17])


def test_other_gains_stay(trace: SegmentTrace) -> None:
    """With (b) off already, the others are switched off beside it, and (b) itself changes nothing."""
    found = predictions_of(trace.under(Interventions.of(position=0)))
    assert [part.already for part in found.parts] == [False, True, False, False]
    assert (found.worth["position"] == 0).all()
    np.testing.assert_allclose(found.parts[3].losses, _losses(trace, "ac", memory=True), atol=2e-4)


@pytest.mark.parametrize("scheme", schemes.ALL)
def test_every_scheme_has_its_own_parts(scheme: str) -> None:
    """Whatever parts a scheme has, switching one off is what the ``--gain`` of that part does to the segment."""
    model = models.model(**schemes.settings(scheme))
    found = predictions_of(models.reading(model, 40, 6, 10).step(3))
    for part in found.parts:
        off = Interventions.of("segment", **{part.kind.name: 0.0})
        expected = models.reading(model, 40, 6, 10, interventions=off).step(3).loss
        np.testing.assert_array_equal(part.losses, expected)


def test_it_tells_how_far_it_is(trace: SegmentTrace) -> None:
    """Progress rises from 0 in steps of one reading of the segment."""
    shares: list[float] = []
    predictions_of(trace, shares.append)
    assert shares == [0, 0.2, 0.4, 0.6, 0.8]


def test_it_can_be_cancelled(trace: SegmentTrace) -> None:
    """Between two readings of the segment it gives up when asked to."""
    answers = iter([False, False, True])
    with pytest.raises(Cancelled):
        predictions_of(trace, is_cancelled=lambda: next(answers))


def test_largest_rise_by_hand() -> None:
    """The largest step up counts, wherever it is; losses that fall all the way have a negative one."""
    assert largest_rise([4.1, 4.0, 4.002, 3.9]) == pytest.approx(0.002)
    assert largest_rise([4.1, 4.0, 3.95]) == pytest.approx(-0.05)


def test_late_places_are_the_last_quarter() -> None:
    """Of segments of 64 it is places 48 to 63."""
    late = late_places(np.arange(150), 64)
    assert np.flatnonzero(late).tolist() == [*range(48, 64), *range(112, 128)]
