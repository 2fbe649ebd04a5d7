"""T5's bias: the buckets, and what is learned for them."""

from __future__ import annotations

import numpy as np
import pytest

from relviz.core.schemes.t5 import t5_bucket
from relviz.errors import ModelError
from tests.fixtures import models

# first distance of each of the 32 buckets: one each up to 15, then 16 * 8^(n / 16) rounded up
STARTS = [*range(16), 16, 19, 21, 24, 27, 31, 35, 40, 46, 52, 59, 67, 77, 87, 99, 113]


def test_buckets_are_those_of_the_paper() -> None:
    """32 buckets to distance 128: exact up to 15, logarithmic from 16, one for all from 113, and 0 for later keys."""
    distances = np.arange(-3, 1000)
    wanted = [max(0, sum(start <= distance for start in STARTS) - 1) for distance in distances]
    assert t5_bucket(distances, 32, 128).tolist() == wanted
    assert t5_bucket(np.array([512_000]), 32, 128).tolist() == [31]


def test_the_bias_is_the_number_of_the_bucket() -> None:
    """Term (d) of a head is its number for the distance's bucket, not scaled; far distances share theirs."""
    model = models.model(scheme="t5")
    numbers = model.network.layers[1].attention.scheme.get_parameter("buckets").detach().numpy()
    assert numbers.shape == (32, 3)
    terms = models.reading(model, 150, 8, 140).step(18).terms(1, 2)
    assert terms.position_bias is not None
    for distance in (0, 5, 17, 20, 40, 100, 113, 140):
        cells = terms.position_bias[terms.distance == distance]
        row = sum(start <= distance for start in STARTS) - 1
        np.testing.assert_array_equal(cells, np.full(len(cells), numbers[row, 2]))
        assert len(cells)
    np.testing.assert_array_equal(model.network.layers[0].attention.scheme.vector(10**6), numbers[31])


def test_layers_share_the_numbers() -> None:
    """As in T5, all layers have the same bias."""
    network = models.network(scheme="t5")
    assert [name for name, _ in network.named_parameters() if "buckets" in name] == [
        "layers.0.attention.scheme.buckets"
    ]


def test_buckets_must_reach_farther_than_those_of_one_distance() -> None:
    """A largest distance that the exact buckets already hold is refused."""
    with pytest.raises(ModelError, match="max_distance must be a whole number of at least 17"):
        models.config(scheme="t5", max_distance=16)
