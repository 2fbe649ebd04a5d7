"""The stream that predicts tokens without having seen them."""

from __future__ import annotations

import math

import numpy as np
import pytest
import torch

from relviz.core.model.model import Model
from tests.fixtures import models


@pytest.fixture(scope="module")
def model() -> Model:
    """A small model with both streams, which sees ahead."""
    return models.model(scheme="xlnet", causal=False, query_stream=True)


def test_a_prediction_has_not_seen_what_it_predicts(model: Model) -> None:
    """From left to right, changing a token changes no prediction of it or of tokens before it, but later ones."""
    text = models.ids(10)
    other = [*text[:7], (text[7] + 1) % models.VOCABULARY, *text[8:]]
    one, changed = (models.reading(model, ids, 5, 5, causal=True).step(1).predicting for ids in (text, other))
    assert one is not None
    assert changed is not None
    assert torch.equal(one[:2], changed[:2])  # they predict tokens 6 and 7
    assert not torch.allclose(one[2], changed[2])


def test_predictions_are_the_formula_by_hand(model: Model) -> None:
    """One layer, one head, two loops: the learned vector asks, contents up to the token before answer."""
    model = models.model(scheme="xlnet", causal=False, query_stream=True, n_layer=1, n_head=1, d_head=4, d_model=6)
    network = model.network
    trace = models.reading(model, 7, 4, 3, causal=True).step(1)
    layer = network.layers[0]
    scheme = layer.attention.scheme
    assert trace.predicting is not None
    with torch.inference_mode():
        rows = torch.cat([trace.chunks[0].inputs[0][0, -3:], trace.chunk.inputs[0][0]])  # memory of 3, segment of 3
        q, k, v = (matrix.double().numpy() for matrix in layer.attention.qkv.weight.split(4))
        mask = network.mask_embedding.double().numpy()
        u, w = scheme.get_parameter("u")[0].double().numpy(), scheme.get_parameter("v")[0].double().numpy()
        w_r = scheme.get_parameter("r_net.weight").double().numpy()
        for i in range(3):
            place = 3 + i + 1  # of the token predicted, among memory and segment
            scores, values = [], []
            for j in range(place):
                key = k @ rows[j].double().numpy()
                angles = [(place - j) / 10000 ** (2 * n / 6) for n in range(3)]
                r = w_r @ np.array([*map(math.sin, angles), *map(math.cos, angles)])
                scores.append(((q @ mask + u) @ key + (q @ mask + w) @ r) / 2)
                values.append(v @ rows[j].double().numpy())
            weights = np.exp(np.array(scores) - max(scores))
            mixed = torch.from_numpy((weights / weights.sum()) @ np.array(values)).float()
            wanted = layer.finish(network.mask_embedding, layer.attention.output(mixed))
            torch.testing.assert_close(trace.predicting[i], wanted, atol=1e-5, rtol=1e-5)


def test_in_both_directions_only_the_last_token_has_a_prediction(model: Model) -> None:
    """Contents that have seen ahead lead the next token into every prediction but that after the segment."""
    trace = models.reading(model, 17, 5, 5).step(1)
    assert np.isnan(trace.loss[:-1]).all()
    assert np.isfinite(trace.loss[-1])
    assert np.isnan(models.reading(model, 17, 5, 5).step(3).loss).all()


def test_the_last_prediction_is_that_of_one_token_more(model: Model) -> None:
    """What a segment's last row predicts is what a longer segment predicts there, where tokens see no later ones."""
    text = models.ids(12)
    short = models.reading(model, text[:6], 6, 6, causal=True).step(0).predicting
    long = models.reading(model, text, 12, 6, causal=True).step(0).predicting
    assert short is not None
    assert long is not None
    torch.testing.assert_close(short, long[:6], atol=1e-5, rtol=1e-5)


def test_token_types_reach_predictions(model: Model) -> None:
    """The token to come is taken to be of the type of the last one."""
    text = models.ids(6)
    plain = models.reading(model, text, 6, 6, causal=True).step(0).predicting
    typed = models.reading(model, text, 6, 6, causal=True, token_types=[0, 0, 1, 1, 0, 1]).step(0).predicting
    assert plain is not None
    assert typed is not None
    assert torch.isfinite(typed).all()
    assert not torch.allclose(plain, typed)


def test_without_a_second_stream_there_is_no_prediction() -> None:
    """A model that sees ahead and has one stream predicts nothing; one that does not predicts from its outputs."""
    trace = models.reading(models.model(causal=False), 10, 5, 5).step(0)
    assert trace.predicting is None
    assert np.isnan(trace.loss).all()
    trace = models.reading(models.model(), 10, 5, 5).step(0)
    assert trace.predicting is trace.hidden
