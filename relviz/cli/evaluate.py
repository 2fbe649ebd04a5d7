"""``relviz models evaluate``: what a model has learnt, in figures."""

import json as json_format
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from relviz.cli.model_folder import CARD, find_model, is_native
from relviz.cli.options import Device
from relviz.cli.progress import progress_bar
from relviz.errors import SettingError

if TYPE_CHECKING:
    from rich.table import Table

    from relviz.training.evaluation.table import Row

WIDTH = 120
"""Of the table where there is no terminal to ask."""


def evaluate(
    name: Annotated[str, typer.Argument(metavar="NAME|PATH|REPO", help="A model, as --model names it.")],
    *,
    language: Annotated[
        str,
        typer.Option(
            "--language", metavar="en|zh|auto", help="Of the passages; auto takes those the tokenizer reads best."
        ),
    ] = "auto",
    json: Annotated[
        Path | None,
        typer.Option("--json", metavar="OUT", help="Write the figures, and those of every head, into a file, too."),
    ] = None,
    write_card: Annotated[
        bool, typer.Option("--write-card", help="Put the figures into the model's MODEL_CARD.md, too.")
    ] = False,
    device: Annotated[Device, typer.Option("--device", help="Where to compute.")] = "cpu",
) -> None:
    """Measure what a model has learnt: its loss, what its memory gains, and what its heads do.

    It reads passages that come with relviz and that no model of relviz's own has learnt from. A missed target is a
    result, not a failure.
    """
    from rich.console import Console  # noqa: PLC0415

    from relviz.checkpoints import load_model  # noqa: PLC0415 # loads torch
    from relviz.core.whole_file import replace_file  # noqa: PLC0415
    from relviz.training.evaluation.evaluation import evaluate as measure  # noqa: PLC0415
    from relviz.training.evaluation.table import (  # noqa: PLC0415
        rows,
        to_dict,
        with_results,
    )

    if write_card and not is_native(name):
        raise SettingError(f"{name} is no model folder of relviz's own: leave --write-card out, or convert it first.")
    with progress_bar("loading the model") as progress:
        model = load_model(name, device, progress)
    with progress_bar("measuring") as progress:
        found = measure(model, language, progress=progress)
    figures = rows(found)
    console = Console(width=None if sys.stdout.isatty() else WIDTH)
    console.print(
        f"{found.model}, {len(found.documents)} passages ({found.language}): {found.tokens:,} tokens, "
        f"{found.file_bytes:,} bytes",
        highlight=False,
    )
    console.print(_table(figures))
    judged = [row.met for row in figures if row.met is not None]
    if judged:
        console.print(f"{sum(judged)} of {len(judged)} targets met", highlight=False)
    if json:
        replace_file(json, (json_format.dumps(to_dict(found), indent=1) + "\n").encode(), make_folder=True)
        typer.echo(json)
    if write_card:
        path = find_model(name) / CARD
        card = path.read_text(encoding="utf-8") if path.is_file() else ""
        replace_file(path, with_results(card, found).encode(), make_folder=True)
        typer.echo(path)


def _table(figures: "list[Row]") -> "Table":
    """Return a table: figure, target, measured, met or not; the details below each figure."""
    from rich.table import Table  # noqa: PLC0415
    from rich.text import Text  # noqa: PLC0415

    made = Table(box=None, pad_edge=False)
    made.add_column("figure", ratio=1)
    for name in ("target", "measured", ""):
        made.add_column(name, justify="right", no_wrap=True)
    met = {True: Text("met", "green"), False: Text("not met", "red"), None: Text("")}
    for row in figures:
        what = Text.assemble(row.figure, *([("\n" + row.detail, "dim")] if row.detail else []))
        made.add_row(what, row.target or "", row.text, met[row.met])
    return made
