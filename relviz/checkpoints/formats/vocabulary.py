"""Vocabularies of whole words, as they lie beside a Transformer-XL: ``vocab.json``, ``vocab.bin``, ``vocab.pkl``."""

from __future__ import annotations

import json
import mmap
from typing import TYPE_CHECKING, Any

from relviz.checkpoints.pickled.pickles import COLLECTIONS, RestrictedUnpickler
from relviz.checkpoints.pickled.torch_files import ZIP_MAGIC, open_torch_file
from relviz.core.text.words import WordTokenizer
from relviz.errors import ModelError

if TYPE_CHECKING:
    from pathlib import Path

JSON, TORCH, PICKLE, PLAIN = "vocab.json", "vocab.bin", "vocab.pkl", "vocab.txt"
SETTINGS = "tokenizer_config.json"
WORDS, IDS = "idx2sym", "sym2idx"
"""Names of the list of words, and of the dict of their ids, in a saved vocabulary."""


def find_vocabulary(folder: Path, vocab_size: int) -> WordTokenizer | None:
    """Return the tokenizer of a folder's vocabulary, the safest file first; None if it has none.

    A ``vocab.bin`` or ``vocab.pkl`` may ask for ``Counter`` and ``OrderedDict`` and for nothing else.

    Args:
        folder: where the model lies.
        vocab_size: how many words the model knows.

    Raises:
        ModelError: the file is damaged, hostile, or belongs to another model; the message names it.
    """
    readers = {JSON: _from_json, TORCH: _from_torch, PICKLE: _from_pickle, PLAIN: _from_text}
    for name, read in readers.items():
        path = folder / name
        if not path.is_file():
            continue
        try:
            words, lower_case = read(path)
        except OSError as error:
            raise ModelError("{0} cannot be read ({1}): check the file.", path, error.strerror or error) from error
        if len(words) > vocab_size:
            raise ModelError(
                "{0} has {1} words, but the model knows {2}: the files do not belong together.",
                path,
                len(words),
                vocab_size,
            )
        try:
            return WordTokenizer(words, lower_case=lower_case)
        except ModelError as error:
            raise ModelError("{0} is damaged: {1}", path, error) from error
    return None


def write_vocabulary(tokenizer: WordTokenizer) -> dict[str, bytes]:
    """Return the files of a vocabulary by their names: ``vocab.json`` as Hugging Face has it, and its settings."""
    ids = {word: index for index, word in enumerate(tokenizer.words)}
    return {
        JSON: (json.dumps(ids, ensure_ascii=False, indent=0) + "\n").encode(),
        SETTINGS: (json.dumps({"lower_case": tokenizer.lower_case}, indent=2) + "\n").encode(),
    }


def _from_json(path: Path) -> tuple[list[str], bool]:
    return _words(_parsed(path), path), _lower_case(path.parent)


def _from_text(path: Path) -> tuple[list[str], bool]:
    """Read one word a line, what follows it is its count."""
    try:
        lines = path.read_text(encoding="utf-8").split("\n")
    except UnicodeDecodeError as error:
        raise ModelError("{0} is no UTF-8 text: {1}.", path, error) from error
    return [line.split()[0] for line in lines if line.strip()], _lower_case(path.parent)


def _from_torch(path: Path) -> tuple[list[str], bool]:
    return _saved(open_torch_file(path).root, path)


def _from_pickle(path: Path) -> tuple[list[str], bool]:
    with path.open("rb") as file:
        if file.read(len(ZIP_MAGIC)) == ZIP_MAGIC:
            return _from_torch(path)
        if not path.stat().st_size:
            raise ModelError("{0} is empty: fetch the file again.", path)
        with mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ) as mapped:
            root = RestrictedUnpickler(mapped, path, COLLECTIONS).restore()
    return _from_torch(path) if isinstance(root, int) else _saved(root, path)  # a legacy file starts with a number


def _saved(root: object, path: Path) -> tuple[list[str], bool]:
    if not isinstance(root, dict):
        raise ModelError("{0} holds no vocabulary.", path)
    lower_case = root.get("lower_case")
    words = _words(root.get(WORDS) or root.get(IDS), path)
    return words, lower_case if isinstance(lower_case, bool) else _lower_case(path.parent)


def _words(found: object, path: Path) -> list[str]:
    """Return the words in the order of their ids, from a list of them or a dict of ids."""
    if isinstance(found, dict) and isinstance(found.get(WORDS) or found.get(IDS), (list, dict)):
        found = found.get(WORDS) or found[IDS]
    if isinstance(found, dict):
        if sorted(found.values(), key=repr) != sorted(range(len(found)), key=repr):
            raise ModelError("{0} is damaged: its ids are not 0 to {1}, one a word.", path, len(found) - 1)
        found = sorted(found, key=found.__getitem__)
    if not isinstance(found, list) or not found or not all(isinstance(word, str) for word in found):
        raise ModelError("{0} holds no vocabulary: it should be words and their ids.", path)
    return found


def _lower_case(folder: Path) -> bool:
    """Whether a vocabulary was made from lower case; the file that says so may be missing."""
    path = folder / SETTINGS
    values = _parsed(path) if path.is_file() else {}
    return isinstance(values, dict) and True in {values.get("lower_case"), values.get("do_lower_case")}


def _parsed(path: Path) -> Any:
    try:
        return json.loads(path.read_text(encoding="utf-8"))
    except (ValueError, RecursionError) as error:
        raise ModelError("{0} is damaged or no JSON: {1}.", path, error) from error
