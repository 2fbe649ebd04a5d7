"""Text to token ids, and token ids to labels."""

from __future__ import annotations

import json
import unicodedata
from typing import TYPE_CHECKING

import numpy as np
import pytest
import tokenizers
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from tokenizers import models as bpe
from tokenizers import pre_tokenizers

from relviz.core.text import tokens as module
from relviz.core.text.tokens import Tokenizer, Tokens, visible
from relviz.errors import Cancelled, ModelError
from tests.fixtures.texts import CHINESE, ENGLISH, SCRIPTS

if TYPE_CHECKING:
    from pathlib import Path

AWKWARD = ["'s", "’s", " ", "    ", "\n", "\n\n\n", "\r\n", "\t", "\x1c", "!\x1c!", "\x85", "\u3000", "\u00a0"]
AWKWARD += ["。", "。_", "，", "：", "_", "“", "”", "a", "Bee", "9", "٣", "一", "!", "—", "e\u0301", "\u0301"]
AWKWARD += ["\u200b", "\u200d", "😀", "👩‍🔬🏽", "ש", "\x00", "\ufffd"]
PROSE = st.lists(st.one_of(st.sampled_from(AWKWARD), st.characters()), max_size=60).map("".join)


def test_spans_lead_back_to_the_text(each_tokenizer: Tokenizer) -> None:
    """Spans are in order, leave nothing out, and each token's label shows the text of its span."""
    for text in (ENGLISH, CHINESE, SCRIPTS):
        tokens = each_tokenizer.encode(text)
        assert tokens.text == text
        assert (np.diff(tokens.spans[:, 0]) >= 0).all()
        assert tokens.spans[0, 0] == 0
        assert tokens.spans[-1, 1] == len(text)
        assert (tokens.spans[1:, 0] <= tokens.spans[:-1, 1]).all()
        plain = str.maketrans("“”‘’", "\"\"''")
        for label, (start, end) in zip(tokens.labels, tokens.spans, strict=True):
            shown = visible(text[start:end].translate(plain))
            assert label == shown or label.startswith((f"{shown} ", "⟨"))  # a part of a character


def test_parts_of_one_character_share_its_span(tokenizer: Tokenizer) -> None:
    """A character that takes several tokens has its span in each, and their labels say which part of it they are."""
    tokens = tokenizer.encode("a𝄞𝄞b")
    assert len(tokens) == 10
    assert tokens.spans.tolist() == [[0, 1], *[[1, 2]] * 4, *[[2, 3]] * 4, [3, 4]]
    assert list(tokens.labels[4:7]) == ["𝄞 4/4", "𝄞 1/4", "𝄞 2/4"]
    assert tokenizer.label(int(tokens.ids[1])) == "⟨F0⟩"


def test_labels_are_never_blank(each_tokenizer: Tokenizer) -> None:
    """Every id has a label in which every character shows on its own, also ids that do not exist."""
    for token in range(-1, each_tokenizer.vocab_size + 2):
        label = each_tokenizer.label(token)
        assert label.strip() == label != ""
        bare = label.replace(" ", "") if label.startswith("⟨") else label  # bytes stand apart
        assert not any(unicodedata.category(sign)[0] in "CZ" for sign in bare)


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("\n", "↵"),
        (" the", "·the"),
        ("\t", "⇥"),
        ("\r\n", "␍↵"),
        ("\x00", "⟨0000⟩"),
        ("\x7f", "⟨007F⟩"),
        ("\u00a0", "⍽"),
        ("\u3000", "□"),
        ("a\u200bb", "a⟨200B⟩b"),
        ("\u200d", "⟨200D⟩"),
        ("\u2028", "⟨2028⟩"),
        ("\ufeff", "⟨FEFF⟩"),
        ("\u202e", "⟨202E⟩"),
        ("\u0301", "◌\u0301"),
        (" \u0301", "·◌\u0301"),
        ("e\u0301\u0323", "e\u0301\u0323"),
        ("हिन्दी", "हिन्दी"),
        ("\ufe0f", "◌\ufe0f"),
        ("\u3164", "⟨3164⟩"),
        ("\u2800", "⟨2800⟩"),
        ("שלום", "שלום"),
        ("道可道", "道可道"),
        ("🏽", "🏽"),
        ("\ue000", "⟨E000⟩"),
        ("", "∅"),
    ],
    ids=ascii,
)
def test_what_takes_no_room_is_made_visible(text: str, shown: str) -> None:
    """Spaces, line ends, control signs and lone marks get a sign; letters of every script stay as they are."""
    assert visible(text) == shown


@given(st.text(min_size=1))
def test_visible_text_shows_something_for_every_character(text: str) -> None:
    """No character vanishes: nothing invisible is left and the label is at least as long as the text."""
    shown = visible(text)
    assert len(shown) >= len(text)
    assert not any(unicodedata.category(sign)[0] in "CZ" for sign in shown)


@pytest.mark.parametrize(
    ("text", "read"),
    [("a\ud800b", "a\ufffdb"), ("\udc00", "\ufffd"), ("\ud83d\ude00!", "😀!"), ("x\udc00\ud800y", "x\ufffd\ufffdy")],
    ids=ascii,
)
def test_lone_surrogates_are_replaced(tokenizer: Tokenizer, text: str, read: str) -> None:
    """A lone surrogate becomes one U+FFFD, a pair its character, and spans count in the text so read."""
    tokens = tokenizer.encode(text)
    assert tokens.text == read
    assert tokens.spans[-1, 1] == len(read)


@pytest.mark.slow
@settings(deadline=None, max_examples=300, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(text=PROSE, piece=st.integers(1, 5), batch=st.integers(1, 3))
def test_pieces_tokenise_as_the_whole(
    tokenizer: Tokenizer, monkeypatch: pytest.MonkeyPatch, text: str, piece: int, batch: int
) -> None:
    """A text read piece by piece has the ids and spans of the text read at once, wherever the cuts fall."""
    whole = tokenizer.encode(text)
    with monkeypatch.context() as patch:
        patch.setattr(module, "PIECE", piece)
        patch.setattr(module, "BATCH", batch)
        pieces = tokenizer.encode(text)
    assert pieces.ids.tolist() == whole.ids.tolist()
    assert pieces.spans.tolist() == whole.spans.tolist()


def test_long_texts_are_read_in_pieces(each_tokenizer: Tokenizer, monkeypatch: pytest.MonkeyPatch) -> None:
    """Prose in English and Chinese has places to cut, and cutting there changes nothing."""
    text = (ENGLISH + CHINESE + SCRIPTS) * 3
    whole = each_tokenizer.encode(text)
    monkeypatch.setattr(module, "PIECE", 40)
    progress: list[float] = []
    pieces = each_tokenizer.encode(text, progress.append)
    assert len(progress) > 5
    assert progress == sorted(progress)
    assert progress[-1] == 1.0
    assert pieces.ids.tolist() == whole.ids.tolist()
    assert pieces.spans.tolist() == whole.spans.tolist()


def test_a_tokenizer_that_must_not_be_cut_is_not(monkeypatch: pytest.MonkeyPatch) -> None:
    """A tokenizer that puts a space before what it is given gets the text in one piece."""
    inner = tokenizers.Tokenizer(bpe.BPE(vocab={"Ġ": 0, "a": 1, "\u010a": 2}, merges=[]))
    inner.pre_tokenizer = pre_tokenizers.ByteLevel(add_prefix_space=True)
    monkeypatch.setattr(module, "PIECE", 1)
    assert Tokenizer(inner).encode("a\na\na").ids.tolist() == [0, 1, 2, 1, 2, 1]


def test_curly_quotes_keep_their_place(tokenizer: Tokenizer) -> None:
    """A quote that the tokenizer reads as a straight one still has its own span in the text."""
    tokens = tokenizer.encode("“Oh”")
    assert tokens.text == "“Oh”"
    assert tokens.spans[0].tolist() == [0, 1]
    assert tokens.labels[0] == '"'


def test_an_empty_text_has_no_tokens(tokenizer: Tokenizer) -> None:
    """Nothing in, nothing out."""
    tokens = tokenizer.encode("")
    assert len(tokens) == 0
    assert tokens.spans.shape == (0, 2)
    assert list(tokens.labels) == []


def test_can_be_cancelled_between_batches(tokenizer: Tokenizer, monkeypatch: pytest.MonkeyPatch) -> None:
    """Cancelling while a long text is tokenised raises Cancelled, after what was done was reported."""
    monkeypatch.setattr(module, "PIECE", 50)
    monkeypatch.setattr(module, "BATCH", 1)
    progress: list[float] = []
    with pytest.raises(Cancelled):
        tokenizer.encode(ENGLISH, progress.append, lambda: len(progress) == 3)
    assert len(progress) == 3


def test_finds_the_token_at_a_character(tokenizer: Tokenizer) -> None:
    """For every character of a text, the token found there spans it; beyond the ends it is the first or last."""
    tokens = tokenizer.encode(ENGLISH[:200] + SCRIPTS)
    for position in range(len(tokens.text)):
        start, end = tokens.spans[tokens.at_character(position)]
        assert start <= position < end
    assert tokens.at_character(-5) == 0
    assert tokens.at_character(10**6) == len(tokens) - 1


def test_labels_are_a_sequence(tokenizer: Tokenizer) -> None:
    """Labels can be taken one at a time or as a slice."""
    tokens = tokenizer.encode("the wife")
    assert len(tokens.labels) == len(tokens)
    assert list(tokens.labels) == tokens.labels[:] == [tokens.labels[n] for n in range(len(tokens))]
    assert "".join(tokens.labels) == "the·wife"


def test_bare_ids_are_their_own_labels() -> None:
    """Without a tokenizer a token's label is its id, and its span is where that stands in the text."""
    tokens = Tokens.from_ids([12, 3, 456])
    assert tokens.text == "12 3 456"
    assert list(tokens.labels) == ["12", "3", "456"]
    assert [tokens.text[start:end] for start, end in tokens.spans] == ["12", "3", "456"]
    assert tokens.ids.dtype == np.int64
    assert len(Tokens.from_ids([])) == 0


@pytest.mark.parametrize("content", ["", "{}", "no json", '{"model": {"type": "abacus"}}', "[1, 2]"])
def test_a_damaged_tokenizer_is_named(tmp_path: Path, content: str) -> None:
    """A file that is no tokenizer is a ModelError that names it."""
    path = tmp_path / "tokenizer.json"
    path.write_text(content)
    with pytest.raises(ModelError, match=r"tokenizer\.json is not a tokenizer"):
        Tokenizer.from_file(path)


def test_a_file_that_cuts_and_fills_up_reads_all_the_same(tmp_path: Path, tokenizer: Tokenizer) -> None:
    """A ``tokenizer.json`` may say how batches are made of equal length; a text is read as it is."""
    import tokenizers

    inner = tokenizers.Tokenizer.from_str(tokenizer.to_json())
    inner.enable_truncation(8)
    inner.enable_padding(direction="left", pad_id=5, pad_token="!", length=500)
    inner.save(str(tmp_path / "tokenizer.json"))
    assert Tokenizer.from_file(tmp_path / "tokenizer.json").encode(ENGLISH).ids.tolist() == (
        tokenizer.encode(ENGLISH).ids.tolist()
    )


def test_a_file_gives_the_tokenizer_back(tmp_path: Path, tokenizer_json: str, tokenizer: Tokenizer) -> None:
    """A tokenizer read from its file encodes as the one that was written."""
    path = tmp_path / "tokenizer.json"
    path.write_text(tokenizer_json)
    again = Tokenizer.from_file(path)
    assert again.vocab_size == tokenizer.vocab_size == len(json.loads(tokenizer_json)["model"]["vocab"])
    assert again.encode(ENGLISH).ids.tolist() == tokenizer.encode(ENGLISH).ids.tolist()
