"""Titles, remarks and legends of a figure are whole, whatever room they have."""

from __future__ import annotations

import dataclasses

import numpy as np
import pytest
from PySide6.QtCore import QRectF
from PySide6.QtGui import QImage, QPainter

from relviz.figure.colours.palette import LIGHT
from relviz.figure.drawing.grid import layout
from relviz.figure.drawing.heading import LEGEND_LINE, NOTE_LINE, TITLE_LINE, draw_heading, heading_extent
from relviz.figure.spec import Curves, Panel
from tests.figure.figures import curve, figure, heatmap

pytestmark = pytest.mark.usefixtures("qapp")

NOTED = dataclasses.replace(heatmap(), note="what this head's queries meet at that distance")


def _ink(panel: Panel, room: float) -> float:
    """Return how much darker than paper a heading of that width makes a page."""
    image = QImage(800, 200, QImage.Format.Format_Grayscale8)
    image.fill(255)
    painter = QPainter(image)
    painter.setRenderHints(QPainter.RenderHint.Antialiasing | QPainter.RenderHint.TextAntialiasing)
    draw_heading(painter, panel, QRectF(10, 150, room, 40), LIGHT, top=10, room=room)
    painter.end()
    pixels = np.frombuffer(image.constBits(), np.uint8).reshape(200, image.bytesPerLine())[:, :800]
    below = 10 + heading_extent(panel, room, room)
    assert (pixels[round(below) :] == 255).all(), "a heading stays over its plot"
    assert (pixels[:, round(10 + room) + 1 :] == 255).all(), "and within its room"
    return float((255.0 - pixels).sum())


@pytest.mark.parametrize("room", [240, 120, 80])
def test_a_remark_that_does_not_fit_behind_its_title_stands_under_it(room: int) -> None:
    """All of its letters are there, in lines: as much ink as on one line."""
    assert _ink(NOTED, room) == pytest.approx(_ink(NOTED, 700), rel=0.02)


def test_a_long_title_goes_on_in_the_next_line() -> None:
    """As much ink as on one line."""
    panel = dataclasses.replace(heatmap(), title="memory share of each layer and head")
    assert _ink(panel, 150) == pytest.approx(_ink(panel, 700), rel=0.02)


def test_every_curve_is_in_the_legend() -> None:
    """In a narrow figure the legend has more lines, and no fewer entries."""
    named = [dataclasses.replace(one, label=f"a long name {n}") for n, one in enumerate(curve().series)]
    panel = dataclasses.replace(curve(), series=tuple(named))
    assert isinstance(panel, Curves)
    assert _ink(panel, 120) == pytest.approx(_ink(panel, 700), rel=0.02)
    assert heading_extent(panel, 120, 120) == TITLE_LINE + 2 * LEGEND_LINE


def test_a_heading_of_two_lines_has_its_room() -> None:
    """The plot begins a line lower, beside another whose heading has one line, too."""
    wide, narrow = (
        layout(figure((NOTED, heatmap("b")), title="", size=size), QRectF(0, 0, *size)).boxes[0]
        for size in ((1200, 400), (500, 400))
    )
    assert narrow[0].plot.top() == narrow[1].plot.top()
    assert narrow[0].plot.top() == pytest.approx(wide[0].plot.top() + 2 * NOTE_LINE, abs=1)


def test_title_and_remark_are_drawn() -> None:
    """Each adds its ink, and a panel without either leaves the paper white but for its legend."""
    bare = dataclasses.replace(heatmap(), title="", note="")
    titled, noted = dataclasses.replace(bare, title="score"), dataclasses.replace(bare, note="of this head")
    assert _ink(titled, 700) > _ink(bare, 700)
    assert _ink(noted, 700) > _ink(bare, 700)
    both = dataclasses.replace(titled, note="of this head")
    assert _ink(both, 700) == pytest.approx(_ink(titled, 700) + _ink(noted, 700) - _ink(bare, 700), rel=0.02)
