"""The Memory view as a figure."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import numpy as np
import pytest
from PySide6.QtCore import QRectF

from relviz.core.reading.look import look_at
from relviz.figure.colours.palette import LIGHT
from relviz.figure.drawing.grid import layout
from relviz.figure.views.memory import memory_figure
from relviz.figure.writing.write import to_image
from tests.figure.figures import LANGUAGES, speaking
from tests.figure.pixels import coloured
from tests.fixtures import models

if TYPE_CHECKING:
    from relviz.core.reading.look import Look

pytestmark = pytest.mark.usefixtures("qapp")


@pytest.fixture(scope="module")
def look() -> Look:
    """Return a look at a segment with a memory."""
    return look_at(models.reading(models.model(), 20, 5, 10).step(3), 0, 0)


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("size", [(1440, 900), (700, 520)])
def test_both_rows_begin_at_one_edge(look: Look, size: tuple[int, int], language: str) -> None:
    """The vertical axes of the bars and of the curve below them are drawn over each other, to the pixel."""
    with speaking(language):
        figure = replace(memory_figure(look), size=size)
        image, places = to_image(figure, LIGHT), layout(figure, QRectF(0, 0, *size)).boxes
    line = coloured(image, LIGHT.line)
    edges = []
    for plot in (places[0][0].plot, places[1][0].plot):
        rows = slice(round(plot.top()) + 1, round(plot.bottom()) - 1)
        down = np.flatnonzero(line[rows, : size[0] // 2].all(0))
        edges.append(int(down.min()))
    assert edges[0] == edges[1]
