"""The encoding of relative distances, and what a head makes of it."""

from __future__ import annotations

import math
from typing import Any

import numpy as np
import pytest

from relviz.core.reading.encoding import encode
from relviz.core.sinusoid import sinusoid
from tests.fixtures import models


@pytest.mark.parametrize("clamp", [-1, 5])
def test_curves_are_the_terms_of_the_maps(clamp: int) -> None:
    """Terms (b) and (d) over distance are those of the cells at that distance."""
    trace = models.reading(models.model(clamp_len=clamp), 50, 8, 16).step(3)
    for head in (1, "mean"):
        encoding, terms = encode(trace, 1, head), trace.terms(1, head)
        rows = np.arange(8)[:, None]
        at = terms.distance - encoding.distances[0]
        assert terms.position is not None
        assert terms.position_bias is not None
        seen = terms.mask
        np.testing.assert_allclose(encoding.position[rows, at][seen], terms.position[seen], atol=1e-5)
        np.testing.assert_allclose(encoding.position_bias[at][seen], terms.position_bias[seen], atol=1e-5)


def test_says_whether_distances_ahead_are_scored() -> None:
    """In a model that sees ahead, the curves below 0 are those of its cells; in another they are only the formula's."""
    assert not encode(models.reading(models.model(), 50, 8, 16).step(3), 0, 0).scores_ahead
    trace = models.reading(models.model(causal=False), 50, 8, 16).step(3)
    encoding, terms = encode(trace, 1, 0), trace.terms(1, 0)
    assert encoding.scores_ahead
    assert terms.position is not None
    assert terms.position_bias is not None
    at = terms.distance - encoding.distances[0]
    np.testing.assert_allclose(encoding.position[np.arange(8)[:, None], at], terms.position, atol=1e-5)
    np.testing.assert_allclose(encoding.position_bias[at], terms.position_bias, atol=1e-5)


def test_covers_every_distance_of_the_lengths() -> None:
    """Distances run from the last key ahead to the oldest memory, also before the memory is full."""
    trace = models.reading(models.model(), 50, 8, 16).step(0)
    encoding = encode(trace, 0, 0)
    assert encoding.distances.tolist() == list(range(-7, 24))
    assert encoding.index(0) == 7
    assert encoding.index(-100) == 0
    assert encoding.index(100) == 30
    assert encoding.projected.shape == (31, 6)
    assert (encoding.clamp, encoding.trained) == (None, None)


@pytest.mark.parametrize(("initial", "longest"), [("empty", 19), ("zeros", 1007)])
def test_covers_no_distance_that_the_text_cannot_bring_about(initial: Any, longest: int) -> None:
    """A memory that can hold more than the text has costs what is in it: the text, or zero vectors."""
    trace = models.reading(models.model(), 20, 8, 1000, initial_memory=initial).step(1)
    assert encode(trace, 0, 0).distances[-1] == longest


def test_covers_every_distance_seen_in_training() -> None:
    """A model trained with longer lengths shows those distances too."""
    model = models.model(trained_segment_length=20, trained_memory_length=30)
    encoding = encode(models.reading(model, 20, 8, 8).step(1), 0, 0)
    assert encoding.trained == 49
    assert encoding.distances[-1] == 49


def test_vectors_and_similarity_are_clamped() -> None:
    """From clamp_len on all distances share one vector, and so one similarity to R_0."""
    trace = models.reading(models.model(clamp_len=5), 50, 8, 16).step(3)
    encoding = encode(trace, 0, 0)
    assert encoding.clamp == 5
    np.testing.assert_array_equal(encoding.vectors[encoding.index(5)], encoding.vectors[encoding.index(20)])
    np.testing.assert_array_equal(encoding.vectors[encoding.index(3)], sinusoid([3], 22)[0])
    assert encoding.similarity[encoding.index(0)] == pytest.approx(11, abs=1e-5)  # d_model / 2
    assert encoding.similarity[encoding.index(2)] == pytest.approx(encoding.similarity[encoding.index(-2)], abs=1e-5)


@pytest.mark.parametrize(("untied", "clamp"), [(True, -1), (False, 5)])
def test_products_with_u_and_v_are_hand_written_sums(untied: bool, clamp: int) -> None:
    """u.k of each key and v.W_kR R_d of each distance are double loops over the weights, and the maps' terms scaled."""
    model = models.model(untie_r=untied, clamp_len=clamp)
    trace = models.reading(model, 50, 8, 16).step(3)
    for layer, head in ((0, 2), (1, 1)):
        encoding, terms = encode(trace, layer, head), trace.terms(layer, head)
        scheme = model.network.layers[layer].attention.scheme
        u, v = scheme.u[head].tolist(), scheme.v[head].tolist()  # type: ignore[index]
        weight = scheme.r_net.weight[6 * head : 6 * head + 6].tolist()  # type: ignore[union-attr, index]
        biases = encoding.biases
        assert biases is not None
        assert (biases.u.tolist(), biases.v.tolist()) == (u, v)
        for at, distance in enumerate(encoding.distances.tolist()):
            place = max(-clamp, min(distance, clamp)) if clamp > 0 else distance
            angles = [place / 10000 ** (2 * i / 22) for i in range(11)]
            r = [*map(math.sin, angles), *map(math.cos, angles)]
            product = 0.0
            for c in range(6):
                for i in range(22):
                    product += v[c] * weight[c][i] * r[i]
            assert biases.by_distance[at] == pytest.approx(product, abs=1e-4)
            if 0 <= distance < 24:
                row = max(0, distance - 16)  # a cell on the map's diagonal of that distance
                assert terms.position_bias is not None
                assert terms.position_bias[row, 16 + row - distance] == pytest.approx(product / 6**0.5, abs=1e-4)
        for j, key in enumerate(trace.keys(layer, slice(head, head + 1))[0, 0].tolist()):
            product = sum(u[c] * key[c] for c in range(6))
            assert biases.by_key[j] == pytest.approx(product, abs=1e-4)
            assert terms.content_bias is not None
            assert terms.content_bias[7, j] == pytest.approx(product / 6**0.5, abs=1e-4)


def test_no_products_where_they_would_not_be_the_terms() -> None:
    """The mean over heads has no u and v whose products are its terms."""
    assert encode(models.reading(models.model(), 50, 8, 16).step(3), 1, "mean").biases is None
