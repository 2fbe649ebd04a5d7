"""relviz's own model folders: ``config.json``, ``model.safetensors``, ``tokenizer.json``, ``MODEL_CARD.md``."""

from __future__ import annotations

import json
import tempfile
from pathlib import Path
from typing import TYPE_CHECKING, Any

import torch
from safetensors import SafetensorError
from safetensors.torch import save_file

from relviz.checkpoints.formats.tensors import build, empty_network, open_weights
from relviz.checkpoints.formats.vocabulary import find_vocabulary
from relviz.core.config import ModelConfig
from relviz.core.text.tokens import Tokenizer
from relviz.errors import ModelError, OutputError
from relviz.resources import resource

if TYPE_CHECKING:
    from collections.abc import Mapping

    from relviz.checkpoints.watch import Watch
    from relviz.core.model.transformer import TransformerXL
    from relviz.core.text.tokens import TextTokenizer

CONFIG, WEIGHTS, TOKENIZER, CARD = "config.json", "model.safetensors", "tokenizer.json", "MODEL_CARD.md"


def bundled_models() -> list[str]:
    """Return the names of the models that come with relviz."""
    return sorted(path.parent.name for path in resource("models").glob(f"*/{CONFIG}"))


def load_folder(folder: Path, values: dict[str, Any], watch: Watch) -> tuple[TransformerXL, TextTokenizer | None, Path]:
    """Return the network of a folder, its tokenizer if it has one, and the file of its weights.

    A tokenizer is a ``tokenizer.json``, or, for words, a ``vocab.json``.

    Args:
        folder: the model folder.
        values: what is in its ``config.json``.
        watch: told the share done.

    Raises:
        ModelError: a file is missing or damaged; the message names it.
        Cancelled: the watch said so.
    """
    path = folder / WEIGHTS
    tensors = open_weights(path, watch)
    try:
        config = ModelConfig.from_dict(values)
        if config.n_layer > len(tensors.by_name):  # before a network of as many layers is built
            raise ModelError("n_layer is {0}, but {1} has {2} tensors.", config.n_layer, WEIGHTS, len(tensors.by_name))
        wanted = empty_network(config)
    except ModelError as error:
        raise ModelError("{0} does not fit: {1}", folder / CONFIG, error) from error
    found = {name: tensors.take(name) for name, _ in wanted.named_parameters()}
    tensors.ignore(*wanted.state_dict())  # second names of tied tensors
    tensors.finish()
    network = build(config, found, tensors, watch)
    if not (folder / TOKENIZER).is_file():
        return network, find_vocabulary(folder, config.vocab_size), path
    tokenizer = Tokenizer.from_file(folder / TOKENIZER)
    if tokenizer.vocab_size > config.vocab_size:
        raise ModelError(
            "{0} has {1} tokens, but the model knows {2}: the files do not belong together.",
            folder / TOKENIZER,
            tokenizer.vocab_size,
            config.vocab_size,
        )
    return network, tokenizer, path


def save_model(
    folder: Path,
    network: TransformerXL,
    tokenizer_json: str | None,
    card: str = "",
    dtype: torch.dtype = torch.float16,
    *,
    more: Mapping[str, bytes] | None = None,
) -> None:
    """Write a model folder, weights in half precision by default; the files are replaced once all are written.

    Args:
        folder: where to; made if it is not there.
        network: its shape and weights.
        tokenizer_json: text of ``tokenizer.json``, None to write none.
        card: text of ``MODEL_CARD.md``, empty to write none.
        dtype: precision of the weights in the file.
        more: further files by their names, such as a vocabulary of words.

    Raises:
        OutputError: the folder cannot be written.
    """
    state = {name: tensor.detach().to("cpu", dtype).contiguous() for name, tensor in network.named_parameters()}
    files = {CONFIG: (json.dumps(network.config.to_dict(), indent=2) + "\n").encode(), **(more or {})}
    if tokenizer_json is not None:
        files[TOKENIZER] = tokenizer_json.encode()
    if card:
        files[CARD] = card.encode()
    try:
        folder.mkdir(parents=True, exist_ok=True)
        # beside their places, and moved there when all are written, so that none is half-written
        with tempfile.TemporaryDirectory(dir=folder, prefix=".writing-") as beside:
            save_file(state, Path(beside) / WEIGHTS)
            for name, content in files.items():
                (Path(beside) / name).write_bytes(content)
            for name in (WEIGHTS, *files):
                (Path(beside) / name).replace(folder / name)
    except OSError as error:
        raise OutputError("The model cannot be written to {0}: {1}.", folder, error.strerror or error) from error
    except SafetensorError as error:  # how the library says that the disk is full
        raise OutputError("The model cannot be written to {0}: {1}.", folder, error) from error
