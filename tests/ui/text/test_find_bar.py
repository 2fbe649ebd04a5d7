"""Finding words in the text, with the keyboard."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtGui import QTextCursor
from pytestqt.qtbot import QtBot

from relviz.ui.text.dock import EDITABLE
from relviz.ui.window.main_window import MainWindow
from tests.ui.conftest import MakeWindow

TEXT = "One fine day 🙂 the day began; THE DAY ended. Nothing else happened, one would say."
LONG = "It was a bright cold day in April, and the clocks were striking thirteen. " * 1500
CONTROL = Qt.KeyboardModifier.ControlModifier


def _selected(window: MainWindow) -> str:
    return window.text_dock.edit.textCursor().selectedText()


def _place(window: MainWindow) -> int:
    return window.text_dock.edit.textCursor().selectionStart()


def test_find_goes_from_place_to_place_and_wraps(qtbot: QtBot, make_window: MakeWindow) -> None:
    """Ctrl+F, words in any case, Enter on and Shift+Enter back, round both ends; the count says where one is."""
    window = make_window(TEXT, segment_length=8, memory_length=8)
    edit, bar = window.text_dock.edit, window.text_dock.find_bar
    edit.setFocus()
    window.activateWindow()
    qtbot.keyClick(edit, Qt.Key.Key_F, CONTROL)
    assert bar.isVisible()
    qtbot.waitUntil(bar.words.hasFocus)

    qtbot.keyClicks(bar.words, "the day")
    assert (_selected(window), bar.count.text()) == ("the day", "1 of 2")
    qtbot.keyClick(bar.words, Qt.Key.Key_Return)
    assert (_selected(window), bar.count.text()) == ("THE DAY", "2 of 2")
    qtbot.keyClick(bar.words, Qt.Key.Key_Return)
    assert (_selected(window), bar.count.text()) == ("the day", "1 of 2")
    qtbot.keyClick(bar.words, Qt.Key.Key_Return, Qt.KeyboardModifier.ShiftModifier)
    assert (_selected(window), bar.count.text()) == ("THE DAY", "2 of 2")
    qtbot.mouseClick(bar.next_button, Qt.MouseButton.LeftButton)
    assert (_selected(window), bar.count.text()) == ("the day", "1 of 2")

    qtbot.keyClick(bar.words, Qt.Key.Key_Escape)
    assert not bar.isVisible()
    assert window.session.selection.pinned is not None, "Escape closed the bar and released nothing"
    assert edit.toPlainText() == TEXT
    assert window.session.text == TEXT


def test_words_that_are_nowhere(qtbot: QtBot, window: MainWindow) -> None:
    """What is not in the text is said to be nowhere, and there is nothing to go to."""
    bar = window.text_dock.find_bar
    window.commands.actions["find"].trigger()
    qtbot.keyClicks(bar.words, "xyzzy")
    assert bar.count.text() == "none"
    assert not bar.next_button.isEnabled()
    place = _place(window)
    window.commands.actions["find_next"].trigger()
    assert _place(window) == place


def test_find_begins_at_the_cursor_with_what_is_selected(qtbot: QtBot, make_window: MakeWindow) -> None:
    """The words selected are those looked for, and the place selected is the one that is counted from."""
    window = make_window(TEXT, segment_length=8, memory_length=8)
    edit, bar = window.text_dock.edit, window.text_dock.find_bar
    cursor = edit.textCursor()
    cursor.setPosition(len("One fine day 🙂 the ") + 1)  # the emoji counts as two for Qt
    cursor.setPosition(cursor.position() + 3, QTextCursor.MoveMode.KeepAnchor)
    edit.setTextCursor(cursor)
    window.commands.actions["find"].trigger()
    assert (bar.words.text(), bar.count.text()) == ("day", "2 of 3")
    window.commands.actions["find_previous"].trigger()
    assert (bar.count.text(), _place(window)) == ("1 of 3", 9)


def test_typing_counts_anew(qtbot: QtBot, make_window: MakeWindow) -> None:
    """What is typed into the text while the bar is open is counted once it is read."""
    window = make_window(TEXT, segment_length=8, memory_length=8)
    bar = window.text_dock.find_bar
    window.commands.actions["find"].trigger()
    qtbot.keyClicks(bar.words, "day")
    assert bar.count.text() == "1 of 3"
    window.text_dock.edit.moveCursor(QTextCursor.MoveOperation.End)
    with qtbot.waitSignal(window.session.answered, timeout=30_000):
        qtbot.keyClicks(window.text_dock.edit, " Day!")
    qtbot.waitUntil(lambda: "4" in bar.count.text())


def test_places_of_a_long_text_are_brought_into_view(qtbot: QtBot, make_window: MakeWindow) -> None:
    """In a text of which an excerpt is shown, the excerpt moves to a place far away."""
    window = make_window(LONG + "A needle." + LONG)
    assert len(LONG) > EDITABLE
    bar = window.text_dock.find_bar
    window.commands.actions["find"].trigger()
    qtbot.keyClicks(bar.words, "NEEDLE")
    qtbot.waitUntil(lambda: bar.count.text() == "1 of 1")
    assert _selected(window) == "needle"
    assert window.text_dock.edit.viewport().rect().contains(window.text_dock.edit.cursorRect().center())
