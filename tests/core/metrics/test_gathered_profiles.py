"""Profiles gathered from many segments."""

from __future__ import annotations

import numpy as np
import pytest

from relviz.core.metrics.gathered_profiles import GatheredProfiles
from relviz.core.metrics.profiles import profiles_of
from tests.fixtures import models


def test_every_query_of_every_segment_counts_alike() -> None:
    """Over a text whose memory fills and whose last segment is short, means are those of a loop over all its cells."""
    reading = models.reading(models.model(), 29, 8, 16)
    gathered = GatheredProfiles()
    attention: dict[int, list[float]] = {}
    bias: dict[int, list[float]] = {}
    for index in range(len(reading)):
        trace = reading.step(index)
        gathered.add(profiles_of(trace))
        terms = trace.terms(1, 2)
        assert terms.content_bias is not None
        for query, key in np.argwhere(terms.mask).tolist():
            attention.setdefault(terms.memory + query - key, []).append(float(terms.attention[query, key]))
            bias.setdefault(terms.memory + query - key, []).append(float(terms.content_bias[query, key]))
    mean = gathered.mean

    assert mean.distances.tolist() == sorted(attention) == list(range(24))
    assert mean.queries.tolist() == [len(attention[distance]) for distance in range(24)]
    np.testing.assert_allclose(
        mean.of(1, 2).attention, [np.mean(attention[distance]) for distance in range(24)], rtol=1e-4, atol=1e-6
    )
    np.testing.assert_allclose(
        mean.of(1, 2).raw[2], [np.mean(bias[distance]) for distance in range(24)], rtol=1e-4, atol=1e-5
    )
    assert (mean.segments, mean.segment, mean.memory) == (4, 8, 16)
    assert (mean.attention * mean.queries).sum(-1) == pytest.approx(29, rel=1e-5)


def test_one_segment_is_itself() -> None:
    """Of one segment that sees ahead, the mean is its own profiles, from their first, negative, distance."""
    profiles = profiles_of(models.reading(models.model(causal=False), 40, 8, 16).step(3))
    gathered = GatheredProfiles()
    gathered.add(profiles)

    assert gathered.mean.distances.tolist() == profiles.distances.tolist()
    np.testing.assert_allclose(gathered.mean.alone, profiles.alone, rtol=1e-6)


def test_a_shorter_segment_first_leaves_room_for_a_longer_one() -> None:
    """Negative distances that come later go before those that are there."""
    model = models.model(causal=False)
    gathered = GatheredProfiles()
    short, long = (profiles_of(models.reading(model, length, length, 8).step(0)) for length in (4, 8))
    gathered.add(short)
    gathered.add(long)

    assert gathered.mean.distances.tolist() == list(range(-7, 8))
    assert gathered.mean.queries.tolist() == [1, 2, 3, 4, 6, 8, 10, 12, 10, 8, 6, 4, 3, 2, 1]
