"""How well a tokenizer fits a text, which says how much of the text its model can know."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from relviz.core.text.passages import passage_beginnings

if TYPE_CHECKING:
    from relviz.core.text.tokens import TextTokenizer, Tokens

PIECES, PIECE = 4, 2000
"""How many pieces of a long text are looked at, and their length in characters."""
FOREIGN_RATE = 2.0
"""Times a tokenizer's own tokens per byte from which a text is foreign to it."""
FOREIGN_INCOMPLETE = 0.5
"""Share of incomplete characters from which a text is foreign."""


@dataclass(frozen=True)
class Fit:
    """How a tokenizer cuts a text.

    Attributes:
        tokens_per_character: fewer say that it has met such words before.
        tokens_per_byte: the same for each byte in UTF-8, to compare languages by; at 1 it knows the bytes alone.
        incomplete: share of the tokens, 0 to 1, that are a part of a character, incomplete UTF-8.
    """

    tokens_per_character: float
    tokens_per_byte: float
    incomplete: float

    @property
    def cost(self) -> float:
        """What to choose by, less is better: tokens per character, each incomplete one counted twice."""
        return self.tokens_per_character * (1 + self.incomplete)

    def is_foreign(self, own: float) -> bool:
        """Whether the text is mostly outside what a model knows.

        It is where the tokenizer needs more than ``FOREIGN_RATE`` times its own tokens per byte, or where more than
        ``FOREIGN_INCOMPLETE`` of the tokens are parts of characters. Languages that share an alphabet and many words
        with the model's stay below that: for en-small French and German take 1.7 times its own rate, Chinese 3.4.

        Args:
            own: tokens per byte where the tokenizer is at home, ``best_language``.
        """
        return self.tokens_per_byte > FOREIGN_RATE * own or self.incomplete > FOREIGN_INCOMPLETE


def fit_of(tokens: Tokens) -> Fit:
    """Measure a text that has been cut into tokens.

    A token is incomplete if the token before or after it is a part of the same character.
    """
    if not len(tokens):
        return Fit(0.0, 0.0, 0.0)
    spans = tokens.spans
    shared = spans[1:, 0] < spans[:-1, 1]
    incomplete = np.zeros(len(tokens), bool)
    incomplete[1:] |= shared
    incomplete[:-1] |= shared
    size = len(tokens.text.encode())
    return Fit(len(tokens) / len(tokens.text), len(tokens) / size, float(incomplete.mean()))


def fit(tokenizer: TextTokenizer, text: str) -> Fit:
    """Measure a text; of a long one only pieces that lie evenly in it."""
    return fit_of(tokenizer.encode(_sample(text)))


def best_language(tokenizer: TextTokenizer) -> tuple[str, float]:
    """Return the language of the passages that a tokenizer reads in the fewest tokens per byte, and how many those are.

    The passages are those that come with relviz; for a model of a language that has none, it is the next best.
    """
    rates = {
        language: fit_of(tokenizer.encode(beginnings)).tokens_per_byte
        for language, beginnings in passage_beginnings().items()
    }
    language = min(rates, key=lambda name: rates[name])
    return language, rates[language]


def _sample(text: str) -> str:
    """Return a text, or pieces of a long one."""
    if len(text) <= PIECES * PIECE:
        return text
    starts = [round(number * (len(text) - PIECE) / (PIECES - 1)) for number in range(PIECES)]
    return "\n".join(text[start : start + PIECE] for start in starts)
