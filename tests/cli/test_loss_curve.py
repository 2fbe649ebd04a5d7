"""The picture of a training run: which numbers are drawn where."""

from __future__ import annotations

import numpy as np
import pytest

from relviz.cli.loss_curve import loss_figure
from relviz.figure.spec import Curves
from relviz.training.run.report import Row


def learnt(tokens: int, loss: float) -> Row:
    """Return a row of training."""
    return {"step": tokens / 100, "tokens": tokens, "seconds": 1.0, "loss": loss, "bits_per_byte": loss / 3}


def measured(tokens: int, with_memory: float, without: float) -> Row:
    """Return a row of validation."""
    values = {"valid_with_memory": with_memory, "valid_without_memory": without}
    bits = {"valid_bits_per_byte_with_memory": 1.5, "valid_bits_per_byte_without_memory": 1.625}
    return {"step": tokens / 100, "tokens": tokens, "seconds": 120.0} | values | bits


def curves(rows: list[Row], panel: str) -> Curves:
    """Return a panel of the picture."""
    found = loss_figure(rows, "tiny").panel(panel)
    assert isinstance(found, Curves)
    return found


def test_each_loss_is_drawn_over_its_tokens() -> None:
    """A curve runs straight between its own rows, and is missing before the first and after the last of them."""
    rows = [learnt(1000, 6.0), measured(2000, 5.0, 5.5), learnt(3000, 4.0), measured(4000, 4.0, 4.75)]
    panel = curves(rows, "loss")
    assert panel.x.tolist() == [1.0, 2.0, 3.0, 4.0]  # thousands
    training, without, with_memory = (series.values for series in panel.series)
    np.testing.assert_array_equal(training, [6.0, 5.0, 4.0, np.nan])
    np.testing.assert_array_equal(without, [np.nan, 5.5, 5.125, 4.75])
    np.testing.assert_array_equal(with_memory, [np.nan, 5.0, 4.5, 4.0])


def test_what_memory_gains_is_drawn_below() -> None:
    """The lower panel has the loss without memory minus that with it, above a line at 0."""
    panel = curves([learnt(1000, 6.0), measured(2000, 5.0, 5.5), measured(4000, 4.0, 4.75)], "gain")
    np.testing.assert_array_equal(panel.series[0].values, [np.nan, 0.5, 0.75])
    assert [marker.at for marker in panel.markers if marker.across] == [0.0]


@pytest.mark.parametrize(("rows", "first"), [(100, 0.02), (10, 0.1)])
def test_the_first_fall_is_left_out_of_a_long_run(rows: int, first: float) -> None:
    """Of many rows those of the first 2% of the tokens are left out; of few, none is."""
    table = [learnt(1000 * (row + 1), 5.0) for row in range(rows)] + [measured(1000 * rows, 4.0, 4.5)]
    panel = curves(table, "loss")
    assert panel.x[0] / panel.x[-1] == pytest.approx(first)


def test_the_caption_has_the_last_measurement() -> None:
    """Under the picture stand the newest numbers, in both units."""
    caption = loss_figure([measured(2000, 5.0, 5.5), measured(4000, 4.0, 4.75)], "tiny").caption
    assert "4.000 nats per token with memory, 4.750 without" in caption
    assert "1.500 and 1.625 bits per byte" in caption
