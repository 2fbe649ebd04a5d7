"""Figure 9: the ten-thousandth segment costs no more than the tenth, in time and in memory."""

from __future__ import annotations

import json
import subprocess
import sys
from typing import TYPE_CHECKING

from relviz.bench import models
from relviz.bench.figure import Figure, at_most
from relviz.bench.harness import compare, milliseconds
from relviz.bench.machine import resident_bytes
from relviz.errors import RelvizError

if TYPE_CHECKING:
    from collections.abc import Iterator

    from relviz.bench.plan import Plan
    from relviz.core.model.model import Model

SEGMENTS = 10_000
EARLY = 10
ROUNDS = 60
BUDGET = 32 * 2**20
"""History in bytes: small enough to be full long before the end."""
LENGTHS = (32, 64)
"""T and M, the bundled model's own."""


def measure(_plan: Plan) -> Iterator[Figure]:
    """Take the figures in a process of its own, whose memory nothing else has stretched before."""
    done = subprocess.run(
        [sys.executable, "-m", "relviz.bench.scale"], capture_output=True, text=True, timeout=1800, check=False
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


if __name__ == "__main__":
    figures = growing(models.bundled(), LENGTHS, SEGMENTS, ROUNDS, BUDGET)
    sys.stdout.write(json.dumps([vars(figure) for figure in figures]))
