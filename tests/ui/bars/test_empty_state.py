"""What is shown while there is nothing to show."""

from __future__ import annotations

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QColor, QGuiApplication
from PySide6.QtWidgets import QComboBox, QStyle, QStyleOptionComboBox
from pytestqt.qtbot import QtBot

from relviz.figure.colours.palette import DARK, LIGHT
from relviz.ui.pages import PAGES
from relviz.ui.pages.terms import TermsPage
from relviz.ui.window.main_window import MainWindow
from tests.ui.conftest import MakeWindow

TEXT = "It was a bright cold day in April, and the clocks were striking thirteen. " * 8


def _empty(qtbot: QtBot, make_window: MakeWindow, text: str = "", **options: object) -> MainWindow:
    """Open a window that has nothing to show."""
    window = make_window(text, wait=False, **options)
    with qtbot.waitSignal(window.looker.failed, timeout=30_000):
        window.start()
    return window


def test_without_a_text_every_page_says_what_to_do(qtbot: QtBot, make_window: MakeWindow) -> None:
    """Instead of blank pages there are a sentence and three ways to a text; one of them is taken."""
    window = _empty(qtbot, make_window)
    for page in PAGES:
        window.show_page(page)
        assert window.empty.isVisible()
        stack = window.current_page().parentWidget()
        assert stack is not None
        assert window.empty.geometry() == stack.geometry()
    assert "no text" in window.empty.heading.text()
    assert not window.empty.open_model.isVisible()
    window.show_page("terms")

    QGuiApplication.clipboard().setText(TEXT)
    with qtbot.waitSignal(window.session.answered, timeout=30_000):
        qtbot.mouseClick(window.empty.paste, Qt.MouseButton.LeftButton)
    assert window.session.text == TEXT
    assert not window.empty.isVisible()


def test_without_a_text_nothing_beside_the_pages_is_cut_off(qtbot: QtBot, make_window: MakeWindow) -> None:
    """The inspector shows all lines of what to do, and the box of models the words for a choice by the text."""
    window = _empty(qtbot, make_window)
    label = window.inspector.tokens
    assert label.visibleRegion().boundingRect() == label.rect()
    assert label.height() == label.heightForWidth(label.width())
    model = window.toolbar.model
    room = model.style().subControlRect(
        QStyle.ComplexControl.CC_ComboBox, _option(model), QStyle.SubControl.SC_ComboBoxEditField, model
    )
    assert model.currentText() == "by the text"
    assert room.width() >= model.fontMetrics().horizontalAdvance(model.currentText())


def _option(box: QComboBox) -> QStyleOptionComboBox:
    option = QStyleOptionComboBox()
    option.initFrom(box)
    option.editable = False
    return option


def test_the_sample_is_a_click_away(qtbot: QtBot, make_window: MakeWindow) -> None:
    """Whoever has no text at hand reads the sample."""
    window = _empty(qtbot, make_window)
    with qtbot.waitSignal(window.session.answered, timeout=30_000):
        qtbot.mouseClick(window.empty.sample, Qt.MouseButton.LeftButton)

    assert not window.empty.isVisible()
    assert window.session.text


def test_without_a_model_one_is_a_click_away(qtbot: QtBot, make_window: MakeWindow) -> None:
    """A model that is not there is said not to be; the one that fits the text takes its place at a click."""
    window = _empty(qtbot, make_window, TEXT, model="/nowhere/at/all")
    assert "no model" in window.empty.heading.text()
    assert "/nowhere/at/all" in window.message.label.text()
    assert not window.empty.sample.isVisible()
    with qtbot.waitSignal(window.session.answered, timeout=30_000):
        qtbot.mouseClick(window.empty.by_text, Qt.MouseButton.LeftButton)

    assert window.session.look is not None
    assert window.session.look.model == "en-small"
    assert not window.empty.isVisible()


@pytest.mark.slow
@pytest.mark.parametrize("text", ["A", "Hi"])
def test_a_text_of_one_or_two_tokens_is_shown(qtbot: QtBot, make_window: MakeWindow, text: str) -> None:
    """Every page can be looked at; the attention of the first token is all on itself."""
    window = make_window(text)
    assert window.session.look is not None
    assert window.session.look.terms.attention[0, 0] == pytest.approx(1)
    for page in PAGES:
        window.show_page(page)
        qtbot.wait(50)
        window.grab()
    assert not window.empty.isVisible()
    assert not window.message.isVisible()


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_nothing_is_black_before_the_first_picture(make_window: MakeWindow, theme: str) -> None:
    """Until the first numbers come, the maps are an empty sheet in the colour of the theme."""
    window = make_window(TEXT, wait=False)
    window.set_theme("light" if theme == "light" else "dark")
    grid = window.tabs.of(TermsPage).grid

    ground = (LIGHT if theme == "light" else DARK).paper
    assert grid.viewport().grab().toImage().pixelColor(grid.rect().center()) == QColor(ground)
