"""What stands over and under a map on the screen is whole, however narrow the window is."""

from __future__ import annotations

import numpy as np
import pytest
from PySide6.QtCore import QRectF
from PySide6.QtGui import QImage, QPainter
from PySide6.QtWidgets import QGraphicsScene

from relviz.ui.maps.title import HEIGHT, LINE, MapTitle
from relviz.ui.maps.token_axis import SPAN_HEIGHT, TokenAxis
from relviz.ui.pages.terms.page import TermsPage
from relviz.ui.window.main_window import MainWindow
from tests.figure.figures import heatmap
from tests.ui.screen import settle

pytestmark = pytest.mark.usefixtures("qapp")


def _ink(image: QImage) -> float:
    """Return how much darker than paper a picture is."""
    image = image.convertToFormat(QImage.Format.Format_Grayscale8)
    pixels = np.frombuffer(image.constBits(), np.uint8).reshape(image.height(), image.bytesPerLine())
    return float((255.0 - pixels[:, : image.width()]).sum())


def _painted(width: float) -> tuple[QImage, float]:
    """Return a title of that width, and its height."""
    scene, title = QGraphicsScene(), MapTitle()
    scene.addItem(title)
    title.set_panel(heatmap("attention", note="softmax, √ colours"))
    title.resize(width, HEIGHT)
    image = QImage(400, 80, QImage.Format.Format_RGB32)
    image.fill(0xFFFFFFFF)
    painter = QPainter(image)
    painter.setClipRect(QRectF(0, 0, width, title.size().height()))
    scene.render(painter, QRectF(0, 0, 400, 80), QRectF(0, 0, 400, 80))
    painter.end()
    return image, title.size().height()


def test_a_note_without_room_behind_its_title_stands_under_it() -> None:
    """With all of its letters: as much ink as on one line, and a line more of height."""
    (wide, low), (narrow, high) = _painted(390), _painted(130)
    assert (low, high) == (HEIGHT, HEIGHT + LINE)
    assert _ink(narrow) == pytest.approx(_ink(wide), rel=0.02)


def test_both_parts_of_the_axis_are_named_in_a_narrow_window(window: MainWindow) -> None:
    """“memory” and “segment” have as much ink at 1024 pixels as at 1280."""
    inks = []
    for size in ((1280, 800), (1024, 700)):
        window.resize(*size)
        settle()
        grid = window.tabs.of(TermsPage).grid
        axes = [item for item in grid.scene().items() if isinstance(item, TokenAxis) and item.orientation == "bottom"]
        assert len(axes) == 3
        image = grid.grab().toImage()
        area = axes[0].mapRectToScene(
            QRectF(-4, axes[0].size().height() - SPAN_HEIGHT + 2, axes[0].size().width() + 8, 16)
        )
        inks.append(_ink(image.copy(area.toRect())))
    assert inks[1] == pytest.approx(inks[0], rel=0.03)
