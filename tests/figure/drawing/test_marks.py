"""Lines over the cells of a figure hide none of them."""

from __future__ import annotations

import dataclasses

import numpy as np
import pytest
from PySide6.QtCore import QRectF
from PySide6.QtGui import QImage

from relviz.figure.colours.colormaps import index_image, table
from relviz.figure.colours.palette import DARK, LIGHT, Palette
from relviz.figure.drawing.grid import layout
from relviz.figure.drawing.marks import Pixels
from relviz.figure.spec import FigureSpec, Heatmap, Marker
from relviz.figure.writing.write import to_image
from tests.figure.figures import figure, heatmap

pytestmark = pytest.mark.usefixtures("qapp")


def test_a_line_between_cells_takes_a_quarter_of_each_at_most() -> None:
    """By hand, at 2 pixels a unit: cells of 8 units leave room for the whole unit, those of 2 for one pixel."""
    pixels = Pixels(2.0, 0.0)
    assert pixels.halves(16.0, 8.0) == (1.0, 1.0)  # 2 pixels of 16
    assert pixels.halves(16.0, 2.0) == (0.5, 0.5)  # 1 pixel of 4
    assert pixels.halves(15.0, 1.0) == (0.25, 0.25)  # half of one pixel, of 2


def test_no_line_is_drawn_over_a_cell_of_one_pixel() -> None:
    """By hand, cells 1.5 pixels wide: they begin at 0, 1, 3, 4, 6, since a pixel has the cell its middle is in."""
    pixels = Pixels(1.0, 0.0)
    assert [pixels.edge(1.5 * n) for n in range(5)] == [0, 1, 3, 4, 6]
    assert pixels.halves(3.0, 1.5) == (0.375, 0.0)  # before it 1 and 2, after it 3 alone
    assert pixels.halves(1.5, 1.5) == (0.0, 0.375)


def test_a_line_through_thin_cells_stays_in_one_pixel() -> None:
    """By hand: a column from 2 to 4 has its line in pixel 3, half as strong as a whole one."""
    assert Pixels(1.0, 0.0).middle(3.0, 2.0) == (3.0, 0.5)
    assert Pixels(2.0, 0.0).middle(10.0, 8.0) == (9.0, 1.5)  # three pixels, from that with its middle at 9.25


def _seen(spec: FigureSpec, palette: Palette, scale: float) -> np.ndarray:
    """Return (rows, columns) how many pixels each cell of a figure's only map shows in the colour of its number."""
    panel = spec.grid[0][0]
    assert isinstance(panel, Heatmap)
    image = to_image(spec, palette, scale).convertToFormat(QImage.Format.Format_RGB888)
    lines = np.frombuffer(image.constBits(), np.uint8).reshape(image.height(), image.bytesPerLine())
    picture = lines[:, : 3 * image.width()].reshape(image.height(), image.width(), 3)
    plot = layout(spec, QRectF(0, 0, *spec.size)).boxes[0][0].plot
    rows, columns = panel.values.shape
    colours = table(panel.scale.kind, palette)[index_image(panel.values, panel.scale), :3]
    cell = plot.width() / columns * scale, plot.height() / rows * scale
    counts = np.zeros((rows, columns), int)
    for row in range(rows):
        for column in range(columns):
            left, top = plot.left() * scale + column * cell[0], plot.top() * scale + row * cell[1]
            inside = picture[round(top) : round(top + cell[1]), round(left) : round(left + cell[0])]
            counts[row, column] = (inside == colours[row, column]).all(-1).sum()
    return counts


@pytest.mark.parametrize("scale", [1.0, 1.5, 2.0])
@pytest.mark.parametrize("palette", [LIGHT, DARK], ids=["light", "dark"])
@pytest.mark.parametrize(
    "marker",
    [
        Marker.memory(64),
        Marker(64.5, "", "cursor"),
        Marker(64.0, "", "limit"),
        Marker(4.0, across=True),
    ],
    ids=["divider", "cursor", "limit", "rows"],
)
def test_every_cell_of_a_picture_is_seen(marker: Marker, palette: Palette, scale: float) -> None:
    """Of 96 keys in 190 units, each cell that can be seen has a pixel of its colour, those beside the line too."""
    values = np.random.default_rng(0).uniform(-1, 1, (8, 96)).astype(np.float32)
    panel = dataclasses.replace(heatmap("content", 8, 88, markers=(marker,)), values=values)
    assert _seen(figure((panel,), size=(300, 240)), palette, scale).min() >= 1
