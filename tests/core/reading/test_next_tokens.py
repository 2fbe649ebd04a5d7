"""What a model expects next, with its memory and without."""

from __future__ import annotations

import numpy as np
import pytest
import torch

from relviz.core.model.model import Model
from relviz.core.reading.next_tokens import next_tokens
from relviz.core.reading.reading import read
from tests.fixtures.texts import ENGLISH


def test_with_memory_it_is_what_the_loss_is_made_of(model: Model) -> None:
    """The probability of the token that came is exp(-loss), and candidates are the likeliest of all, in order."""
    reading = read(model, ENGLISH[:400], segment_length=8, memory_length=12)
    trace = reading.step(3)
    found = next_tokens(trace, 5)

    assert found is not None
    assert found.position == 3 * 8 + 5
    assert found.came == reading.tokens.labels[30]
    assert found.came_with == pytest.approx(float(np.exp(-trace.loss[5])), rel=1e-4)
    assert trace.predicting is not None
    with torch.inference_mode():
        chances = model.network.log_probabilities(trace.predicting)[5].exp().numpy()
    assert [one.probability for one in found.with_memory] == pytest.approx(sorted(chances.tolist())[:-4:-1], rel=1e-4)


def test_without_memory_it_is_what_the_segment_alone_tells(model: Model) -> None:
    """A reading that has no memory expects the same after the same segment."""
    index, row = 3, 4
    alone = read(model, ENGLISH[:400], segment_length=8, memory_length=0).step(index)
    found = next_tokens(read(model, ENGLISH[:400], segment_length=8, memory_length=12).step(index), row)
    expected = next_tokens(alone, row)

    assert found is not None
    assert expected is not None
    assert found.came_without == pytest.approx(expected.came_with, rel=1e-4)
    assert [one.label for one in found.without_memory] == [one.label for one in expected.with_memory]
    assert found.came_with != pytest.approx(found.came_without, rel=1e-4)


def test_nothing_comes_after_the_last_token(model: Model) -> None:
    """At the end of the text there are expectations, and no token that came."""
    reading = read(model, ENGLISH[:400], segment_length=8, memory_length=12)
    trace = reading.step(len(reading) - 1)
    found = next_tokens(trace, len(trace.query_tokens) - 1)

    assert found is not None
    assert found.came is None
    assert len(found.with_memory) == 3


def test_the_token_that_came_is_known_among_the_candidates(model: Model) -> None:
    """Of all the vocabulary one candidate is marked, with its probability; at the end of the text none is."""
    reading = read(model, ENGLISH[:400], segment_length=8, memory_length=12)
    found = next_tokens(reading.step(3), 5, model.config.vocab_size)
    assert found is not None
    for candidates, chance in ((found.with_memory, found.came_with), (found.without_memory, found.came_without)):
        (came,) = [one for one in candidates if one.came]
        assert came.probability == pytest.approx(chance, rel=1e-6)
        assert came.label == found.came

    last = reading.step(len(reading) - 1)
    end = next_tokens(last, len(last.query_tokens) - 1, model.config.vocab_size)
    assert end is not None
    assert not any(one.came for one in end.with_memory)
