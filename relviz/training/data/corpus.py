"""The documents a model learns from, and those held out to measure it on."""

from __future__ import annotations

import json
import random
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from relviz.errors import TextError

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

HELD_OUT_SHARE = 0.02
"""Share of the characters held out when nobody says which documents to hold out."""


@dataclass(frozen=True)
class Document:
    """One text file.

    Attributes:
        name: the file's stem, by which it is held out and reported.
        text: what is in it.
    """

    name: str
    text: str


@dataclass(frozen=True)
class HoldOut:
    """Which documents to keep out of training, by the stems of their files.

    Attributes:
        valid: those that the validation loss is measured on.
        test: those that training never looks at, kept for whoever measures the finished model.
    """

    valid: frozenset[str] = frozenset()
    test: frozenset[str] = frozenset()


@dataclass(frozen=True)
class Corpus:
    """Documents, divided.

    Attributes:
        training: what the model learns from.
        validation: what its loss is measured on.
        unused: names of the documents that were held out for a later test.
    """

    training: tuple[Document, ...]
    validation: tuple[Document, ...]
    unused: tuple[str, ...] = ()


def collect(paths: Iterable[Path]) -> list[Document]:
    """Read text files, and all ``.txt`` files of folders and of the folders in them, sorted by name.

    Raises:
        TextError: there is no such file, no text in any of them, or one is not UTF-8.
    """
    files: set[Path] = set()
    for path in paths:
        if path.is_dir():
            files.update(found for found in path.rglob("*.txt") if found.is_file())
        elif path.is_file():
            files.add(path)
        else:
            raise TextError(f"There is no file or folder {path}: give text files, or folders of .txt files.")
    documents = [Document(file.stem, _text_of(file)) for file in sorted(files, key=lambda file: (file.stem, file))]
    documents = [document for document in documents if document.text.strip()]
    if not documents:
        raise TextError("There is no text to learn from: give text files, or folders of .txt files.")
    return documents


def read_hold_out(source: str, names: Iterable[str]) -> HoldOut:
    """Return what ``--hold-out`` asks for.

    Args:
        source: stems separated by commas; or a file with one stem a line; or a JSON file that is a list of stems, or
            an object, at any depth, whose lists are stems: those under a key ``test`` are not measured on either.
        names: stems of the documents that there are; a file may name others too.

    Raises:
        TextError: none of the documents is named, or the file cannot be read.
    """
    path = Path(source)
    if path.is_file():
        text = _text_of(path)
        if path.suffix == ".json":
            try:
                lists = list(_lists(json.loads(text), "valid"))
            except ValueError as error:
                raise TextError(f"{path} is no JSON: {error}.") from error
        else:
            lists = [("valid", line.strip()) for line in text.splitlines()]
    else:
        lists = [("valid", stem.strip()) for stem in source.split(",")]
    here = set(names)
    test = frozenset(stem for kind, stem in lists if kind == "test" and stem in here)
    valid = frozenset(stem for _, stem in lists if stem in here) - test
    if not valid:
        raise TextError(
            f"{source} names none of the documents to measure on: give stems such as {min(here, default='book')}."
        )
    return HoldOut(valid, test)


def divide(documents: Sequence[Document], hold_out: HoldOut | None = None, seed: int = 0) -> Corpus:
    """Divide documents into those to learn from and those held out, whole.

    Without a hold-out, documents are drawn until about 2% of the characters are held out. Of a single document its
    last 5% are.

    Raises:
        TextError: nothing is left to learn from.
    """
    if hold_out is None:
        if len(documents) == 1:
            return _cut(documents[0])
        hold_out = HoldOut(_draw(documents, seed))
    held = hold_out.valid | hold_out.test
    training = tuple(document for document in documents if document.name not in held)
    if not training:
        raise TextError("Every document is held out and none is left to learn from: hold out fewer.")
    return Corpus(
        training,
        tuple(document for document in documents if document.name in hold_out.valid),
        tuple(document.name for document in documents if document.name in hold_out.test),
    )


def _draw(documents: Sequence[Document], seed: int) -> frozenset[str]:
    """Draw names, small documents and large alike, until they hold the share; one is always left over."""
    wanted = HELD_OUT_SHARE * sum(len(document.text) for document in documents)
    order = list(documents)
    random.Random(seed).shuffle(order)
    # a document that would hold out five times the share is passed over, unless nothing else is there
    order.sort(key=lambda document: len(document.text) > 5 * wanted)
    drawn: set[str] = set()
    size = 0
    for document in order:
        if size >= wanted or len({other.name for other in documents} - drawn) == 1:
            break
        drawn.add(document.name)
        size += len(document.text)
    return frozenset(drawn)


def _cut(document: Document) -> Corpus:
    at = document.text.rfind("\n", 0, int(0.95 * len(document.text))) + 1 or int(0.95 * len(document.text))
    first, rest = document.text[:at], document.text[at:]
    return Corpus((Document(document.name, first),), (Document(f"{document.name} (end)", rest),))


def _lists(node: object, kind: str) -> Iterable[tuple[str, str]]:
    """Walk JSON and yield each string with the last key ``valid`` or ``test`` on the way to it."""
    if isinstance(node, dict):
        for key, value in node.items():
            yield from _lists(value, "test" if key == "test" else "valid")
    elif isinstance(node, list):
        for value in node:
            yield from _lists(value, kind)
    elif isinstance(node, str):
        yield kind, node


def _text_of(path: Path) -> str:
    try:
        return path.read_text(encoding="utf-8-sig")
    except UnicodeDecodeError as error:
        raise TextError(f"{path} is no UTF-8 text: convert it, or leave it out.") from error
    except OSError as error:
        raise TextError(f"{path} cannot be read: {error.strerror or error}.") from error
