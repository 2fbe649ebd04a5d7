"""``relviz train``: a model from text files."""

import dataclasses
import os
import shlex
import sys
from pathlib import Path
from typing import Annotated, Any

import typer

from relviz.cli.interrupt import Interrupt
from relviz.cli.options import Device, Scheme
from relviz.errors import RelvizError
from relviz.training.config import DEFAULT_STEPS, OptimizerName, TrainingConfig

_SHAPE = "The model"
_RUN = "The run"
SPELLINGS = {
    "layers": "n_layer",
    "heads": "n_head",
    "width": "d_model",
    "head_width": "d_head",
    "inner_width": "d_inner",
    "vocabulary": "vocab_size",
    "memory_length": "memory_lengths",
}
"""Options that a settings file knows by the name the model's papers give them."""


def train(
    *,
    paths: Annotated[
        list[Path] | None,
        typer.Argument(metavar="PATH...", help="Text files, and folders of .txt files.", show_default=False),
    ] = None,
    output: Annotated[
        Path | None,
        typer.Option("--output", "-o", metavar="DIR", help="The folder for the model.", show_default=False),
    ] = None,
    config: Annotated[
        Path | None,
        typer.Option(
            "--config",
            metavar="FILE",
            help="Settings in TOML, as in the training.toml of any run: these and more than the options here, which "
            "come before them. Paths are relative to the file.",
            show_default=False,
        ),
    ] = None,
    steps: Annotated[
        int | None,
        typer.Option(
            "--steps", metavar="N", min=1, help=f"How long: {DEFAULT_STEPS:,} steps if not given.", rich_help_panel=_RUN
        ),
    ] = None,
    minutes: Annotated[
        float | None,
        typer.Option("--minutes", metavar="N", min=0.001, help="How long, in minutes instead.", rich_help_panel=_RUN),
    ] = None,
    hold_out: Annotated[
        str | None,
        typer.Option(
            "--hold-out",
            metavar="NAMES|FILE",
            help="Documents to measure on, not to learn from: names of files without .txt, separated by commas, or a "
            "file of such names; about 2% of the text if not given.",
            rich_help_panel=_RUN,
        ),
    ] = None,
    resume: Annotated[
        bool,
        typer.Option(
            "--resume", help="Go on with the run in DIR, with the settings it was begun with.", rich_help_panel=_RUN
        ),
    ] = False,
    seed: Annotated[
        int | None, typer.Option("--seed", metavar="N", min=0, help="Of all that is random.", rich_help_panel=_RUN)
    ] = None,
    streams: Annotated[
        int | None,
        typer.Option("--streams", metavar="N", min=1, help="Texts read side by side.", rich_help_panel=_RUN),
    ] = None,
    repeats: Annotated[
        int | None,
        typer.Option(
            "--repeats",
            metavar="N",
            min=0,
            help="How many of the streams hold passages and random tokens that come twice, to learn copying from; a "
            "tenth if not given.",
            rich_help_panel=_RUN,
        ),
    ] = None,
    optimizer: Annotated[
        OptimizerName | None,
        typer.Option("--optimizer", help="Of the layers' matrices; AdamW takes the rest.", rich_help_panel=_RUN),
    ] = None,
    learning_rate: Annotated[
        float | None, typer.Option("--learning-rate", metavar="X", help="The peak.", rich_help_panel=_RUN)
    ] = None,
    threads: Annotated[
        int | None, typer.Option("--threads", metavar="N", min=1, help="CPU threads.", rich_help_panel=_RUN)
    ] = None,
    device: Annotated[
        Device | None, typer.Option("--device", help="Where to compute.", rich_help_panel=_RUN, show_default="auto")
    ] = None,
    layers: Annotated[
        int | None, typer.Option("--layers", metavar="N", min=1, help="How many layers.", rich_help_panel=_SHAPE)
    ] = None,
    heads: Annotated[
        int | None, typer.Option("--heads", metavar="N", min=1, help="Heads of a layer.", rich_help_panel=_SHAPE)
    ] = None,
    width: Annotated[
        int | None,
        typer.Option("--width", metavar="N", min=2, help="Width of the model, d_model.", rich_help_panel=_SHAPE),
    ] = None,
    head_width: Annotated[
        int | None,
        typer.Option("--head-width", metavar="N", min=1, help="Width of a head, d_head.", rich_help_panel=_SHAPE),
    ] = None,
    inner_width: Annotated[
        int | None,
        typer.Option(
            "--inner-width",
            metavar="N",
            min=1,
            help="Width of the feed-forward layer, d_inner.",
            rich_help_panel=_SHAPE,
        ),
    ] = None,
    vocabulary: Annotated[
        int | None,
        typer.Option("--vocabulary", metavar="N", min=256, help="Tokens to tell apart.", rich_help_panel=_SHAPE),
    ] = None,
    segment_length: Annotated[
        int | None,
        typer.Option("--segment-length", metavar="T", min=1, help="Tokens in a segment.", rich_help_panel=_SHAPE),
    ] = None,
    memory_length: Annotated[
        list[int] | None,
        typer.Option(
            "--memory-length",
            metavar="M",
            min=0,
            help="Tokens that the memory holds; of several, one is drawn for each step.",
            rich_help_panel=_SHAPE,
        ),
    ] = None,
    restart_every: Annotated[
        int | None,
        typer.Option(
            "--restart-every",
            metavar="N",
            min=1,
            help="Tokens after which memory is emptied and positions count from 0 again; never if not given.",
            rich_help_panel=_SHAPE,
        ),
    ] = None,
    scheme: Annotated[
        Scheme | None, typer.Option("--scheme", help="The position scheme.", rich_help_panel=_SHAPE)
    ] = None,
    positions: Annotated[
        int | None,
        typer.Option(
            "--positions", metavar="N", min=1, help="Rows in a table of learned positions.", rich_help_panel=_SHAPE
        ),
    ] = None,
    clip: Annotated[
        int | None,
        typer.Option(
            "--clip",
            metavar="K",
            min=1,
            help="Distance beyond which all share one vector (shaw).",
            rich_help_panel=_SHAPE,
        ),
    ] = None,
    note: Annotated[
        str | None,
        typer.Option("--note", metavar="TEXT", help="About the texts, for the model card.", rich_help_panel=_RUN),
    ] = None,
) -> None:
    """Train a model on text files.

    What is not given is as for the model en-small. The model is there when the
    run is done; Ctrl+C saves the run, and --resume goes on with it.

    Several processes train one model, each on its own streams, when PyTorch's
    launcher starts them: torchrun --nproc-per-node 2 -m relviz train PATH... -o DIR.
    On several machines DIR is a folder that all of them see.
    """
    given = {
        "paths": tuple(paths or ()),
        "output": output,
        "hold_out": hold_out,
        "steps": steps,
        "minutes": minutes,
        "seed": seed,
        "streams": streams,
        "repeats": repeats,
        "optimizer": optimizer,
        "learning_rate": learning_rate,
        "threads": threads,
        "device": device,
        "n_layer": layers,
        "n_head": heads,
        "d_model": width,
        "d_head": head_width,
        "d_inner": inner_width,
        "vocab_size": vocabulary,
        "segment_length": segment_length,
        "memory_lengths": tuple(memory_length or ()),
        "restart_every": restart_every,
        "scheme": scheme,
        "n_positions": positions,
        "clip": clip,
        "note": note,
    }
    given = {name: value for name, value in given.items() if value not in {None, ()}}
    from relviz.training.run.processes import is_first  # noqa: PLC0415 # loads torch

    try:
        _run(_settings(config, given, resume), resume)
    except RelvizError as error:
        if is_first():
            raise
        raise typer.Exit(1) from error  # the first process says what it is


def _settings(file: Path | None, given: dict[str, Any], resume: bool) -> TrainingConfig:
    """Return the settings of a run: those given, before those of the file, before those it was begun with."""
    from relviz.training.run.checkpoint import CHECKPOINT, Checkpoint  # noqa: PLC0415 # loads torch
    from relviz.training.settings_file import read_settings  # noqa: PLC0415

    read = read_settings(file, SPELLINGS) if file else {}
    given = _with_length(read, given)
    if "output" not in given:
        raise typer.BadParameter("there is no folder for the model: name one with -o.")
    if resume:
        earlier = Checkpoint.load(given["output"] / CHECKPOINT).config
        return dataclasses.replace(earlier, **_with_length({"steps": earlier.steps, "minutes": earlier.minutes}, given))
    if not given.get("paths"):
        raise typer.BadParameter("there is nothing to learn from: give text files, or folders of .txt files.")
    return TrainingConfig(**given, command=_command())


def _with_length(settings: dict[str, Any], given: dict[str, Any]) -> dict[str, Any]:
    """Return settings with others before them; a length in steps is no longer one in minutes, and the other way."""
    if given.get("steps") or given.get("minutes"):
        settings = settings | {"steps": None, "minutes": None}
    return settings | given


def _run(config: TrainingConfig, resume: bool) -> None:
    from relviz.cli.loss_curve import DrawingReport  # noqa: PLC0415
    from relviz.training.run.loop import train as run  # noqa: PLC0415 # loads torch
    from relviz.training.run.processes import is_first, launched  # noqa: PLC0415 # loads torch
    from relviz.training.run.report import Silence  # noqa: PLC0415

    with Interrupt(again=launched()) as interrupt:
        if not is_first():
            result = run(config, Silence(), resume, interrupt.asked)
        else:
            with DrawingReport(config.output) as report:
                result = run(config, report, resume, interrupt.asked)
    if not result.finished:
        if is_first():
            again = f"relviz train --resume -o {shlex.quote(str(config.output))} goes on."
            typer.echo(f"Stopped after {result.step:,} steps: {again}")
        raise typer.Exit(130)
    if is_first():
        typer.echo(config.output)


def _command() -> str:
    """Return how this process was called, or how several were."""
    from relviz.training.run.processes import launched  # noqa: PLC0415 # loads torch

    words = ["relviz", *sys.argv[1:]]
    if launched():
        each = os.environ.get("LOCAL_WORLD_SIZE", os.environ["WORLD_SIZE"])
        words = ["torchrun", "--nproc-per-node", each, "-m", *words]
    return shlex.join(words)
