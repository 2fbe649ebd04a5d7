"""``relviz trace``: the numbers."""

import shutil
from pathlib import Path
from typing import Annotated

import typer

from relviz.cli.open_window import read_source
from relviz.cli.options import (
    EncodingOption,
    FileArgument,
    GainOptions,
    ReadingOptions,
    SegmentOption,
    number_or,
    open_reading,
    pick,
    pick_segments,
    say_choice,
)
from relviz.cli.progress import progress_bar
from relviz.core.data import FORMATS, trace_bytes, write_trace
from relviz.core.sentence import either
from relviz.errors import OutputError, SettingError

ASK_FROM = 4 * 10**9
"""Bytes beyond which ``--yes`` is wanted."""


def _known_suffix(path: Path) -> Path:
    if path.suffix.lower() in FORMATS:
        return path
    raise typer.BadParameter(f"{path.name!r} must end in {either(list(FORMATS))}.")


def trace(
    *,
    file: FileArgument,
    output: Annotated[
        Path,
        typer.Option(
            "--output",
            "-o",
            metavar=f"OUT{'|'.join(FORMATS)}",
            help="The file; its ending says which kind.",
            show_default=False,
            callback=_known_suffix,
        ),
    ],
    segment: SegmentOption = "last",
    layer: Annotated[
        str,
        typer.Option("--layer", metavar="N|all", help="Which layer, from 0.", callback=number_or("all")),
    ] = "0",
    head: Annotated[
        str,
        typer.Option("--head", metavar="N|all", help="Which head, from 0.", callback=number_or("all")),
    ] = "0",
    yes: Annotated[bool, typer.Option("--yes", help="Write the file even if it is larger than 4 GB.")] = False,
    how: ReadingOptions,
    gains: GainOptions,
    encoding: EncodingOption = "utf-8",
) -> None:
    """Write the numbers into a file: the terms, score, attention, mask and distance of every cell.

    An .npz has an array s3/score for segment 3, (layer, head, query, key), and so on, and loads without pickle.
    A .json has the same arrays as lists, a .csv one row a cell.
    """
    text, options, kept_gains = read_source(file, encoding, how.options)
    reading = open_reading(text, options, gains.interventions or kept_gains, how.start)
    config, name = reading.model.config, reading.model.name
    segments = pick_segments(segment, reading)
    layers = pick("layer", layer, config.n_layer, name)
    heads = pick("head", head, config.n_head, name)
    size = trace_bytes(reading, segments, layers, heads, output.suffix)
    if size > ASK_FROM and not yes:
        raise SettingError(
            f"{output} would take {_human(size)}: add --yes to write it, or choose fewer segments, layers or heads."
        )
    folder = next((folder for folder in output.absolute().parents if folder.is_dir()), output.absolute().parent)
    free = shutil.disk_usage(folder).free
    if size > free:
        raise OutputError(
            f"{output} would take {_human(size)} and {_human(free)} are free: choose another place, or write less."
        )
    typer.echo(f"{_count(segments, 'segment')}, {_count(layers, 'layer')}, {_count(heads, 'head')}: {_human(size)}")
    with progress_bar("writing") as progress:
        write_trace(output, reading, segments, layers, heads, progress=progress)
    typer.echo(output)
    say_choice(text, options)


def _count(numbers: list[int], what: str) -> str:
    return f"{what} {numbers[0]}" if len(numbers) == 1 else f"{len(numbers)} {what}s"


def _human(size: float) -> str:
    """Return a size in the largest unit that leaves a number of at least 1."""
    for unit in ("bytes", "kB", "MB"):
        if size < 1000:
            return f"{size:.0f} {unit}"
        size /= 1000
    return f"{size:.1f} GB"
