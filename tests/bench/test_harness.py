"""How contenders take turns."""

from __future__ import annotations

import gc

import pytest

from relviz.bench.harness import Samples, compare, no_garbage_collection, percentile


def test_contenders_take_turns_and_change_who_is_first() -> None:
    """After a warm-up of two calls each, a round is A B and the next one B A."""
    calls: list[str] = []
    samples = compare({"a": lambda: calls.append("a"), "b": lambda: calls.append("b")}, 0, least=3, most=3, shortest=0)
    assert "".join(calls) == "aabb" + "ab" + "ba" + "ab"
    assert samples.rounds == 3


def test_the_ratio_is_the_median_within_rounds() -> None:
    """A round in which the machine was slow slows both, and counts like any other."""
    samples = Samples({"one": [2.0, 20.0, 3.0], "other": [1.0, 10.0, 1.0]})
    assert samples.ratio("one", "other") == 2.0
    assert samples.median("one") == 3.0


def test_what_is_too_short_to_time_is_repeated() -> None:
    """A sample lasts about as long as asked for."""
    calls: list[int] = []
    compare({"a": lambda: calls.append(1)}, 0, least=1, most=1, shortest=1e-4)
    assert len(calls) > 10


@pytest.mark.parametrize("before", [True, False])
def test_garbage_is_left_alone_within_samples_only(before: bool) -> None:
    """The collector is off within, and as before afterwards."""
    was = gc.isenabled()
    try:
        (gc.enable if before else gc.disable)()
        with no_garbage_collection():
            assert not gc.isenabled()
        assert gc.isenabled() is before
    finally:
        (gc.enable if was else gc.disable)()


@pytest.mark.parametrize(("share", "value"), [(0.5, 10), (0.95, 19), (1.0, 20), (0.01, 1)])
def test_percentiles_are_of_the_nearest_rank(share: float, value: int) -> None:
    """Of 1 to 20, the 95th percentile is 19: one in twenty is larger."""
    assert percentile(list(range(20, 0, -1)), share) == value
