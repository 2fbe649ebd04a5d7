"""The sheet of shortcuts and gestures."""

from __future__ import annotations

from collections.abc import Iterator
from typing import cast

import pytest
from PySide6.QtCore import QEvent, QKeyCombination, Qt
from PySide6.QtGui import QKeyEvent, QKeySequence, QShortcut
from PySide6.QtWidgets import QApplication, QWidget
from pytestqt.qtbot import QtBot

from relviz.app.words.translation import set_language
from relviz.ui.commands.shortcut_sheet import CHIPS, GESTURES, HEADS, MAPS, TIMELINE, ShortcutSheet
from relviz.ui.formula.term_chip import TermChip
from relviz.ui.pages.terms import TermsPage
from relviz.ui.window.main_window import MainWindow

KEYS = [gesture for gesture in GESTURES if gesture.keys]


def _open(window: MainWindow) -> ShortcutSheet:
    window.commands.actions["shortcut_sheet"].trigger()
    (sheet,) = window.findChildren(ShortcutSheet)
    assert sheet.isVisible()
    return sheet


def test_every_shortcut_and_gesture_is_on_it(window: MainWindow) -> None:
    """The sheet names each command that has a shortcut, under its menu, and every gesture of the table."""
    sheet = _open(window)
    groups = dict(sheet.groups())
    shown = sheet.text.toPlainText()

    for action in window.commands.actions.values():
        for shortcut in action.shortcuts():
            keys = shortcut.toString(QKeySequence.SequenceFormat.NativeText)
            assert keys in shown
            assert any(
                action.text().replace("&", "") == does and keys in how for rows in groups.values() for how, does in rows
            )
    assert ("Ctrl+2", "Memory") in groups["View"]
    for gesture in GESTURES:
        assert (gesture.how, gesture.does) in groups[gesture.where]
        assert gesture.does in shown


def test_ctrl_question_mark_opens_it_and_closes_it_again(qtbot: QtBot, window: MainWindow) -> None:
    """The same keys bring it and take it away."""
    qtbot.keyClick(window, Qt.Key.Key_Question, Qt.KeyboardModifier.ControlModifier)
    (sheet,) = window.findChildren(ShortcutSheet)
    assert sheet.isVisible()
    qtbot.keyClick(sheet.text, Qt.Key.Key_Question, Qt.KeyboardModifier.ControlModifier)
    assert not sheet.isVisible()


def test_no_key_of_a_command_is_taken_by_a_shortcut_elsewhere(window: MainWindow) -> None:
    """Shortcuts of single parts do not clash with the window's commands."""
    taken = {shortcut for action in window.commands.actions.values() for shortcut in action.shortcuts()}

    for shortcut in window.findChildren(QShortcut):
        assert shortcut.context() == Qt.ShortcutContext.WidgetWithChildrenShortcut or shortcut.key() not in taken


@pytest.mark.qt_log_ignore("This plugin does not support grabbing the keyboard", extend=True)
def test_the_keys_of_a_gesture_do_something(window: MainWindow) -> None:
    """Every key that the sheet names is taken by the part that it is named for."""
    parts: dict[str, QWidget] = {
        MAPS: window.tabs.of(TermsPage).grid,
        HEADS: window.heads_map,
        TIMELINE: window.timeline,
        CHIPS: window.formula.findChildren(TermChip)[0],
    }
    for part in parts.values():
        assert not _taken(part, "F12")  # which nobody knows
    for gesture in KEYS:
        for name in gesture.keys:
            if name not in {"Menu", "Shift+F10"}:  # the platform makes a context menu event of these
                assert _taken(parts[gesture.where], name), f"{gesture.where}: {name}"
        for chip in window.findChildren(TermChip):
            chip.popup.hide()


def _taken(part: QWidget, name: str) -> bool:
    """Press a key and return whether somebody has made something of it."""
    combination = cast("QKeyCombination", QKeySequence(name)[0])  # type: ignore[index] # PySide6 has it
    text = "" if combination.key() > Qt.Key.Key_Escape else chr(combination.key())
    event = QKeyEvent(QEvent.Type.KeyPress, combination.key(), combination.keyboardModifiers(), text)
    QApplication.sendEvent(part, event)
    return event.isAccepted()


@pytest.fixture
def _english() -> Iterator[None]:
    """Afterwards, the program speaks English again."""
    yield
    set_language("en")


@pytest.mark.usefixtures("_english")
@pytest.mark.parametrize("language", ["en", "zh"])
def test_all_of_it_is_seen_at_1280_by_800(qtbot: QtBot, window: MainWindow, language: str) -> None:
    """Its columns are so even that none of them has to be scrolled."""
    commands = window.commands
    if language != "en":
        window.language.set(language)
        qtbot.waitUntil(lambda: window.commands is not commands)
    window.resize(1280, 800)
    sheet = _open(window)
    assert sheet.text.verticalScrollBar().maximum() == 0
    assert sheet.text.horizontalScrollBar().maximum() == 0


@pytest.mark.parametrize("size", [(1280, 800), (1100, 700)])
def test_it_lies_within_the_window_and_escape_closes_it(
    qtbot: QtBot, window: MainWindow, size: tuple[int, int]
) -> None:
    """It leaves a margin, needs no scrolling from side to side, and gives the focus back."""
    window.resize(*size)
    window.tabs.of(TermsPage).grid.setFocus()
    sheet = _open(window)
    assert window.rect().contains(sheet.geometry())
    assert sheet.text.horizontalScrollBar().maximum() == 0
    assert QApplication.focusWidget() is sheet.text

    qtbot.keyClick(sheet.text, Qt.Key.Key_Escape)
    assert not sheet.isVisible()
    assert window.tabs.of(TermsPage).grid.hasFocus()
