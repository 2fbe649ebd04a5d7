"""The model that fits the text, chosen until the user chooses."""

from __future__ import annotations

import pytest
from pytestqt.qtbot import QtBot

from relviz.app.engine.models import choose
from relviz.ui.bars.words import sentence
from tests.fixtures.bundle import Bundle
from tests.fixtures.texts import CHINESE
from tests.ui.conftest import MakeWindow

TEXT = CHINESE * 5


def test_sentence_names_both(two_models: Bundle) -> None:
    """It says what each model needs, the chosen one first, in the numbers that were compared."""
    choice = choose(TEXT)
    numbers = [f"{fit.tokens_per_character:.2f}" for _, fit in choice.fits]
    assert sentence(choice) == f"zh-tiny reads this text: {numbers[0]} tokens a character; en-small {numbers[1]}"


@pytest.mark.slow
def test_the_text_chooses_until_the_user_does(qtbot: QtBot, two_models: Bundle, make_window: MakeWindow) -> None:
    """A Chinese text changes the model and says so; the other is a click away, and then stays for every text."""
    window = make_window()
    bar, message, session = window.toolbar, window.message, window.session
    english = session.text
    assert bar.model.currentText() == "en-small"
    assert not message.isVisible()  # what everybody expects needs no words
    assert "en-small reads this text" in bar.model.toolTip()

    with qtbot.waitSignal(session.answered, timeout=30_000):
        session.set_text(TEXT)
    assert session.look is not None
    assert (session.look.model, bar.model.currentText()) == ("zh-tiny", "zh-tiny")
    assert message.offering
    assert message.label.text() == sentence(choose(TEXT))
    assert "by the text" in window.status.where.text()
    with qtbot.waitSignal(session.answered, timeout=30_000):
        session.step(1)
    assert message.offering  # it is still the text and the model that it speaks of

    with qtbot.waitSignal(session.answered, timeout=30_000):
        message.offer_button.click()
    assert bar.model.currentText() == "en-small"
    assert not message.isVisible()
    for text in (english, TEXT):
        with qtbot.waitSignal(session.answered, timeout=30_000):
            session.set_text(text)
        assert session.look.model == "en-small"
        assert "by the text" not in window.status.where.text()


def test_the_choice_can_be_left_to_the_text_again(qtbot: QtBot, two_models: Bundle, make_window: MakeWindow) -> None:
    """A model named on the command line stays; the first entry of the list gives the choice back to the text."""
    window = make_window(TEXT, model="en-small")
    bar, session = window.toolbar, window.session
    assert bar.model.currentText() == "en-small"
    assert not window.message.isVisible()
    bar.model.setCurrentIndex(0)
    with qtbot.waitSignal(session.answered, timeout=30_000):
        bar.model.activated.emit(0)
    assert session.look is not None
    assert session.look.model == bar.model.currentText() == "zh-tiny"
    assert window.message.offering
    bar.model.setCurrentIndex(0)
    bar.model.activated.emit(0)  # it is by the text already
    assert bar.model.currentText() == "zh-tiny"


def test_numbers_are_exported_from_the_chosen_model(qtbot: QtBot, two_models: Bundle, make_window: MakeWindow) -> None:
    """A file of the numbers on the screen is of the model on the screen."""
    import numpy as np

    window = make_window(TEXT)
    path = two_models.root / "out.npz"
    with qtbot.waitSignal(window.files.saved, timeout=30_000):
        window.files.export_data(str(path))
    with np.load(path) as data:
        assert "zh-tiny" in str(data["meta"])
