"""What a screen reader and a keyboard find in the window."""

from __future__ import annotations

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QAccessible
from PySide6.QtWidgets import QAbstractSpinBox, QApplication, QComboBox, QLineEdit, QToolButton, QWidget
from pytestqt.qtbot import QtBot

from relviz.ui.pages import PAGES
from relviz.ui.pages.terms import TermsPage
from relviz.ui.window.layout import focus_chain
from relviz.ui.window.main_window import MainWindow


def _name(widget: QWidget) -> str:
    """Return what a screen reader calls a widget; a box's own text is its value, and its label's text its name."""
    interface = QAccessible.queryAccessibleInterface(widget)
    assert interface is not None, widget
    if isinstance(widget, QComboBox | QAbstractSpinBox):
        return widget.accessibleName()
    return interface.text(QAccessible.Text.Name)


@pytest.mark.parametrize("page", PAGES)
def test_everything_that_takes_the_focus_has_a_name(qtbot: QtBot, window: MainWindow, page: str) -> None:
    """On each page, no control is nameless to a screen reader."""
    window.show_page(page)
    qtbot.wait(200)
    nameless = []
    for widget in window.findChildren(QWidget):
        if widget.window() is not window or not widget.isVisible():
            continue  # such as the list of a box
        part_of_another = widget.focusProxy() is not None or isinstance(widget.parentWidget(), QAbstractSpinBox)
        if widget.focusPolicy() != Qt.FocusPolicy.NoFocus and not part_of_another and not _name(widget).strip():
            nameless.append((widget, widget.parentWidget()))

    assert nameless == []


def test_every_button_says_what_it_does(window: MainWindow) -> None:
    """No button of the window's own has neither words nor a name."""
    every = window.findChildren(QToolButton)
    own = [button for button in every if not isinstance(button.parentWidget(), QLineEdit)]  # which has Qt's to clear it
    buttons = [button for button in own if not button.objectName().startswith("qt_")]

    assert len(buttons) > 10
    silent = [button for button in buttons if not (button.text() or button.accessibleName() or button.isHidden())]
    assert silent == []


def test_tab_goes_through_the_window_as_it_is_read(qtbot: QtBot, window: MainWindow) -> None:
    """Toolbar, formula, text, pages, timeline, heads and inspector come one after the other; nothing is left out."""
    window.toolbar.model.setFocus()
    seen: list[QWidget] = [window.toolbar.model]
    while True:
        qtbot.keyClick(seen[-1], Qt.Key.Key_Tab)
        focus = QApplication.focusWidget()
        assert focus is not None
        if focus in seen:
            break
        seen.append(focus)
    assert focus is seen[0]

    parts = (
        window.toolbar,
        window.formula,
        window.text_dock,
        window.tabs.tabBar(),
        window.tabs.of(TermsPage),
        window.timeline,
        window.heads_map,
        window.inspector,
    )
    firsts = [next(n for n, widget in enumerate(seen) if part in (widget, *_ancestors(widget))) for part in parts]
    assert firsts == sorted(firsts)
    assert len(set(firsts)) == len(parts)
    missed = [widget for widget in focus_chain(window) if widget.isVisible() and widget.isEnabled()]
    assert [widget for widget in missed if widget not in seen] == []
    assert window.tabs.of(TermsPage).grid in seen


def test_the_focus_comes_back_from_tab_to_tab(qtbot: QtBot, window: MainWindow) -> None:
    """Shift+Tab goes the same way back."""
    window.timeline.setFocus()
    qtbot.keyClick(window.timeline, Qt.Key.Key_Tab)
    after = QApplication.focusWidget()
    assert after is not None
    assert after is not window.timeline
    qtbot.keyClick(after, Qt.Key.Key_Backtab, Qt.KeyboardModifier.ShiftModifier)

    assert QApplication.focusWidget() is window.timeline


def _ancestors(widget: QWidget) -> list[QWidget]:
    above = []
    parent = widget.parentWidget()
    while parent is not None:
        above.append(parent)
        parent = parent.parentWidget()
    return above
