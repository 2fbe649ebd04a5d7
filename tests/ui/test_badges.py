"""Badges that say that something is outside what the model has learnt."""

from __future__ import annotations

from pytestqt.qtbot import QtBot

from relviz.ui.main_window import MainWindow
from tests.fixtures.texts import CHINESE
from tests.ui.conftest import MakeWindow


def test_none_where_the_model_is_at_home(window: MainWindow) -> None:
    """The sample text in the lengths of training has no badge."""
    assert window.status.badges.text.isHidden()
    assert window.status.badges.lengths.isHidden()


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
    window.session.distance_changed.emit(1)
    assert badge.isHidden()
