from __future__ import annotations

import numpy as np

from relviz.figure.colours.colormaps import index_image, table
from relviz.figure.colours.palette import LIGHT
from relviz.figure.drawing.cells import cell_image
from relviz.figure.spec import Scale

SHARE = Scale(0.0, 1.0, "share")
SIGNED = Scale(-1.0, 1.0, "signed")


def colours(values: np.ndarray, scale: Scale, width: int, height: int) -> list[list[int]]:
    """Return the indices of a cell image's pixels."""
    image = cell_image(values, scale, LIGHT, width, height)
    return [[image.pixelIndex(x, y) for x in range(width)] for y in range(height)]


def test_cells_are_enlarged_with_hard_edges() -> None:
    """A 1 x 2 matrix in 3 x 4 pixels has two columns of each colour and nothing in between."""
    values = np.array([[0.0, 1.0]])
    assert colours(values, SHARE, 4, 3) == [[0, 0, 254, 254]] * 3


def test_one_key_among_thousands_is_not_lost() -> None:
    """With 2,000 cells on 100 pixels, a single cell with all attention is still seen, and so is a negative one."""
    values = np.zeros((1, 2000), np.float32)
    values[0, 777] = 1.0
    assert max(colours(values, SHARE, 100, 1)[0]) == 254
    assert min(colours(-values, SIGNED, 100, 1)[0]) == 0


def test_a_pixel_is_masked_only_if_all_its_cells_are() -> None:
    """Where masked and seen cells share a pixel, the seen one is shown."""
    values = np.full((1, 4), np.nan)
    values[0, 0] = 0.0
    assert colours(values, SHARE, 2, 1) == [[0, 255]]


def test_the_picture_has_the_colours_of_the_table() -> None:
    """Screen and file agree: the picture's colours are those of ``table`` at ``index_image``."""
    values = np.array([[-1.0, -0.3, np.nan, 0.7]])
    image = cell_image(values, SIGNED, LIGHT, 4, 1)
    expected = table("signed", LIGHT)[index_image(values, SIGNED)[0]]
    for x in range(4):
        assert image.pixelColor(x, 0).getRgb() == tuple(expected[x].tolist())
