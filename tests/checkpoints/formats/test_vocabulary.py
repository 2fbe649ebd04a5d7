"""Vocabularies of words beside a model: every file that holds one, and what is wrong with those that do not fit."""

from __future__ import annotations

import json
import pickle
import re
from collections import Counter, OrderedDict
from typing import TYPE_CHECKING, Any

import pytest
import torch

from relviz.checkpoints import load_model
from relviz.checkpoints.formats.vocabulary import find_vocabulary
from relviz.core.reading.reading import read
from relviz.errors import ModelError, TextError
from tests.fixtures import layouts

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

WORDS = ["<eos>", "<unk>", "the", ",", "of", "Köln", "字", *(f"word{n}" for n in range(93))]


def saved(words: list[str] = WORDS, **more: Any) -> dict[str, Any]:
    """Return a vocabulary as ``TransfoXLTokenizer`` and the authors' ``Vocab`` hold it."""
    return {
        "counter": Counter({word: 9 - len(word) for word in words}),
        "special": ["<eos>"],
        "min_freq": 0,
        "max_size": None,
        "lower_case": False,
        "delimiter": None,
        "vocab_file": None,
        "idx2sym": list(words),
        "sym2idx": OrderedDict((word, index) for index, word in enumerate(words)),
        **more,
    }


def _torch(zipped: bool) -> Callable[[Path], None]:
    def write(folder: Path) -> None:
        torch.save(saved(), folder / "vocab.bin", _use_new_zipfile_serialization=zipped)

    return write


def _pickle(protocol: int) -> Callable[[Path], object]:
    return lambda folder: (folder / "vocab.pkl").write_bytes(pickle.dumps(saved(), protocol))


WRITERS: dict[str, Callable[[Path], object]] = {
    "vocab.json": lambda folder: (folder / "vocab.json").write_text(json.dumps({w: n for n, w in enumerate(WORDS)})),
    "vocab.json, shuffled": lambda folder: (folder / "vocab.json").write_text(
        json.dumps(dict(sorted({w: n for n, w in enumerate(WORDS)}.items())))
    ),
    "vocab.json, a list": lambda folder: (folder / "vocab.json").write_text(json.dumps(WORDS)),
    "vocab.bin, zip": _torch(zipped=True),
    "vocab.bin, legacy": _torch(zipped=False),
    **{f"vocab.pkl, protocol {number}": _pickle(number) for number in range(6)},
    "vocab.pkl by torch": lambda folder: torch.save(
        saved(), folder / "vocab.pkl", _use_new_zipfile_serialization=False
    ),
    "vocab.txt": lambda folder: (folder / "vocab.txt").write_text(
        "".join(f"{word} {n}\n" for n, word in enumerate(WORDS)), encoding="utf-8"
    ),
}


@pytest.mark.parametrize("name", WRITERS)
def test_every_file_gives_the_same_words(name: str, tmp_path: Path) -> None:
    """Whatever the file, words have the ids of the model, and case is kept."""
    WRITERS[name](tmp_path)
    tokenizer = find_vocabulary(tmp_path, 100)
    assert tokenizer is not None
    assert tokenizer.words == WORDS
    assert not tokenizer.lower_case
    assert tokenizer.encode("of the Köln\n字 The").ids.tolist() == [4, 2, 5, 0, 6, 1]


def test_the_safest_file_is_read_first(tmp_path: Path) -> None:
    """With several files the one that cannot hold code is read, and the others are not looked at."""
    WRITERS["vocab.json"](tmp_path)
    (tmp_path / "vocab.bin").write_bytes(b"no vocabulary")
    (tmp_path / "vocab.pkl").write_bytes(b"no vocabulary")
    assert find_vocabulary(tmp_path, 100) is not None


def test_a_model_with_a_vocabulary_reads_text(tmp_path: Path) -> None:
    """A folder with a vocabulary reads words, shows them, and knows the share that it does not know."""
    folder = layouts.hugging_face(tmp_path, "adaptive")
    WRITERS["vocab.bin, legacy"](folder)
    model = load_model(folder)
    reading = read(model, "the word3, of the sea\nword92", 4)
    assert reading.step(0).query_tokens == ["the", "word3", ",", "of"]
    assert reading.step(1).query_tokens == ["the", "<unk>", "<eos>", "word92"]
    assert model.tokenizer is not None
    assert model.tokenizer.unknown_share(reading.tokens.ids) == 1 / 8


def test_a_model_without_a_vocabulary_reads_ids_only(tmp_path: Path) -> None:
    """A folder without one loads; text is refused with a sentence and ids are read."""
    model = load_model(layouts.hugging_face(tmp_path, "default"))
    assert model.tokenizer is None
    with pytest.raises(TextError, match="no tokenizer"):
        read(model, "text")
    assert len(read(model, [1, 2, 99], 2)) == 2


@pytest.mark.parametrize("where", ["saved", "settings"])
def test_lower_case_is_what_the_file_says(where: str, tmp_path: Path) -> None:
    """A vocabulary made from lower case reads capitals as small letters."""
    if where == "saved":
        (tmp_path / "vocab.pkl").write_bytes(pickle.dumps(saved(lower_case=True)))
    else:
        WRITERS["vocab.json"](tmp_path)
        (tmp_path / "tokenizer_config.json").write_text('{"lower_case": true}')
    tokenizer = find_vocabulary(tmp_path, 100)
    assert tokenizer is not None
    assert tokenizer.encode("THE Of").ids.tolist() == [2, 4]


@pytest.mark.parametrize(
    ("name", "content", "reason"),
    [
        ("vocab.json", b"{", "no JSON"),
        ("vocab.json", b"\xff", "no JSON"),
        ("vocab.json", b"[" * 100_000, "no JSON"),
        ("vocab.json", b"{}", "no vocabulary"),
        ("vocab.json", b"[1, 2]", "no vocabulary"),
        ("vocab.json", b'{"a": 0, "b": 2}', "ids are not 0 to 1"),
        ("vocab.json", b'{"a": 0, "b": "1"}', "ids are not 0 to 1"),
        ("vocab.json", b'["a", "a"]', "twice"),
        ("vocab.json", json.dumps([str(n) for n in range(101)]).encode(), "101 words, but the model knows 100"),
        ("vocab.txt", b"\xff\xfe", "no UTF-8 text"),
        ("vocab.bin", b"", "empty"),
        ("vocab.bin", b"words", "no file that torch.save wrote"),
        ("vocab.pkl", pickle.dumps({"sym2idx": {1: 0}}), "no vocabulary"),
        ("vocab.pkl", pickle.dumps([WORDS]), "no vocabulary"),
        ("vocab.pkl", pickle.dumps(saved() | {"match": re.compile("a")}), "asks for re._compile"),
        ("vocab.pkl", pickle.dumps(saved())[:-200], "damaged"),
        ("vocab.bin", pickle.dumps(0x1950A86A20F9469CFC6C, 2) + pickle.dumps(1001, 2), "damaged"),
    ],
    ids=range(17),
)
def test_a_file_that_does_not_fit_is_named(name: str, content: bytes, reason: str, tmp_path: Path) -> None:
    """Damaged, foreign and hostile vocabularies are one sentence with the file and the reason."""
    folder = layouts.hugging_face(tmp_path, "default")
    (folder / name).write_bytes(content)
    with pytest.raises(ModelError, match=rf"{name}.*{reason}"):
        load_model(folder)
