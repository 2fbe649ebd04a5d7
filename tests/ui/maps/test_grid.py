"""The maps on the screen: what is kept of them, and what is painted over it."""

from __future__ import annotations

from PySide6.QtCore import QCoreApplication, QEvent, QPointF, QRectF, Qt
from PySide6.QtGui import QImage, QMouseEvent, QPainter
from PySide6.QtWidgets import QGraphicsItem, QStyleOptionGraphicsItem, QWidget
from pytestqt.qtbot import QtBot

from relviz.ui.maps.grid import HeatmapGrid
from relviz.ui.pages.terms.page import TermsPage
from relviz.ui.window.main_window import MainWindow
from tests.ui.screen import on_screen, settle

CELLS = ((3, 7), (20, 40), (21, 90), (31, 95), (0, 0), (9, 64))


class _Witness(QGraphicsItem):
    """An item of the scene that counts how often it is painted."""

    def __init__(self, area: QRectF) -> None:
        super().__init__()
        self._area = area
        self.painted = 0

    def boundingRect(self) -> QRectF:
        return self._area

    def paint(self, painter: QPainter, option: QStyleOptionGraphicsItem, widget: QWidget | None = None) -> None:
        self.painted += 1


def _point_at(grid: HeatmapGrid, row: int, column: int) -> None:
    """Move the pointer to a cell, as Qt would tell of it."""
    at = grid.mapFromScene(grid.view_of("score").mapViewToScene(QPointF(column + 0.5, row + 0.5)))
    none = Qt.MouseButton.NoButton
    where, on_screen = QPointF(at), QPointF(grid.viewport().mapToGlobal(at))
    event = QMouseEvent(QEvent.Type.MouseMove, where, on_screen, none, none, Qt.KeyboardModifier.NoModifier)
    QCoreApplication.sendEvent(grid.viewport(), event)


def _anew(part: QWidget) -> QImage:
    """Return a part of the window painted from nothing."""
    return part.grab().toImage().convertToFormat(QImage.Format.Format_RGB32)


def test_what_is_painted_while_pointing_is_what_a_whole_new_picture_has(qtbot: QtBot, window: MainWindow) -> None:
    """To the pixel: the maps, the numbers under them, and the timeline with its bars."""
    page, grid = window.tabs.of(TermsPage), window.tabs.of(TermsPage).grid
    settle()
    before = on_screen(window, grid)
    for row, column in CELLS:
        _point_at(grid, row, column)
        settle()
        shown = [on_screen(window, part) for part in (grid, page.readout, window.timeline)]
        grid.forget()
        assert shown == [_anew(part) for part in (grid, page.readout, window.timeline)]
        assert shown[0] != before
    grid.hovered.emit(None)
    settle()
    assert on_screen(window, grid) == before


def test_pointing_leaves_the_scene_as_it_is(qtbot: QtBot, window: MainWindow) -> None:
    """Only a change of the maps, such as a zoom, has them painted; a crosshair does not."""
    grid = window.tabs.of(TermsPage).grid
    witness = _Witness(grid.view_of("score").sceneBoundingRect())
    grid.scene().addItem(witness)
    settle()
    assert witness.painted

    witness.painted = 0
    for row, column in CELLS:
        _point_at(grid, row, column)
        settle()
        assert window.session.selection.hovered == (row, column)
    assert witness.painted == 0

    qtbot.keyClick(grid, Qt.Key.Key_Plus)
    settle()
    assert witness.painted
    grid.scene().removeItem(witness)


def test_the_last_of_many_fast_moves_counts(qtbot: QtBot, window: MainWindow) -> None:
    """However fast the pointer moves, what is read off in the end is the cell it rests on."""
    grid = window.tabs.of(TermsPage).grid
    for column in range(60):
        _point_at(grid, 5, column)

    assert window.session.selection.hovered == (5, 59)


def test_a_theme_and_a_zoom_are_in_the_very_next_picture(qtbot: QtBot, window: MainWindow) -> None:
    """A picture that is kept never outlives what it shows."""
    grid = window.tabs.of(TermsPage).grid
    settle()
    pictures = [_anew(grid)]
    grid.zoom = QRectF(10, 5, 20, 10)
    pictures.append(_anew(grid))
    settle()
    assert _anew(grid) == pictures[1]
    window.set_theme("dark" if grid.backgroundBrush().color().lightness() > 128 else "light")
    pictures.append(_anew(grid))
    settle()
    assert _anew(grid) == pictures[2]
    assert pictures[0] != pictures[1] != pictures[2]
