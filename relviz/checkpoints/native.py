"""relviz's own model folders: ``config.json``, ``model.safetensors``, ``tokenizer.json``, ``MODEL_CARD.md``."""

from __future__ import annotations

import hashlib
import json
import os
import tempfile
from pathlib import Path

import torch
from safetensors import SafetensorError
from safetensors.torch import load_file, save_file

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
    config = _read_config(folder / CONFIG)
    network = TransformerXL(config)
    _fill(network, folder / WEIGHTS)
    tokenizer = Tokenizer.from_file(folder / TOKENIZER) if (folder / TOKENIZER).exists() else None
    if tokenizer and tokenizer.vocab_size > config.vocab_size:
        raise ModelError(
            f"{folder / TOKENIZER} has {tokenizer.vocab_size} tokens, but the model knows {config.vocab_size}: "
            "the files do not belong together."
        )
    card = (folder / CARD).read_text(encoding="utf-8", errors="replace") if (folder / CARD).exists() else ""
    digest = hashlib.sha256((folder / WEIGHTS).read_bytes()).hexdigest()
    place = device if isinstance(device, torch.device) else choose_device(device)
    return Model(folder.resolve().name, network.eval(), tokenizer, digest, card).to(place)


def save_model(
    folder: Path, network: TransformerXL, tokenizer_json: str | None, card: str = "", dtype: torch.dtype = torch.float16
) -> None:
    """Write a model folder, weights in half precision by default; each file replaces the old one as a whole.

    Raises:
        OutputError: the folder cannot be written.
    """
    try:
        folder.mkdir(parents=True, exist_ok=True)
        _replace(folder / CONFIG, (json.dumps(network.config.to_dict(), indent=2) + "\n").encode())
        if tokenizer_json is not None:
            _replace(folder / TOKENIZER, tokenizer_json.encode())
        if card:
            _replace(folder / CARD, card.encode())
        seen: set[int] = set()
        state = {}
        for name, tensor in network.state_dict().items():  # tied tensors are written once
            if tensor.data_ptr() not in seen:
                seen.add(tensor.data_ptr())
                state[name] = tensor.detach().to("cpu", dtype).contiguous()
        temporary = folder / f".{WEIGHTS}.tmp"
        save_file(state, temporary)
        temporary.replace(folder / WEIGHTS)
    except OSError as error:
        raise OutputError(f"The model cannot be written to {folder}: {error.strerror or error}.") from error


def _read_config(path: Path) -> ModelConfig:
    try:
        values = json.loads(path.read_text(encoding="utf-8"))
    except FileNotFoundError as error:
        raise ModelError(f"{path} is missing: a model folder holds {CONFIG} and {WEIGHTS}.") from error
    except (OSError, ValueError) as error:
        raise ModelError(f"{path} cannot be read: {error}.") from error
    if not isinstance(values, dict):
        raise ModelError(f"{path} is damaged: it holds no settings.")
    try:
        return ModelConfig.from_dict(values)
    except ModelError as error:
        raise ModelError(f"{path} does not fit: {error}") from error


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


def _replace(path: Path, content: bytes) -> None:
    """Write a file beside its place and move it there, so that it is never half-written."""
    descriptor, temporary = tempfile.mkstemp(dir=path.parent, prefix=f".{path.name}.")
    try:
        with os.fdopen(descriptor, "wb") as file:
            file.write(content)
        Path(temporary).chmod(0o644)
        Path(temporary).replace(path)
    except BaseException:
        Path(temporary).unlink(missing_ok=True)
        raise
