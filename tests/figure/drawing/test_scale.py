"""Scales whose colours go by the square root."""

from __future__ import annotations

import itertools

import numpy as np
import pytest

from relviz.figure.colours.colormaps import index_image
from relviz.figure.drawing.heatmap import LINE, bar_labels
from relviz.figure.spec import Scale
from relviz.figure.views.schemes.side_by_side import rounded


def test_colours_go_by_the_square_root() -> None:
    """A quarter of the largest share has the middle colour; ends and masked cells are as ever."""
    values = np.array([[0.0, 0.1, 0.4, np.nan]])

    assert index_image(values, Scale.share(values, power=0.5)).tolist() == [[0, 127, 254, 255]]


@pytest.mark.parametrize("largest", [0.472, 0.03, 1.0, 1e-9])
@pytest.mark.parametrize("height", [60, 150, 400])
def test_the_bar_says_which_number_has_which_colour(largest: float, height: float) -> None:
    """Every label stands where its number's colour is; none touch, and small numbers are among them."""
    scale = Scale.share(np.array([largest]), power=0.5)
    labels = sorted(bar_labels(scale, height))
    for place, text in labels:
        value = float(text.replace("%", "").replace("−", "-")) / 100
        assert place == pytest.approx((value / largest) ** 0.5, abs=0.002)
    assert all(high - low > 13 / height for (low, _), (high, _) in itertools.pairwise(labels))
    assert len(labels) >= (3 if height > 100 else 2)


def test_a_linear_bar_keeps_its_round_numbers() -> None:
    """Without a power, round numbers at equal distances stand between the ends."""
    places = {text: place for place, text in bar_labels(Scale(-1.0, 1.0, "signed"), 150)}

    assert places["0.5"] == pytest.approx(0.75)
    assert places["−1"] == 0


@pytest.mark.parametrize("height", [20, 150, 400])
def test_the_bar_of_zeros_says_zero_alone(height: float) -> None:
    """Where all values are 0, no other number is promised; one value that is not, and there are its ends."""
    values = np.zeros((2, 3))

    assert bar_labels(Scale.signed(values), height) == [(0.5, "0")]
    assert bar_labels(rounded(Scale.signed(values)), height) == [(0.5, "0")]
    assert (0.0, "−2") in bar_labels(Scale.signed(values, np.array([2.0])), height)


@pytest.mark.parametrize("end", [0.094, 0.06, 3.17])
def test_numbers_do_not_crowd_the_end_of_a_bar(end: float) -> None:
    """Between the middle of the end's number, half a line inside, and the next is a line and a quarter."""
    for height in range(60, 400, 7):
        places = sorted(place for place, _ in bar_labels(Scale(-end, end, "signed"), height))
        assert (places[1] * height - LINE / 2) > 1.25 * LINE
