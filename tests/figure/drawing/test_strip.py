"""The strip over a map."""

from __future__ import annotations

import numpy as np
import pytest
from PySide6.QtCore import QRectF
from PySide6.QtGui import QColor, QImage, QPainter

from relviz.figure.colours.palette import LIGHT
from relviz.figure.drawing.strip import STRIP_HEIGHT, draw_strip, mark_strip
from relviz.figure.spec import Strip

pytestmark = pytest.mark.usefixtures("qapp")


@pytest.mark.parametrize(("count", "at", "written"), [(3, 0, False), (3, 1, True), (3, 2, False), (96, 95, False)])
def test_the_distance_is_written_once(count: int, at: int, written: bool) -> None:
    """Below the curve stands the number of the selected distance, unless the words at the ends say it."""
    strip = Strip(np.linspace(0, 1, count), "distances", "position_bias", farthest=count - 1, memory=0)
    area = QRectF(0, 0, 300, STRIP_HEIGHT)
    image = QImage(300, round(STRIP_HEIGHT), QImage.Format.Format_RGB32)
    image.fill(LIGHT.paper)
    painter = QPainter(image)
    mark_strip(painter, area, strip, LIGHT, at)
    painter.end()

    below = {image.pixelColor(x, y).name() for x in range(300) for y in range(image.height() - 9, image.height())}
    assert (below != {LIGHT.paper}) == written


def test_steps_stand_over_their_keys() -> None:
    """Of 4 keys over 400 pixels, each has its own number over its own hundred, from the line at 0 up."""
    strip = Strip(np.array([1, 0, 0.5, 0], np.float32), "keys", "content_bias", farthest=0, memory=2)
    image = QImage(500, round(STRIP_HEIGHT), QImage.Format.Format_RGB32)
    image.fill(LIGHT.paper)
    painter = QPainter(image)
    draw_strip(painter, QRectF(0, 0, 400, STRIP_HEIGHT), strip, LIGHT)
    painter.end()

    paper = QColor(LIGHT.paper).rgb()
    filled = [sum(image.pixel(x, y) != paper for y in range(image.height())) for x in (50, 150, 250, 350)]
    assert filled[0] == pytest.approx(STRIP_HEIGHT, abs=2)
    assert filled[2] == pytest.approx(STRIP_HEIGHT / 2, abs=2)
    assert max(filled[1], filled[3]) <= 2, "the line at 0"
