"""Absolute positions: restarting, counting on, and learned."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

import numpy as np
import pytest
import torch

from relviz.core.config import ModelConfig
from relviz.core.model.transformer import TransformerXL
from relviz.core.positions import Positions
from relviz.core.schemes.absolute import AbsoluteScheme
from relviz.core.schemes.count import CountScheme
from relviz.core.schemes.learned import LearnedScheme
from relviz.core.schemes.restart import RestartScheme
from relviz.errors import ModelError
from tests.fixtures import models

if TYPE_CHECKING:
    from collections.abc import Sequence

NAMES = ("content", "content_position", "position_content", "position_position")
SCHEMES = ("restart", "count", "learned")


def sinusoid(position: int, width: int) -> list[float]:
    """The closed form, sines before cosines."""
    angles = [position / 10000 ** (2 * n / width) for n in range(width // 2)]
    return [math.sin(angle) for angle in angles] + [math.cos(angle) for angle in angles]


@pytest.mark.parametrize("scheme", SCHEMES)
@pytest.mark.parametrize("where", [Positions(3, 5, 8, restart_every=4), Positions(4, 0), Positions(2, 7, 90)], ids=str)
def test_four_parts_are_the_plain_product(scheme: str, where: Positions) -> None:
    """W_q(x + p) . W_k(x + p) / sqrt(d_head), multiplied in double precision, is the sum of the four parts."""
    network = models.network(scheme=scheme, n_positions=60).double()
    attention = network.layers[1].attention
    x = torch.randn(1, where.keys, 22, dtype=torch.float64, generator=torch.Generator().manual_seed(1))
    positions = range(where.start - where.memory, where.start + where.segment)
    p = torch.tensor([_vector(attention.scheme, position, where) for position in positions], dtype=torch.float64)
    w_q, w_k, _ = attention.qkv.weight.view(3, 3, 6, 22)
    plain_q = torch.einsum("hcd,bid->bhic", w_q, (x + p)[:, where.memory :])
    plain_k = torch.einsum("hcd,bjd->bhjc", w_k, x + p)
    plain = torch.einsum("bhic,bhjc->bhij", plain_q, plain_k) / 6**0.5
    with torch.inference_mode():
        queries, keys, _ = attention.project(x)
        queries = queries[:, :, where.memory :]
        parts = attention.scheme.parts(queries, keys, where)
        score = attention.score(queries, keys, where)
    assert plain.abs().max() > 1
    torch.testing.assert_close(torch.stack(parts).sum(0), plain, atol=1e-5, rtol=0)
    seen = torch.tensor(where.visible)
    torch.testing.assert_close(score[..., seen], plain[..., seen], atol=1e-5, rtol=0)
    assert all(part.abs().max() > 0.1 for part in parts)


def test_each_part_is_what_its_name_says() -> None:
    """In Python loops: q.k, q.W_k p, W_q p.k and W_q p.W_k p, each divided by the root of the head's width."""
    model = models.model(scheme="count", d_model=8, n_head=2, d_head=3, pre_lnorm=False)
    trace = models.reading(model, 11, 4, 5).step(2)
    w_q, w_k, _ = model.network.layers[0].attention.qkv.weight.detach().view(3, 2, 3, 8)[:, 1].tolist()
    start, memory = trace.where.start, trace.where.memory
    h = torch.cat([chunk.inputs[0][0] for chunk in (*trace.chunks, trace.chunk)])[-trace.where.keys :].tolist()
    terms = trace.terms(0, 1)
    for i in range(trace.where.segment):
        for j in range(memory + i + 1):
            query = _times(w_q, h[memory + i]), _times(w_q, sinusoid(start + i, 8))
            key = _times(w_k, h[j]), _times(w_k, sinusoid(start - memory + j, 8))
            wanted = [_dot(one, other) / math.sqrt(3) for one in query for other in key]
            for name, value in zip(NAMES, wanted, strict=True):
                assert getattr(terms, name)[i, j] == pytest.approx(value, abs=2e-5)
    assert terms.position is None
    assert terms.content_bias is None


def test_restarting_gives_memory_and_segment_the_same_vectors() -> None:
    """In windows of four, D in memory and H in the segment both sit at the last place, and so on for the others."""
    scheme = _scheme("restart")
    assert isinstance(scheme, RestartScheme)
    where = Positions(segment=4, memory=4, start=4, restart_every=4)  # A B C D | E F G H
    assert scheme.index(where).tolist() == [0, 1, 2, 3, 0, 1, 2, 3]
    vectors = scheme.vectors(scheme.index(where), torch.empty(0))
    assert torch.equal(vectors[:4], vectors[4:])
    counting = _scheme("count")
    assert counting.index(where).tolist() == list(range(8))


def test_places_in_a_segment_are_counted_from_where_it_began() -> None:
    """With a memory of another length and a last segment cut short, each token keeps its place in its own segment."""
    reading = models.reading(models.model(scheme="restart"), 22, 5, 7)
    scheme = reading.model.network.layers[0].attention.scheme
    assert isinstance(scheme, RestartScheme)
    assert scheme.index(reading.where(4)).tolist() == [3, 4, 0, 1, 2, 3, 4, 0, 1]
    assert scheme.index(Positions(3, 4, 6)).tolist() == [2, 0, 1, 2, 0, 1, 2]  # T stands for the period


def test_zero_vectors_before_the_text_have_positions_too() -> None:
    """An initial memory of zero vectors lies at negative positions, and the parts add up there."""
    for scheme in SCHEMES:
        reading = models.reading(models.model(scheme=scheme), 9, 4, 6, initial_memory="zeros")
        assert reading.where(0).positions.tolist() == [-6, -5, -4, -3, -2, -1, 0, 1, 2, 3]
        assert reading.step(0).terms(0, 0).sum_error < 1e-5


@pytest.mark.parametrize("position", [0, 1, 63, 511, 512, 100_000, 512_000])
def test_the_sinusoid_is_defined_everywhere(position: int) -> None:
    """Counting on, a vector of any position is that of the closed form; restarting, that of its place."""
    count, restart = _scheme("count"), _scheme("restart")
    assert isinstance(count, CountScheme)
    assert isinstance(restart, RestartScheme)
    np.testing.assert_allclose(count.vector(position), sinusoid(position, 22), atol=1e-6)
    np.testing.assert_allclose(restart.vector(position), sinusoid(position % 8, 22), atol=1e-6)
    np.testing.assert_allclose(restart.vector(position, period=64), sinusoid(position % 64, 22), atol=1e-6)


def test_a_learned_table_ends() -> None:
    """Beyond the table there is no vector; a reading that goes on there is given the last row."""
    model = models.model(scheme="learned", n_positions=10)
    scheme = model.network.layers[1].attention.scheme
    assert isinstance(scheme, LearnedScheme)
    table = scheme.positions.detach().numpy()
    np.testing.assert_array_equal(scheme.vector(9), table[9])
    assert scheme.vector(10) is None
    assert scheme.vector(-1) is None
    assert scheme.index(Positions(4, 4, 8)).tolist() == [4, 5, 6, 7, 8, 9, 9, 9]
    terms = models.reading(model, 30, 5, 5).step(4).terms(0, 0)
    assert terms.position_position is not None
    assert np.ptp(terms.position_position[terms.mask]) == 0  # all ten tokens at the last row
    assert len(models.network(scheme="learned").layers[0].attention.scheme.get_parameter("positions")) == 512


def test_layers_share_the_learned_table() -> None:
    """The table is one parameter for all layers."""
    network = models.network(scheme="learned", n_positions=10)
    assert [name for name, _ in network.named_parameters() if "positions" in name] == [
        "layers.0.attention.scheme.positions"
    ]


def test_the_trained_range_is_known_from_the_settings() -> None:
    """Counting on, it is the positions of the training; restarting, the length of its segments; else unknown."""
    trained = {"trained_segment_length": 16, "trained_memory_length": 32, "trained_positions": 512}
    assert [_scheme(name, **trained).trained for name in SCHEMES] == [15, 511, 511]
    assert [_scheme(name).trained for name in SCHEMES] == [None, None, None]


def test_a_memory_with_gaps_is_refused() -> None:
    """A model that leaves only a part of each segment to memory cannot count its positions this way."""
    with pytest.raises(ModelError, match="reuse_length must be null"):
        models.network(scheme="count", reuse_length=3)


def _scheme(name: str, **changes: int) -> AbsoluteScheme:
    scheme = models.network(scheme=name, **changes).layers[0].attention.scheme
    assert isinstance(scheme, (CountScheme, LearnedScheme))
    return scheme


def _vector(scheme: torch.nn.Module, position: int, where: Positions) -> list[float]:
    """The vector of a position in the text, by the definition of each scheme."""
    if isinstance(scheme, LearnedScheme):
        row: list[float] = scheme.positions[min(position, 59)].tolist()
        return row
    return sinusoid(position % where.period if isinstance(scheme, RestartScheme) else position, 22)


def _dot(x: Sequence[float], y: Sequence[float]) -> float:
    return sum(left * right for left, right in zip(x, y, strict=True))


def _times(matrix: list[list[float]], x: Sequence[float]) -> list[float]:
    return [_dot(row, x) for row in matrix]


def test_a_learned_table_begins_as_large_as_a_sinusoid() -> None:
    """Its numbers spread as those of the vectors it takes the place of; all other weights are drawn as ever."""
    torch.manual_seed(0)
    network = TransformerXL(
        ModelConfig(vocab_size=40, n_layer=2, n_head=2, d_model=32, d_head=16, d_inner=32, scheme="learned")
    )
    first, second = (layer.attention.scheme for layer in network.layers)
    assert isinstance(first, LearnedScheme)
    assert isinstance(second, LearnedScheme)
    table = first.positions
    assert table is second.positions
    assert float(table.detach().std()) == pytest.approx(
        np.std([sinusoid(position, 32) for position in range(512)]), rel=0.15
    )
    assert float(network.layers[1].attention.qkv.weight.detach().std()) == pytest.approx(0.02, rel=0.05)
