"""The validation loss."""

from __future__ import annotations

import math

import pytest
import torch

from relviz.core.config import ModelConfig
from relviz.core.model.transformer import TransformerXL
from relviz.training.data.corpus import Document
from relviz.training.data.vocabulary import bytes_of_tokens, encode, train_tokenizer
from relviz.training.run.validation import validate
from tests.training.conftest import prose


def test_a_model_that_guesses_costs_what_its_tokens_are_long() -> None:
    """A model that knows nothing loses log V a token: log2 V bits over the mean length of a token in bytes."""
    text = prose(0, 400)
    tokenizer = train_tokenizer([text], 300)
    (ids,) = encode(tokenizer, [Document("text", text)])
    network = TransformerXL(ModelConfig(vocab_size=300, n_layer=1, n_head=1, d_model=4, d_head=4, d_inner=4))
    with torch.no_grad():
        for parameter in network.parameters():
            parameter.zero_()
    found = validate(network, [ids], bytes_of_tokens(tokenizer), segment_length=7, memory_length=5, tokens=10**6)
    # streams of equal length leave a few tokens over, at the end of each and of the text
    streams = min(32, len(ids) // 15)
    length = len(ids) // streams
    read = (length - 1) // 7 * 7
    predicted = [ids[row * length + 1 : row * length + 1 + read] for row in range(streams)]
    size = sum(len(tokenizer.decode([number])) for row in predicted for number in row)  # the text is ASCII
    assert (found.tokens, found.bytes) == (streams * read, size)
    assert found.bits_with_memory == pytest.approx(math.log2(300) * streams * read / size, rel=1e-5)
    assert found.bits_without_memory == pytest.approx(found.bits_with_memory, rel=1e-6)
