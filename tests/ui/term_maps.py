"""What is seen on the maps of the Terms page, pixel by pixel, and how a choice above them is made."""

from __future__ import annotations

from PySide6.QtCore import QPoint, QPointF, Qt
from PySide6.QtWidgets import QComboBox
from pytestqt.qtbot import QtBot

from relviz.figure.colours.colormaps import index_image, table
from relviz.figure.colours.palette import LIGHT
from relviz.figure.spec import Heatmap
from relviz.ui.pages.terms import TermsPage
from relviz.ui.window.main_window import MainWindow


def choose(qtbot: QtBot, box: QComboBox, text: str) -> None:
    """Walk down to an entry with the arrow keys."""
    box.setFocus()
    for _ in range(box.count()):
        qtbot.keyClick(box, Qt.Key.Key_Up)
    while box.currentText() != text:
        qtbot.keyClick(box, Qt.Key.Key_Down)


def panel_of(window: MainWindow, name: str) -> Heatmap:
    """Return a map as it would be written to a file."""
    figure = window.tabs.of(TermsPage).figure()
    assert figure is not None
    panel = figure.panel(name)
    assert isinstance(panel, Heatmap)
    return panel


def point_of(window: MainWindow, name: str, row: int, column: int) -> QPoint:
    """Return the pixel in the middle of a cell."""
    grid = window.tabs.of(TermsPage).grid
    point = grid.viewportTransform().map(grid.view_of(name).mapViewToScene(QPointF(column + 0.5, row + 0.5)))
    return QPoint(int(point.x()), int(point.y()))  # the pixel that holds it; rounding may give a neighbour's


def pixel_of(window: MainWindow, name: str, row: int, column: int) -> tuple[int, ...]:
    """Return the colour on the screen in the middle of a cell, red, green and blue."""
    return tuple(
        window.tabs.of(TermsPage).grid.grab().toImage().pixelColor(point_of(window, name, row, column)).getRgb()[:3]
    )


def colour_of(panel: Heatmap, row: int, column: int) -> tuple[int, ...]:
    """Return the colour that a cell of a map should have in the light theme."""
    return tuple(table(panel.scale.kind, LIGHT)[index_image(panel.values, panel.scale)[row, column], :3].tolist())
