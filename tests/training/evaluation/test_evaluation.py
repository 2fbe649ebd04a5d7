"""What a model has learnt, in figures."""

from __future__ import annotations

import numpy as np
import pytest

import relviz
from relviz.core.model.model import Model
from relviz.core.text.tokens import Tokenizer
from relviz.errors import Cancelled, SettingError, TextError
from relviz.training.evaluation.evaluation import MEMORY_LENGTHS, Evaluation, evaluate
from tests.fixtures import models
from tests.fixtures.texts import ENGLISH

TEXTS = {"one": ENGLISH * 2, "other": ENGLISH[200:1100]}


@pytest.fixture(scope="module")
def found(model: Model) -> Evaluation:
    """A small model with random weights, measured on two short texts."""
    return evaluate(model, "en", TEXTS)


def test_losses_are_those_of_reading(found: Evaluation, model: Model) -> None:
    """At each memory length the loss is the mean over all tokens that ``relviz.read`` gives a loss for."""
    for memory_length, loss in zip(MEMORY_LENGTHS, found.losses, strict=True):
        readings = [relviz.read(model, text, 64, memory_length) for text in TEXTS.values()]
        losses = np.concatenate([trace.loss for reading in readings for trace in reading])
        assert loss == pytest.approx(np.nanmean(losses, dtype=np.float64), abs=1e-5)
        assert found.tokens == np.isfinite(losses).sum()


def test_gains_and_bits_by_hand(found: Evaluation, model: Model) -> None:
    """Memory gains what is lost without it; late places are 48 to 63; a curly quote is one byte, or three in a file."""
    assert found.memory_gain == found.losses[0] - found.losses[3]
    late = []
    for memory_length in (0, 128):
        readings = [relviz.read(model, text, 64, memory_length) for text in TEXTS.values()]
        late.append(np.nanmean(np.concatenate([trace.loss[48:] for reading in readings for trace in reading])))
    gain = late[0] - late[1]
    assert found.late_gain == pytest.approx(gain, abs=1e-5)
    curly = sum(text.count(sign) for text in TEXTS.values() for sign in "“”‘’")
    assert found.file_bytes - found.bytes == 2 * curly > 0
    first = [relviz.read(model, text).tokens.spans[0, 1] for text in TEXTS.values()]
    size = sum(len(text[start:].encode()) for text, start in zip(TEXTS.values(), first, strict=True))
    assert found.file_bytes == size
    assert found.bits_per_file_byte == pytest.approx(found.losses[3] * found.tokens / np.log(2) / size)


def test_heads_and_terms_have_a_number_each(found: Evaluation) -> None:
    """Every layer and head is measured, every term of every head has a size, and the best head is the largest."""
    assert found.induction.shape == found.previous_token.shape == found.memory_share.shape == (2, 3)
    assert found.letters == ("a", "b", "c", "d")
    assert found.norms.shape == (4, 2, 3)
    assert (found.spreads > 0).all()
    best = found.best_previous_token
    assert best.score == found.previous_token[best.layer, best.head] == found.previous_token.max()
    assert found.lifted_heads == sum(found.memory_share.flatten() >= 1.1 * found.uniform_share)
    np.testing.assert_allclose(found.relative_norms[0], 1)


def test_what_cannot_be_measured_is_said(model: Model, tokenizer: Tokenizer) -> None:
    """No tokenizer, a model that reads both ways, a text too short, no such language: each is named."""
    with pytest.raises(TextError, match="no tokenizer"):
        evaluate(models.model(), "en", TEXTS)
    with pytest.raises(SettingError, match="both directions"):
        evaluate(models.model(tokenizer=tokenizer, causal=False), "en", TEXTS)
    with pytest.raises(TextError, match="longer"):
        evaluate(model, "en", {"short": "a few words"})
    with pytest.raises(SettingError, match="en or zh"):
        evaluate(model, "fr")


def test_it_tells_how_far_it_is_and_can_be_cancelled(model: Model) -> None:
    """Progress rises to 1, and a wish to stop is asked for."""
    shares: list[float] = []
    evaluate(model, "en", TEXTS, shares.append)
    assert shares == sorted(shares)
    assert shares[-1] == 1
    with pytest.raises(Cancelled):
        evaluate(model, "en", TEXTS, is_cancelled=lambda: True)
