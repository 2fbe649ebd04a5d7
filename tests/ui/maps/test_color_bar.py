"""The colour bar beside a map on the screen."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QRectF
from PySide6.QtGui import QImage, QPainter
from PySide6.QtWidgets import QGraphicsScene
from pytestqt.qtbot import QtBot

from relviz.figure.spec import Scale
from relviz.ui.maps.color_bar import WIDTH, ColorBar
from relviz.ui.pages.terms.page import TermsPage
from relviz.ui.window.main_window import MainWindow
from tests.ui.screen import settle

FIRST = 16
"""The first column right of the bar itself."""


def _columns(scale: Scale) -> list[int]:
    """Return in which columns there is ink of the numbers; the picture is wider than the bar's room."""
    scene, bar = QGraphicsScene(), ColorBar()
    scene.addItem(bar)
    bar.set_scale(scale)
    bar.resize(WIDTH, 150)
    area = QRectF(0, 0, WIDTH + 20, 150)
    image = QImage(round(area.width()), 150, QImage.Format.Format_RGB32)
    image.fill(0xFFFFFFFF)
    painter = QPainter(image)
    scene.render(painter, area, area)
    painter.end()
    return [x for x in range(FIRST, image.width()) if any(image.pixelColor(x, y).lightness() < 200 for y in range(150))]


@pytest.mark.usefixtures("qapp")
@pytest.mark.parametrize("end", [1.42, 0.0081, 0.00812, 0.0000123, 0.000812, 12345.0])
def test_numbers_end_before_the_next_map(end: float) -> None:
    """However small or large the values, some pixels of paper are right of the numbers."""
    columns = _columns(Scale(-end, end, "signed"))
    assert columns
    assert columns[-1] < WIDTH - 2


def test_a_term_that_is_off_has_a_bar_of_zero_alone(qtbot: QtBot, window: MainWindow) -> None:
    """Its map is all 0: beside its bar stands one number, a line high, in the middle."""
    with qtbot.waitSignal(window.session.answered):
        window.session.gains.set("content_bias", 0.0)
    settle()
    grid = window.tabs.of(TermsPage).grid
    bars = [item for item in grid.scene().items() if isinstance(item, ColorBar)]
    below = grid.view_of("content_bias")
    left = min(
        (bar for bar in bars if abs(bar.scenePos().y() - below.scenePos().y()) < 2), key=lambda bar: bar.scenePos().x()
    )
    height = round(left.size().height())
    image = grid.grab(left.mapRectToScene(QRectF(FIRST, 0, WIDTH - FIRST, height)).toRect()).toImage()
    ink = [
        y for y in range(image.height()) if any(image.pixelColor(x, y).lightness() < 200 for x in range(image.width()))
    ]
    assert ink
    assert all(abs(y - height / 2) < 8 for y in ink)
