"""``relviz train``: a model from text files."""

import dataclasses
import shlex
import signal
import sys
from pathlib import Path
from types import FrameType
from typing import Annotated, Any, Literal, Self

import typer

from relviz.cli.options import DeviceOption
from relviz.training.config import DEFAULT_STEPS, OptimizerName, TrainingConfig

_SHAPE = "The model"
_RUN = "The run"


def train(
    *,
    paths: Annotated[
        list[Path] | None,
        typer.Argument(metavar="PATH...", help="Text files, and folders of .txt files.", show_default=False),
    ] = None,
    output: Annotated[
        Path,
        typer.Option("--output", "-o", metavar="DIR", help="The folder for the model.", show_default=False),
    ],
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
            "file of such names; about 2 % of the text if not given.",
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
    device: DeviceOption = "auto",
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
    scheme: Annotated[
        Literal["xl"] | None, typer.Option("--scheme", help="The position scheme.", rich_help_panel=_SHAPE)
    ] = None,
    note: Annotated[
        str | None,
        typer.Option("--note", metavar="TEXT", help="About the texts, for the model card.", rich_help_panel=_RUN),
    ] = None,
) -> None:
    """Train a model on text files.

    What is not given is as for the model en-small. The model is there when the run is done; Ctrl+C saves the run, and
    --resume goes on with it.
    """
    from relviz.training.checkpoint import CHECKPOINT, Checkpoint  # noqa: PLC0415 # loads torch
    from relviz.training.loop import train as run  # noqa: PLC0415 # loads torch
    from relviz.training.progress import TerminalReport  # noqa: PLC0415

    given: dict[str, Any] = {
        "paths": tuple(paths or ()),
        "hold_out": hold_out,
        "steps": steps,
        "minutes": minutes,
        "seed": seed,
        "streams": streams,
        "optimizer": optimizer,
        "learning_rate": learning_rate,
        "threads": threads,
        "n_layer": layers,
        "n_head": heads,
        "d_model": width,
        "d_head": head_width,
        "d_inner": inner_width,
        "vocab_size": vocabulary,
        "segment_length": segment_length,
        "memory_lengths": tuple(memory_length or ()),
        "scheme": scheme,
        "note": note,
    }
    given = {name: value for name, value in given.items() if value not in {None, ()}}
    given |= {"output": output, "device": device}
    if resume:
        length = {"steps": steps, "minutes": minutes} if steps or minutes else {}
        config = dataclasses.replace(Checkpoint.load(output / CHECKPOINT).config, **given | length)
    elif paths:
        config = TrainingConfig(**given, command=shlex.join(["relviz", *sys.argv[1:]]))
    else:
        raise typer.BadParameter("there is nothing to learn from: give text files, or folders of .txt files.")
    with _Interrupt() as interrupt, TerminalReport() as report:
        result = run(config, report, resume, interrupt.asked)
    if not result.finished:
        typer.echo(f"Stopped after {result.step:,} steps: relviz train --resume -o {shlex.quote(str(output))} goes on.")
        raise typer.Exit(130)
    typer.echo(output)


class _Interrupt:
    """Turns the first Ctrl+C into a wish, so that the run can be saved; the second one ends it at once."""

    def __init__(self) -> None:
        self._asked = False

    def __enter__(self) -> Self:
        self._before = signal.signal(signal.SIGINT, self._ask)
        return self

    def __exit__(self, *_error: object) -> None:
        signal.signal(signal.SIGINT, self._before)

    def asked(self) -> bool:
        """Whether somebody pressed Ctrl+C."""
        return self._asked

    def _ask(self, _signal: int, _frame: FrameType | None) -> None:
        self._asked = True
        signal.signal(signal.SIGINT, self._before)
