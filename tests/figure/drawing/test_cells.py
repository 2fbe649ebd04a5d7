from __future__ import annotations

import dataclasses

import numpy as np
import pytest
from PySide6.QtCore import QLineF, QRectF
from PySide6.QtGui import QColor, QImage, QPainter, QPen

from relviz.figure.colours.colormaps import index_image, table
from relviz.figure.colours.palette import LIGHT
from relviz.figure.drawing.cells import WIDTH, cell_image, cell_texts, hatch_lines, hatched_image, veil_image
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


def grey(image: QImage) -> np.ndarray:
    """Return the green of every pixel."""
    return np.array([[image.pixelColor(x, y).green() for x in range(image.width())] for y in range(image.height())])


@pytest.mark.parametrize("scale", [1.5, 2.0, 3.125])
def test_pixels_are_those_of_lines_that_qt_draws(scale: float) -> None:
    """Where all is masked, the picture is what Qt's antialiasing makes of the same lines, to a few shades."""
    side = round(40 * scale)
    image = hatched_image(np.full((3, 3), np.nan), Scale(0.0, 1.0, "share"), LIGHT, side, side, scale)
    expected = QImage(side, side, QImage.Format.Format_RGB32)
    expected.fill(QColor(LIGHT.masked))
    painter = QPainter(expected)
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    painter.scale(scale, scale)
    painter.setPen(QPen(QColor(LIGHT.hatch), WIDTH))
    painter.drawLines([QLineF(start + 5, -5, -5, start + 5) for start in range(6, 80, 6)])
    painter.end()

    assert np.ptp(grey(expected)) > 10  # there is a hatch
    assert abs(grey(image) - grey(expected)).max() <= 4


def test_seen_cells_have_no_hatch() -> None:
    """In a map of one seen and one masked cell, one colour fills the seen half, and the masked half has several."""
    image = hatched_image(np.array([[0.5, np.nan]]), Scale(0.0, 1.0, "share"), LIGHT, 60, 30)
    seen = {image.pixelColor(x, y).name() for x in range(30) for y in range(30)}
    masked = {image.pixelColor(x, y).name() for x in range(30, 60) for y in range(30)}

    assert len(seen) == 1
    assert len(masked) > 1
    assert not seen & masked


@pytest.mark.parametrize("size", [(8, 8), (128, 512)])
def test_hatch_stays_in_masked_cells(size: tuple[int, int]) -> None:
    """Every hatch line begins, runs and ends inside masked cells, and there are lines to see."""
    rows, columns = size
    masked = np.arange(columns) > columns - rows + np.arange(rows)[:, None]
    rect = QRectF(10, 20, 400, 300)
    lines = hatch_lines(masked, rect)
    assert lines
    for line in lines:
        for t in (0.0, 0.5, 1.0):
            point = line.pointAt(t)
            row = int((point.y() - 20) / 300 * rows)
            column = int((point.x() - 10) / 400 * columns)
            assert masked[row, column]


def test_nothing_masked_is_not_hatched() -> None:
    """A bidirectional model's maps have no hatch."""
    assert hatch_lines(np.zeros((4, 4), bool), QRectF(0, 0, 100, 100)) == []


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
