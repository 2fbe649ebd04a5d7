"""SentencePiece models, against what sentencepiece itself gives."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from relviz.checkpoints.formats.pieces import read_pieces
from relviz.core.text.tokens import Tokenizer
from relviz.errors import ModelError
from tests.fixtures.xlnet_models import FOLDER, PIECES

CASES: list[dict[str, Any]] = json.loads((FOLDER / "spiece.json").read_text(encoding="utf-8"))


@pytest.mark.parametrize("case", CASES, ids=lambda case: f"{case['text'].strip()[:20]!r} {case['lowercase']}")
def test_ids_are_those_of_sentencepiece(case: dict[str, Any]) -> None:
    """After the steps that XLNet prepares a text with, ids are those that sentencepiece gives."""
    tokenizer = read_pieces(PIECES, lowercase=case["lowercase"], keep_accents=case["keep_accents"])
    tokens = tokenizer.encode(case["text"])
    assert tokens.ids.tolist() == case["ids"]
    assert tokenizer.vocab_size == 173


@pytest.mark.parametrize("case", CASES, ids=lambda case: f"{case['text'].strip()[:20]!r} {case['lowercase']}")
def test_spans_walk_through_the_text(case: dict[str, Any]) -> None:
    """Spans lie in the text as it was given, in its order, and no label is blank."""
    tokens = read_pieces(PIECES, lowercase=case["lowercase"], keep_accents=case["keep_accents"]).encode(case["text"])
    assert tokens.text == case["text"]
    starts, ends = tokens.spans.T
    assert (starts[1:] >= starts[:-1]).all()
    assert (ends >= starts).all()
    assert ends.max() <= len(case["text"])
    assert all(label.strip() for label in tokens.labels)


def test_a_label_shows_the_space_before_a_word() -> None:
    """The sign that stands for a space is shown as a space is elsewhere."""
    tokens = read_pieces(PIECES).encode("a man in  2000,\nit is")
    assert "".join(tokens.labels) == "·a·man·in·2000,·it·is"


def test_can_be_written_down_as_a_tokenizer_json(tmp_path: Path) -> None:
    """What was read is a tokenizer of the tokenizers library: saved and read again, it gives the same ids."""
    tokenizer = read_pieces(PIECES)
    (tmp_path / "tokenizer.json").write_text(tokenizer.to_json(), encoding="utf-8")
    again = Tokenizer.from_file(tmp_path / "tokenizer.json")
    for case in CASES:
        if not case["lowercase"]:
            assert again.encode(case["text"]).ids.tolist() == case["ids"]


def test_a_file_cut_short_anywhere_is_refused_or_read(tmp_path: Path) -> None:
    """Wherever a file ends, it is a ModelError with its path, or it ended between two pieces."""
    content, path = PIECES.read_bytes(), tmp_path / "spiece.model"
    messages = []
    for end in range(0, len(content), 41):
        path.write_bytes(content[:end])
        try:
            read_pieces(path)
        except ModelError as error:
            messages.append(str(error))
    assert len(messages) > 60
    assert all(message.startswith(f"{path} is damaged") for message in messages)


@pytest.mark.parametrize(
    ("content", "reason"),
    [
        (b"", "no pieces"),
        (b"not a model at all", "of unknown kind"),
        (b"\x0a\xff\xff\xff\xff\xff\xff\xff\xff\x7f", "cut short"),
        (b"\x0a" + b"\xff" * 12, "no end"),
        (b"\x08\x01", "should be text"),
        (b"\x20\x01", "no pieces"),
        (b"\x0a\x02\x08\x01", "should be text"),
        (b"\x0a\x04\x0a\x02\xff\xfe", "utf-8"),
        (b"\x0a\x03\x0a\x01a\x12\x02\x18\x02", "no unigram model"),
    ],
)
def test_what_is_no_model_is_refused(content: bytes, reason: str, tmp_path: Path) -> None:
    """Anything else in the file is a ModelError that names it."""
    path = tmp_path / "spiece.model"
    path.write_bytes(content)
    with pytest.raises(ModelError, match=rf"spiece\.model is damaged.*{reason}"):
        read_pieces(path)


def test_a_file_that_is_not_there_is_named(tmp_path: Path) -> None:
    """A missing file is a ModelError with its path."""
    with pytest.raises(ModelError, match=r"spiece\.model"):
        read_pieces(tmp_path / "spiece.model")
