"""The byte-level BPE a model is trained with (Sennrich et al. 2016; bytes as in Radford et al. 2019), and its bytes.

Bits per byte are a loss that does not depend on how the text is cut into tokens. A byte is one of the UTF-8 text as the
tokenizer reads it, after its normalizer: a curly quote, which is read as a straight one, counts one byte and not three.
The tokens of a byte-level BPE spell that text exactly, so that the bytes of a passage are the sum of those of its
tokens, also where a token is a part of a character.
"""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

import numpy as np
import tokenizers
from numpy.typing import NDArray
from tokenizers import decoders, models, normalizers, pre_tokenizers, trainers

from relviz.errors import SettingError, TextError

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from relviz.training.data.corpus import Document

STRAIGHT = {"“": '"', "”": '"', "‘": "'", "’": "'"}
"""Quotes read as one and the same: books have the curly ones, and people type the straight ones."""

Ids = NDArray[np.int32]


def train_tokenizer(texts: Iterable[str], vocab_size: int) -> tokenizers.Tokenizer:
    """Learn a byte-level BPE: any text can be encoded, and no token is unknown or special.

    Offsets of its encodings count characters of the text as it was given, curly quotes included.

    Raises:
        SettingError: the vocabulary has no room for the 256 bytes.
        TextError: the texts do not have that many different pieces.
    """
    if not 256 <= vocab_size <= 65_536:
        raise SettingError(f"A vocabulary holds 256 to 65536 tokens, not {vocab_size}.")
    tokenizer = tokenizers.Tokenizer(models.BPE())
    tokenizer.normalizer = normalizers.Sequence(
        [normalizers.Replace(curly, plain) for curly, plain in STRAIGHT.items()]
    )
    tokenizer.pre_tokenizer = pre_tokenizers.ByteLevel(add_prefix_space=False)
    tokenizer.decoder = decoders.ByteLevel()
    trainer = trainers.BpeTrainer(
        vocab_size=vocab_size, initial_alphabet=pre_tokenizers.ByteLevel.alphabet(), show_progress=False
    )
    tokenizer.train_from_iterator((piece for text in texts for piece in _paragraphs(text)), trainer)
    if tokenizer.get_vocab_size() < vocab_size:
        raise TextError(
            f"The text gives only {tokenizer.get_vocab_size()} different tokens, not {vocab_size}: "
            "give more text, or ask for a smaller vocabulary."
        )
    return tokenizer


def encode(tokenizer: tokenizers.Tokenizer, documents: Sequence[Document]) -> list[Ids]:
    """Return the (N,) int32 ids of each document."""
    encodings = tokenizer.encode_batch_fast([document.text for document in documents], add_special_tokens=False)
    return [np.array(encoding.ids, np.int32) for encoding in encodings]


def bytes_of_tokens(tokenizer: tokenizers.Tokenizer) -> NDArray[np.int64]:
    """Return how many bytes each token of a byte-level BPE stands for, (vocab_size,).

    Its vocabulary writes each byte as one character (Radford et al. 2019).
    """
    tokens = sorted((number, token) for token, number in tokenizer.get_vocab().items())
    return np.array([len(token) for _, token in tokens], np.int64)


def bits_per_byte(loss: float, tokens: int, size: int) -> float:
    """Return a loss in bits per byte.

    Args:
        loss: mean over the tokens, in nats.
        tokens: how many tokens it is the mean of.
        size: how many bytes those tokens stand for.
    """
    return loss * tokens / size / math.log(2)


def _paragraphs(text: str) -> Iterable[str]:
    """Yield lines with their ends; whole books would be held in memory several times over."""
    return text.splitlines(keepends=True)
