"""``relviz models``: which there are, what is in one, what it has learnt, and how to get more."""

import hashlib
import json
import math
from pathlib import Path
from typing import Annotated

import typer

from relviz.app.engine.models import bundled_models
from relviz.cli.evaluate import evaluate
from relviz.cli.model_folder import CARD, CONFIG, TOKENIZER, WEIGHTS, find_model, is_native, read_config
from relviz.cli.progress import progress_bar
from relviz.core.model.untrained import is_norm_bias
from relviz.errors import ModelError

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


models.command()(evaluate)


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
