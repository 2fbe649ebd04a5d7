"""Stretches of a text, read side by side."""

from __future__ import annotations

import numpy as np
import pytest

from relviz.core.lab.streams import read_streams, stretches
from relviz.core.schemes import lab_schemes
from relviz.errors import Cancelled, TextError
from tests.fixtures import models


@pytest.mark.parametrize("scheme", lab_schemes())
def test_losses_are_those_of_a_reading(scheme: str) -> None:
    """Each stretch loses what the same tokens lose in a reading of their own, with the memory and the places it has."""
    model = models.model(scheme=scheme)
    ids = np.array([models.ids(29, seed=seed) for seed in range(3)])
    found = np.concatenate([part.nats for part in read_streams(model.network, ids, 8, 12)], axis=1)
    for row, losses in zip(ids, found, strict=True):
        steps = list(models.reading(model, row.tolist(), 8, 12))
        np.testing.assert_allclose(losses, np.concatenate([step.loss for step in steps])[:28], atol=2e-5)


def test_stretches_are_spread_evenly() -> None:
    """Three stretches of 4 predictions over 11 tokens start at 0, 3 and 6, and overlap by two tokens."""
    cut = stretches(np.arange(11), 3, 4)
    np.testing.assert_array_equal(cut, [[0, 1, 2, 3, 4], [3, 4, 5, 6, 7], [6, 7, 8, 9, 10]])


def test_no_stretch_twice() -> None:
    """A text with room for two stretches gives two, however many are asked for."""
    assert len(stretches(np.arange(6), 10, 4)) == 2


def test_too_short_a_text_is_an_error() -> None:
    """A text shorter than a stretch is refused, with how much it takes."""
    with pytest.raises(TextError, match="at least 5"):
        stretches(np.arange(4), 1, 4)


def test_it_can_be_cancelled() -> None:
    """It stops before the next segment when asked to."""
    asked = iter([False, True])
    parts = read_streams(models.network(), np.array([models.ids(25)]), 8, 8, lambda: next(asked))
    next(parts)
    with pytest.raises(Cancelled):
        next(parts)
