"""The command palette, used as a person would use it."""

from __future__ import annotations

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QAccessible, QColor
from PySide6.QtWidgets import QApplication, QMenu
from pytestqt.qtbot import QtBot

from relviz.figure.colours.palette import DARK, LIGHT, contrast
from relviz.ui.commands.palette import CommandPalette
from relviz.ui.pages.memory import MemoryPage
from relviz.ui.pages.terms import TermsPage
from relviz.ui.window.main_window import MainWindow


def _open(qtbot: QtBot, window: MainWindow) -> CommandPalette:
    """Press Ctrl+Shift+P."""
    window.activateWindow()
    qtbot.keyClick(window, Qt.Key.Key_P, Qt.KeyboardModifier.ControlModifier | Qt.KeyboardModifier.ShiftModifier)
    (palette,) = window.findChildren(CommandPalette)
    assert palette.isVisible()
    assert QApplication.focusWidget() is palette.line
    return palette


def _titles(palette: CommandPalette) -> list[str]:
    return [row.title for row in palette.rows()]


def test_every_command_is_listed_with_its_menu_and_keys(qtbot: QtBot, window: MainWindow) -> None:
    """Whatever is in the menus is in the list, under its menu, with its shortcut, greyed where it cannot be had."""
    palette = _open(qtbot, window)
    rows = {row.name: row for row in palette.rows()}

    assert set(rows) == set(window.commands.actions) - {"command_palette"}
    assert rows["page_memory"].path == "View"
    assert rows["page_memory"].shortcut == "Ctrl+2"
    assert rows["dock_text"].checked is True
    assert rows["about"].checked is None
    assert not rows["from_beginning"].enabled
    submenus = [menu for menu in window.menuBar().findChildren(QMenu) if menu.parent() is not window.menuBar()]
    for menu in submenus:
        for action in menu.actions():
            if action.objectName() in rows:
                assert " › " in rows[action.objectName()].path


def test_typing_finds_and_enter_runs(qtbot: QtBot, window: MainWindow) -> None:
    """A few letters of a name are enough; Enter does it, closes the palette and gives the focus back."""
    grid = window.tabs.of(TermsPage).grid
    grid.setFocus()
    palette = _open(qtbot, window)
    qtbot.keyClicks(palette.line, "memory")
    assert _titles(palette)[0] == "Memory"
    qtbot.keyClick(palette.line, Qt.Key.Key_Return)

    assert not palette.isVisible()
    assert window.current_page() is window.tabs.of(MemoryPage)


def test_arrow_keys_walk_and_escape_closes(qtbot: QtBot, window: MainWindow) -> None:
    """Down goes to the next line and from the last to the first; Escape closes and releases no cell."""
    window.tabs.of(TermsPage).grid.setFocus()
    window.session.selection.pin((20, 40))
    palette = _open(qtbot, window)
    qtbot.keyClicks(palette.line, "theme")
    count = len(palette.rows())
    assert count >= 3
    for place in (*range(1, count), 0):
        qtbot.keyClick(palette.line, Qt.Key.Key_Down)
        assert palette.list.currentRow() == place
    qtbot.keyClick(palette.line, Qt.Key.Key_Up)
    assert palette.list.currentRow() == count - 1

    qtbot.keyClick(palette.line, Qt.Key.Key_Escape)
    assert not palette.isVisible()
    assert window.session.selection.pinned == (20, 40)
    assert window.tabs.of(TermsPage).grid.hasFocus()


def test_a_switch_shows_its_state_and_takes_a_new_one(qtbot: QtBot, window: MainWindow) -> None:
    """A check mark stands before a switch that is on; choosing it again switches it off."""
    for state in (False, True):
        palette = _open(qtbot, window)
        qtbot.keyClicks(palette.line, "token boundaries")
        row = palette.rows()[0]
        assert row.checked is state
        qtbot.keyClick(palette.line, Qt.Key.Key_Return)
        assert window.session.showing.view.token_boundaries is not state


def test_what_cannot_be_had_does_nothing(qtbot: QtBot, window: MainWindow) -> None:
    """Enter on a greyed line leaves the palette open."""
    palette = _open(qtbot, window)
    qtbot.keyClicks(palette.line, "beginning")
    assert not palette.rows()[0].enabled
    qtbot.keyClick(palette.line, Qt.Key.Key_Return)

    assert palette.isVisible()


def test_what_was_used_last_comes_first(qtbot: QtBot, window: MainWindow) -> None:
    """Before anything is typed, the commands taken last head the list, also after a restart."""
    for typed in ("encoding", "memory"):
        palette = _open(qtbot, window)
        qtbot.keyClicks(palette.line, typed)
        qtbot.keyClick(palette.line, Qt.Key.Key_Return)
    palette = _open(qtbot, window)

    assert _titles(palette)[:2] == ["Memory", "Encoding"]
    assert window.settings.recent_commands[:2] == ["page_memory", "page_encoding"]


@pytest.mark.parametrize(
    ("typed", "where"),
    [
        ("segment 5", (5, 0, 0)),
        ("L3 H2", (2, 3, 2)),
        ("head 4", (2, 0, 4)),
        ("layer 1", (2, 1, 0)),
        ("token 40", (1, 0, 0)),
    ],
)
def test_places_are_gone_to(qtbot: QtBot, window: MainWindow, typed: str, where: tuple[int, int, int]) -> None:
    """A segment, a layer, a head, both, or a token that is named is shown."""
    palette = _open(qtbot, window)
    qtbot.keyClicks(palette.line, typed)
    assert palette.rows()[0].enabled
    with qtbot.waitSignal(window.session.answered, timeout=30_000):
        qtbot.keyClick(palette.line, Qt.Key.Key_Return)

    look = window.session.look
    assert look is not None
    assert (look.index, look.terms.layer, look.terms.head) == where
    if typed.startswith("token"):
        assert window.session.selection.pinned is not None
        assert look.start + window.session.selection.pinned[0] == 40


def test_a_place_that_is_not_there_is_greyed_and_the_range_said(qtbot: QtBot, window: MainWindow) -> None:
    """There is no layer 9 among six."""
    palette = _open(qtbot, window)
    qtbot.keyClicks(palette.line, "layer 9")
    row = palette.rows()[0]

    assert not row.enabled
    assert row.path == "0–5"


def test_nothing_found_is_said(qtbot: QtBot, window: MainWindow) -> None:
    """A sentence takes the place of an empty list."""
    palette = _open(qtbot, window)
    qtbot.keyClicks(palette.line, "qqqqqq")

    assert palette.nothing.isVisible()
    assert not palette.list.isVisible()


def test_a_click_elsewhere_closes_it(qtbot: QtBot, window: MainWindow) -> None:
    """It does not stand in the way of whoever has thought better of it."""
    palette = _open(qtbot, window)
    window.timeline.setFocus()
    qtbot.waitUntil(lambda: not palette.isVisible())
    assert window.timeline.hasFocus()


def test_english_names_work_in_another_language(qtbot: QtBot, window: MainWindow) -> None:
    """A command that the menu names in Chinese is found by its English name, too."""
    window.commands.actions["page_memory"].setText("记忆(&M)")
    palette = _open(qtbot, window)
    for typed in ("memory", "记忆"):
        palette.line.clear()
        qtbot.keyClicks(palette.line, typed) if typed.isascii() else palette.line.setText(typed)
        assert palette.rows()[0].name == "page_memory"


def test_a_screen_reader_reads_a_line(qtbot: QtBot, window: MainWindow) -> None:
    """Title, state, menu and shortcut of a line are said."""
    palette = _open(qtbot, window)
    qtbot.keyClicks(palette.line, "token boundaries")
    interface = QAccessible.queryAccessibleInterface(palette.list)
    assert interface is not None
    line = interface.child(0)
    assert line is not None
    assert line.text(QAccessible.Text.Name) == "Token boundaries, off, Edit, Ctrl+B"


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_its_words_can_be_read(qtbot: QtBot, window: MainWindow, theme: str) -> None:
    """On the screen, the first line has ink of a contrast of at least 4.5 to its ground, in both themes."""
    window.set_theme("light" if theme == "light" else "dark")
    palette = _open(qtbot, window)
    picture = palette.list.viewport().grab().toImage()
    box = palette.list.visualItemRect(palette.list.item(1))
    ground = (LIGHT if theme == "light" else DARK).panel
    assert picture.pixelColor(box.left() + 4, box.center().y()) == QColor(ground)
    colours = {
        picture.pixelColor(x, y).name() for x in range(box.left(), box.right()) for y in range(box.top(), box.bottom())
    }
    assert max(contrast(colour, ground) for colour in colours) >= 4.5
