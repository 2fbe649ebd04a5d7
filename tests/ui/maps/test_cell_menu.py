"""The menu of a cell."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

import numpy as np
import pytest
import shiboken6
from PySide6.QtCore import QPointF, Qt
from PySide6.QtGui import QAction, QGuiApplication
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from relviz.ui.maps.cell_menu import CellMenu
from relviz.ui.pages.terms import TermsPage
from relviz.ui.window.main_window import MainWindow

pytestmark = pytest.mark.qt_log_ignore("This plugin does not support grabbing the keyboard", extend=True)


@contextmanager
def _menu(qtbot: QtBot, window: MainWindow, row: int, column: int) -> Iterator[CellMenu]:
    """Click a cell of the attention's map with the right button, and close what opens afterwards."""
    grid = window.tabs.of(TermsPage).grid
    scene = grid.view_of("attention").mapViewToScene(QPointF(column + 0.5, row + 0.5))
    qtbot.mouseClick(grid.viewport(), Qt.MouseButton.RightButton, pos=grid.mapFromScene(scene))
    menu = QApplication.activePopupWidget()
    assert isinstance(menu, CellMenu)
    yield menu
    if shiboken6.isValid(menu):
        menu.close()


def _entry(menu: CellMenu, words: str) -> QAction:
    """Return the entry that begins so."""
    (entry,) = (action for action in menu.actions() if action.text().replace("&", "").startswith(words))
    return entry


def test_a_key_is_hidden_and_the_rest_renormalised(qtbot: QtBot, window: MainWindow) -> None:
    """The column goes, the rows add up to 1 without it, the page says so, and the same menu brings it back."""
    before = window.session.look
    assert before is not None
    with _menu(qtbot, window, 20, 40) as menu:
        _entry(menu, "Hide the key").trigger()

    left = window.session.left
    assert left is not None
    assert not left.terms.attention[:, 40].any()
    np.testing.assert_allclose(left.terms.attention.sum(1), 1, atol=1e-5)
    rest = before.terms.attention[20].astype(np.float64)
    np.testing.assert_allclose(left.terms.attention[20, 41], rest[41] / (1 - rest[40]), rtol=1e-4)
    assert "renormalised" in window.tabs.of(TermsPage).controls.note.text()

    with _menu(qtbot, window, 20, 40) as menu:
        _entry(menu, "Show the key").trigger()
    assert window.session.left is not None
    np.testing.assert_array_equal(window.session.left.terms.attention, before.terms.attention)


def test_all_selected_keys_are_hidden_at_once(qtbot: QtBot, window: MainWindow) -> None:
    """Within a selection of several keys, the entry takes all of them."""
    window.session.selection.pin((20, 40))
    window.session.selection.extend((22, 42))
    with _menu(qtbot, window, 21, 41) as menu:
        _entry(menu, "Hide these 3 keys").trigger()

    assert window.session.left is not None
    assert not window.session.left.terms.attention[:, 40:43].any()


def test_a_key_becomes_the_query(qtbot: QtBot, window: MainWindow) -> None:
    """A key of the segment becomes the pinned query; one in memory takes the reading to its segment."""
    with _menu(qtbot, window, 20, 64 + 7) as menu:
        _entry(menu, "Select").trigger()
    assert window.session.selection.pinned is not None
    assert window.session.selection.pinned[0] == 7

    with _menu(qtbot, window, 20, 40) as menu, qtbot.waitSignal(window.session.answered, timeout=30_000):
        _entry(menu, "Select").trigger()
    assert window.session.look is not None
    assert window.session.look.index == 1
    assert window.session.selection.pinned is not None
    assert window.session.selection.pinned[0] == 40 - 32


def test_reading_starts_at_a_key(qtbot: QtBot, window: MainWindow) -> None:
    """Reading begins at the key, with an empty memory."""
    with _menu(qtbot, window, 20, 40) as menu, qtbot.waitSignal(window.session.answered, timeout=30_000):
        _entry(menu, "Start reading").trigger()

    assert window.session.look is not None
    assert window.session.look.first == 40
    assert window.session.look.terms.memory == 0


def test_numbers_are_copied(qtbot: QtBot, window: MainWindow) -> None:
    """The cell goes to the clipboard as a sentence, its row as a table with a line a visible key."""
    look = window.session.look
    assert look is not None
    with _menu(qtbot, window, 20, 40) as menu:
        _entry(menu, "Copy this cell").trigger()
    said = QGuiApplication.clipboard().text()
    assert "distance 44, in memory" in said
    assert f"attention {look.terms.attention[20, 40]:.1%}" in said

    with _menu(qtbot, window, 20, 40) as menu:
        _entry(menu, "Copy this row").trigger()
    assert len(QGuiApplication.clipboard().text().splitlines()) == 1 + 85


@pytest.mark.parametrize("column", [0, 95])
def test_a_drag_with_the_right_button_zooms_and_opens_nothing(qtbot: QtBot, window: MainWindow, column: int) -> None:
    """The menu comes with a click, not with a drag."""
    grid = window.tabs.of(TermsPage).grid
    scene = grid.view_of("attention").mapViewToScene(QPointF(column + 0.5, 10.5))
    begin = grid.mapFromScene(scene)
    qtbot.mousePress(grid.viewport(), Qt.MouseButton.RightButton, pos=begin)
    qtbot.mouseMove(grid.viewport(), begin + (grid.rect().center() - begin) / 2)
    qtbot.mouseRelease(grid.viewport(), Qt.MouseButton.RightButton, pos=begin + (grid.rect().center() - begin) / 2)

    assert QApplication.activePopupWidget() is None
