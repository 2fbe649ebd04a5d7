"""Keys that move the selected cell."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QPoint, QPointF, Qt
from PySide6.QtGui import QColor
from pytestqt.qtbot import QtBot

from relviz.figure.colours.palette import DARK, LIGHT
from relviz.ui.pages.terms.page import TermsPage
from relviz.ui.window.main_window import MainWindow

_K, _M = Qt.Key, Qt.KeyboardModifier
_NONE, _CTRL, _SHIFT = _M.NoModifier, _M.ControlModifier, _M.ShiftModifier


@pytest.mark.parametrize(
    ("key", "modifiers", "cell"),
    [
        (_K.Key_Left, _NONE, (20, 39)),
        (_K.Key_Down, _NONE, (21, 40)),
        (_K.Key_Left, _CTRL, (20, 30)),
        (_K.Key_Right, _CTRL, (20, 50)),
        (_K.Key_Up, _CTRL, (10, 40)),
        (_K.Key_Down, _CTRL, (30, 40)),
        (_K.Key_Home, _NONE, (20, 0)),
        (_K.Key_End, _NONE, (20, 95)),
        (_K.Key_Home, _CTRL, (0, 0)),
        (_K.Key_End, _CTRL, (31, 95)),
        (_K.Key_PageUp, _NONE, (0, 40)),
        (_K.Key_PageDown, _NONE, (31, 40)),
        (_K.Key_Left, _M.KeypadModifier, (20, 39)),
    ],
)
def test_keys_move_the_cell(
    qtbot: QtBot, window: MainWindow, key: Qt.Key, modifiers: Qt.KeyboardModifier, cell: tuple[int, int]
) -> None:
    """Arrows move by one, with Ctrl by ten; Page by the rows in view; Home and End to the ends, with Ctrl the map's."""
    window.session.selection.pin((20, 40))
    qtbot.keyClick(window.tabs.of(TermsPage).grid, key, modifiers)

    assert window.session.selection.pinned == cell


def test_shift_selects_on_the_way(qtbot: QtBot, window: MainWindow) -> None:
    """With Shift the pinned cell stays, and all cells up to where the key goes are selected."""
    grid = window.tabs.of(TermsPage).grid
    window.session.selection.pin((20, 40))
    qtbot.keyClick(grid, _K.Key_Left, _SHIFT | _CTRL)
    qtbot.keyClick(grid, _K.Key_Down, _SHIFT)
    region = window.session.selection.region

    assert window.session.selection.pinned == (20, 40)
    assert region is not None
    assert (region.row, region.column, region.rows, region.columns) == (20, 30, 2, 11)

    qtbot.keyClick(grid, _K.Key_Home, _SHIFT)
    region = window.session.selection.region
    assert region is not None
    assert (region.column, region.columns) == (0, 41)


def test_the_cell_stays_in_view(qtbot: QtBot, window: MainWindow) -> None:
    """Where the maps are zoomed in, they follow the cell; Page moves by what can be seen."""
    grid = window.tabs.of(TermsPage).grid
    view = grid.view_of("score")
    view.setRange(xRange=(0, 20), yRange=(0, 8), padding=0)
    window.session.selection.pin((4, 10))
    qtbot.keyClick(grid, _K.Key_PageDown)
    assert window.session.selection.pinned == (12, 10)

    qtbot.keyClick(grid, _K.Key_End, _SHIFT)
    (left, right), (top, bottom) = view.viewRange()
    assert left <= 95 <= right
    assert top <= 12 <= bottom


@pytest.mark.parametrize("palette", [LIGHT, DARK], ids=["light", "dark"])
def test_the_maps_show_that_they_have_the_focus(qtbot: QtBot, window: MainWindow, palette: object) -> None:
    """A frame lies round the maps while keys go to them, and only then."""
    colours = LIGHT if palette is LIGHT else DARK
    window.set_theme("light" if palette is LIGHT else "dark")
    grid = window.tabs.of(TermsPage).grid
    grid.setFocus()
    qtbot.waitUntil(grid.hasFocus)
    edge = grid.viewport().grab().toImage().pixelColor(1, grid.viewport().height() // 2)
    assert edge == QColor(colours.muted)

    window.timeline.setFocus()
    qtbot.waitUntil(window.timeline.hasFocus)
    edge = grid.viewport().grab().toImage().pixelColor(1, grid.viewport().height() // 2)
    assert edge == QColor(colours.paper)


@pytest.mark.qt_log_ignore("This plugin does not support grabbing the keyboard", extend=True)
def test_the_menu_key_opens_the_menu_of_the_cell(qtbot: QtBot, window: MainWindow) -> None:
    """Without a mouse, the menu of the selected cell opens beside it."""
    from PySide6.QtGui import QContextMenuEvent
    from PySide6.QtWidgets import QApplication

    from relviz.ui.maps.cell_menu import CellMenu

    grid = window.tabs.of(TermsPage).grid
    window.session.selection.pin((20, 40))
    asked = QContextMenuEvent(QContextMenuEvent.Reason.Keyboard, QPoint(9, 9), grid.mapToGlobal(QPoint(9, 9)))
    QApplication.sendEvent(grid.viewport(), asked)
    menu = QApplication.activePopupWidget()

    assert isinstance(menu, CellMenu)
    point = grid.mapFromGlobal(menu.pos())
    near = grid.mapFromScene(grid.view_of("content").mapViewToScene(QPointF(41, 21)))
    assert (point - near).manhattanLength() <= 4
    menu.close()
