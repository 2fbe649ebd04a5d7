"""``relviz lab``: the models that the position schemes are compared with, trained and measured again."""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from relviz.cli.models import CONFIG
from relviz.cli.progress import progress_bar
from relviz.core.text.text_file import read_text
from relviz.core.whole_file import replace_file
from relviz.errors import TextError

if TYPE_CHECKING:
    from relviz.core.lab.measure import LabResult
    from relviz.training.lab import LabRun
    from relviz.training.run.loop import TrainingResult

lab = typer.Typer(help="Train and measure the models that position schemes are compared with.", no_args_is_help=True)


@lab.command("train")
def train(
    text: Annotated[
        Path, typer.Argument(metavar="TEXT", help="tinyshakespeare; its last 5% are held out.", show_default=False)
    ],
    *,
    output: Annotated[Path, typer.Option("--output", "-o", metavar="DIR", help="The folder for their folders.")] = Path(
        "lab"
    ),
    only: Annotated[
        str, typer.Option("--only", metavar="NAMES", help="Schemes, separated by commas; all if not given.")
    ] = "",
    seeds: Annotated[
        int, typer.Option("--seeds", metavar="N", min=1, help="Seeds for count, shaw and xl; the others have one.")
    ] = 3,
    jobs: Annotated[int, typer.Option("--jobs", metavar="N", min=1, help="Models trained side by side.")] = 1,
    steps: Annotated[
        int | None, typer.Option("--steps", metavar="N", min=1, help="How long; as the models that come with relviz.")
    ] = None,
) -> None:
    """Train a model for each position scheme: the same body, the same text in the same order, the same steps.

    A run that is broken off is gone on with when the command is given again.
    """
    from relviz.training.lab import STEPS, lab_runs, train_lab  # noqa: PLC0415 # loads torch

    runs = lab_runs([name.strip() for name in only.split(",") if name.strip()], seeds)
    train_lab(runs, text, output, _finished, steps=steps or STEPS, jobs=jobs)


@lab.command("table")
def table(
    *,
    models: Annotated[
        Path | None,
        typer.Option(
            "--models",
            metavar="DIR",
            help="The folder of their folders; those that come with relviz if not given.",
            show_default=False,
        ),
    ] = None,
    results: Annotated[
        Path | None,
        typer.Option(
            "--results",
            metavar="FILE",
            help="What was measured before and is kept for models that are not there; relviz's own if not given.",
            show_default=False,
        ),
    ] = None,
    measured: Annotated[
        bool, typer.Option("--measured", help="Measure nothing: print what was measured before.")
    ] = False,
    write: Annotated[
        Path | None,
        typer.Option(
            "--write", metavar="FILE", help="A Markdown file to put the table into as well, between its marks."
        ),
    ] = None,
) -> None:
    """Measure the models and print one table: the loss of each scheme, and what of the papers it shows."""
    from relviz.core.lab.results import merged, read_results, results_path, write_results  # noqa: PLC0415
    from relviz.core.lab.table import lab_table, put_between_marks  # noqa: PLC0415 # loads torch

    document = read_text(write) if write else ""
    if write:
        put_between_marks(document, "")  # before minutes are spent on measuring
    path = results or results_path()
    known = read_results(path)
    if not measured:
        known = merged(known, _measure(models))
        write_results(known, path)
    text = lab_table(known)
    if write:
        replace_file(write, put_between_marks(document, text).encode())
    typer.echo(text)


def _measure(models: Path | None) -> "list[LabResult]":
    """Measure the models of the lab in a folder."""
    from relviz.checkpoints import load_model  # noqa: PLC0415 # loads torch
    from relviz.core.lab.measure import measure  # noqa: PLC0415
    from relviz.core.lab.passage import ids_of  # noqa: PLC0415
    from relviz.resources import resource  # noqa: PLC0415
    from relviz.training.lab import lab_runs  # noqa: PLC0415

    folder = models or resource("models")
    runs = [run for run in lab_runs(seeds=10) if (folder / run.name / CONFIG).is_file()]
    if not runs:
        raise TextError(f"There are no models lab-* in {folder}: train them with `relviz lab train`.")
    found = []
    for run in runs:
        with progress_bar(f"measuring {run.name}") as progress:
            model = load_model(folder / run.name)
            found.append(measure(model, ids_of(model), run.seed, progress=progress))
    return found


def _finished(run: "LabRun", result: "TrainingResult") -> None:
    """Say that a model was written, and what it loses."""
    loss = f", {result.validation.with_memory:.3f} nats per character held out" if result.validation else ""
    typer.echo(f"{run.name}  {result.step:,} steps in {result.seconds / 60:.1f} minutes{loss}")
