"""The text that schemes are compared on."""

from __future__ import annotations

from relviz.core.lab.passage import ids_of, lab_passage
from relviz.core.text.tokens import Tokenizer
from relviz.training.data.vocabulary import train_tokenizer
from tests.fixtures import models


def test_the_passage_comes_with_relviz() -> None:
    """It is plain text of 40,000 to 60,000 characters, so that a token of a model of bytes is a character."""
    text = lab_passage()
    assert 40_000 < len(text) <= 60_000
    assert text.isascii()


def test_a_model_of_bytes_reads_a_token_a_character() -> None:
    """With the 256 bytes as its vocabulary, ids and characters are as many."""
    tokenizer = Tokenizer(train_tokenizer([lab_passage()], 256))
    model = models.model(tokenizer=tokenizer, vocab_size=256)
    assert len(ids_of(model)) == len(lab_passage())
    assert len(ids_of(model, "To be")) == 5
