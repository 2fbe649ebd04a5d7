"""Figure 4: how many bytes are kept of each segment."""

from __future__ import annotations

from typing import TYPE_CHECKING

from relviz.bench import models
from relviz.bench.figure import Figure, at_most

if TYPE_CHECKING:
    from collections.abc import Iterator

    from torch import Tensor

    from relviz.bench.plan import Plan
    from relviz.core.model.model import Model
    from relviz.core.reading.chunk import Chunk
    from relviz.core.reading.trace import SegmentTrace

FLOAT = 4
"""Bytes of a float32."""


def measure(_plan: Plan) -> Iterator[Figure]:
    """Take the figure for the bundled model."""
    yield keeping("4", models.bundled(), models.SEGMENT, models.MEMORY, 40)


def keeping(id: str, model: Model, segment_length: int, memory_length: int, segments: int) -> Figure:  # noqa: A002
    """Count every byte that the chunks of a reading hold on to, each storage once."""
    reading = models.reading_of(model, segments, segment_length, memory_length)
    chunks = [used(reading.step(index)) for index in range(segments)]
    config = model.config
    numbers = config.n_layer * segment_length * config.d_model * FLOAT
    width = config.n_head * config.d_head
    window = config.n_layer * 2 * (memory_length + segment_length) * width * FLOAT  # keys and values
    total = sum(held(chunk) for chunk in chunks)
    cached = total - segments * held(chunks[0])  # the first one left the memory long ago
    return at_most(
        id,
        f"bytes kept per segment, beside a window of keys and values, against L x T x d_model x {FLOAT}",
        1.1,
        (total - window) / segments / numbers,
        "x",
        f"{model.name}, T {segment_length}, M {memory_length}: {total:,} bytes after {segments} segments, each "
        f"{held(chunks[0]):,} for good; {cached:,} cached, of which a window of keys and values is {window:,} and the "
        "queries of the segment in view the rest",
    )


def used(trace: SegmentTrace) -> Chunk:
    """Return the chunk of a segment, after the last layer's queries, keys and values were used, too."""
    assert trace.hidden is not None
    return trace.chunk


def held(chunk: Chunk) -> int:
    """Return the bytes of all storages that a chunk keeps alive, views of a larger one counted whole."""
    cached = chunk._projected.values()  # there is no other way in
    tensors: list[Tensor] = [*chunk.inputs, *chunk._queries.values(), *(rows for pair in cached for rows in pair)]
    storages = {tensor.untyped_storage().data_ptr(): tensor.untyped_storage().nbytes() for tensor in tensors}
    return sum(storages.values())
