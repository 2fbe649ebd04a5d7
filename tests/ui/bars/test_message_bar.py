"""Errors, without standing in the way."""

from __future__ import annotations

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QGuiApplication
from pytestqt.qtbot import QtBot

import relviz
from relviz.errors import OutputError
from relviz.ui.bars.message_bar import MessageBar
from relviz.ui.window.main_window import MainWindow


def test_details_of_any_error_can_be_copied(qtbot: QtBot, window: MainWindow) -> None:
    """The bar has the sentence; its button copies that, the versions and where it happened. Work goes on."""
    with qtbot.waitSignal(window.looker.failed, timeout=10_000):
        window.text_dock.edit.clear()
    assert "no text" in window.message.label.text()
    qtbot.mouseClick(window.message.copy_button, Qt.MouseButton.LeftButton)
    copied = QGuiApplication.clipboard().text()

    assert copied.startswith(window.message.label.text())
    assert f"relviz {relviz.__version__}" in copied
    assert "TextError" in copied
    assert "Traceback" in copied
    assert window.isEnabled()
    assert QGuiApplication.modalWindow() is None


def test_a_complaint_without_details_has_no_button_for_them(window: MainWindow) -> None:
    """Where there is nothing to copy, nothing offers it."""
    window.message.say("There is no text on the clipboard.")

    assert window.message.isVisible()
    assert not window.message.copy_button.isVisible()
    assert window.message.accessibleName() == "There is no text on the clipboard."


@pytest.mark.parametrize("way", ["escape", "button"])
def test_it_goes_away_when_told(qtbot: QtBot, window: MainWindow, way: str) -> None:
    """Escape in the bar, or its button, closes it; the pinned cell stays."""
    window.session.selection.pin((20, 40))
    window.message.say("x", "details")
    if way == "escape":
        window.message.copy_button.setFocus()
        qtbot.keyClick(window.message.copy_button, Qt.Key.Key_Escape)
    else:
        qtbot.mouseClick(window.message.close_button, Qt.MouseButton.LeftButton)

    assert not window.message.isVisible()
    assert window.session.selection.pinned == (20, 40)


def test_the_sentence_can_be_selected(qtbot: QtBot) -> None:
    """A part of it, such as a path, can be copied by hand."""
    bar = MessageBar()
    qtbot.addWidget(bar)
    bar.resize(600, 40)
    bar.say("The folder /nowhere cannot be written.", str(OutputError("x")))
    bar.show()
    qtbot.mouseDClick(bar.label, Qt.MouseButton.LeftButton, pos=bar.label.rect().center() / 8)
    qtbot.mouseRelease(bar.label, Qt.MouseButton.LeftButton)

    assert bar.label.hasSelectedText()
