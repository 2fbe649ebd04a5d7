"""Labels of tokens beside the maps on the screen, and what clears the way for the current one."""

from __future__ import annotations

import numpy as np
import pytest
from PySide6.QtCore import QPoint, QRectF
from PySide6.QtGui import QImage, QPixmap
from pytestqt.qtbot import QtBot

from relviz.figure.colours.palette import LIGHT
from relviz.figure.lettering import fonts
from relviz.figure.spec import Axis, Heatmap, Marker, Scale
from relviz.ui.maps.grid import HeatmapGrid
from relviz.ui.maps.token_axis import GAP, SPAN_HEIGHT, TICK, TokenAxis
from relviz.ui.pages.terms import TermsPage
from relviz.ui.window.main_window import MainWindow
from tests.ui.conftest import MakeWindow
from tests.ui.screen import settle


def _axis(window: MainWindow, orientation: str) -> TokenAxis:
    items = window.tabs.of(TermsPage).grid.scene().items()
    return next(item for item in items if isinstance(item, TokenAxis) and item.orientation == orientation)


def _picture(window: MainWindow, axis: TokenAxis, area: QRectF, scale: float) -> QImage:
    """Return a part of an axis with so many pixels a unit."""
    picture = QPixmap(window.size() * scale)
    picture.setDevicePixelRatio(scale)
    window.render(picture)
    area = axis.mapRectToScene(area)
    area.translate(window.tabs.of(TermsPage).grid.viewport().mapTo(window, QPoint(0, 0)))
    return picture.toImage().copy(QRectF(area.topLeft() * scale, area.size() * scale).toRect())


@pytest.mark.parametrize("scale", [1.0, 2.0])
def test_no_tick_is_left_beside_the_current_label(window: MainWindow, scale: float) -> None:
    """Between the tick of the current query and its neighbours' that keep their labels there is paper only."""
    window.resize(1280, 800)
    window.tabs.of(TermsPage).grid.set_cell((10, 64))
    settle()
    axis = _axis(window, "left")
    cell = axis.size().height() / 32
    shown, thinned = axis._shown(0.0, cell)
    assert thinned, "there are ticks"
    beside = [index for index in shown if 0 < abs(index - 10) * cell <= 13]
    assert beside, "a neighbour gives way"
    for index in beside:
        middle = (index + 0.5) * cell
        area = QRectF(axis.size().width() - TICK, middle - 1, TICK + 1, 2)
        image = _picture(window, axis, area, scale)
        inside = {image.pixelColor(x, y).name() for x in range(image.width()) for y in range(image.height())}
        assert LIGHT.line not in inside


@pytest.mark.parametrize("scale", [1.0, 2.0])
def test_the_line_of_a_part_is_whole_under_the_current_label(window: MainWindow, scale: float) -> None:
    """Clearing labels leaves what stands under them."""
    pictures = []
    for cell in (None, (9, 70)):
        window.tabs.of(TermsPage).grid.set_cell(cell)
        settle()
        axis = _axis(window, "bottom")
        area = QRectF(0, axis._room - 0.5, axis.size().width(), 1)
        pictures.append(_picture(window, axis, area, scale))
    assert pictures[0] == pictures[1]


@pytest.mark.parametrize("cell", [None, (0, 0)])
def test_letters_that_fit_their_columns_stand_upright(make_window: MakeWindow, cell: tuple[int, int] | None) -> None:
    """An I is higher than it is wide, selected or not, and the line of its part is right below."""
    window = make_window("I I I I I I I I")
    window.resize(1280, 800)
    window.tabs.of(TermsPage).grid.set_cell(cell)
    settle()
    axis = _axis(window, "bottom")
    label = _picture(window, axis, QRectF(1, 5, axis.size().width() / 8 - 2, 15), 1.0)
    ink = [
        (x, y) for x in range(label.width()) for y in range(label.height()) if label.pixelColor(x, y).lightness() < 200
    ]
    across, down = ({point[n] for point in ink} for n in (0, 1))
    assert len(down) > 2 * len(across) > 0
    below = _picture(window, axis, QRectF(axis.size().width() / 2, 20, 1, 10), 1.0)
    assert LIGHT.line in {below.pixelColor(0, y).name() for y in range(below.height())}


def test_an_upright_label_makes_way_for_none_that_it_does_not_touch(make_window: MakeWindow) -> None:
    """Whichever key is selected, the labels beside it stay whole."""
    window = make_window("A B C D E F G H")
    window.resize(1280, 800)
    pictures = []
    for cell in (None, (4, 4)):
        window.tabs.of(TermsPage).grid.set_cell(cell)
        settle()
        axis = _axis(window, "bottom")
        column = axis.size().width() / 8
        pictures.append([_picture(window, axis, QRectF(n * column, 5, column, 30), 1.0) for n in (2, 3, 5, 6)])
    assert pictures[0] == pictures[1]


def test_both_parts_of_a_narrow_map_are_named(qtbot: QtBot) -> None:
    """Where the map is narrower than both names, they stand side by side; one alone would seem to be that of both."""
    labels = Axis("", tuple("ABCDEFGH"))
    values = np.zeros((4, 8), np.float32)
    rows = Axis("", tuple("EFGH"))
    panel = Heatmap("attention", "attention", values, Scale.signed(values), rows, labels, markers=(Marker.memory(4),))
    grid = HeatmapGrid()
    qtbot.addWidget(grid)
    grid.resize(205, 260)
    grid.show()
    grid.set_panels(((panel,),))
    settle()
    axis = next(item for item in grid.scene().items() if isinstance(item, TokenAxis) and item.orientation == "bottom")
    first, second = (fonts.text_width(word) for word in ("memory", "segment"))
    assert max(first, second) < axis.size().width() < first + second
    foot = axis._foot(upright=axis._upright(axis.size().width() / 8))
    area = axis.mapRectToScene(QRectF(0, foot + 2, first + GAP + second, SPAN_HEIGHT - 3))
    picture = grid.viewport().grab(area.toRect()).toImage()
    written = [
        any(picture.pixelColor(x, y).name() != LIGHT.paper for y in range(picture.height()))
        for x in range(picture.width())
    ]
    between = round(first) + 2
    assert sum(written[:between]) > first / 2
    assert not any(written[between - 1 : between + 1])
    assert sum(written[between:]) > second / 2
