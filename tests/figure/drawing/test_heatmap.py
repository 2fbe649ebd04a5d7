"""What is beside the cells of a map: the colour bar's numbers, and the labels of its columns."""

from __future__ import annotations

import dataclasses

import numpy as np
import pytest
from PySide6.QtCore import QRectF
from PySide6.QtGui import QImage

from relviz.figure.colours.palette import DARK, LIGHT, Palette
from relviz.figure.drawing.grid import layout
from relviz.figure.drawing.heatmap import BAR_GAP, BAR_PAD, BAR_WIDTH, LINE, label_middle
from relviz.figure.spec import Axis
from relviz.figure.writing.write import to_image
from tests.figure.figures import figure, heatmap

pytestmark = pytest.mark.usefixtures("qapp")


def test_numbers_of_a_colour_bar_stay_beside_it() -> None:
    """By hand: a bar of ten lines has its ends' numbers half a line inside, and those between at their place."""
    assert [label_middle(share, 10 * LINE) for share in (0.0, 0.5, 1.0)] == [9.5 * LINE, 5 * LINE, 0.5 * LINE]


def test_both_ends_of_a_low_bar_are_written_without_touching() -> None:
    """A bar of one and a half lines: its numbers are a line apart."""
    assert [label_middle(share, 1.5 * LINE) for share in (0.0, 1.0)] == [1.25 * LINE, 0.25 * LINE]


@pytest.mark.parametrize("palette", [LIGHT, DARK], ids=["light", "dark"])
def test_nothing_before_a_number_looks_like_a_minus(palette: Palette) -> None:
    """Between the outline of the bar and its numbers there is paper only."""
    spec = figure((heatmap(),))
    image, plot = to_image(spec, palette), layout(spec, QRectF(0, 0, *spec.size)).boxes[0][0].plot
    start = round(plot.right() + BAR_GAP + BAR_WIDTH) + 1
    between = {
        image.pixelColor(x, y).name()
        for x in range(start, start + round(BAR_PAD) - 2)
        for y in range(round(plot.top()) - 5, round(plot.bottom()) + 5)
    }
    assert between == {palette.paper}


def test_a_map_of_no_values_has_no_colour_bar() -> None:
    """Where every cell is hatched no colour means anything: right of the map is paper only."""
    panel = heatmap()
    spec = figure((dataclasses.replace(panel, values=np.full_like(panel.values, np.nan)),), caption="")
    image, plot = to_image(spec, LIGHT), layout(spec, QRectF(0, 0, *spec.size)).boxes[0][0].plot

    right = range(round(plot.right()) + 3, image.width())
    rows = range(round(plot.top()), round(plot.bottom()))
    assert {image.pixelColor(x, y).name() for x in right for y in rows} == {LIGHT.paper}


def test_turned_labels_read_upwards_as_in_the_window() -> None:
    """They end at the map: the wide letters that these begin with are far from it, and the dots are near."""
    panel = dataclasses.replace(heatmap(), columns=Axis("", ("MMMMMM......",) * 8))
    spec = figure((panel,), size=(300, 300), caption="")
    plot = layout(spec, QRectF(0, 0, *spec.size)).boxes[0][0].plot
    image = to_image(spec, LIGHT)
    left, right, top = round(plot.left()), round(plot.right()), round(plot.bottom()) + 9
    near = _dark(image, left, top, right, top + 20)
    far = _dark(image, left, top + 20, right, top + 60)
    assert far > 4 * near > 0


def _dark(image: QImage, left: int, top: int, right: int, bottom: int) -> int:
    """Return how many pixels of a part are rather dark."""
    return sum(image.pixelColor(x, y).lightness() < 160 for x in range(left, right) for y in range(top, bottom))


def test_numbers_stand_in_all_cells_or_in_none() -> None:
    """Where the widest of them would touch its neighbours, the map is drawn as it is without."""
    for size, written in (((900, 500), True), ((260, 300), False)):
        plain = figure((heatmap(),), title="", size=size)
        numbered = dataclasses.replace(plain, grid=((dataclasses.replace(heatmap(), numbers=True),),))
        assert (to_image(plain, LIGHT) != to_image(numbered, LIGHT)) == written
