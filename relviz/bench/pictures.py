"""Figures 3 and 10: what it takes to look at a head and at all heads of a layer, and to write figures into files."""

from __future__ import annotations

import os
import time
from functools import partial
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING, cast

import numpy as np
import torch
from PySide6.QtGui import QImage

from relviz.bench import models
from relviz.bench.figure import Figure, Plan, at_least, at_most
from relviz.bench.harness import compare, cores, milliseconds, suffix, synchroniser
from relviz.core.reading.look import look_at
from relviz.core.reading.reading import read
from relviz.figure.colours.colormaps import MASKED, index_image
from relviz.figure.colours.palette import PALETTES
from relviz.figure.drawing.cells import colour_table
from relviz.figure.spec import Scale
from relviz.figure.views import VIEWS
from relviz.figure.views.chosen import Chosen
from relviz.figure.views.terms import terms_figure
from relviz.figure.writing.formats import FORMATS
from relviz.figure.writing.job import Drawing, Job, Shown, write_job
from relviz.figure.writing.write import write
from relviz.ui.program.launch import make_application, sample_text

if TYPE_CHECKING:
    from collections.abc import Iterator

    from numpy.typing import NDArray

    from relviz.core.model.model import Model
    from relviz.core.reading.reading import Reading
    from relviz.core.reading.trace import Floats, SegmentTrace

COLUMNS = 4
"""Heads side by side in a mosaic."""
DPI = 300


def measure_terms(plan: Plan) -> Iterator[Figure]:
    """Take the figures at one layer of wt103's large shape."""
    for device in plan.devices:
        model = models.large(1, device)
        lengths = models.LARGE.segment_length, models.LARGE.memory_length
        yield from looking(suffix(device), model, lengths, plan.seconds(5, 1.5))


def looking(suffix: str, model: Model, lengths: tuple[int, int], seconds: float) -> Iterator[Figure]:
    """Time the numbers of one head against one product of its size, and the picture of all heads of a layer."""
    segment_length, memory_length = lengths
    filling = -(-memory_length // segment_length)
    trace = models.reading_of(model, filling + 1, segment_length, memory_length).step(filling)
    head, heads = model.config.n_head // 2, model.config.n_head
    queries = torch.randn(trace.where.segment, model.config.d_head, device=model.device)
    keys = torch.randn(trace.where.keys, model.config.d_head, device=model.device)

    @torch.inference_mode()
    def product() -> NDArray[np.float32]:
        found: NDArray[np.float32] = (queries @ keys.T).cpu().numpy()
        return found

    wait = synchroniser(model.device.type)
    samples = compare({"head": lambda: numbers(trace, 0, head), "product": product}, seconds, synchronise=wait)
    pictures = compare({"mosaic": lambda: mosaic(trace, 0)}, seconds, synchronise=wait)  # it empties the caches
    size = f"T {trace.where.segment}, K {trace.where.keys}, d_head {model.config.d_head}"
    took, against = samples.median("head"), samples.median("product")
    detail = (
        f"{milliseconds(took)} against {milliseconds(against)}, medians of {samples.rounds}; all six as (T, K) float32"
    )
    title = f"four terms, score and attention of a head to numpy, {size}"
    yield at_most(f"3a{suffix}", title, 1.5, 1000 * took, "ms", detail)
    yield at_most(f"3b{suffix}", "the same against one q @ k.T", 8, samples.ratio("head", "product"), "x", detail)
    yield at_most(
        f"3c{suffix}",
        f"all {heads} heads of a layer as a mosaic, {size}",
        60,
        1000 * pictures.median("mosaic"),
        "ms",
        "attention of every head and one picture with a cell a pixel; no page shows it yet, it is put together here",
    )


def numbers(trace: SegmentTrace, layer: int, head: int) -> tuple[Floats | None, ...]:
    """Return what ``relviz.Terms`` gives of a head: four terms, score and attention, each (T, K)."""
    terms = trace.terms(layer, head)
    parts = (terms.content, terms.position, terms.content_bias, terms.position_bias)
    return (*parts, terms.score, terms.attention)


def mosaic(trace: SegmentTrace, layer: int) -> QImage:
    """Return the attention of all heads of a layer as one picture, a pixel a cell, heads in rows of ``COLUMNS``."""
    attention = trace.attention(layer)  # (H, T, K)
    indices = tiled([index_image(head, Scale.share(head)) for head in attention], COLUMNS)
    height, width = indices.shape
    image = QImage(indices.data, width, height, width, QImage.Format.Format_Indexed8)
    image.setColorTable(colour_table("share", PALETTES["light"]))
    return image.copy()  # the array dies with this function


def tiled(tiles: list[NDArray[np.uint8]], columns: int) -> NDArray[np.uint8]:
    """Lay (T, K) tiles out in rows, a pixel apart."""
    height, width = tiles[0].shape
    columns = min(columns, len(tiles))
    rows = -(-len(tiles) // columns)
    whole = np.full((rows * (height + 1) - 1, -(-(columns * (width + 1) - 1) // 4) * 4), MASKED, np.uint8)
    for number, tile in enumerate(tiles):
        top, left = number // columns * (height + 1), number % columns * (width + 1)
        whole[top : top + height, left : left + width] = tile
    return whole


def measure_export(plan: Plan) -> Iterator[Figure]:
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
    drawings, palette = [Drawing.of(VIEWS["terms"], Chosen())], PALETTES["light"]
    before, start = os.times(), time.perf_counter()
    with TemporaryDirectory() as folder:
        job = Job(
            drawings, range(segments), lambda at: Shown(reading.step(at), 0, 0), Path(folder), palette, dpi, ["png"]
        )
        for _ in write_job(job):
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
