"""The numbers in the cells of a map."""

from __future__ import annotations

import dataclasses

import numpy as np
import pytest

from relviz.figure.drawing.cell_numbers import cell_texts
from relviz.figure.spec import Scale


@pytest.mark.parametrize(
    ("values", "room", "texts"),
    [
        ([5.8, -1.949, 0.0, np.nan], 60.0, ["5.80", "−1.95", "0", ""]),
        ([11.64, 9.996, 0.004, 0.3], 60.0, ["11.6", "10.0", "0.004", "0.3"]),
        ([11.64, 9.996, 0.0, 0.3], 20.0, ["12", "10", "0", "0.3"]),
        ([2e-9, 1e-9, 0.0, 5e-10], 60.0, ["2e−9", "1e−9", "0", "5e−10"]),
        ([np.inf, -np.inf, 1.5, 0.0], 60.0, ["∞", "−∞", "1.50", "0"]),
    ],
)
def test_cells_have_the_decimals_of_the_bar(values: list[float], room: float, texts: list[str]) -> None:
    """By hand: three digits of the largest, one less where these do not fit, and nothing but 0 is written as 0."""
    numbers = np.array([values])

    assert cell_texts(numbers, dataclasses.replace(Scale.share(numbers), percent=False), room) == texts
