"""Bits per byte: a loss that does not depend on how the text is cut into tokens.

A byte is one of the UTF-8 text as the tokenizer reads it, after its normalizer: a curly quote, which is read as a
straight one, counts one byte and not three. The tokens of a byte-level BPE spell that text exactly, so that the bytes
of a passage are the sum of those of its tokens, also where a token is a part of a character.
"""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    import tokenizers
    from numpy.typing import NDArray


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
