"""One segment as the model read it, and the terms of its score."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
import torch

from relviz.core.reading.trace import SegmentTrace, Terms
from relviz.core.text.tokens import EMPTY_SLOT
from relviz.errors import SettingError
from tests.fixtures import models

NAMES = ("content", "position", "content_bias", "position_bias")
SETTINGS = [
    {},
    {"clamp_len": 6},
    {"same_length": True},
    {"pre_lnorm": True},
    {"untie_r": False},
    {"initial_memory": "zeros"},
]


@pytest.fixture(scope="module")
def trace() -> SegmentTrace:
    """A segment of 8 over a full memory of 16."""
    return models.reading(models.model(), 50, 8, 16).step(3)


@pytest.mark.parametrize("settings", SETTINGS, ids=str)
@pytest.mark.parametrize("memory", [0, 13])
def test_the_terms_add_up_to_the_score(settings: dict[str, Any], memory: int, device: str) -> None:
    """Over visible cells a + b + c + d is the score, all are finite, and every term matters."""
    model = models.model(**settings).to(torch.device(device))
    for trace in models.reading(model, 37, 8, memory):
        for layer in range(2):
            for head in (0, 1, 2, "mean"):
                terms = trace.terms(layer, head)
                parts, seen = [_part(terms, name) for name in NAMES], terms.mask
                assert all(np.isfinite(part[seen]).all() for part in [*parts, terms.score])
                assert all(np.isnan(part[~seen]).all() for part in [*parts, terms.score])
                largest = max(1.0, np.abs(terms.score[seen]).max())
                np.testing.assert_allclose(np.sum(parts, 0)[seen], terms.score[seen], rtol=0, atol=1e-5 * largest)
                assert terms.sum_error <= 1e-5 * largest
                if head != "mean" and trace.where.memory:
                    assert all(np.abs(part[seen]).max() > 0.1 for part in parts)


@pytest.mark.parametrize("settings", SETTINGS, ids=str)
def test_attention_is_a_distribution_over_visible_keys(settings: dict[str, Any], device: str) -> None:
    """Rows of attention add up to 1, and no key that may not be seen has weight."""
    model = models.model(**settings).to(torch.device(device))
    for trace in models.reading(model, 37, 8, 13):
        for head in (0, "mean"):
            terms = trace.terms(1, head)
            np.testing.assert_allclose(terms.attention.sum(1), 1, rtol=0, atol=1e-5)
            assert (terms.attention[~terms.mask] == 0).all()
            assert (terms.attention >= 0).all()


def test_attention_is_the_softmax_of_the_score(trace: SegmentTrace) -> None:
    """For one head, attention is the softmax of the shown score over its row."""
    terms = trace.terms(0, 1)
    weights = np.exp(np.where(terms.mask, terms.score, -np.inf) - np.nanmax(terms.score, 1, keepdims=True))
    np.testing.assert_allclose(terms.attention, weights / weights.sum(1, keepdims=True), rtol=0, atol=1e-6)


def test_content_bias_depends_on_the_key_alone(trace: SegmentTrace) -> None:
    """Term (c) is the same down every column."""
    bias = _part(trace.terms(1, 2), "content_bias")
    for column in bias.T:
        assert len(set(column[~np.isnan(column)].tolist())) == 1
    assert len(set(bias[-1].tolist())) == bias.shape[1]


@pytest.mark.parametrize("clamp", [-1, 5])
def test_position_bias_depends_on_the_distance_alone(clamp: int) -> None:
    """Term (d) is the same along every diagonal, and from clamp_len on everywhere."""
    trace = models.reading(models.model(clamp_len=clamp), 50, 8, 16).step(3)
    terms = trace.terms(1, 2)
    bias = _part(terms, "position_bias")
    for distance in range(24):
        assert len(set(bias[terms.distance == distance].tolist())) == 1
    beyond = bias[terms.distance >= 5]
    assert (len(set(np.round(beyond, 5).tolist())) == 1) is (clamp == 5)


def test_shapes_and_types_are_as_promised(trace: SegmentTrace) -> None:
    """All arrays are (T, K); numbers are float32, the mask boolean, distances whole."""
    terms = trace.terms(0, 0)
    for array in (*(_part(terms, name) for name in NAMES), terms.score, terms.attention):
        assert array.shape == (8, 24)
        assert array.dtype == np.float32
    assert terms.mask.dtype == np.bool_
    assert terms.distance.dtype == np.int64
    assert terms.distance[0].tolist() == list(range(16, -8, -1))
    assert (terms.mask == (terms.distance >= 0)).all()
    assert (terms.layer, terms.head, terms.memory) == (0, 0, 16)
    assert terms.part("token_type") is None


def test_the_mean_is_over_heads(trace: SegmentTrace) -> None:
    """Head ``mean`` averages parts, score and attention over the heads."""
    mean, heads = trace.terms(1, "mean"), [trace.terms(1, head) for head in range(3)]
    np.testing.assert_allclose(mean.attention, np.mean([terms.attention for terms in heads], 0), atol=1e-6)
    np.testing.assert_allclose(mean.score, np.mean([terms.score for terms in heads], 0), atol=1e-5)
    for name in NAMES:
        np.testing.assert_allclose(_part(mean, name), np.mean([_part(terms, name) for terms in heads], 0), atol=1e-5)


def test_attention_of_all_heads_is_that_of_each(trace: SegmentTrace) -> None:
    """The attention of a layer holds what the terms of each head hold."""
    every = trace.attention(1)
    assert every.shape == (3, 8, 24)
    np.testing.assert_allclose(every, [trace.terms(1, head).attention for head in range(3)], atol=1e-6)


def test_share_map_is_the_share_of_each_head(trace: SegmentTrace) -> None:
    """The heads map holds the mean memory share of every layer and head."""
    assert trace.share_map.shape == (2, 3)
    for layer in range(2):
        for head in range(3):
            assert trace.share_map[layer, head] == pytest.approx(trace.memory_share(layer, head).mean(), abs=1e-6)


def test_without_memory_the_share_is_zero() -> None:
    """In the first segment of an empty memory nothing goes to memory."""
    trace = models.reading(models.model(), 30, 8, 16).step(0)
    assert not trace.share_map.any()
    assert not trace.memory_share(0, 0).any()


@pytest.mark.parametrize("initial", ["empty", "zeros"])
def test_loss_is_minus_the_log_probability_of_the_next_token(initial: Any, device: str) -> None:
    """Loss equals a log-softmax in float64; a segment's last target is the next segment's first token."""
    model = models.model().to(torch.device(device))
    text = models.ids(21)
    reading = models.reading(model, text, 8, 8, initial_memory=initial)
    weight = model.network.get_parameter("embedding.weight").detach().cpu().numpy().astype(np.float64)
    bias = model.network.output_bias.detach().cpu().numpy().astype(np.float64)
    for trace in reading:
        logits = trace.hidden.cpu().numpy().astype(np.float64) @ weight.T + bias
        shifted = logits - logits.max(1, keepdims=True)
        known = shifted - np.log(np.exp(shifted).sum(1, keepdims=True))
        assert trace.loss.shape == (trace.where.segment,)
        assert trace.loss.dtype == np.float32
        for i, loss in enumerate(trace.loss):
            position = trace.where.start + i
            if position == 20:
                assert np.isnan(loss)
            else:
                assert loss == pytest.approx(-known[i, text[position + 1]], rel=1e-5, abs=1e-5)


def test_a_last_segment_of_one_token_has_no_loss() -> None:
    """The very last token has nothing after it, also when it is alone in its segment."""
    trace = models.reading(models.model(), 17, 8, 8).step(2)
    assert trace.loss.shape == (1,)
    assert np.isnan(trace.loss).all()


def test_labels_name_queries_and_keys() -> None:
    """Query labels are the segment's tokens; key labels are memory then segment."""
    text = models.ids(30)
    trace = models.reading(models.model(), text, 8, 10).step(2)
    assert trace.query_tokens == [str(number) for number in text[16:24]]
    assert trace.key_tokens == [str(number) for number in text[6:24]]
    assert trace.key_positions.tolist() == list(range(6, 24))
    assert trace.ids.tolist() == text[16:24]
    assert (trace.index, trace.segments, trace.memory_length) == (2, 4, 10)


def test_zero_vectors_of_the_initial_memory_are_labelled() -> None:
    """Slots that hold a zero vector are no tokens: their label says so and their position is negative."""
    text = models.ids(30)
    trace = models.reading(models.model(), text, 8, 10, initial_memory="zeros").step(1)
    assert trace.key_tokens == [EMPTY_SLOT, EMPTY_SLOT, *(str(number) for number in text[:16])]
    assert trace.key_positions[0] == -2


def test_zero_vectors_are_scored_by_position_bias_and_position_alone() -> None:
    """The key of a zero vector is zero, so that terms (a) and (c) vanish there."""
    terms = models.reading(models.model(), 30, 8, 10, initial_memory="zeros").step(0).terms(0, 0)
    assert not _part(terms, "content")[:, :10].any()
    assert not _part(terms, "content_bias")[:, :10].any()
    assert _part(terms, "position")[:, :10].all()


@pytest.mark.parametrize(("layer", "head"), [(2, 0), (-1, 0), (0, 3), (0, -1), (9, "mean")])
def test_an_unknown_layer_or_head_is_refused(trace: SegmentTrace, layer: int, head: Any) -> None:
    """A layer or head that the model does not have is a SettingError that gives the range."""
    with pytest.raises(SettingError, match=r"layers 0 to 1|heads 0 to 2"):
        trace.terms(layer, head)


def _part(terms: Terms, name: str) -> np.ndarray:
    part = terms.part(name)
    assert part is not None
    assert part is getattr(terms, name) or np.array_equal(part, getattr(terms, name), equal_nan=True)
    return part
