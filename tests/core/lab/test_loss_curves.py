"""Loss against position and against memory length."""

from __future__ import annotations

import math
from typing import Any

import numpy as np
import pytest

from relviz.core.lab.loss_curves import LossCurve, loss_by_memory, loss_by_position
from relviz.core.model.model import Model
from relviz.errors import Cancelled
from tests.fixtures import models

TRAINED: dict[str, Any] = {"trained_segment_length": 8, "trained_memory_length": 8, "trained_positions": 16}
IDS = np.array(models.ids(80))


def read_losses(model: Model, ids: list[int], memory: int) -> list[float]:
    """Return the loss of each token of a text, in bits, read segment by segment."""
    steps = models.reading(model, ids, 8, memory)
    return [float(loss) / math.log(2) for step in steps for loss in step.loss]


def test_bins_are_means_over_stretches_and_positions() -> None:
    """Two stretches of 32 tokens in bins of 16 give the means one gets by adding up what two readings lose."""
    model = models.model(scheme="count", **TRAINED)
    curve = loss_by_position(model, IDS, length=32, streams=2, width=16)
    texts = [IDS[start : start + 33].tolist() for start in (0, 47)]
    losses = [read_losses(model, text, 8) for text in texts]
    expected = [
        sum(losses[text][place] for text in (0, 1) for place in range(first, first + 16)) / 32 for first in (0, 16)
    ]
    np.testing.assert_allclose(curve.bits, expected, atol=1e-4)
    assert (curve.at.tolist(), curve.tokens, curve.width) == ([0, 16], 32, 16)
    halves = [sum(row[:16]) / 16 for row in losses]
    assert curve.error[0] == pytest.approx(abs(halves[0] - halves[1]) / 2, abs=1e-4)


def test_inside_and_full_are_marked() -> None:
    """Trained on 16 positions, the third and fourth bin of 8 are beyond; the first has no full memory."""
    curve = loss_by_position(models.model(scheme="count", **TRAINED), IDS, length=32, streams=2, width=8)
    assert curve.inside.tolist() == [True, True, False, False]
    assert curve.full.tolist() == [False, True, True, True]


@pytest.mark.parametrize("scheme", ["restart", "xl", "none"])
def test_schemes_that_ask_for_no_new_position_stay_inside(scheme: str) -> None:
    """Where positions restart, or there are only distances, no position is beyond training."""
    curve = loss_by_position(models.model(scheme=scheme, **TRAINED), IDS, length=32, streams=2, width=8)
    assert curve.inside.all()


def test_the_same_tokens_count_for_every_memory_length() -> None:
    """The tokens counted are the last 16 of each stretch; as many whole segments as fill the memory come before."""
    model = models.model(scheme="xl", **TRAINED)
    curve = loss_by_memory(model, IDS, (0, 4, 16), scored=16, streams=2)
    expected = []
    for memory, lead in ((0, 0), (4, 8), (16, 16)):
        texts = [IDS[start + 16 - lead : start + 33].tolist() for start in (0, 47)]
        losses = [read_losses(model, text, memory)[lead : lead + 16] for text in texts]
        expected.append(sum(sum(row) for row in losses) / 32)
    np.testing.assert_allclose(curve.bits, expected, atol=1e-4)
    assert (curve.at.tolist(), curve.tokens) == ([0, 4, 16], 32)
    assert curve.inside.tolist() == [True, True, False]  # trained with a memory of 8


def test_positions_count_from_where_the_memory_was_empty() -> None:
    """With M = 0 a scheme of 16 trained positions is asked for none beyond; with M = 16 it is."""
    curve = loss_by_memory(models.model(scheme="count", **TRAINED), IDS, (0, 8, 16), scored=8, streams=2)
    assert curve.positions_inside.tolist() == [True, True, False]


def test_the_curve_is_heard_as_it_grows() -> None:
    """Parts come with the points so far, equal to those of the whole; progress ends with 1."""
    model = models.model(scheme="xl", **TRAINED)
    heard: list[LossCurve] = []
    shares: list[float] = []
    curve = loss_by_position(model, IDS, length=32, streams=2, width=16, progress=shares.append, partial=heard.append)
    assert [part.at.tolist() for part in heard] == [[0], [0, 16]]
    assert heard[0].bits[0] == curve.bits[0]
    assert shares == [0.25, 0.5, 0.75, 1]

    heard.clear()
    loss_by_memory(model, IDS, (0, 8), scored=8, streams=2, progress=shares.append, partial=heard.append)
    assert [part.at.tolist() for part in heard] == [[0], [0, 8]]
    assert shares[-1] == 1


def test_measuring_can_be_cancelled() -> None:
    """Both stop when asked to."""
    model = models.model(scheme="xl", **TRAINED)
    for measure in (loss_by_position, loss_by_memory):
        with pytest.raises(Cancelled):
            measure(model, np.array(models.ids(3000)), is_cancelled=lambda: True)
