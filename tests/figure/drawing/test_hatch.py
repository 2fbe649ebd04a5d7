"""The hatch over masked cells."""

from __future__ import annotations

import numpy as np
import pytest
from PySide6.QtCore import QLineF, QRectF
from PySide6.QtGui import QColor, QImage, QPainter, QPen

from relviz.figure.colours.palette import LIGHT
from relviz.figure.drawing.hatch import WIDTH, hatch_lines, hatched_image
from relviz.figure.spec import Scale


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
