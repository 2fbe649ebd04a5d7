"""What is kept of a segment once it has been read."""

from __future__ import annotations

from typing import Any

import pytest
import torch

from relviz.core.reading.chunk import Chunk, memory_of, pieces_of, positions_of
from tests.fixtures import models

ODD_SHAPES = [
    {},
    {"n_head": 1, "d_head": 38, "d_model": 114, "n_layer": 4},
    {"n_head": 2, "d_head": 13, "d_model": 34, "pre_lnorm": True},
    {"n_head": 5, "d_head": 7, "d_model": 62, "n_layer": 3},
]


@pytest.mark.parametrize("shape", ODD_SHAPES, ids=str)
@pytest.mark.parametrize("length", [14, 9])
def test_projecting_again_gives_the_bits_of_the_forward_pass(shape: dict[str, Any], length: int, device: str) -> None:
    """Keys and values that were let go come back as they were, whatever the widths are."""
    model = models.model(**shape).to(torch.device(device))
    for trace in models.reading(model, 3 * length, length, 2 * length):
        kept = [trace.chunk.keys_values(layer) for layer in range(model.config.n_layer)]
        trace.chunk.release()
        for layer, (keys, values) in enumerate(kept):
            again = trace.chunk.keys_values(layer)
            assert torch.equal(again[0], keys)
            assert torch.equal(again[1], values)


def test_only_layer_inputs_are_kept_for_good() -> None:
    """A chunk that was let go holds L x T x d_model numbers and nothing else."""
    reading = models.reading(models.model(), 80, 8, 16)
    traces = [reading.step(index) for index in range(6)]
    chunk = traces[0].chunk
    assert chunk.bytes == 2 * 8 * 22 * 4
    assert len(chunk) == 8
    assert not chunk.warm
    chunk.keys_values(0)
    assert not chunk._projected
    assert reading.history_bytes == 6 * chunk.bytes


def test_a_chunk_in_the_memory_is_projected_once() -> None:
    """While it is warm, a chunk gives the same keys and values without computing them again."""
    model = models.model()
    chunk = Chunk(model.network, 0, (torch.randn(1, 4, 22), torch.randn(1, 4, 22)), warm=True)
    assert chunk.keys_values(1)[0] is chunk.keys_values(1)[0]
    chunk.release()
    assert chunk.keys_values(1)[0] is not chunk.keys_values(1)[0]


def test_memory_is_the_last_rows_of_its_chunks() -> None:
    """A memory that is no multiple of the segment takes part of its oldest chunk; one of 0 rows is none."""
    model = models.model()
    chunks = tuple(Chunk(model.network, 4 * n, (torch.randn(1, 4, 22),) * 2) for n in range(2))
    memory = memory_of(chunks, 5, 0)
    assert memory is not None
    assert memory[0].shape == (1, 3, 5, 6)
    assert torch.equal(memory[0][:, :, 1:], chunks[1].keys_values(0)[0])
    assert torch.equal(memory[1][:, :, :1], chunks[0].keys_values(0)[1][:, :, 3:])
    assert memory_of(chunks, 0, 0) is None
    pieces = pieces_of(chunks, 5, 0, slice(1, 3))
    assert [keys.shape for keys, _ in pieces] == [(1, 2, 1, 6), (1, 2, 4, 6)]
    assert torch.equal(pieces[0][0], memory[0][:, 1:3, :1])
    assert torch.equal(pieces[1][1], memory[1][:, 1:3, 1:])
    assert pieces_of(chunks, 0, 0) == []
    assert [len(pieces_of(chunks, length, 0)) for length in (1, 4, 5, 8)] == [1, 1, 2, 2]
    assert positions_of(chunks, 5).tolist() == [3, 4, 5, 6, 7]
    assert positions_of(chunks, 0).tolist() == []


def test_a_chunk_may_leave_only_its_first_rows_to_memory() -> None:
    """With a reuse of 3, memory has the first three rows of each chunk, under their positions in the text."""
    model = models.model()
    chunks = tuple(Chunk(model.network, 4 * n, (torch.randn(1, 4, 22),) * 2, reuse=3) for n in range(2))
    memory = memory_of(chunks, 5, 1)
    assert memory is not None
    assert torch.equal(memory[0][:, :, 2:], chunks[1].keys_values(1)[0][:, :, :3])
    assert torch.equal(memory[1][:, :, :2], chunks[0].keys_values(1)[1][:, :, 1:3])
    assert positions_of(chunks, 5).tolist() == [1, 2, 4, 5, 6]
