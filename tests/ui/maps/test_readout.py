"""The numbers of one cell, under the maps and in plain words."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import numpy as np
import pytest
import shiboken6
from PySide6.QtCore import QPointF, Qt
from PySide6.QtGui import QAccessible, QAction, QGuiApplication
from PySide6.QtWidgets import QApplication, QLabel
from pytestqt.qtbot import QtBot

from relviz.checkpoints import load_model
from relviz.core.reading.look import look_at
from relviz.core.reading.reading import read
from relviz.ui.maps.readout import CellMenu, CellReadout, row_as_text
from relviz.ui.pages.terms import TermsPage
from relviz.ui.window.main_window import MainWindow
from tests.fixtures import layouts
from tests.ui.conftest import MakeWindow

TEXT = "It was a bright cold day in April, and the clocks were striking thirteen. " * 8


def _plain(rich: str) -> str:
    return re.sub(r"<[^>]+>", "", rich).replace("&nbsp;", " ").replace("−", "-")


def test_attention_is_never_cut_off(qtbot: QtBot, window: MainWindow) -> None:
    """In a narrow window the line is wrapped, so that the attention can be read; the maps do not jump for it."""
    window.resize(900, 700)
    readout = window.tabs.of(TermsPage).readout
    qtbot.waitUntil(lambda: readout.width() < 540)
    window.session.selection.hover((20, 40))
    label = readout.numbers
    qtbot.waitUntil(lambda: readout.height() > label.height() + readout.tokens.height() > label.height())
    assert label.heightForWidth(label.width()) <= label.height()
    assert label.height() > 1.5 * label.fontMetrics().height()

    before = readout.height()
    window.session.selection.hover((3, 90))  # masked: one short sentence
    qtbot.wait(50)
    assert readout.height() == before


def test_mean_over_heads_is_called_a_mean(qtbot: QtBot, window: MainWindow) -> None:
    """For the mean over heads, score and attention are means, and no arrow leads from one to the other."""
    with qtbot.waitSignal(window.session.answered, timeout=30_000):
        window.session.choose_head(0, "mean")
    window.session.selection.hover((20, 40))

    shown = _plain(window.tabs.of(TermsPage).readout.numbers.text())
    assert "mean attention" in shown
    assert "mean score" in shown
    assert "→" not in shown


def test_a_term_that_is_off_adds_zero_without_a_sign(qtbot: QtBot, window: MainWindow) -> None:
    """Below the maps and in the inspector, nothing is written as minus or plus zero."""
    with qtbot.waitSignal(window.session.answered, timeout=30_000):
        window.session.gains.set("content", 0.0)
    for column in (10, 30, 50, 70):  # their products with the query have both signs
        window.session.selection.hover((20, column))
        assert "a 0.0000 + b" in _plain(window.tabs.of(TermsPage).readout.numbers.text())
        assert "a 0.0000" in window.inspector.waterfall.accessibleDescription()


@pytest.mark.parametrize("cell", [(0, 0), (5, 3), (7, 23), (2, 18)])
def test_terms_are_those_of_the_cell(qtbot: QtBot, cell: tuple[int, int]) -> None:
    """Each letter is followed by the number that its map shows in that cell."""
    look = look_at(read(load_model("en-small"), TEXT, segment_length=8, memory_length=16).step(4), 1, 2)
    readout = CellReadout()
    qtbot.addWidget(readout)
    readout.show_cell(look, cell)

    shown = dict(re.findall(r"([abcd]) ([+-]\d+\.\d+)", _plain(readout.numbers.text())))
    assert len(shown) == 4
    for part in look.terms.parts:
        assert float(shown[part.kind.letter]) == pytest.approx(part.dense(look.terms.distance)[cell], abs=5e-5)


def test_the_word_behind_an_unknown_token_is_read_off(qtbot: QtBot, make_window: MakeWindow, tmp_path: Path) -> None:
    """With a vocabulary of words, an unknown token comes with the word of the text; a known one does not."""
    folder = layouts.hugging_face(tmp_path / "theirs", "default")
    words = ["<eos>", "<unk>", "the", "of", *(f"w{n}" for n in range(96))]
    (folder / "vocab.json").write_text(json.dumps({word: n for n, word in enumerate(words)}))
    window = make_window("the Martians of the pit " * 8, model=str(folder))
    look, readout = window.session.look, window.tabs.of(TermsPage).readout
    assert look is not None
    row, column = look.query_tokens.index("<unk>"), look.key_tokens.index("of")
    window.session.selection.pin((row, column))
    position = (look.start + row) % 5  # the five words repeat
    word = ("the", "Martians", "of", "the", "pit")[position]

    shown = re.sub(r"<[^>]+>", "", readout.tokens.text())
    assert f"query &lt;unk&gt; {word} " in shown
    assert "key of " in shown
    assert f"query “<unk> {word}” (token" in readout.tokens.accessibleName()


def _read(label: QLabel) -> str:
    """Return what a screen reader reads on a label, which has to be a static text to it."""
    interface = QAccessible.queryAccessibleInterface(label)
    assert interface is not None
    assert interface.role() == QAccessible.Role.StaticText
    return interface.text(QAccessible.Text.Name).replace("−", "-")


def test_a_screen_reader_reads_the_cell(qtbot: QtBot, window: MainWindow) -> None:
    """Both tokens and their places, the distance, where the key is, four terms, score and attention are said."""
    look = window.session.look
    assert look is not None
    grid, readout = window.tabs.of(TermsPage).grid, window.tabs.of(TermsPage).readout
    window.session.selection.pin((20, 41))
    qtbot.keyClick(grid, Qt.Key.Key_Left)

    query, key = (token.replace("·", "") for token in (look.query_tokens[20], look.key_tokens[40]))
    where = (
        f"query “{query}” (token {look.start + 20}), key “{key}” (token {look.start - 64 + 40}), distance 44, in memory"
    )
    assert _read(readout.tokens) == where
    said = _read(readout.numbers)
    numbers = dict(re.findall(r"\((\w)\) (-?\d+\.\d\d)", said))
    assert list(numbers) == ["a", "b", "c", "d"]
    terms = look.terms
    for letter, values in zip(
        "abcd", (terms.content, terms.position, terms.content_bias, terms.position_bias), strict=True
    ):
        assert values is not None
        assert float(numbers[letter]) == pytest.approx(values[20, 40], abs=5.1e-3)
    assert grid.accessibleDescription().replace("−", "-") == f"{where}: {said}"
    assert said.endswith(f"score {terms.score[20, 40]:.2f}, attention {terms.attention[20, 40]:.1%}")


def test_masked_and_missing_cells_are_said_to_be(qtbot: QtBot, window: MainWindow) -> None:
    """A cell that may not be seen has no numbers; without a cell, it is said how to get one."""
    readout = window.tabs.of(TermsPage).readout
    window.session.selection.pin((3, 90))
    assert "in the segment" in _read(readout.tokens)
    assert _read(readout.numbers) == "This query may not see that key: it comes later."

    window.session.selection.pin(None)
    assert "Arrow keys" in _read(readout.tokens)


def test_a_zero_vector_is_no_token(make_window: MakeWindow) -> None:
    """Where the memory began as zeros, a key there is called a zero vector."""
    window = make_window(initial_memory="zeros")
    with_zeros = window.session
    with_zeros.go_to_segment(0)
    from PySide6.QtTest import QTest

    while with_zeros.look is None or with_zeros.look.index != 0:
        QTest.qWait(10)
    with_zeros.selection.pin((3, 1))

    assert "a zero vector, no token" in _read(window.tabs.of(TermsPage).readout.tokens)


def test_the_read_out_can_be_selected_by_keyboard(window: MainWindow) -> None:
    """Its text can be reached and copied without a mouse."""
    for label in (window.tabs.of(TermsPage).readout.tokens, window.tabs.of(TermsPage).readout.numbers):
        assert label.textInteractionFlags() & Qt.TextInteractionFlag.TextSelectableByKeyboard
        assert label.focusPolicy() & Qt.FocusPolicy.TabFocus


def test_a_row_is_a_table(window: MainWindow) -> None:
    """Each visible key is a line: its numbers are those of the model, and the attention adds up to 1."""
    look = window.session.look
    assert look is not None
    lines = [line.split("\t") for line in row_as_text(look, 20).splitlines()]
    names = [
        "key",
        "position",
        "distance",
        "content",
        "position",
        "content_bias",
        "position_bias",
        "score",
        "attention",
    ]

    assert lines[0] == names
    assert len(lines) == 1 + 64 + 21
    numbers = np.array([[float(cell) for cell in line[3:]] for line in lines[1:]])
    np.testing.assert_allclose(numbers[:, :4].sum(1), numbers[:, 4], atol=1e-4)
    np.testing.assert_array_equal(numbers[:, 4].astype(np.float32), look.terms.score[20, : 64 + 21])
    assert numbers[:, 5].sum() == pytest.approx(1, abs=1e-5)
    assert [int(line[2]) for line in lines[1:]] == list(range(84, -1, -1))


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
