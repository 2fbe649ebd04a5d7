"""The tokenizer that a model is trained with."""

from __future__ import annotations

import math

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tokenizers import Tokenizer

from relviz.errors import SettingError, TextError
from relviz.training.data.corpus import Document
from relviz.training.data.vocabulary import bits_per_byte, bytes_of_tokens, encode, train_tokenizer

TEXT = "He said “I don’t know,” and 'no' again. She said \"I don't know\" too.\n\n" * 20
MANY = "He said “I don’t know,” and 'no' again. Das Öl, naïve café, 天地玄黄 🙂.\n" * 20


@pytest.fixture(scope="module")
def tokenizer() -> Tokenizer:
    """A vocabulary of 280 tokens."""
    return train_tokenizer([TEXT], 280)


def test_curly_quotes_are_read_as_straight_ones(tokenizer: Tokenizer) -> None:
    """A text gives the same ids whichever quotes it is written with."""
    assert tokenizer.encode("“I don’t,” ‘no’").ids == tokenizer.encode("\"I don't,\" 'no'").ids


def test_offsets_count_characters_of_the_text_as_given(tokenizer: Tokenizer) -> None:
    """Offsets cover the original text, curly quotes included, without gaps."""
    text = "He said “I don’t.”"
    offsets = tokenizer.encode(text).offsets
    assert "".join(text[start:end] for start, end in offsets) == text


def test_the_vocabulary_has_the_size_asked_for(tokenizer: Tokenizer) -> None:
    """There are as many ids as were asked for, none of them special."""
    assert tokenizer.get_vocab_size() == 280
    assert not tokenizer.get_added_tokens_decoder()


@settings(deadline=None, max_examples=50)
@given(text=st.text())
def test_any_text_survives(text: str) -> None:
    """What was encoded is decoded to itself, but for the quotes: the 256 bytes can spell anything."""
    tokenizer = train_tokenizer([TEXT], 260)
    straight = text.translate(str.maketrans("“”‘’", "\"\"''"))
    assert tokenizer.decode(tokenizer.encode(text).ids) == straight


def test_documents_are_encoded_one_by_one(tokenizer: Tokenizer) -> None:
    """Each document gets its own array of ids."""
    first, second = encode(tokenizer, [Document("a", "know"), Document("b", "know know")])
    assert first.tolist() == tokenizer.encode("know").ids
    assert second.tolist() == tokenizer.encode("know know").ids


def test_a_text_too_small_for_the_vocabulary_is_an_error() -> None:
    """A text without that many different pieces is an error that says so."""
    with pytest.raises(TextError, match="smaller vocabulary"):
        train_tokenizer(["abc"], 1000)


@pytest.mark.parametrize("size", [0, 255, 65_537])
def test_a_vocabulary_has_room_for_the_bytes(size: int) -> None:
    """A vocabulary below 256 or above what 16 bits can count is refused."""
    with pytest.raises(SettingError):
        train_tokenizer([TEXT], size)


@pytest.mark.parametrize("size", [260, 300])
def test_tokens_have_the_bytes_of_the_text_they_spell(size: int) -> None:
    """The bytes of all tokens of a text are those of its UTF-8 with straight quotes, however characters are cut up."""
    tokenizer = train_tokenizer([MANY], size)
    straight = MANY.translate(str.maketrans("“”‘’", "\"\"''"))
    bytes_of = bytes_of_tokens(tokenizer)
    assert len(bytes_of) == size
    assert bytes_of[tokenizer.encode(MANY).ids].sum() == len(straight.encode())


def test_one_nat_in_bits() -> None:
    """Tokens of 4 bytes that are guessed among 16 cost 4 bits each, which is 1 bit per byte."""
    assert bits_per_byte(math.log(16), 10, 40) == pytest.approx(1.0)
