"""How fast the segments are played."""

from __future__ import annotations

import pytest
from PySide6.QtCore import Qt
from pytestqt.qtbot import QtBot

from tests.ui.conftest import MakeWindow


@pytest.mark.slow
def test_pace_is_chosen_and_remembered(qtbot: QtBot, make_window: MakeWindow) -> None:
    """A pace from the box, or from the menu, is the one that Play keeps, in the next window as well."""
    window = make_window()
    box = window.pace_box.choice
    assert box.currentText() == "0.7 s"
    window.commands.actions["faster"].trigger()
    assert (box.currentText(), window.player.timer.interval()) == ("0.3 s", 300)
    box.setFocus()
    qtbot.keyClick(box, Qt.Key.Key_Up)
    assert (box.currentText(), window.player.timer.interval()) == ("fastest", 50)
    assert window.session.look is not None
    start = window.session.look.index
    window.commands.actions["play"].trigger()
    qtbot.waitUntil(lambda: window.session.look is not None and window.session.look.index >= start + 3, timeout=30_000)
    window.commands.actions["play"].trigger()
    window.close()
    assert make_window().pace_box.choice.currentText() == "fastest"
