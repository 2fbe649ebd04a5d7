"""The worked example as a page."""

from __future__ import annotations

import numpy as np
import pytest
from PySide6.QtCore import QRectF

from relviz.core.lab.worked_example import worked_example
from relviz.figure.colours.palette import LIGHT
from relviz.figure.drawing.grid import layout
from relviz.figure.views.schemes.worked_example import worked_example_page
from relviz.figure.writing.write import to_image
from tests.figure.figures import LANGUAGES, speaking
from tests.figure.pixels import rgb, runs

pytestmark = pytest.mark.usefixtures("qapp")
SCALE = 4


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize(("distance", "d_model"), [(2, 8), (300, 12)])
def test_the_working_stands_in_columns(distance: int, d_model: int, language: str) -> None:
    """Dimensions end at one edge, formulas begin at one and values end at one, to half a pixel, in every line."""
    with speaking(language):
        page = worked_example_page(worked_example(distance, d_model))
        image = to_image(page, LIGHT, SCALE)
    plot = layout(page, QRectF(0, 0, *page.size)).boxes[0][0].plot
    ink = (rgb(image) != rgb(image)[0, 0]).any(-1)  # all but the paper
    lines = []
    for n in range(d_model):
        top, bottom = (SCALE * (plot.top() + (n + share) * plot.height() / d_model) for share in (0.2, 0.8))
        # Left of the plot, without the title of the axis, which reads upwards at the far side.
        strip = ink[round(top) : round(bottom), SCALE * 30 : SCALE * round(plot.left() - 3)]
        lines.append(runs(strip.any(0), apart=round(SCALE * 6)))
    assert [len(line) for line in lines] == [len(lines[0])] * d_model
    dimensions, formulas, values = ([line[n] for line in lines] for n in (0, 1, -1))
    assert np.ptp([end for _, end in dimensions]) <= SCALE
    assert np.ptp([start for start, _ in formulas]) <= SCALE
    assert np.ptp([end for _, end in values]) <= SCALE
