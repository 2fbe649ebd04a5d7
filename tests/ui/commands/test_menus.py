"""The texts opened last."""

from __future__ import annotations

from pathlib import Path

import pytest
from pytestqt.qtbot import QtBot

from relviz.ui.window.main_window import MainWindow
from tests.ui.conftest import MakeWindow


def _entries(window: MainWindow) -> list[str]:
    window.recent.fill()
    return [action.text() for action in window.recent.actions() if not action.isSeparator()]


@pytest.mark.slow
def test_texts_are_opened_again(qtbot: QtBot, make_window: MakeWindow, tmp_path: Path) -> None:
    """What was opened is listed, the last one first, in this window and the next; choosing one opens it."""
    window = make_window()
    assert _entries(window) == ["No text was opened yet"]
    for name in ("one.txt", "two & three.txt"):
        (tmp_path / name).write_text(f"This is the text {name}. " * 20)
        with qtbot.waitSignal(window.session.answered, timeout=30_000):
            window.files.open(str(tmp_path / name))
    expected = ["&1  two && three.txt", "&2  one.txt", "&Clear this list"]
    assert _entries(window) == expected

    other = make_window()
    assert _entries(other) == expected
    with qtbot.waitSignal(other.session.answered, timeout=30_000):
        other.recent.actions()[1].trigger()
    assert other.session.text.startswith("This is the text one.txt.")
    assert "one.txt" in other.windowTitle()
    assert _entries(other)[0] == "&1  one.txt"


def test_what_is_gone_is_said_and_forgotten(qtbot: QtBot, window: MainWindow, tmp_path: Path) -> None:
    """A text that is no longer there is said to be gone, leaves the list, and the picture stays."""
    path = tmp_path / "gone.txt"
    path.write_text("Something to read. " * 20)
    with qtbot.waitSignal(window.session.answered, timeout=30_000):
        window.files.open(str(path))
    path.unlink()
    window.recent.fill()
    window.recent.actions()[0].trigger()
    assert "gone.txt" in window.message.label.text()
    assert _entries(window) == ["No text was opened yet"]
