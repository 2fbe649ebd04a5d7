"""``relviz models``: which models there are, and what is in one."""

import hashlib
import math
from pathlib import Path
from typing import Annotated

import typer

from relviz.app.models import bundled_models
from relviz.cli.model_folder import CARD, TOKENIZER, WEIGHTS, find_model, read_config
from relviz.errors import ModelError

models = typer.Typer(help="Show which models there are, and what is in one.", no_args_is_help=True)


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
    name: Annotated[str, typer.Argument(metavar="NAME|DIR", help="A bundled model, or a model folder.")],
) -> None:
    """Show the settings of a model, its size, its hash and its card."""
    folder = find_model(name)
    config, weights, card = read_config(folder), folder / WEIGHTS, folder / CARD
    rows = {
        "name": folder.resolve().name,
        "folder": folder,
        "parameters": f"{count_parameters(weights):,}",
        "size": f"{weights.stat().st_size / 1e6:.1f} MB",
        "sha256": hashlib.sha256(weights.read_bytes()).hexdigest(),
        "tokenizer": "yes" if (folder / TOKENIZER).is_file() else "none: it reads token ids only",
        **config.to_dict(),
    }
    width = max(map(len, rows))
    for key, value in rows.items():
        typer.echo(f"{key:<{width}}  {'unknown' if value is None else value}")
    if card.is_file():
        typer.echo("\n" + card.read_text(encoding="utf-8", errors="replace").rstrip())


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
