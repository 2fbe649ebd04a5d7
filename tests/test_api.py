"""The Python surface that other people rely on."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
import pytest

import relviz
from tests.fixtures.texts import ENGLISH

if TYPE_CHECKING:
    from pathlib import Path


@pytest.fixture
def reading(model_folder: Path) -> relviz.Reading:
    """The example of the documentation, with a small model."""
    return relviz.read(relviz.load_model(str(model_folder)), ENGLISH, segment_length=32, memory_length=64)


def test_the_example_of_the_documentation_works(reading: relviz.Reading) -> None:
    """Load, read, step, take apart: every name is there, float32 and (T, K)."""
    step = reading.step(3)
    terms = step.terms(layer=1, head=2)
    assert isinstance(step, relviz.SegmentTrace)
    assert isinstance(terms, relviz.Terms)
    parts = (terms.content, terms.position, terms.content_bias, terms.position_bias)
    for array in (*parts, terms.score, terms.attention):
        assert array is not None
        assert array.shape == (32, 96)
        assert array.dtype == np.float32
    assert terms.mask.shape == terms.distance.shape == (32, 96)
    assert terms.mask.dtype == np.bool_
    total = np.sum([part for part in parts if part is not None], axis=0)
    np.testing.assert_allclose(total, terms.score, rtol=0, atol=1e-5 * np.nanmax(np.abs(terms.score)))
    assert np.isnan(terms.score[~terms.mask]).all()
    assert (terms.attention[~terms.mask] == 0).all()


def test_a_reading_has_a_length_and_an_end(reading: relviz.Reading) -> None:
    """len() counts segments, iterating reads them all, and stepping past the end is an IndexError."""
    assert len(reading) == -(-len(reading.tokens) // 32)
    assert [step.index for step in reading] == list(range(len(reading)))
    with pytest.raises(IndexError):
        reading.step(len(reading))


def test_labels_share_and_loss(reading: relviz.Reading) -> None:
    """Labels fit the axes, the memory share is one number a query, and loss is NaN at the very end alone."""
    step, last = reading.step(3), reading.step(len(reading) - 1)
    assert len(step.query_tokens) == 32
    assert len(step.key_tokens) == 96
    assert step.key_tokens[64:] == step.query_tokens
    assert all(isinstance(label, str) and label.strip() for label in step.key_tokens)
    share = step.memory_share(layer=1, head=2)
    assert share.shape == (32,)
    assert ((share >= 0) & (share <= 1)).all()
    assert step.loss.shape == (32,)
    assert np.isfinite(step.loss).all()
    assert np.isnan(last.loss).tolist() == [False] * (len(last.loss) - 1) + [True]


def test_token_ids_can_be_read(model_folder: Path) -> None:
    """A list of ids reads like a text."""
    reading = relviz.read(relviz.load_model(model_folder), [5, 6, 7, 8, 9], segment_length=2, memory_length=2)
    assert len(reading) == 3
    assert reading.step(1).ids.tolist() == [7, 8]


def test_reading_begins_where_it_is_told_to(model_folder: Path) -> None:
    """From a token on the numbers are those of the text without what stands before it; beyond the text is an error."""
    model = relviz.load_model(model_folder)
    later = relviz.read(model, [5, 6, 7, 8, 9, 4], 2, 2, start=2)
    alone = relviz.read(model, [7, 8, 9, 4], 2, 2)
    assert len(later) == len(alone) == 2
    for step, other in zip(later, alone, strict=True):
        np.testing.assert_array_equal(step.terms(0, 0).score, other.terms(0, 0).score)
        np.testing.assert_array_equal(step.loss, other.loss)
    with pytest.raises(relviz.RelvizError, match="tokens 0 to 5"):
        relviz.read(model, [5, 6, 7, 8, 9, 4], start=6)


def test_errors_are_of_one_family(model_folder: Path) -> None:
    """What a user can act on is a RelvizError."""
    with pytest.raises(relviz.RelvizError):
        relviz.load_model("no-such-model")
    with pytest.raises(relviz.RelvizError):
        relviz.read(relviz.load_model(model_folder), "")


def test_every_public_name_is_there() -> None:
    """All names of ``__all__`` can be had, and others are an AttributeError."""
    for name in relviz.__all__:
        assert getattr(relviz, name) is not None
    with pytest.raises(AttributeError, match="no attribute 'nothing'"):
        _ = relviz.nothing
