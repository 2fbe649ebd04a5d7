"""Whole words: Moses's rules as Hugging Face's tokenizer applies them, with the place of each word in the text."""

from __future__ import annotations

import re

import numpy as np
import pytest
import sacremoses
from hypothesis import given, settings
from hypothesis import strategies as st

from relviz.core.text.words import PROTECTED, WordTokenizer, _Moses, is_tokenised
from relviz.errors import Cancelled, ModelError, TextError
from tests.fixtures.texts import CHINESE, ENGLISH, SCRIPTS

ODD = (
    "In 2,500 cases (3.14 %), well-known state-of-the-art “models” cost $1,234.56; it's Mr. O'Neill's ‘idea’… "
    "No. 5 vs. A.B.C. — he said: \"Wait,\" then left. «Voilà», 1–2 ``quoted'' ... end. x@y.com http://a.b/c?d=e&f"
)


def transfo_xl(line: str) -> list[str]:
    """Return the words of ``TransfoXLTokenizer.moses_pipeline``, straight from sacremoses."""
    text = sacremoses.MosesPunctNormalizer("en").normalize(line)
    words = sacremoses.MosesTokenizer("en").tokenize(
        text, aggressive_dash_splits=True, return_str=False, escape=False, protected_patterns=PROTECTED
    )
    return [part for word in words for part in re.sub(r"(?<=\d)[,.](?=\d)", r" @\g<0>@ ", word).split()]


def tokenizer_for(text: str, *more: str) -> WordTokenizer:
    """Return a tokenizer that knows all words of a text."""
    words = {word: None for line in text.split("\n") for word in transfo_xl(line)}
    return WordTokenizer(["<eos>", "<unk>", *more, *(word for word in words if word not in {"<eos>", "<unk>", *more})])


def words_of(tokenizer: WordTokenizer, text: str) -> list[str]:
    """Return the words that a text is read as."""
    return [tokenizer.words[index] for index in tokenizer.encode(text).ids]


@pytest.mark.parametrize("text", [ENGLISH, CHINESE, SCRIPTS, ODD], ids=["english", "chinese", "scripts", "odd"])
def test_words_are_those_of_the_library(text: str) -> None:
    """Line by line, words are what sacremoses makes of it, and each line end is <eos>."""
    text = text.replace("\r", "")
    expected = [word for line in text.split("\n") for word in [*transfo_xl(line), "<eos>"]][:-1]
    assert words_of(tokenizer_for(text), text) == expected


@settings(max_examples=100, deadline=None)
@given(st.text(st.sampled_from("ab.,-–—'’\"“”«»()%:;!? \t\u00a0…0123`´‚<>@\r"), max_size=40))
def test_the_account_of_places_does_not_change_the_words(line: str) -> None:
    """Any line of awkward punctuation gives the library's words; places ascend and lie within the line."""
    pieces = _Moses().split(line)
    assert [word for word, _, _ in pieces] == transfo_xl(line)
    starts = [start for _, start, _ in pieces]
    assert starts == sorted(starts)
    assert all(0 <= start <= end <= len(line) for _, start, end in pieces)


def test_places_are_those_of_the_words_in_the_text() -> None:
    """A word's span holds what it was made from, also where it reads otherwise."""
    text = "“Well-known” models cost $1,234.56…\nIt’s over."
    tokens = tokenizer_for(text).encode(text)
    parts = [text[start:end] for start, end in tokens.spans]
    labels = list(tokens.labels)
    assert " ".join(labels) == ('" Well @-@ known " models cost $ 1 @,@ 234 @.@ 56 ... <eos> It \'s over .')
    assert "|".join(parts) == "“|Well|-|known|”|models|cost|$|1|,|234|.|56|…|\n|It|’s|over|."


def test_signs_that_change_places_share_both() -> None:
    """Moses puts a comma before the quotation mark that it follows; both words then stand for both signs."""
    tokens = tokenizer_for('He said "yes", then.').encode('He said "yes", then.')
    assert list(zip(tokens.labels, tokens.spans.tolist(), strict=True))[3:7] == [
        ("yes", [9, 12]),
        (",", [12, 14]),
        ('"', [12, 14]),
        ("then", [15, 19]),
    ]


def test_every_plain_word_is_found_in_its_place() -> None:
    """In a longer text, words that were not rewritten are where their spans say."""
    text = ENGLISH.replace("\n", " ")
    tokenizer = tokenizer_for(text)
    tokens = tokenizer.encode(text)
    plain = [
        (tokenizer.words[index], text[start:end])
        for index, (start, end) in zip(tokens.ids, tokens.spans, strict=True)
        if tokenizer.words[index].isalnum()
    ]
    assert len(plain) > 140
    assert all(word == part for word, part in plain)


def test_text_that_is_tokenised_already_is_split_at_spaces() -> None:
    """WikiText's own marks, as words, say that a text has been through the rules; nothing else does."""
    text = " = Robert <unk> = \n \n He weighed 1 @,@ 000 kg in a well @-@ known ( small ) case . \n"
    tokenizer = WordTokenizer(["<eos>", "<unk>", *dict.fromkeys(w for w in text.split() if w != "<unk>")])
    assert " ".join(words_of(tokenizer, text)) == (
        "= Robert <unk> = <eos> <eos> He weighed 1 @,@ 000 kg in a well @-@ known ( small ) case . <eos>"
    )
    assert is_tokenised("a @.@ b")
    assert not is_tokenised("mail me@,@home or x<unk>y, it cost 1,000 @ 5")


def test_line_ends_are_eos_and_none_is_added_at_the_end() -> None:
    """Blank lines count, the end of a text without a line end is no end of a line."""
    tokenizer = WordTokenizer(["<eos>", "<unk>", "a", "b"])
    tokens = tokenizer.encode("a\n\n b \nb")
    assert tokens.ids.tolist() == [2, 0, 0, 3, 0, 3]
    assert tokens.spans.tolist() == [[0, 1], [1, 2], [2, 3], [4, 5], [6, 7], [7, 8]]
    assert tokenizer.encode("").ids.tolist() == []
    assert tokenizer.encode("\n").ids.tolist() == [0]
    assert WordTokenizer(["<unk>", "a"]).encode("a\na\n").ids.tolist() == [1, 1]


def test_unknown_words_are_counted() -> None:
    """Words that the vocabulary lacks are <unk>, and their share is known; case matters."""
    tokenizer = WordTokenizer(["<eos>", "<unk>", "the", "cat"])
    tokens = tokenizer.encode("the cat The dog")
    assert tokens.ids.tolist() == [2, 3, 1, 1]
    assert tokenizer.unknown_share(tokens.ids) == 0.5
    assert tokenizer.unknown_share(np.empty(0, np.int64)) == 0.0
    assert list(tokens.labels) == ["the", "cat", "<unk>", "<unk>"]
    lower = WordTokenizer(["<unk>", "the", "dog"], lower_case=True)
    assert lower.encode("The DOG").ids.tolist() == [1, 2]


def test_without_an_unknown_word_a_stranger_is_named() -> None:
    """A vocabulary with no word for unknown ones says which word it does not have."""
    with pytest.raises(TextError, match="no word 'dog'"):
        WordTokenizer(["the", "cat"]).encode("the dog")


def test_a_word_twice_is_refused() -> None:
    """Two ids for one word are damage."""
    with pytest.raises(ModelError, match="twice"):
        WordTokenizer(["a", "b", "a"])


def test_encoding_shows_progress_and_can_be_cancelled() -> None:
    """Progress ascends to 1, and a line is the longest that a cancelled reading takes."""
    tokenizer = WordTokenizer(["<eos>", "<unk>"])
    shares: list[float] = []
    tokenizer.encode("a b\n" * 50, shares.append)
    assert shares == sorted(shares)
    assert shares[-1] == 1.0
    asked: list[int] = []

    def third() -> bool:
        asked.append(1)
        return len(asked) == 3

    with pytest.raises(Cancelled):
        tokenizer.encode("a b\n" * 50, None, third)
    assert len(asked) == 3


def test_lone_surrogates_become_replacement_characters() -> None:
    """Half a character from a paste is read, as the byte-level tokenizer reads it."""
    tokens = WordTokenizer(["<unk>"]).encode("a \ud83d b")
    assert tokens.text == "a \ufffd b"
    assert len(tokens) == 3
