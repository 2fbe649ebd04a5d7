"""Figures 4, 9 and 12: what memory takes, in bytes and in time, and what it saves.

``python -m relviz.bench.memory`` reads the long text of figure 9, in a process of its own.
"""

from __future__ import annotations

import json
import subprocess
import sys
from typing import TYPE_CHECKING

import torch

from relviz.bench import models
from relviz.bench.figure import Figure, Plan, at_most, shown
from relviz.bench.harness import compare, milliseconds, resident_bytes, suffix, synchroniser
from relviz.core.positions import Positions
from relviz.errors import RelvizError

if TYPE_CHECKING:
    from collections.abc import Iterator

    from torch import Tensor

    from relviz.core.model.model import Model
    from relviz.core.reading.chunk import Chunk
    from relviz.core.reading.trace import SegmentTrace

FLOAT = 4
"""Bytes of a float32."""
SEGMENTS = 10_000
EARLY = 10
ROUNDS = 60
BUDGET = 32 * 2**20
"""History in bytes: small enough to be full long before the end."""
LENGTHS = (32, 64)
"""T and M, the bundled model's own."""
PAPER = {800: 363, 1800: 773, 2800: 1409, 3800: 1874}
"""How many times slower recomputing was at each attention length."""
AT_ONCE = 128
"""Tokens that are read at once with memory, as the paper's evaluation does."""


def measure_bytes(_plan: Plan) -> Iterator[Figure]:
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


def measure_long_texts(_plan: Plan) -> Iterator[Figure]:
    """Take the figures in a process of its own, whose memory nothing else has stretched before."""
    done = subprocess.run(
        [sys.executable, "-m", "relviz.bench.memory"], capture_output=True, text=True, timeout=1800, check=False
    )
    if done.returncode:
        raise RelvizError(f"Reading {SEGMENTS:,} segments failed: {done.stderr.strip()}.")
    yield from (Figure(**figure) for figure in json.loads(done.stdout))


def growing(model: Model, lengths: tuple[int, int], segments: int, rounds: int, budget: int) -> Iterator[Figure]:
    """Step near the start and near the end of a long text in turns, and watch the memory on the way."""
    late = models.reading_of(model, segments + rounds + 2, *lengths, history=budget)
    resident: list[int] = []
    filled = None  # the segment at which the budget was full
    for index in range(segments):
        late.step(index)
        if filled is None and late.history_bytes >= 0.9 * budget:
            filled = index
        if filled is not None:
            resident.append(resident_bytes() or 0)
    early = models.reading_of(model, EARLY + rounds + 2, *lengths, history=budget)
    early.step(EARLY - 1)
    samples = compare({"late": late.forward, "early": early.forward}, 60, rounds, rounds, shortest=0)
    on = f"{model.name}, T {lengths[0]}, M {lengths[1]}"
    yield at_most(
        "9a",
        f"step at segment {segments:,} against segment {EARLY}, {on}",
        1.1,
        samples.ratio("late", "early"),
        "x",
        f"{milliseconds(samples.median('late'))} against {milliseconds(samples.median('early'))}, in turns",
    )
    title = f"resident memory at segment {segments:,} against when the history was full"
    if len(resident) < 10 or not resident[0]:
        why = "the history never filled" if resident_bytes() else "this system does not say what a process holds"
        yield Figure("9b", title, "<= 1.05", None, "x", None, why)
        return
    first = max(resident[: max(1, len(resident) // 100)])
    detail = (
        f"{resident[-1] / 2**20:.0f} MiB against {first / 2**20:.0f} MiB at segment {filled}; budget "
        f"{budget / 2**20:.0f} MiB, {late.history_bytes / 2**20:.1f} MiB kept at the end"
    )
    yield at_most("9b", title, 1.05, resident[-1] / first, "x", detail)


def measure_per_token(plan: Plan) -> Iterator[Figure]:
    """Take the figure at the paper's attention lengths."""
    for device in plan.devices:
        model = models.bundled(device)
        for letter, (length, paper) in zip("abcd", PAPER.items(), strict=True):
            yield saving(f"12{letter}{suffix(device)}", model, length, AT_ONCE, paper, plan.seconds(8, 4))


def saving(id: str, model: Model, length: int, segment: int, paper: int | None, seconds: float) -> Figure:  # noqa: A002
    """Compare the cost of a token with memory with that of reading its whole context anew.

    Args:
        id: of the figure.
        model: what to read with.
        length: how many tokens before the last one of the segment, and itself, are attended to.
        segment: tokens that are read at once with memory.
        paper: the paper's ratio at that length, None if it has none.
        seconds: how long to go on.
    """
    filling = -(-(length - segment) // segment)
    reading = models.reading_of(model, filling + 12, segment, length - segment)
    reading.step(filling)
    network = model.network
    ids = torch.tensor([models.random_ids(length, model.config.vocab_size)], device=model.device)
    alone = Positions(length, 0)

    @torch.inference_mode()
    def whole_context() -> None:
        network(network.embed(ids), None, alone)

    samples = compare(
        {"memory": lambda: reading.forward().hidden, "whole": whole_context},
        seconds,
        least=3,
        most=8,
        synchronise=synchroniser(model.device.type),
        shortest=0,
    )
    ratio = samples.ratio("whole", "memory") * segment
    beside = f"; the paper's 12 to 64 layers on a GPU: {paper:,}" if paper else ""
    return shown(
        id,
        f"a token by reading {length:,} tokens anew against with memory, {model.name}"
        + (f" (paper: {paper:,})" if paper else ""),
        ratio,
        "x",
        f"{milliseconds(samples.median('whole'))} against {milliseconds(samples.median('memory') / segment)} a token, "
        f"{segment} at once{beside}; output layer left out of both",
    )


if __name__ == "__main__":
    figures = growing(models.bundled(), LENGTHS, SEGMENTS, ROUNDS, BUDGET)
    sys.stdout.write(json.dumps([vars(figure) for figure in figures]))
