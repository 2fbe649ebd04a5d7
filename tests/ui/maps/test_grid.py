"""The maps on the screen: what is kept of them, what is painted over it, and the keys that move in them."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QCoreApplication, QEvent, QPoint, QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QImage, QMouseEvent, QPainter
from PySide6.QtWidgets import QGraphicsItem, QStyleOptionGraphicsItem, QWidget
from pytestqt.qtbot import QtBot

from relviz.figure.colours.palette import DARK, LIGHT
from relviz.ui.maps.grid import HeatmapGrid
from relviz.ui.pages.terms import TermsPage
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


_K, _M = Qt.Key, Qt.KeyboardModifier
_NONE, _CTRL, _SHIFT = _M.NoModifier, _M.ControlModifier, _M.ShiftModifier


def test_keys_move_the_cell(qtbot: QtBot, window: MainWindow) -> None:
    """Arrows move by one, with Ctrl by ten; Page by the rows in view; Home and End to the ends, with Ctrl the map's."""
    for key, modifiers, cell in (
        (_K.Key_Left, _NONE, (20, 39)),
        (_K.Key_Right, _NONE, (20, 41)),
        (_K.Key_Up, _NONE, (19, 40)),
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
    ):
        window.session.selection.pin((20, 40))
        qtbot.keyClick(window.tabs.of(TermsPage).grid, key, modifiers)
        assert window.session.selection.pinned == cell, (key, modifiers)


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


@pytest.mark.parametrize(
    ("key", "modifiers", "where"),
    [
        (_K.Key_Right, _NONE, (20, 40, 1, 2)),
        (_K.Key_Up, _NONE, (19, 40, 2, 1)),
        (_K.Key_Up, _CTRL, (10, 40, 11, 1)),
        (_K.Key_End, _NONE, (20, 40, 1, 56)),
        (_K.Key_Home, _CTRL, (0, 0, 21, 41)),
        (_K.Key_End, _CTRL, (20, 40, 12, 56)),
        (_K.Key_PageUp, _NONE, (0, 40, 21, 1)),
        (_K.Key_PageDown, _NONE, (20, 40, 12, 1)),
    ],
)
def test_shift_selects_with_each_of_them(
    qtbot: QtBot, window: MainWindow, key: Qt.Key, modifiers: Qt.KeyboardModifier, where: tuple[int, int, int, int]
) -> None:
    """With Shift, what a key goes to is the other corner of the selection: its first row and column, and its size."""
    window.session.selection.pin((20, 40))
    qtbot.keyClick(window.tabs.of(TermsPage).grid, key, modifiers | _SHIFT)
    region = window.session.selection.region

    assert window.session.selection.pinned == (20, 40)
    assert region is not None
    assert (region.row, region.column, region.rows, region.columns) == where


@pytest.mark.parametrize(
    ("cell", "key", "modifiers", "to"),
    [
        ((0, 0), _K.Key_Up, _NONE, (0, 0)),
        ((0, 4), _K.Key_Left, _CTRL, (0, 0)),
        ((31, 95), _K.Key_Down, _NONE, (31, 95)),
        ((28, 90), _K.Key_Right, _CTRL, (28, 95)),
        (None, _K.Key_Left, _NONE, (31, 94)),
        (None, _K.Key_Home, _CTRL, (0, 0)),
        ((20, 40), _K.Key_PageUp, _CTRL, (20, 40)),
        ((20, 40), _K.Key_Left, _M.MetaModifier, (20, 40)),
        ((20, 40), _K.Key_X, _NONE, (20, 40)),
    ],
)
def test_the_cell_is_held_within_the_map(
    qtbot: QtBot,
    window: MainWindow,
    cell: tuple[int, int] | None,
    key: Qt.Key,
    modifiers: Qt.KeyboardModifier,
    to: tuple[int, int],
) -> None:
    """Keys stop at the edges, begin at the last cell where none is selected, and some move nothing."""
    window.session.selection.pin(cell)
    qtbot.keyClick(window.tabs.of(TermsPage).grid, key, modifiers)

    assert window.session.selection.pinned == to


@pytest.mark.parametrize(("key", "shown"), [(_K.Key_Plus, 0.8), (_K.Key_Equal, 0.8), (_K.Key_Minus, 1.25)])
@pytest.mark.parametrize("cell", [(20, 40), None], ids=["round the cell", "round the middle"])
def test_plus_and_minus_zoom(
    qtbot: QtBot, window: MainWindow, key: Qt.Key, shown: float, cell: tuple[int, int] | None
) -> None:
    """Plus shows a fifth less of rows and columns, minus a quarter more; what they zoom round stays where it is."""
    page = window.tabs.of(TermsPage)
    page.grid.zoom = QRectF(30, 12, 30, 10)
    window.session.selection.pin(cell)
    qtbot.keyClick(page.grid, key)
    zoom, (y, x) = page.grid.zoom, (20.5, 40.5) if cell else (17.0, 45.0)

    assert zoom is not None
    assert (zoom.width(), zoom.height()) == pytest.approx((30 * shown, 10 * shown))
    assert (x - zoom.left()) / zoom.width() == pytest.approx((x - 30) / 30)
    assert (y - zoom.top()) / zoom.height() == pytest.approx((y - 12) / 10)
    assert page.to_dict() == {"column": zoom.x(), "row": zoom.y(), "columns": zoom.width(), "rows": zoom.height()}


def test_minus_shows_no_more_than_there_is(qtbot: QtBot, window: MainWindow) -> None:
    """Zooming out ends where all is shown, and takes back what plus did."""
    grid = window.tabs.of(TermsPage).grid
    window.session.selection.pin((20, 40))
    for key in (_K.Key_Plus, _K.Key_Minus, _K.Key_Minus):
        qtbot.keyClick(grid, key)

    assert grid.zoom is None
    assert window.session.selection.pinned == (20, 40)


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

    from relviz.ui.maps.readout import CellMenu

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
