"""Figure 10: figures into files, one and many."""

from __future__ import annotations

import os
import time
from functools import partial
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING, cast

from relviz.bench import models
from relviz.bench.figure import Figure, at_least, at_most
from relviz.bench.harness import compare
from relviz.bench.machine import cores
from relviz.core.reading.look import look_at
from relviz.core.reading.reading import read
from relviz.figure.colours.palette import PALETTES
from relviz.figure.views.terms import terms_figure
from relviz.figure.writing.batch import Batch, write_figures
from relviz.figure.writing.write import FORMATS, write
from relviz.ui.program.launch import make_application, sample_text

if TYPE_CHECKING:
    from collections.abc import Iterator

    from relviz.bench.plan import Plan
    from relviz.core.reading.reading import Reading

DPI = 300


def measure(plan: Plan) -> Iterator[Figure]:
    """Take the figures on the bundled model."""
    make_application()
    text = "\n\n".join([sample_text()] * 8)
    reading = read(models.bundled(), text, models.SEGMENT, models.MEMORY)
    yield from sheet(reading, plan.seconds(6, 2))
    short = read(models.bundled(), text, 32, 64)
    yield batch(short, min(20 if plan.quick else 100, len(short)))


def sheet(reading: Reading, seconds: float, dpi: int = DPI) -> Iterator[Figure]:
    """Time the sheet of four terms, score and attention to each format, file and all."""
    filling = -(-reading.memory_length // reading.segment_length)
    figure = terms_figure(look_at(reading.step(min(filling, len(reading) - 1)), 0, 0))
    with TemporaryDirectory() as folder:
        samples = compare(
            {
                kind: partial(write, figure, Path(folder) / f"sheet.{kind}", PALETTES["light"], dpi=dpi)
                for kind in FORMATS
            },
            seconds,
        )
        for letter, kind in zip("abc", FORMATS, strict=True):
            size = (Path(folder) / f"sheet.{kind}").stat().st_size
            yield at_most(
                f"10{letter}",
                f"one sheet of four terms to {kind.upper()}" + (f" at {dpi} dpi" if kind == "png" else ""),
                300,
                1000 * samples.median(kind),
                "ms",
                f"{size / 1000:,.0f} kB, median of {samples.rounds}",
            )


def batch(reading: Reading, segments: int, dpi: int = DPI) -> Figure:
    """Write a PNG for each of many segments, as ``relviz render --segment all`` does, and see who works."""
    job = Batch(("terms",), range(segments), 0, 0, ("png",), PALETTES["light"], dpi)
    before, start = os.times(), time.perf_counter()
    with TemporaryDirectory() as folder:
        for _ in write_figures(reading, job, Path(folder)):
            pass
    wall, after = time.perf_counter() - start, os.times()
    worked = sum(cast("tuple[float, ...]", after)[:4]) - sum(cast("tuple[float, ...]", before)[:4])
    return at_least(
        "10d",
        f"cores kept busy by a batch of {segments} segments to PNG at {dpi} dpi",
        0.9,
        worked / wall / cores(),
        "of all",
        f"{segments / wall:.2g} sheets a second, {worked:.1f} s of processor time in {wall:.1f} s on {cores()} cores; "
        "on a machine that does other things as well the share is lower than it could be",
    )
