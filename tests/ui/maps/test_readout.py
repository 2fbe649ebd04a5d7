"""The numbers of one cell, under the maps and in plain words."""

from __future__ import annotations

import json
import re
from pathlib import Path

import numpy as np
import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QAccessible
from PySide6.QtWidgets import QLabel
from pytestqt.qtbot import QtBot

from relviz.checkpoints import load_model
from relviz.core.reading.look import look_at
from relviz.core.reading.reading import read
from relviz.ui.maps.readout import CellReadout, row_as_text
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
