"""What a segment's tokens cost with memory and without."""

from __future__ import annotations

import numpy as np
import pytest

from relviz.core.interventions import Interventions
from relviz.core.model.model import Model
from relviz.core.reading.losses import losses_of
from relviz.core.reading.reading import read
from tests.fixtures import models
from tests.fixtures.texts import ENGLISH


@pytest.mark.parametrize("scheme", ["xl", "alibi", "restart"])
def test_without_memory_is_the_segment_read_by_itself(scheme: str) -> None:
    """Loss with memory is that of the reading; loss without is that of the segment's tokens alone, as a text."""
    model = models.model(scheme=scheme, vocab_size=50)
    ids = np.random.default_rng(3).integers(0, 50, 41).tolist()
    losses = losses_of(read(model, ids, segment_length=8, memory_length=16).step(3))

    np.testing.assert_array_equal(losses.with_memory, read(model, ids, 8, 16).step(3).loss)
    alone = read(model, ids[24:33], segment_length=8, memory_length=16).step(0).loss
    np.testing.assert_allclose(losses.without_memory, alone, rtol=1e-5)
    assert np.abs(losses.gain).max() > 1e-4
    np.testing.assert_allclose(losses.gain, alone - losses.with_memory, atol=1e-5)


def test_first_segment_gains_nothing(model: Model) -> None:
    """With an empty memory there is nothing to gain."""
    losses = losses_of(read(model, ENGLISH, segment_length=8, memory_length=16).step(0))
    assert (losses.gain == 0).all()


def test_interventions_act_on_both(model: Model) -> None:
    """With a term off, both losses are those without it."""
    off = Interventions.of("segment", position=0)
    trace = read(model, ENGLISH, segment_length=8, memory_length=16).step(3)
    plain, gained = losses_of(trace), losses_of(trace.under(off))
    assert np.abs(plain.without_memory - gained.without_memory).max() > 1e-5
