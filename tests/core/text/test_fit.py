"""How well a tokenizer fits a text."""

from __future__ import annotations

import numpy as np
import pytest

from relviz.core.text.fit import Fit, best_language, fit, fit_of
from relviz.core.text.tokens import Tokenizer, Tokens
from relviz.resources import resource
from relviz.training.data.vocabulary import train_tokenizer
from tests.fixtures.texts import CHINESE, ENGLISH


def test_fit_by_hand() -> None:
    """Five tokens over a, the three bytes of 天, and bc: 5/4 a character, 5/6 a byte, three of five incomplete."""
    spans = np.array([[0, 1], [1, 2], [1, 2], [1, 2], [2, 4]])
    found = fit_of(Tokens("a天bc", np.arange(5), spans, [""] * 5))
    assert found.tokens_per_character == 5 / 4
    assert found.tokens_per_byte == pytest.approx(5 / 6)
    assert found.incomplete == pytest.approx(3 / 5)
    assert found.cost == pytest.approx(5 / 4 * 1.6)


def test_a_token_that_begins_a_character_is_incomplete() -> None:
    """A token of a whole character and a part of the next shares the next with the token after it."""
    spans = np.array([[0, 2], [1, 2], [2, 3]])
    assert fit_of(Tokens("天地人", np.arange(3), spans, [""] * 3)).incomplete == pytest.approx(2 / 3)


def test_incomplete_tokens_are_those_that_are_no_text_alone(tokenizer: Tokenizer) -> None:
    """The share is that of tokens whose bytes, which their labels show, are no whole characters."""
    text = "A naïve שלום 天地 in the house 👩‍🔬"
    tokens = tokenizer.encode(text)
    broken = [tokenizer.label(token).startswith("⟨") for token in tokens.ids.tolist()]
    assert 0 < np.mean(broken) < 1
    assert fit_of(tokens).incomplete == pytest.approx(np.mean(broken))


def test_an_empty_text_fits_any_tokenizer(tokenizer: Tokenizer) -> None:
    """There is nothing to divide by."""
    assert fit(tokenizer, "") == Fit(0.0, 0.0, 0.0)


def test_a_long_text_is_looked_at_in_pieces(tokenizer: Tokenizer) -> None:
    """A text that is English at its start and Chinese after that is not taken for English."""
    found = fit(tokenizer, ENGLISH * 3 + CHINESE * 1000)
    assert found.tokens_per_byte > 1.2 * fit(tokenizer, ENGLISH).tokens_per_byte or found.incomplete > 0.1


@pytest.mark.parametrize("language", ["en", "zh"])
def test_a_vocabulary_is_at_home_in_what_it_has_learnt(language: str) -> None:
    """Learnt from one language's passage it is at home there, and needs far more tokens for the other's."""
    from relviz.core.text.passages import passages

    texts = {name: next(iter(passages(name).values()))[:20_000] for name in ("en", "zh")}
    other = {"en": "zh", "zh": "en"}[language]
    built = Tokenizer(train_tokenizer([texts[language]], 800))
    found, own = best_language(built)
    assert found == language
    assert own < 0.8
    assert not fit(built, texts[language]).is_foreign(own)
    assert fit(built, texts[language]).tokens_per_byte < 0.7 * fit(built, texts[other]).tokens_per_byte


def test_what_is_foreign_to_en_small() -> None:
    """Chinese, Russian and digits are; English of any kind, French and code in Python are not."""
    built = Tokenizer.from_file(resource("models", "en-small", "tokenizer.json"))
    language, own = best_language(built)
    french = "Longtemps, je me suis couché de bonne heure. Parfois, à peine ma bougie éteinte, mes yeux se fermaient si"
    russian = "Все счастливые семьи похожи друг на друга, каждая несчастливая семья несчастлива по-своему."
    code = "def read(path: str) -> list[str]:\n    with open(path) as file:\n        return file.read().split()\n"
    assert language == "en"
    for text in (ENGLISH, french, code):
        assert not fit(built, text).is_foreign(own)
    for text in (CHINESE, russian, "3.14159265358979323846264338327950288419716939937510"):
        assert fit(built, text).is_foreign(own)
