"""The numbers of one cell."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest
from pytestqt.qtbot import QtBot

from relviz.checkpoints import load_model
from relviz.core.reading.look import look_at
from relviz.core.reading.reading import read
from relviz.ui.maps.readout import CellReadout
from relviz.ui.pages.terms.page import TermsPage
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
