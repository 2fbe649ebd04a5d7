"""Opens a model of any kind that relviz knows, says of the others what they are, and writes any as relviz's own."""

from __future__ import annotations

import json
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

import torch

from relviz.checkpoints import native
from relviz.checkpoints.formats import authors, hugging_face, transfo_xl, xlnet
from relviz.checkpoints.formats.tensors import digest_of
from relviz.checkpoints.formats.vocabulary import write_vocabulary
from relviz.checkpoints.hub import cached_snapshot, repository_of
from relviz.checkpoints.native import save_model
from relviz.checkpoints.watch import Watch
from relviz.core.device import choose_device
from relviz.core.model.model import Model
from relviz.core.model.untrained import forget_training
from relviz.core.sentence import Sentence
from relviz.core.text.tokens import Tokenizer
from relviz.core.text.words import WordTokenizer
from relviz.errors import ModelError
from relviz.resources import resource

if TYPE_CHECKING:
    from collections.abc import Callable

    from relviz.checkpoints.watch import IsCancelled, Progress
    from relviz.core.model.transformer import TransformerXL
    from relviz.core.text.tokens import TextTokenizer

CONFIG, SAVED = "config.json", "model.pt"
CARDS = ("MODEL_CARD.md", "README.md")
OWN = "relviz"
Opened = tuple["TransformerXL", "TextTokenizer | None", Path]
"""What is in a model, and the file of its weights."""


@dataclass(frozen=True)
class Format:
    """A kind of model that relviz opens.

    Attributes:
        title: where such a model is from, as the window says it.
        open: opens a folder, given what its ``config.json`` holds, or a file, given nothing.
        model_type: of a folder: what its ``config.json`` says it is.
        weights: of a folder: names of which one is to be there, so that what is there in their place can be named.
        suffixes: of a file: how its name ends.
    """

    title: str
    open: Callable[[Path, dict[str, Any], Watch], Opened]
    model_type: str | None = None
    weights: tuple[str, ...] = ()
    suffixes: tuple[str, ...] = ()


FORMATS = [
    Format("relviz", native.load_folder, OWN),
    Format("Transformer-XL from Hugging Face", transfo_xl.load_folder, "transfo-xl", hugging_face.WEIGHTS),
    Format("XLNet from Hugging Face", xlnet.load_folder, "xlnet", hugging_face.WEIGHTS),
    Format(
        "Transformer-XL from kimiyoung's code",
        lambda path, _, watch: (*authors.load_file(path, watch), path),
        suffixes=(".pt", ".pth"),
    ),
]
"""All of them; a further one is a file in ``formats`` and a line here."""
_GET = Sentence("give a folder with config.json and model.safetensors or pytorch_model.bin")
_TENSORFLOW = Sentence(
    "a TensorFlow checkpoint, which relviz does not open: convert it with transformers 4.35 "
    "(TransfoXLLMHeadModel.from_pretrained(FOLDER, from_tf=True).save_pretrained(...)), or {0}",
    _GET,
)
_OTHERS = {
    ".h5": _TENSORFLOW,
    ".ckpt": _TENSORFLOW,
    ".index": _TENSORFLOW,
    ".meta": _TENSORFLOW,
    ".pb": _TENSORFLOW,
    ".msgpack": Sentence("a Flax checkpoint, which relviz does not open: {0}", _GET),
    ".ot": Sentence("a checkpoint for Rust, which relviz does not open: {0}", _GET),
    ".onnx": Sentence("an ONNX graph, which relviz does not open: {0}", _GET),
    ".gguf": Sentence("a GGUF file, whose weights are rounded and which relviz does not open: {0}", _GET),
}
"""What files are that relviz does not open, by the end of their names."""


def load_model(
    source: str | Path,
    device: str | torch.device = "cpu",
    progress: Progress | None = None,
    is_cancelled: IsCancelled | None = None,
) -> Model:
    """Open a model: relviz's own, Hugging Face's Transformer-XL or XLNet, or a ``model.pt`` of the authors' code.

    Nothing in a file is run, and weights are mapped rather than copied where their format allows it. Weights that are
    still random were never trained, whatever the settings beside them say: the model's settings then say nothing of it.

    Args:
        source: an existing folder or file, else the name of a bundled model, else a hub repository that is in the
            local cache. Nothing is downloaded.
        device: where the weights go; a name as in ``--device`` or a torch device.
        progress: called with the share done, 0 to 1.
        is_cancelled: asked between tensors.

    Raises:
        ModelError: there is no such model, a file is missing, damaged or hostile, or it is of a kind that relviz does
            not open; the message names the file and what to do.
        SettingError: there is no such device.
        Cancelled: ``is_cancelled`` said so.
    """
    place = choose_device(device) if isinstance(device, str) else device
    watch = Watch(progress, is_cancelled)
    watch(0.0)
    path = _find(source)
    model = _open_folder(path, watch) if path.is_dir() else _open_file(path, watch)
    watch(1.0)
    return model.to(place)


def _find(source: str | Path) -> Path:
    """Return the folder or file that a name stands for."""
    path, name = Path(source), str(source)
    if path.exists():
        return path
    if name in native.bundled_models():
        return resource("models", name)
    snapshot = cached_snapshot(name)
    if snapshot is not None:
        return snapshot
    names = ", ".join(native.bundled_models()) or Sentence("none")
    raise ModelError(
        "There is no model {0}: give a model folder, a bundled name ({1}), or a repository fetched "
        "with `relviz models get`.",
        source,
        names,
    )


def _open_folder(folder: Path, watch: Watch) -> Model:
    values = _settings(folder / CONFIG)
    if values is None:
        if (folder / SAVED).is_file():
            return _open_file(folder / SAVED, watch)
        _refuse_others(folder)
        raise ModelError("{0} is missing: a model folder holds {1} and {2}.", folder / CONFIG, CONFIG, native.WEIGHTS)
    kind = _kind(values)
    known = next((one for one in FORMATS if one.model_type == kind), None)
    if known is None:
        raise ModelError(
            "{0} describes a {1} model, which is not among those that relviz opens: Transformer-XL "
            "(transfo-xl), XLNet (xlnet) and its own.",
            folder / CONFIG,
            kind,
        )
    if known.weights and not any((folder / name).is_file() for name in known.weights):
        _refuse_others(folder)
    return _model(folder, known, folder, values, watch)


def _open_file(path: Path, watch: Watch) -> Model:
    what = _what(path)
    if what:
        raise ModelError("{0} is {1}.", path, what)
    known = next((one for one in FORMATS if path.suffix in one.suffixes), None)
    if known is not None:
        model = _model(path.parent, known, path, {}, watch)
        return model if path.name == SAVED else replace(model, name=path.stem)
    if path.name in {CONFIG, *hugging_face.WEIGHTS} and (path.parent / CONFIG).is_file():
        return _open_folder(path.parent, watch)
    raise ModelError("{0} is no model that relviz opens: {1}, or the authors' model.pt.", path, _GET)


def _model(folder: Path, known: Format, place: Path, values: dict[str, Any], watch: Watch) -> Model:
    """Open a folder or a file of a known format, and say where it is from."""
    network, tokenizer, weights = known.open(place, values, watch.part(0.0, 0.6))
    card = next((folder / name for name in CARDS if (folder / name).is_file()), None)
    text = card.read_text(encoding="utf-8", errors="replace") if card else ""
    name = repository_of(folder) or folder.resolve().name  # a snapshot's folder is called by its commit
    forget_training(network)
    return Model(name, network, tokenizer, digest_of(weights, watch.part(0.6, 1.0)), text, known.title)


def _kind(values: dict[str, Any]) -> str:
    """Return the type of a Hugging Face model, ``OWN`` for relviz's own."""
    kind = values.get("model_type")
    if isinstance(kind, str):
        return kind
    architectures = values.get("architectures")
    named = str(architectures[0]) if isinstance(architectures, list) and architectures else ""
    if named.startswith("XLNet"):
        return "xlnet"
    # before transformers 2.0 a config did not say what it was of
    return "transfo-xl" if named.startswith("TransfoXL") or "mem_len" in values else OWN


def _settings(path: Path) -> dict[str, Any] | None:
    """Return what is in a ``config.json``, None if there is none."""
    try:
        values = json.loads(path.read_text(encoding="utf-8"))
    except FileNotFoundError:
        return None
    except (OSError, ValueError, RecursionError) as error:
        raise ModelError("{0} cannot be read: {1}.", path, error) from error
    if not isinstance(values, dict):
        raise ModelError("{0} is damaged: it holds no settings.", path)
    return values


def _refuse_others(folder: Path) -> None:
    """Say what is in a folder that holds no weights that relviz opens, if it is known."""
    for path in sorted(folder.iterdir()):
        what = _what(path) if path.is_file() else None
        if what:
            raise ModelError("{0} is {1}.", path, what)


def _what(path: Path) -> str | None:
    """Return what a file is that relviz does not open, and what to do; None if that is not known."""
    if path.name in {"corpus.bin", "cache.pt"}:
        return Sentence("a corpus, not a model, and pickled, so relviz does not open it: {0}", _GET)
    if path.name in {"optimizer.pt", "training_args.bin", "scheduler.pt"}:
        return Sentence("the state of a training, not a model: {0}", _GET)
    if path.name.endswith(".index.json"):
        return Sentence(
            "the index of weights in several files, which relviz does not open: save them as one model.safetensors"
        )
    if path.name == "checkpoint" or ".ckpt" in path.name or ".data-0" in path.name:
        return _TENSORFLOW
    return _OTHERS.get(path.suffix)


def convert(
    source: str | Path,
    folder: Path,
    dtype: torch.dtype = torch.float32,
    progress: Progress | None = None,
    is_cancelled: IsCancelled | None = None,
) -> Model:
    """Write a model of any kind that relviz opens as a folder of its own, which gives the same numbers.

    A vocabulary of words is written as ``vocab.json``, as Hugging Face has it, other tokenizers as ``tokenizer.json``.

    Args:
        source: what ``load_model`` takes.
        folder: where to write.
        dtype: precision of the weights in the file; in half precision numbers differ a little.
        progress: called with the share done, 0 to 1.
        is_cancelled: asked between tensors; before anything is written.

    Returns:
        The model that was opened.

    Raises:
        ModelError: the model cannot be opened.
        OutputError: the folder cannot be written.
        Cancelled: ``is_cancelled`` said so.
    """
    watch = Watch(progress, is_cancelled)
    model = load_model(source, progress=watch.part(0.0, 0.7))
    tokenizer = model.tokenizer
    words = write_vocabulary(tokenizer) if isinstance(tokenizer, WordTokenizer) else {}
    pieces = tokenizer.to_json() if isinstance(tokenizer, Tokenizer) else None
    save_model(folder, model.network, pieces, model.card, dtype, more=words)
    watch(1.0)
    return model
