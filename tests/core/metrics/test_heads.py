"""Measures of all heads."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

import numpy as np
import pytest
import torch

from relviz.core.metrics import ALIKE, MEASURES
from relviz.core.metrics import heads as heads_module
from relviz.core.metrics.head_measures import HeadMeasures, with_means
from relviz.core.metrics.heads import (
    TermSizes,
    attention_at_distance,
    heads_alike,
    measure_heads,
    memory_share_of_heads,
    uniform_share,
)
from relviz.core.positions import Positions
from relviz.errors import Cancelled, SettingError
from tests.fixtures import models, schemes

if TYPE_CHECKING:
    from relviz.core.reading.trace import SegmentTrace


PLACES = pytest.mark.parametrize("place", [0, 1, 4], ids=["no memory", "memory fills", "memory is full"])


def _trace(segment: int = 3, scheme: str = "xl", **settings: object) -> SegmentTrace:
    """Read a text of few different tokens, so that most of them come again, up to a segment."""
    model = models.model(**(schemes.settings(scheme) | settings))
    return models.reading(model, models.ids(50, 9), 7, 12).step(segment)


def _by_hand(trace: SegmentTrace, layer: int, head: int) -> dict[str, float]:
    """Measure one head in Python loops over queries and keys."""
    terms, memory = trace.terms(layer, head), trace.where.memory
    queries, keys = terms.attention.shape
    share, uniform, own, far, bits = [], [], [], [], []
    before, followed = [], []
    ids = trace.tokens.ids.tolist()
    for i in range(queries):
        seen = [j for j in range(keys) if terms.mask[i, j]]
        a = {j: float(terms.attention[i, j]) for j in seen}
        share.append(sum(a[j] for j in seen if j < memory))
        uniform.append(sum(j < memory for j in seen) / len(seen))
        own.append(a[memory + i])
        far.append(sum(a[j] * (memory + i - j) for j in seen))
        bits.append(-sum(a[j] * math.log2(a[j]) for j in seen if a[j] > 0))
        if memory + i - 1 >= 0:
            before.append(a[memory + i - 1])
        place = trace.where.start + i
        hits = [j for j in seen if j != memory + i and place - (memory + i - j) > 0]
        hits = [j for j in hits if ids[place - (memory + i - j) - 1] == ids[place]]
        if hits:
            followed.append(sum(a[j] for j in hits))
    result = {
        "memory": np.mean(share),
        "lift": np.mean(share) / np.mean(uniform) if memory else math.nan,
        "self": np.mean(own),
        "previous": np.mean(before),
        "distance": np.mean(far),
        "entropy": np.mean(bits),
        "induction": np.mean(followed) if followed else math.nan,
    }
    deviations = {}
    for part in terms.parts:
        dense = part.dense(terms.distance)
        numbers = [float(dense[i, j]) for i in range(queries) for j in range(keys) if terms.mask[i, j]]
        mean = sum(numbers) / len(numbers)
        deviations[part.kind.name] = math.sqrt(sum((number - mean) ** 2 for number in numbers) / len(numbers))
    total = sum(deviations.values())
    return result | {name: deviation / total for name, deviation in deviations.items()}  # type: ignore[return-value]


@PLACES
@pytest.mark.parametrize("scheme", ["xl", "shaw", "rotary"])
def test_measures_are_two_loops(scheme: str, place: int) -> None:
    """Every measure of every head is what loops over queries and keys give, whatever parts the score has."""
    trace = _trace(place, scheme)
    found = measure_heads(trace)

    assert found.names == (*(name for name in MEASURES if name != ALIKE), *(kind.name for kind in found.kinds))
    for layer in range(2):
        for head in range(3):
            for name, number in _by_hand(trace, layer, head).items():
                assert found.values[name][layer, head] == pytest.approx(number, rel=2e-5, abs=1e-6, nan_ok=True), name


def test_zero_vectors_in_memory_are_no_tokens() -> None:
    """A memory of zero vectors, longer than the text, has a share of the attention and nothing to be copied from."""
    trace = models.reading(models.model(), models.ids(10, 4), 10, 32, initial_memory="zeros").step(0)
    found = measure_heads(trace)

    for name, number in _by_hand(trace, 0, 1).items():
        np.testing.assert_allclose(found.values[name][0, 1], number, rtol=2e-5, atol=1e-6, err_msg=name)


def test_some_heads_at_a_time_are_all_heads_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """Where the attention of all heads does not fit, they are measured in turn, with the same numbers and maps."""
    trace = _trace(4)
    at_once = measure_heads(trace)
    monkeypatch.setattr(heads_module, "CELLS_AT_ONCE", trace.where.segment * trace.where.keys)
    shares = list[float]()
    in_turn = measure_heads(trace, shares.append)

    for name in at_once.names:
        np.testing.assert_allclose(in_turn.values[name], at_once.values[name], rtol=1e-6, atol=1e-7)
    np.testing.assert_allclose(in_turn.thumbnails, at_once.thumbnails, rtol=1e-6, atol=1e-7)
    assert shares == pytest.approx([(n + 1) / 6 for n in range(6)])


def test_thumbnails_are_the_attention(monkeypatch: pytest.MonkeyPatch) -> None:
    """Small maps are kept whole: each head's attention, its mean over heads and over layers, masked where hidden."""
    trace = _trace(4)
    found = measure_heads(trace)
    maps = np.stack([trace.attention(layer) for layer in range(2)])  # (L, H, T, K)
    hidden = ~trace.where.visible

    for layer, head, whole in (
        (1, 2, maps[1, 2]),
        (0, -1, maps[0].mean(0)),
        (-1, 1, maps[:, 1].mean(0)),
        (-1, -1, maps.mean((0, 1))),
    ):
        shown = found.thumbnails[layer, head]
        assert np.isnan(shown[hidden]).all()
        np.testing.assert_allclose(shown[~hidden], whole[~hidden], rtol=1e-5, atol=1e-7)

    monkeypatch.setattr(heads_module, "ROWS", 3)
    monkeypatch.setattr(heads_module, "COLUMNS", 5)
    small = measure_heads(trace).thumbnails
    assert small.shape == (3, 4, 3, 5)
    assert np.nanmax(small[1, 2]) == pytest.approx(maps[1, 2].max(), rel=1e-6)


def test_means_that_take_too_much_memory_are_left_out(monkeypatch: pytest.MonkeyPatch) -> None:
    """The mean over heads has no thumbnail then; those of heads and of layers stay."""
    monkeypatch.setattr(heads_module, "CELLS_OF_MEANS", 1)
    thumbnails = measure_heads(_trace(4)).thumbnails

    assert np.isnan(thumbnails[:, -1]).all()
    assert not np.isnan(thumbnails[:, :-1]).all((2, 3)).any()


def test_a_text_without_repetition_has_no_induction() -> None:
    """Where no token comes twice there is nothing to measure, and no query is counted."""
    found = measure_heads(models.reading(models.model(), range(20), 5, 10).step(3))

    assert found.repeated == 0
    assert np.isnan(found.values["induction"]).all()


def test_what_comes_before_the_start_is_not_what_a_token_followed() -> None:
    """Of 1 2 1 2 3, read from the second token on, only the second 2 has come before, and what followed it is the 1.

    The 1 before the start is not there: neither does the first token read follow it, nor is it an earlier 1.
    """
    trace = models.reading(models.model(), [1, 2, 1, 2, 3], 4, 4, start=1).step(0)
    found = measure_heads(trace)

    assert found.repeated == 1
    for layer in range(2):
        np.testing.assert_allclose(found.values["induction"][layer], trace.attention(layer)[:, 2, 1], rtol=1e-6)


def test_means_stand_beside_and_below() -> None:
    """The last column is the mean over heads, the last row that over layers, the corner that of all."""
    np.testing.assert_allclose(
        with_means(np.array([[1, 2, 6], [3, 4, 8]], np.float32)), [[1, 2, 6, 3], [3, 4, 8, 5], [2, 3, 7, 4]]
    )


def test_it_can_be_cancelled() -> None:
    """Asked before the first heads, it stops."""
    with pytest.raises(Cancelled):
        measure_heads(_trace(0), is_cancelled=lambda: True)


def test_a_segment_of_one_token() -> None:
    """The first token of all attends to itself alone: no memory, no token before, nothing repeated, no entropy."""
    trace = models.reading(models.model(), 1, 4, 4).step(0)
    found: HeadMeasures = measure_heads(trace)

    for name, number in (("memory", 0.0), ("self", 1.0), ("distance", 0.0), ("entropy", 0.0)):
        np.testing.assert_allclose(found.values[name], number, atol=1e-7)
    for name in ("lift", "previous", "induction", "content"):
        assert np.isnan(found.values[name]).all()


def _divergence(p: list[float], q: list[float]) -> float:
    """Return the mean of two Kullback-Leibler divergences from the middle, in bits."""
    total = 0.0
    for a, b in zip(p, q, strict=True):
        middle = (a + b) / 2
        total += sum(x * math.log2(x / middle) for x in (a, b) if x > 0) / 2
    return total


def test_divergences_worked_by_hand() -> None:
    """Rows alike are 0 bits apart, rows without a common key 1 bit, and (1, 0) and (1/2, 1/2) are 0.311 bits apart.

    That is half of 1 log2 (1 / (3/4)), and half of 1/2 log2 ((1/2) / (3/4)) + 1/2 log2 ((1/2) / (1/4)).
    """
    one = torch.tensor([[1.0, 0.0], [0.25, 0.75], [1.0, 0.0]])
    other = torch.tensor([[[0.5, 0.5], [0.25, 0.75], [0.0, 1.0]]])
    first = 0.5 * math.log2(4 / 3) + 0.5 * (0.5 * math.log2(2 / 3) + 0.5)

    assert first == pytest.approx(0.3112781)
    found = heads_module._divergence(other, one)
    np.testing.assert_allclose(found, [[first, 0.0, 1.0]], atol=1e-6)


@pytest.mark.parametrize("head", [2, "mean"])
@pytest.mark.parametrize("segment", [0, 3])
def test_heads_are_compared_row_by_row(segment: int, head: int | str) -> None:
    """Every head's number is the mean over queries of loops over keys, for a head and for the mean of a layer."""
    trace = _trace(segment)
    maps = np.stack([trace.attention(layer) for layer in range(2)]).astype(np.float64)  # (L, H, T, K)
    one = maps[1].mean(0) if head == "mean" else maps[1, int(head)]
    found = heads_alike(trace, 1, head)  # type: ignore[arg-type]

    for layer in range(2):
        for number in range(3):
            rows = zip(maps[layer, number].tolist(), one.tolist(), strict=True)
            expected = 1 - np.mean([_divergence(p, q) for p, q in rows])
            assert found[layer, number] == pytest.approx(expected, abs=2e-6)
    if head == 2:
        assert found[1, 2] == pytest.approx(1.0, abs=1e-6)


def test_some_heads_at_a_time_are_compared_as_all_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """Where the attention of all heads does not fit, they are compared in turn."""
    trace = _trace()
    at_once = heads_alike(trace, 0, 1)
    monkeypatch.setattr(heads_module, "CELLS_AT_ONCE", 1)
    np.testing.assert_allclose(heads_alike(trace, 0, 1), at_once, atol=1e-6)


def test_it_can_be_cancelled_and_knows_its_heads() -> None:
    """Asked before the first heads, it stops; a head that there is not is told of."""
    with pytest.raises(Cancelled):
        heads_alike(_trace(), 0, 0, lambda: True)
    with pytest.raises(SettingError):
        heads_alike(_trace(), 0, 3)


def test_share_by_hand() -> None:
    """Two heads, two queries, two memory tokens: the mean over queries of the first two columns."""
    one = [[0.5, 0.2, 0.3, 0.0], [0.1, 0.2, 0.3, 0.4]]
    other = [[0.0, 0.0, 1.0, 0.0], [0.0, 1.0, 0.0, 0.0]]
    share = memory_share_of_heads(torch.tensor([one, other]), 2)
    torch.testing.assert_close(share, torch.tensor([0.5, 0.5]))


def test_uniform_share_of_64_over_128() -> None:
    """It is the mean of 128 / (128 + i + 1), which is 0.81."""
    share = uniform_share(Positions(64, 128).visible, 128)
    assert share == pytest.approx(sum(128 / (128 + i + 1) for i in range(64)) / 64)
    assert round(share, 2) == 0.81


def test_uniform_attention_has_the_uniform_share() -> None:
    """A head that weights all keys it sees alike has a lift of 1, also where it sees only so far."""
    for where in (Positions(5, 7), Positions(5, 7, reach=6)):
        mask = torch.from_numpy(where.visible.copy())
        attention = torch.zeros(5, 12).masked_fill(~mask, -torch.inf).softmax(1)
        share = float(memory_share_of_heads(attention, 7))
        assert share == pytest.approx(uniform_share(where.visible, 7), rel=1e-6)


def test_previous_token_by_hand() -> None:
    """With a memory of 1 every query has a token before it: keys 0, 1 and 2 for queries 0, 1 and 2."""
    attention = torch.tensor([[0.9, 0.1, 0, 0], [0.2, 0.5, 0.3, 0], [0.1, 0.2, 0.6, 0.1]])
    torch.testing.assert_close(attention_at_distance(attention, 1), torch.tensor([0.9, 0.5, 0.6]))


def test_the_first_token_has_none_before_it() -> None:
    """Without a memory the first query is left out."""
    attention = torch.tensor([[1.0, 0, 0], [0.7, 0.3, 0], [0.1, 0.8, 0.1]])
    torch.testing.assert_close(attention_at_distance(attention, 0), torch.tensor([0.7, 0.8]))


def test_is_what_a_double_loop_finds() -> None:
    """At any distance it is the cells with M + i - j = d, for all heads."""
    attention = torch.rand(2, 3, 5, 12)
    for distance in range(10):
        expected = [attention[..., i, j] for i in range(5) for j in range(12) if 7 + i - j == distance]
        torch.testing.assert_close(attention_at_distance(attention, 7, distance), torch.stack(expected, -1))


def test_sizes_by_hand() -> None:
    """Of visible cells 3, 4 and 5 the root mean square is sqrt(50 / 3), the standard deviation sqrt(2 / 3)."""
    sizes = TermSizes()
    visible = torch.tensor([[True, False], [True, True]])
    varying, flat = torch.tensor([[3.0, 99.0], [4.0, 5.0]]), torch.full((2, 2), 7.0)
    sizes.add([varying[None, None], flat[None, None]], visible)
    torch.testing.assert_close(sizes.norms[:, 0], torch.tensor([(50 / 3) ** 0.5, 7.0]).double())
    torch.testing.assert_close(sizes.spreads[:, 0], torch.tensor([(2 / 3) ** 0.5, 0.0]).double())


def test_segments_add_up() -> None:
    """Over several segments of several documents it is as over all their cells at once, head by head."""
    sizes, visible = TermSizes(), torch.ones(3, 4, dtype=torch.bool)
    parts = [torch.randn(2, 5, 3, 4) for _ in range(3)]
    for part in parts:
        sizes.add([part], visible)
    cells = torch.stack(parts).permute(2, 0, 1, 3, 4).flatten(1).numpy()  # (H, everything)
    np.testing.assert_allclose(sizes.norms[0].numpy(), np.sqrt((cells.astype(float) ** 2).mean(1)), rtol=1e-6)
    np.testing.assert_allclose(sizes.spreads[0].numpy(), cells.astype(float).std(1), rtol=1e-6)
