"""The text dock, with the keyboard, the mouse and the clipboard."""

from __future__ import annotations

from contextlib import AbstractContextManager

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QColor, QGuiApplication, QImage, QTextCursor
from PySide6.QtWidgets import QMenu
from pytestqt.qtbot import QtBot

from relviz.figure.colours.palette import LIGHT
from relviz.ui.program.launch import sample_text
from relviz.ui.text.dock import EDITABLE
from relviz.ui.widgets.colours import colours
from relviz.ui.window.main_window import MainWindow
from tests.ui.conftest import MakeWindow

TEXT = "Mr. Sherlock Holmes took his bottle from the corner of the mantel-piece. " * 12
LONG = "It was a bright cold day in April, and the clocks were striking thirteen. " * 1500
CONTROL = Qt.KeyboardModifier.ControlModifier


def _answer(qtbot: QtBot, window: MainWindow) -> AbstractContextManager[object]:
    """Wait, around an action, for the next picture."""
    waiting: AbstractContextManager[object] = qtbot.waitSignal(window.session.answered, timeout=60_000)
    return waiting


def _paste(qtbot: QtBot, window: MainWindow, text: str) -> None:
    """Copy a text elsewhere, click into the dock and paste it."""
    QGuiApplication.clipboard().setText(text)
    window.text_dock.edit.setFocus()
    qtbot.keyClick(window.text_dock.edit, Qt.Key.Key_V, CONTROL)


def _tints(window: MainWindow) -> list[str]:
    """Return the tinted stretches of the text."""
    return [selection.cursor.selectedText() for selection in window.text_dock.edit.extraSelections()]


def test_a_letter_typed_just_before_a_long_text_does_not_cut_it(qtbot: QtBot, window: MainWindow) -> None:
    """A letter typed right before a long text is opened is forgotten with the old text; the long one stays whole."""
    edit = window.text_dock.edit
    qtbot.keyClick(edit, Qt.Key.Key_X)
    assert len(LONG) > EDITABLE
    with _answer(qtbot, window):
        window.session.set_text(LONG)
    qtbot.wait(700)

    assert window.session.text == LONG
    assert edit.isReadOnly()


def test_first_paste_takes_the_place_of_the_sample(qtbot: QtBot, window: MainWindow) -> None:
    """Who pastes into the untouched sample reads what was pasted, from its start; undo brings the sample back."""
    with _answer(qtbot, window):
        _paste(qtbot, window, TEXT)
    assert window.session.text == TEXT
    assert window.text_dock.edit.toPlainText() == TEXT
    assert window.session.look is not None
    assert window.session.look.index == 2

    with _answer(qtbot, window):
        qtbot.keyClick(window.text_dock.edit, Qt.Key.Key_Z, CONTROL)
    assert window.session.text == sample_text()


def test_later_pastes_go_where_the_cursor_is(qtbot: QtBot, window: MainWindow) -> None:
    """In a text of the user's own, a paste is inserted like anywhere else."""
    with _answer(qtbot, window):
        _paste(qtbot, window, TEXT)
    window.text_dock.edit.moveCursor(QTextCursor.MoveOperation.Start)
    with _answer(qtbot, window):
        _paste(qtbot, window, "Once upon a time. ")

    assert window.session.text == "Once upon a time. " + TEXT


def test_a_paste_into_the_edited_sample_keeps_the_edits(qtbot: QtBot, window: MainWindow) -> None:
    """Once something was typed into the sample, it is the user's text: a paste goes to the cursor."""
    edit = window.text_dock.edit
    with _answer(qtbot, window):
        qtbot.keyClick(edit, Qt.Key.Key_X)
        _paste(qtbot, window, "yz")

    assert window.session.text == "xyz" + sample_text()


def test_a_long_paste_into_a_text_of_ones_own_is_inserted(qtbot: QtBot, make_window: MakeWindow) -> None:
    """A long text pasted over a selection takes the place of that selection, not of all that was written."""
    window = make_window("🙂 before " + TEXT)
    edit = window.text_dock.edit
    for _ in range(9):
        qtbot.keyClick(edit, Qt.Key.Key_Right)
    for _ in range(3):
        qtbot.keyClick(edit, Qt.Key.Key_Right, Qt.KeyboardModifier.ShiftModifier)
    with _answer(qtbot, window):
        _paste(qtbot, window, LONG)

    whole = "🙂 before " + TEXT
    assert window.session.text == whole[:9] + LONG + whole[12:]
    assert window.text_dock.note.isVisible()


def test_a_paste_over_a_long_text_replaces_it(qtbot: QtBot, window: MainWindow) -> None:
    """Ctrl+V works where a long text is shown, too: the excerpt cannot be edited, but the whole can be replaced."""
    with _answer(qtbot, window):
        _paste(qtbot, window, LONG)
    assert window.session.text == LONG
    assert window.text_dock.edit.isReadOnly()

    with _answer(qtbot, window):
        _paste(qtbot, window, TEXT)
    assert window.session.text == TEXT
    assert not window.text_dock.edit.isReadOnly()
    assert not window.text_dock.note.isVisible()


def test_tints_come_back_when_a_letter_is_taken_back(qtbot: QtBot, window: MainWindow) -> None:
    """After x and Backspace nothing is read anew, and memory and segment are tinted again."""
    before = _tints(window)
    qtbot.keyClick(window.text_dock.edit, Qt.Key.Key_X)
    assert _tints(window) == []
    qtbot.keyClick(window.text_dock.edit, Qt.Key.Key_Backspace)

    qtbot.waitUntil(lambda: _tints(window) == before, timeout=3000)


def test_stopped_dock_reads_nothing_more(qtbot: QtBot, window: MainWindow) -> None:
    """A letter typed just before the window closes asks for nothing afterwards."""
    qtbot.keyClick(window.text_dock.edit, Qt.Key.Key_X)
    window.text_dock.stop()

    with qtbot.assertNotEmitted(window.session.asked, wait=700):
        pass


@pytest.mark.slow
def test_the_segment_is_scrolled_into_view(qtbot: QtBot, make_window: MakeWindow) -> None:
    """Wherever one goes in a long text, the first and the last word of the segment can be seen."""
    window = make_window(sample_text() * 30)
    dock = window.text_dock
    for index in (40, 300, 20, 301):
        with _answer(qtbot, window):
            window.session.go_to_segment(index)
        assert window.session.look is not None
        start = window.session.look.start
        for token in (start, start + 31):
            assert dock.edit.viewport().rect().contains(dock.token_point(token)), index


def test_the_selected_word_stays_selected_while_one_writes_before_it(qtbot: QtBot, window: MainWindow) -> None:
    """What is written at the beginning moves the segments on; the query that was selected is so still, and in view."""
    window.session.selection.pin((21, 80))
    look = window.session.look
    assert look is not None
    word, before = look.query_tokens[21], look.query_tokens[18:21]
    with _answer(qtbot, window):
        qtbot.keyClicks(window.text_dock.edit, "Once upon a time there was a person who wrote this. " * 2)
    look, cell = window.session.look, window.session.selection.pinned
    assert look is not None
    assert cell is not None
    assert look.query_tokens[cell[0]] == word
    assert look.start + cell[0] > 64 + 21 + 10
    assert window.session.response is not None
    token = look.start + cell[0]
    assert list(window.session.response.tokens.labels[token - 3 : token]) == before


def test_what_is_not_read_is_hatched(qtbot: QtBot, window: MainWindow) -> None:
    """Text before the start of the reading is no memory that was forgotten: it has another ground, named below."""
    legend = window.text_dock.legend
    assert "not&nbsp;read" not in legend.text()
    with _answer(qtbot, window):
        window.session.start_at(40)
    assert "not&nbsp;read" in legend.text()
    first = window.text_dock.edit.extraSelections()[0]
    response = window.session.response
    assert response is not None
    end = int(response.tokens.spans[39, 1])
    assert first.cursor.selectedText() == window.session.text[:end].replace("\n", "\u2029")
    assert first.format.background().style() == Qt.BrushStyle.BDiagPattern
    assert colours().palette.forgotten_tint not in {
        selection.format.background().color().name() for selection in window.text_dock.edit.extraSelections()
    }


def test_a_token_offers_to_start_there(qtbot: QtBot, window: MainWindow) -> None:
    """The context menu over a word starts reading at its token, and takes it back."""
    edit, dock = window.text_dock.edit, window.text_dock
    menu = QMenu(window)
    edit.menu_asked.emit(menu, edit.character_at(dock.token_point(70)))
    entries = {action.text(): action for action in menu.actions() if not action.isSeparator()}
    response = window.session.response
    assert response is not None
    assert list(entries) == [
        f"Start &reading at “{response.tokens.labels[70]}”, with an empty memory",
        "Read from the &beginning",
    ]
    with _answer(qtbot, window):
        entries[next(iter(entries))].trigger()
    assert window.session.look is not None
    assert (window.session.look.start, window.session.look.terms.memory) == (70, 0)
    with _answer(qtbot, window):
        entries["Read from the &beginning"].setEnabled(True)
        entries["Read from the &beginning"].trigger()
    assert window.session.look.first == 0
    menu.deleteLater()


def test_no_line_is_cut_through_at_the_lower_edge(qtbot: QtBot, make_window: MakeWindow) -> None:
    """Whatever the height of the editor, its last pixels are plain paper, or the last of a line that is all there."""
    window = make_window(LONG[:3000])
    window.set_theme("light")
    edit = window.text_dock.edit

    def inks(picture: QImage, row: int) -> set[str]:
        return {picture.pixelColor(x, row).name() for x in range(picture.width())}

    pictures = []
    for height in range(700, 730):
        window.resize(1280, height)
        qtbot.waitUntil(lambda: window.height() == height)  # noqa: B023 # waited for here
        pictures.append(edit.viewport().grab().toImage())
    paper = {QColor(LIGHT.panel).name()}
    for picture in pictures[:-16]:  # the last one has a line more
        edge = picture.height()
        assert paper in (inks(picture, edge - 1), inks(pictures[-1], edge))
