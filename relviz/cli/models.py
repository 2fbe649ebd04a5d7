"""``relviz models``: which there are, what is in one, what it has learnt, and how to get more."""

import hashlib
import json
import math
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from relviz.app.engine.models import bundled_models
from relviz.cli.progress import progress_bar
from relviz.cli.signature import OneOf, flat
from relviz.core.config import ModelConfig
from relviz.core.device import DEVICES
from relviz.core.model.untrained import is_norm_bias
from relviz.errors import ModelError, SettingError
from relviz.resources import resource

if TYPE_CHECKING:
    from rich.table import Table

    from relviz.training.evaluation.table import Row

CONFIG, WEIGHTS, TOKENIZER, CARD = "config.json", "model.safetensors", "tokenizer.json", "MODEL_CARD.md"
"""As ``relviz.checkpoints.native`` has them, which loads torch."""
WIDTH = 120
"""Of the table of an evaluation where there is no terminal to ask."""

models = typer.Typer(help="Show, measure, fetch and convert models.", no_args_is_help=True)


@models.command("list")
def list_models() -> None:
    """List the models that come with relviz."""
    names = bundled_models()
    width = max(map(len, names), default=0)
    for name in names:
        config = read_config(find_model(name))
        typer.echo(
            f"{name:<{width}}  {config.n_layer} layers, {config.n_head} heads, width {config.d_model}, "
            f"T = {config.segment_length}, M = {config.memory_length}"
        )


@models.command()
def info(
    name: Annotated[str, typer.Argument(metavar="NAME|PATH|REPO", help="A model, as --model names it.")],
) -> None:
    """Show the settings of a model, its size, its hash and its card."""
    rows, card = _look_into(name) if is_native(name) or not _is_others(name) else _open(name)
    if rows.pop("random"):
        rows = {key: value for key, value in rows.items() if not key.startswith("trained_")}
        rows["training"], card = "none: its weights are random", ""  # a card that came with them is another model's
    width = max(map(len, rows))
    for key, value in rows.items():
        typer.echo(f"{key:<{width}}  {'unknown' if value is None else value}")
    if card:
        typer.echo("\n" + card.rstrip())


@models.command()
def get(
    repo: Annotated[str, typer.Argument(metavar="REPO", help="A repository of the Hugging Face hub, OWNER/NAME.")],
    revision: Annotated[
        str | None, typer.Option("--revision", metavar="REV", help="A branch, a tag or a commit.", show_default=False)
    ] = None,
) -> None:
    """Fetch a model from the Hugging Face hub into its cache; --model then knows it by its name.

    Only the files that relviz reads are fetched, and HF_HUB_OFFLINE is respected.
    """
    from relviz.checkpoints import hub  # noqa: PLC0415 # loads torch

    with progress_bar(f"fetching {repo}") as progress:
        snapshot = hub.get(repo, revision, progress)
    typer.echo(f"{snapshot.repo}  commit {snapshot.commit}  {snapshot.bytes / 1e6:.1f} MB")
    typer.echo(snapshot.path)


@models.command()
def convert(
    source: Annotated[str, typer.Argument(metavar="SRC", help="A model, as --model names it.")],
    *,
    output: Annotated[
        Path, typer.Option("--output", "-o", metavar="DIR", help="The folder to write.", show_default=False)
    ],
    half: Annotated[bool, typer.Option("--half", help="Write the weights in half precision.")] = False,
) -> None:
    """Write any model that relviz opens as a folder of its own, which gives the same numbers."""
    import torch  # noqa: PLC0415

    from relviz.checkpoints import convert as write  # noqa: PLC0415 # loads torch

    with progress_bar("converting") as progress:
        write(source, output, torch.float16 if half else torch.float32, progress)
    typer.echo(output)


@models.command()
@flat
def evaluate(
    name: Annotated[str, typer.Argument(metavar="NAME|PATH|REPO", help="A model, as --model names it.")],
    *,
    language: Annotated[
        str,
        typer.Option(
            "--language", metavar="en|zh|auto", help="Of the passages; auto takes those the tokenizer reads best."
        ),
    ] = "auto",
    json_file: Annotated[
        Path | None,
        typer.Option("--json", metavar="OUT", help="Write the figures, and those of every head, into a file, too."),
    ] = None,
    write_card: Annotated[
        bool, typer.Option("--write-card", help="Put the figures into the model's MODEL_CARD.md, too.")
    ] = False,
    device: Annotated[str, OneOf(DEVICES), typer.Option("--device", help="Where to compute.")] = "cpu",
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
    if json_file:
        replace_file(json_file, (json.dumps(to_dict(found), indent=1) + "\n").encode(), make_folder=True)
        typer.echo(json_file)
    if write_card:
        path = find_model(name) / CARD
        card = path.read_text(encoding="utf-8") if path.is_file() else ""
        replace_file(path, with_results(card, found).encode(), make_folder=True)
        typer.echo(path)


def find_model(source: str) -> Path:
    """Return the folder of a model: an existing folder, else a bundled name.

    Raises:
        ModelError: there is none.
    """
    if source and Path(source).is_dir():
        return Path(source)
    if source in bundled_models():
        return resource("models", source)
    names = ", ".join(bundled_models()) or "none"
    raise ModelError(f"There is no model {source}: give a model folder, or a bundled name ({names}).")


def read_config(folder: Path) -> ModelConfig:
    """Return the settings of a model.

    Raises:
        ModelError: they are missing or damaged.
    """
    path = folder / CONFIG
    try:
        return ModelConfig.from_dict(json.loads(path.read_text(encoding="utf-8")))
    except FileNotFoundError as error:
        raise ModelError(f"{path} is missing: a model folder holds {CONFIG} and {WEIGHTS}.") from error
    except (OSError, ValueError, TypeError, ModelError) as error:
        raise ModelError(f"{path} is damaged ({error}): get the model again.") from error


def is_native(source: str) -> bool:
    """Whether a model is one of relviz's own folders, which can be looked into without loading torch."""
    try:
        values = json.loads((find_model(source) / CONFIG).read_text(encoding="utf-8"))
    except (OSError, ValueError, ModelError):
        return False
    return isinstance(values, dict) and "scheme" in values


def _is_others(name: str) -> bool:
    """Whether a name may stand for somebody else's model: a file, a folder of another kind, or a repository."""
    folder = Path(name)
    if folder.is_dir():
        return not (folder / CONFIG).is_file() or "model_type" in (folder / CONFIG).read_text("utf-8", "replace")
    return folder.exists() or "/" in name


def _look_into(name: str) -> tuple[dict[str, object], str]:
    """Return the rows and the card of a folder of relviz's own, without loading torch."""
    folder = find_model(name)
    config, weights, card = read_config(folder), folder / WEIGHTS, folder / CARD
    rows = {
        "name": folder.resolve().name,
        "folder": folder,
        "parameters": f"{count_parameters(weights):,}",
        "size": f"{weights.stat().st_size / 1e6:.1f} MB",
        "sha256": hashlib.sha256(weights.read_bytes()).hexdigest(),
        "tokenizer": "yes" if (folder / TOKENIZER).is_file() else "none: it reads token ids only",
        "random": _are_random(weights),
        **config.to_dict(),
    }
    return rows, card.read_text(encoding="utf-8", errors="replace") if card.is_file() else ""


def _open(name: str) -> tuple[dict[str, object], str]:
    """Return the rows and the card of somebody else's model, which has to be opened for them."""
    from relviz.checkpoints import load_model  # noqa: PLC0415 # loads torch

    with progress_bar("loading the model") as progress:
        model = load_model(name, progress=progress)
    rows = {
        "name": model.name,
        "kind": model.kind,
        "parameters": f"{sum(weight.numel() for weight in model.network.parameters()):,}",
        "sha256": model.sha256,
        "tokenizer": "yes" if model.tokenizer else "none: it reads token ids only",
        "random": model.untrained,
        **model.config.to_dict(),
    }
    return rows, model.card


def count_parameters(weights: Path) -> int:
    """Return how many numbers a weights file holds.

    Raises:
        ModelError: it is missing or damaged.
    """
    import safetensors  # noqa: PLC0415 # loads numpy, which the list does without

    try:
        with safetensors.safe_open(weights, "np") as file:
            return sum(math.prod(file.get_slice(name).get_shape()) for name in file.keys())  # noqa: SIM118 # no dict
    except FileNotFoundError as error:
        raise ModelError(f"{weights} is missing: get the model again.") from error
    except (OSError, safetensors.SafetensorError) as error:
        raise ModelError(f"{weights} is damaged ({error}): get the model again.") from error


def _are_random(weights: Path) -> bool:
    """Whether the weights in a sound file of relviz's own were never trained, as ``core.model.untrained`` tells it.

    Zeros are zero bytes in every type of number, those that numpy lacks among them.
    """
    with weights.open("rb") as file:
        header = int.from_bytes(file.read(8), "little")
        places = {
            name: about["data_offsets"] for name, about in json.loads(file.read(header)).items() if is_norm_bias(name)
        }
        for start, end in places.values():
            file.seek(8 + header + start)
            if any(file.read(end - start)):
                return False
    return bool(places)


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
