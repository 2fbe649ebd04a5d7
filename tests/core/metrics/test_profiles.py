"""Attention and terms over the relative distance, for every head."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Any

import numpy as np
import pytest
import torch

from relviz.core.interventions import Interventions
from relviz.core.metrics import profiles
from relviz.core.metrics.profiles import GatheredProfiles, Profiles, profiles_of, sums_by_distance
from relviz.errors import Cancelled
from tests.fixtures import models

if TYPE_CHECKING:
    from relviz.core.reading.trace import SegmentTrace, Terms


def trace_of(step: int = 3, device: str = "cpu", **changes: Any) -> SegmentTrace:
    """Return a segment of a small model."""
    return models.reading(models.model(**changes).to(torch.device(device)), 50, 8, 16).step(step)


def looped(values: np.ndarray, terms: Terms) -> dict[int, tuple[float, int]]:
    """Return by a double loop what stands at each distance: mean over the queries that see it, and how many do."""
    found: dict[int, list[float]] = {}
    for query in range(values.shape[0]):
        for key in range(values.shape[1]):
            if terms.mask[query, key]:
                found.setdefault(terms.memory + query - key, []).append(float(values[query, key]))
    return {distance: (math.fsum(numbers) / len(numbers), len(numbers)) for distance, numbers in found.items()}


def softmaxed(values: np.ndarray, mask: np.ndarray) -> np.ndarray:
    """Return the softmax of each row over what it sees, number by number."""
    shares = np.zeros(values.shape)
    for row, (numbers, seen) in enumerate(zip(values.tolist(), mask.tolist(), strict=True)):
        weights = [math.exp(number) if can else 0.0 for number, can in zip(numbers, seen, strict=True)]
        shares[row] = np.array(weights) / math.fsum(weights)
    return shares


def assert_is(numbers: np.ndarray, found: Profiles, expected: dict[int, tuple[float, int]]) -> None:
    """Hold a profile against what the loop found."""
    assert found.distances.tolist() == sorted(expected)
    assert found.queries.tolist() == [expected[distance][1] for distance in sorted(expected)]
    np.testing.assert_allclose(numbers, [expected[distance][0] for distance in sorted(expected)], rtol=2e-4, atol=1e-5)


def test_sums_by_hand() -> None:
    """Two queries over one memory token and themselves: distances 1, 0, (-1) and 2, 1, 0; the masked 9 is left out."""
    values = torch.tensor([[1.0, 2.0, 9.0], [3.0, 4.0, 5.0]])
    mask = torch.tensor([[True, True, False], [True, True, True]])

    assert sums_by_distance(values, mask, 1).tolist() == [0.0, 2.0 + 5.0, 1.0 + 4.0, 3.0]  # -1, 0, 1, 2


@pytest.mark.parametrize(
    "changes",
    [{}, {"same_length": True}, {"clamp_len": 5}, {"scheme": "alibi"}, {"scheme": "shaw", "clip": 4}, {"scheme": "t5"}],
    ids=str,
)
def test_every_head_agrees_with_a_double_loop(changes: dict[str, Any], device: str) -> None:
    """Attention, each part alone and each part itself are the loops' means, for all layers and heads and the mean."""
    trace = trace_of(device=device, **changes)
    found = profiles_of(trace)

    for layer in range(2):
        for head in range(3):
            terms, profile = trace.terms(layer, head), found.of(layer, head)
            assert_is(profile.attention, found, looped(terms.attention, terms))
            for number, part in enumerate(terms.parts):
                dense = part.dense(terms.distance)
                assert found.kinds[number] == part.kind
                assert_is(profile.raw[number], found, looped(dense, terms))
                assert_is(profile.alone[number], found, looped(softmaxed(dense, terms.mask), terms))
        of_all = found.of(layer, "mean")
        np.testing.assert_allclose(
            of_all.alone, np.mean([found.of(layer, head).alone for head in range(3)], axis=0), rtol=1e-5
        )


def test_a_model_that_sees_ahead_has_negative_distances() -> None:
    """In both directions, distances go from -(T - 1) up, and each is the mean over those that see it."""
    trace = trace_of(causal=False, scheme="xl")
    terms, found = trace.terms(1, 0), profiles_of(trace)

    assert found.distances[0] == -7
    assert_is(found.of(1, 0).attention, found, looped(terms.attention, terms))


def test_who_sees_which_distance() -> None:
    """Eight queries over a memory of 16: all see 0 to 16, then one less each; the means times these add up to 8."""
    found = profiles_of(trace_of())

    assert found.distances.tolist() == list(range(24))
    assert found.queries.tolist() == [8] * 17 + [7, 6, 5, 4, 3, 2, 1]
    np.testing.assert_allclose((found.attention * found.queries).sum(-1), 8.0, rtol=1e-5)
    np.testing.assert_allclose((found.alone * found.queries).sum(-1), 8.0, rtol=1e-5)


def test_position_bias_is_its_own_profile() -> None:
    """Term (d) depends on the distance alone, so that its mean at a distance is its number at that distance."""
    trace = trace_of()
    part = trace.terms(0, 1).parts[3]
    assert part.kind.name == "position_bias"

    np.testing.assert_allclose(profiles_of(trace).of(0, 1).raw[3], part.values, rtol=1e-4, atol=1e-5)


def test_a_flat_term_alone_is_uniform() -> None:
    """With a gain of 0 a term's softmax gives query i one (M + i + 1)th of every key: at distance 0, their mean."""
    reading = models.reading(models.model(), 50, 8, 16)
    reading.intervene(Interventions((("content", 0.0),), "segment"))
    found = profiles_of(reading.step(3))

    assert found.of(0, 0).alone[0][0] == pytest.approx(sum(1 / (16 + i + 1) for i in range(8)) / 8, rel=1e-5)
    assert found.of(0, 0).alone[0][-1] == pytest.approx(1 / 24, rel=1e-5)


def test_limits_and_lengths_are_known() -> None:
    """The lengths of the segment, and where distances stop being told apart or were never trained, are there."""
    found = profiles_of(trace_of(step=1, clamp_len=5, trained_segment_length=4, trained_memory_length=6))

    assert (found.segment, found.memory, found.clamp, found.trained) == (8, 8, 5, 9)
    assert profiles_of(trace_of(scheme="shaw", clip=4)).clamp == 4
    assert profiles_of(trace_of(scheme="rotary")).clamp is None


def test_few_heads_at_a_time_change_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    """Where not all heads fit into memory at once, they are gone through in turn."""
    whole = profiles_of(trace_of())
    monkeypatch.setattr(profiles, "CELLS_AT_ONCE", 2 * 8 * 24)
    assert len(list(profiles._blocks(trace_of()))) == 2

    np.testing.assert_allclose(profiles_of(trace_of()).raw, whole.raw, rtol=1e-4, atol=1e-5)


def test_progress_is_told_and_the_work_can_be_taken_back() -> None:
    """Half of the layers are half of the work; cancelled before the second layer, it ends there."""
    told: list[float] = []
    profiles_of(trace_of(), told.append)
    assert told == [0.5, 1.0]

    told.clear()
    with pytest.raises(Cancelled):
        profiles_of(trace_of(), told.append, lambda: bool(told))
    assert told == [0.5]


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
