"""relviz's own model folders: ``config.json``, ``model.safetensors``, ``tokenizer.json``, ``MODEL_CARD.md``."""

from __future__ import annotations

import hashlib
import json
import tempfile
from pathlib import Path

import torch
from safetensors import SafetensorError
from safetensors.torch import load_file, save

from relviz.core.config import ModelConfig
from relviz.core.device import choose_device
from relviz.core.model import Model
from relviz.core.tokens import Tokenizer
from relviz.core.transformer import TransformerXL
from relviz.errors import ModelError, OutputError
from relviz.resources import resource

CONFIG, WEIGHTS, TOKENIZER, CARD = "config.json", "model.safetensors", "tokenizer.json", "MODEL_CARD.md"


def bundled_models() -> list[str]:
    """Return the names of the models that come with relviz."""
    return sorted(path.parent.name for path in resource("models").glob(f"*/{CONFIG}"))


def load_model(source: str | Path, device: str | torch.device = "cpu") -> Model:
    """Load a model folder.

    Args:
        source: an existing folder, else the name of a bundled model. Nothing is downloaded.
        device: where the weights go; a name as in ``--device`` or a torch device.

    Raises:
        ModelError: there is no such model, or a file is missing or damaged; the message names it.
        SettingError: there is no such device.
    """
    folder = Path(source)
    if not folder.is_dir():
        folder = resource("models", str(source))
        if not folder.is_dir() or str(source) in {"", ".", ".."}:
            names = ", ".join(bundled_models()) or "none"
            raise ModelError(f"There is no model {source}: give a model folder, or a bundled name ({names}).")
    network = _build(folder / CONFIG)
    config = network.config
    _fill(network, folder / WEIGHTS)
    tokenizer = Tokenizer.from_file(folder / TOKENIZER) if (folder / TOKENIZER).is_file() else None
    if tokenizer and tokenizer.vocab_size > config.vocab_size:
        raise ModelError(
            f"{folder / TOKENIZER} has {tokenizer.vocab_size} tokens, but the model knows {config.vocab_size}: "
            "the files do not belong together."
        )
    card = (folder / CARD).read_text(encoding="utf-8", errors="replace") if (folder / CARD).is_file() else ""
    digest = hashlib.sha256((folder / WEIGHTS).read_bytes()).hexdigest()
    place = device if isinstance(device, torch.device) else choose_device(device)
    return Model(folder.resolve().name, network.eval(), tokenizer, digest, card).to(place)


def save_model(
    folder: Path, network: TransformerXL, tokenizer_json: str | None, card: str = "", dtype: torch.dtype = torch.float16
) -> None:
    """Write a model folder, weights in half precision by default; the files are replaced once all are written.

    Raises:
        OutputError: the folder cannot be written.
    """
    state = {name: tensor.detach().to("cpu", dtype).contiguous() for name, tensor in network.named_parameters()}
    files = {CONFIG: (json.dumps(network.config.to_dict(), indent=2) + "\n").encode(), WEIGHTS: save(state)}
    if tokenizer_json is not None:
        files[TOKENIZER] = tokenizer_json.encode()
    if card:
        files[CARD] = card.encode()
    try:
        folder.mkdir(parents=True, exist_ok=True)
        _replace(folder, files)
    except OSError as error:
        raise OutputError(f"The model cannot be written to {folder}: {error.strerror or error}.") from error


def _build(path: Path) -> TransformerXL:
    """Return a network of the shape that a ``config.json`` describes."""
    try:
        values = json.loads(path.read_text(encoding="utf-8"))
    except FileNotFoundError as error:
        raise ModelError(f"{path} is missing: a model folder holds {CONFIG} and {WEIGHTS}.") from error
    except (OSError, ValueError) as error:
        raise ModelError(f"{path} cannot be read: {error}.") from error
    if not isinstance(values, dict):
        raise ModelError(f"{path} is damaged: it holds no settings.")
    try:
        return TransformerXL(ModelConfig.from_dict(values))
    except ModelError as error:
        raise ModelError(f"{path} does not fit: {error}") from error
    except (RuntimeError, TypeError) as error:  # how torch says that there is not that much memory
        raise ModelError(f"{path} asks for a model that does not fit into the memory of this machine.") from error


def _fill(network: TransformerXL, path: Path) -> None:
    """Copy the weights of a file into the network, as float32."""
    try:
        state = load_file(path)
    except FileNotFoundError as error:
        raise ModelError(f"{path} is missing: a model folder holds {CONFIG} and {WEIGHTS}.") from error
    except (OSError, SafetensorError, ValueError, KeyError) as error:
        raise ModelError(f"{path} is damaged or no safetensors file: {error}.") from error
    wanted = dict(network.named_parameters())  # without the second names of tied tensors
    for name, parameter in wanted.items():
        if name not in state:
            raise ModelError(f"{path} lacks the tensor {name}.")
        if state[name].shape != parameter.shape:
            has, needs = tuple(state[name].shape), tuple(parameter.shape)
            raise ModelError(f"{path} has {name} as {has}, but {CONFIG} asks for {needs}.")
        if not torch.isfinite(state[name]).all():
            raise ModelError(f"{path} has numbers in {name} that are not finite.")
    surplus = sorted(set(state) - set(network.state_dict()))
    if surplus:
        raise ModelError(f"{path} has a tensor {surplus[0]} that the model does not have.")
    with torch.no_grad():
        for name, parameter in wanted.items():
            parameter.copy_(state[name])


def _replace(folder: Path, files: dict[str, bytes]) -> None:
    """Write files beside their places and move them there when all are written, so that none is half-written."""
    with tempfile.TemporaryDirectory(dir=folder, prefix=".writing-") as beside:
        for name, content in files.items():
            (Path(beside) / name).write_bytes(content)
        for name in files:
            (Path(beside) / name).replace(folder / name)
