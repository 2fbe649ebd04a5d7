"""The line at the foot of the window, and its badges that say that something is outside what the model has learnt."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
import torch
from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QFont, QFontDatabase, QRawFont
from pytestqt.qtbot import QtBot

from relviz.checkpoints import save_model
from relviz.core.model.transformer import TransformerXL
from relviz.ui.pages.terms import TermsPage
from relviz.ui.window.main_window import MainWindow
from tests.fixtures import models
from tests.fixtures.texts import CHINESE
from tests.ui.conftest import MakeWindow


def _intervene(qtbot: QtBot, window: MainWindow) -> None:
    with qtbot.waitSignal(window.session.answered, timeout=30_000):
        window.session.gains.set("content", 0.5)
    with qtbot.waitSignal(window.session.answered, timeout=30_000):
        window.session.gains.toggle("position")


def test_what_the_model_was_trained_on_can_be_read_beside_an_intervention(qtbot: QtBot, window: MainWindow) -> None:
    """At 1280 pixels all parts are there whole; what the intervention begins with is told in the tip alone."""
    _intervene(qtbot, window)
    window.resize(1280, 800)
    qtbot.wait(1)
    where = window.status.where
    for words in ("intervention: (a) × 0.5, (b) off", "segment 2 of 0–", "tokens 64–95", "memory 64 of 64", "en-small"):
        assert words in where.shown
    assert where.shown.endswith("trained on: English prose")
    assert "intervention: on this segment, (a) × 0.5, (b) off" in where.toolTip()


@pytest.mark.slow
@pytest.mark.parametrize("text", [None, CHINESE * 5], ids=["English", "Chinese"])
@pytest.mark.parametrize("width", [1280, 1024])
def test_no_word_is_cut(qtbot: QtBot, make_window: MakeWindow, text: str | None, width: int) -> None:
    """Whatever is said fits as whole parts, and the tip has those that are left out."""
    window = make_window(text)
    window.resize(width, 768)
    where = window.status.where
    for change in (None, _intervene):
        if change:
            change(qtbot, window)
        qtbot.wait(1)
        told, shown = where.text().split("  ·  "), where.shown.split("  ·  ")
        short = {"(a) × 0.5, (b) off", "intervention: (a) × 0.5, (b) off", told[-2].replace(", by the text,", "")}
        assert {*shown} <= {*told, *short, "…"}
        assert len(shown) == len(told) or shown[-1] == "…"
        assert {*told[:-1]} <= {*where.toolTip().splitlines()}


def test_none_where_the_model_is_at_home(window: MainWindow) -> None:
    """The sample text in the lengths of training has no badge."""
    badges = window.status.badges
    for badge in (badges.random, badges.text, badges.scripts, badges.hidden_keys, badges.even, badges.lengths):
        assert badge.isHidden()


def test_it_is_said_what_the_model_was_trained_on(qtbot: QtBot, window: MainWindow, model_folder: Path) -> None:
    """The status line names model, device, memory fill and texts of training; its tip tells more, if there is more."""
    where = window.status.where
    for words in ("en-small", "on CPU", "memory 64 of 64", "trained on: English prose"):
        assert words in where.text()
    assert "Standard Ebooks" in where.toolTip()
    with qtbot.waitSignal(window.session.answered, timeout=30_000):
        window.session.set_options(model=str(model_folder))
    assert "trained on" not in where.text()
    assert "What it was trained on is not known" in where.toolTip()


def test_random_weights_have_one(qtbot: QtBot, window: MainWindow, tokenizer_json: str, tmp_path: Path) -> None:
    """A folder with weights as they were drawn is marked as long as it is read with.

    Nothing is said of training, though lengths and the card were copied from a model that had one.
    """
    torch.manual_seed(0)
    copied = models.config(vocab_size=600, trained_segment_length=1, trained_memory_length=1)
    card = "# en-small\n\n## Training data\n\nEnglish prose: novels.\n"
    save_model(tmp_path / "fresh", TransformerXL(copied), tokenizer_json, card)
    badge = window.status.badges.random
    with qtbot.waitSignal(window.session.answered, timeout=30_000):
        window.files.open(str(tmp_path / "fresh"))
    assert badge.isVisible()
    assert badge.text() == "random weights"
    assert window.status.badges.lengths.isHidden()
    assert window.session.look is not None
    assert window.session.look.encoding is not None
    assert window.session.look.encoding.trained is None  # so that no limit is drawn
    assert "fresh was never trained" in badge.toolTip()
    where = window.status.where
    assert "rained on" not in where.text() + where.toolTip()
    with qtbot.waitSignal(window.session.answered, timeout=30_000):
        window.session.set_options(model="en-small")
    assert badge.isHidden()


def test_attention_that_prefers_nothing_has_one(qtbot: QtBot, window: MainWindow) -> None:
    """With every term switched off all keys are alike, and the badge says how far and from where on it says so."""
    badge = window.status.badges.even
    for chip in window.formula.chips:
        with qtbot.waitSignal(window.session.answered, timeout=30_000):
            qtbot.mouseClick(chip, Qt.MouseButton.LeftButton, pos=QPoint(15, chip.height() // 2))
    assert badge.isVisible()
    assert badge.text() == "almost even"
    assert badge.toolTip().startswith("Of layer 0, head 0, no key gets more than 1 times the even share")
    assert "This badge comes where that is 2 times at most" in badge.toolTip()
    with qtbot.waitSignal(window.session.answered, timeout=30_000):
        window.commands.actions["restore_parts"].trigger()
    assert badge.isHidden()


def test_a_script_without_a_font_has_one(qtbot: QtBot, window: MainWindow) -> None:
    """Cuneiform is said to be drawn as boxes, unless a font here has it."""
    drawn = any(QRawFont.fromFont(QFont(name)).supportsCharacter(0x12000) for name in QFontDatabase.families())
    with qtbot.waitSignal(window.session.answered, timeout=30_000):
        window.session.set_text("The sign \U00012000 is read a. " * 20)
    badge = window.status.badges.scripts
    assert badge.isVisible() == (not drawn)
    if not drawn:
        assert badge.text() == "no font for Cuneiform"
        assert "U+12000" in badge.toolTip()
    with qtbot.waitSignal(window.session.answered, timeout=30_000):
        window.session.set_text("Plain letters again. " * 20)
    assert badge.isHidden()


def test_hidden_keys_have_one(qtbot: QtBot, window: MainWindow) -> None:
    """Keys taken away with H are counted on every page, since not all of them follow."""
    window.session.selection.pin((5, 20))
    window.session.selection.extend((6, 22))
    qtbot.keyClick(window.tabs.of(TermsPage).grid, Qt.Key.Key_H)
    badge = window.status.badges.hidden_keys
    window.show_page("profiles")
    assert badge.isVisible()
    assert badge.text() == "3 keys hidden"
    window.commands.actions["show_keys"].trigger()
    assert badge.isHidden()


def test_a_text_in_another_script_has_one(qtbot: QtBot, make_window: MakeWindow) -> None:
    """Chinese, read by en-small because the user wants it so, is marked, and the tip says how it is cut."""
    window = make_window(model="en-small")
    english = window.session.text
    with qtbot.waitSignal(window.session.answered, timeout=30_000):
        window.session.set_text(CHINESE * 5)
    badge = window.status.badges.text
    assert badge.isVisible()
    assert "en-small" in badge.toolTip()
    assert "parts of a character" in badge.toolTip()
    assert window.session.response is not None
    labels = list(window.session.response.tokens.labels)
    parts = sum(bool(re.search(r" \d/\d$", label)) for label in labels) / len(labels)
    assert badge.text() == f"{parts:.0%} incomplete characters"
    with qtbot.waitSignal(window.session.answered, timeout=30_000):
        window.session.set_text(english)
    assert badge.isHidden()


def test_lengths_beyond_training_have_one(qtbot: QtBot, make_window: MakeWindow) -> None:
    """A memory longer than any in training is marked, with both lengths; a shorter one is not."""
    window = make_window(memory_length=64)
    assert window.session.response is not None
    trained = window.session.response.trained[1]
    assert trained is not None
    badge = window.status.badges.lengths
    with qtbot.waitSignal(window.session.answered, timeout=30_000):
        window.session.set_options(memory_length=trained + 1)
    assert badge.isVisible()
    assert f"{trained + 1} tokens: trained with {trained}" in badge.toolTip()
    with qtbot.waitSignal(window.session.answered, timeout=30_000):
        window.session.set_options(memory_length=trained)
    assert badge.isHidden()


def test_a_distance_beyond_training_has_one(qtbot: QtBot, window: MainWindow) -> None:
    """The Encoding page's distance is marked from the first that no query had in training, as it is moved."""
    assert window.session.response is not None
    segment, memory = window.session.response.trained
    assert segment is not None
    assert memory is not None
    badge = window.status.badges.lengths
    badges = window.status.badges
    badges.show_distance(segment + memory - 1)
    assert badge.isHidden()
    badges.show_distance(segment + memory)
    assert badge.isVisible()
    assert f"trained with {segment + memory - 1} at most" in badge.toolTip()
    window.session.selection.distance_changed.emit(1)
    assert badge.isHidden()
