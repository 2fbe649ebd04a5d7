"""The model that comes with relviz does what a bundled model is for."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
import pytest

import relviz
from relviz.resources import resource

if TYPE_CHECKING:
    from relviz import Model


@pytest.fixture(scope="module")
def en_small() -> Model:
    """The bundled English model."""
    return relviz.load_model("en-small")


@pytest.fixture(scope="module")
def sample() -> str:
    """A text that is not among those it learned from."""
    return resource("texts", "sample_en.txt").read_text(encoding="utf-8")


def _loss(model: Model, text: str, memory_length: int) -> float:
    reading = relviz.read(model, text, segment_length=32, memory_length=memory_length)
    return float(np.nanmean(np.concatenate([step.loss for step in reading])))


@pytest.mark.slow
def test_predicts_better_with_memory(en_small: Model, sample: str) -> None:
    """Its loss on a text it has not seen is lower with a memory than without, by a good margin."""
    assert _loss(en_small, sample, 64) < _loss(en_small, sample, 0) - 0.1


def test_knows_its_language(en_small: Model, sample: str) -> None:
    """Its loss is far below that of guessing among all 4,096 tokens."""
    assert _loss(en_small, sample, 64) < 0.7 * np.log(en_small.config.vocab_size)


def test_four_terms_add_up_everywhere(en_small: Model, sample: str) -> None:
    """In every layer and head a + b + c + d is the score; (c) depends on the key alone, (d) on the distance."""
    step = relviz.read(en_small, sample, segment_length=64, memory_length=128).step(4)
    for layer in range(en_small.config.n_layer):
        for head in range(en_small.config.n_head):
            terms = step.terms(layer, head)
            parts = [terms.content, terms.position, terms.content_bias, terms.position_bias]
            total = np.sum(np.array(parts, np.float64), axis=0)
            assert np.isfinite(total[terms.mask]).all()
            largest = np.abs(terms.score[terms.mask]).max()
            assert np.abs(total - terms.score)[terms.mask].max() <= 1e-5 * max(1, largest)
            assert np.abs(terms.attention.sum(1) - 1).max() <= 1e-5
            assert terms.attention[~terms.mask].max() == 0
            for query, key in ((0, 0), (63, 100), (20, 140)):
                assert terms.content_bias is not None
                assert terms.content_bias[query, key] == terms.content_bias[63, key]
                assert terms.position_bias is not None
                assert terms.position_bias[query, key] == terms.position_bias[query + (query < 63), key + (query < 63)]


def test_every_term_can_be_seen(en_small: Model, sample: str) -> None:
    """No term is so small beside the content that its map would be blank."""
    step = relviz.read(en_small, sample, segment_length=64, memory_length=128).step(4)
    spread = dict.fromkeys(("content", "position", "content_bias", "position_bias"), 0.0)
    for layer in range(en_small.config.n_layer):
        terms = step.terms(layer, 0)
        for name in spread:
            spread[name] = max(spread[name], float(np.nanstd(getattr(terms, name))))

    assert min(spread.values()) > 0.05 * spread["content"]


def test_card_says_how_it_came_to_be(en_small: Model) -> None:
    """The card names data, command and losses."""
    for word in ("public domain", "relviz train", "memory"):
        assert word in en_small.card
