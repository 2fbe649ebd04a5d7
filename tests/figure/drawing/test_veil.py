"""Dimmed cells."""

from __future__ import annotations

import numpy as np
from PySide6.QtGui import QColor

from relviz.figure.colours.palette import LIGHT
from relviz.figure.drawing.veil import veil_image


def test_dimmed_cells_are_covered_and_others_clear() -> None:
    """Each cell is as many pixels as it gets, clear or under the paper's colour."""
    image = veil_image(np.array([[True, False]]), LIGHT, 4, 2)

    assert [image.pixelColor(x, 1).alpha() for x in range(4)] == [199, 199, 0, 0]
    assert QColor(image.pixelColor(0, 0)).name() == LIGHT.paper


def test_a_kept_cell_is_not_lost_among_dimmed_ones() -> None:
    """A pixel that stands for several cells is clear if one of them is kept."""
    dimmed = np.ones((1, 100), np.bool_)
    dimmed[0, 37] = False

    image = veil_image(dimmed, LIGHT, 10, 1)

    assert [image.pixelColor(x, 0).alpha() == 0 for x in range(10)] == [x == 3 for x in range(10)]
