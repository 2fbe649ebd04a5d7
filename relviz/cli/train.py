"""``relviz train``: a model from text files."""

import dataclasses
import inspect
import os
import shlex
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Annotated, Any, get_args, get_origin

import typer

from relviz.cli.progress import Interrupt
from relviz.cli.signature import OneOf
from relviz.core.device import DEVICES
from relviz.core.schemes import SCHEMES
from relviz.errors import RelvizError
from relviz.training.config import RUN, Setting, TrainingConfig, settings, types_of_settings

CHOICES = {"device": DEVICES, "scheme": tuple(SCHEMES)}
"""Words of settings whose own type would take any."""


def _with_settings(command: Callable[..., None]) -> Callable[..., None]:
    """Return a command as typer understands it: ``**given`` is an option for each setting that has words for help."""
    *own, resume, _ = inspect.signature(command).parameters.values()
    options = [_option(name, setting) for name, setting in settings().items() if setting.help]
    at = [option.name for option in options].index("hold_out") + 1
    options.insert(at, resume)  # among those that say what run it is
    command.__signature__ = inspect.Signature([*own, *options])  # type: ignore[attr-defined] # which typer asks for
    return command


def _option(name: str, setting: Setting) -> inspect.Parameter:
    """Return the option for a setting, which is None where nobody gives it: a settings file may have it then."""
    kind = types_of_settings()[name]
    words = [OneOf(CHOICES[name])] if name in CHOICES else []
    if get_origin(kind) is tuple:
        kind = list[get_args(kind)[0]]  # type: ignore[misc] # typer reads it
    option = typer.Option(
        f"--{setting.option or name.replace('_', '-')}",
        metavar=setting.metavar,
        min=setting.least,
        help=setting.help,
        rich_help_panel=setting.panel,
        show_default=str(TrainingConfig.__dataclass_fields__[name].default) if setting.show_default else True,
    )
    return inspect.Parameter(
        name, inspect.Parameter.KEYWORD_ONLY, default=None, annotation=Annotated[kind | None, *words, option]
    )


@_with_settings
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
    resume: Annotated[
        bool,
        typer.Option(
            "--resume", help="Go on with the run in DIR, with the settings it was begun with.", rich_help_panel=RUN
        ),
    ] = False,
    **given: Any,
) -> None:
    """Train a model on text files.

    What is not given is as for the model en-small. The model is there when the
    run is done; Ctrl+C saves the run, and --resume goes on with it.

    Several processes train one model, each on its own streams, when PyTorch's
    launcher starts them: torchrun --nproc-per-node 2 -m relviz train PATH... -o DIR.
    On several machines DIR is a folder that all of them see.
    """
    given |= {"paths": paths, "output": output}
    given = {name: tuple(value) if isinstance(value, list) else value for name, value in given.items()}
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

    read = read_settings(file) if file else {}
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
    from relviz.training.run.report import Report  # noqa: PLC0415

    with Interrupt(again=launched()) as interrupt:
        if not is_first():
            result = run(config, Report(), resume, interrupt.asked)
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
