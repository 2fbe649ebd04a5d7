"""The strip over a map."""

from __future__ import annotations

import numpy as np
import pytest
from PySide6.QtCore import QRectF
from PySide6.QtGui import QImage, QPainter

from relviz.figure.colours.palette import LIGHT
from relviz.figure.drawing.strip import STRIP_HEIGHT, mark_strip
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
