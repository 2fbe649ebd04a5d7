"""Help on what is pointed at."""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest
from PySide6.QtCore import QPoint, Qt, QUrl
from PySide6.QtGui import QGuiApplication, QTextDocument
from PySide6.QtWidgets import QApplication, QLabel, QWidget
from pytestqt.qtbot import QtBot

from relviz.app.words.help import HOME, TOPICS, topics
from relviz.app.words.translation import set_language
from relviz.ui.commands.help import HelpPopover, topic_of
from relviz.ui.formula.term_chip import TermChip
from relviz.ui.pages.terms import TermsPage
from relviz.ui.window.main_window import MainWindow


def _popover(window: MainWindow) -> HelpPopover:
    (popover,) = window.findChildren(HelpPopover)
    return popover


def _f1(qtbot: QtBot, window: MainWindow, monkeypatch: pytest.MonkeyPatch, part: QWidget) -> HelpPopover:
    """Press F1 with the pointer on a part; the offscreen platform has no pointer, so it is told where it is."""
    place = part.mapToGlobal(QPoint(part.width() // 2, min(part.height() // 2, 10)))
    monkeypatch.setattr("relviz.ui.commands.help.QCursor.pos", lambda: place)
    qtbot.keyClick(window, Qt.Key.Key_F1)
    return _popover(window)


def test_f1_explains_what_is_under_the_pointer(
    qtbot: QtBot, window: MainWindow, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The page of the part that is pointed at opens beside that part, within the window, and covers it nowhere."""
    for part, heading, topic in (
        (window.timeline, "Timeline", "timeline"),
        (window.heads_map, "Heads", "heads"),
        (window.text_dock, "Text", "text"),
        (window.formula.findChildren(TermChip)[2], "The formula", "formula"),
        (window.tabs.of(TermsPage).grid, "Terms", "terms"),
        (window.tabs.of(TermsPage).controls.scales, "How the maps are shown", "scales"),
    ):
        popover = _f1(qtbot, window, monkeypatch, part)
        assert popover.isVisible()
        assert popover.topic == topic
        assert popover.text.toPlainText().startswith(heading)
        assert window.rect().contains(popover.geometry())
        if topic != "terms":  # the maps fill the window
            shown = part.rect().translated(part.mapTo(window, QPoint(0, 0)))
            assert not popover.geometry().intersects(shown)
        popover.dismiss()


def test_it_is_the_focus_that_counts_where_the_pointer_is_elsewhere(
    qtbot: QtBot, window: MainWindow, monkeypatch: pytest.MonkeyPatch
) -> None:
    """With the pointer outside the window, the part with the focus is explained; Escape brings the focus back."""
    monkeypatch.setattr("relviz.ui.commands.help.QCursor.pos", lambda: QPoint(-500, -500))
    window.heads_map.setFocus()
    qtbot.keyClick(window, Qt.Key.Key_F1)
    popover = _popover(window)
    assert popover.topic == "heads"

    qtbot.keyClick(popover.text, Qt.Key.Key_Escape)
    assert not popover.isVisible()
    assert window.heads_map.hasFocus()


@pytest.fixture
def english() -> Iterator[None]:
    """Whatever a test speaks, English is spoken after it."""
    yield
    set_language("en")


@pytest.mark.parametrize("language", ["en", "zh"])
@pytest.mark.usefixtures("english")
def test_no_line_of_help_ends_within_a_product(qtbot: QtBot, window: MainWindow, language: str) -> None:
    """In small and large windows, formulas end a line after a plus or a comma at most, and no line is too long."""
    set_language(language)
    window.commands.actions["help_names"].trigger()
    popover = _popover(window)
    for width in (window.minimumSizeHint().width(), 1280):
        window.resize(width, 760)
        for topic in topics():
            popover.help_on(topic)
            broken = list(_broken_formulas(popover.text.document()))
            assert broken == [], (topic, width)
            assert not popover.text.horizontalScrollBar().maximum(), (topic, width)
    popover.text.setFixedWidth(330)
    for topic in topics():
        popover.help_on(topic)
        assert list(_broken_formulas(popover.text.document())) == [], topic


def test_links_lead_on_and_back(qtbot: QtBot, window: MainWindow) -> None:
    """A link opens another page in the same place, Back returns, Contents leads to all of them."""
    window.commands.actions["help_names"].trigger()
    popover = _popover(window)
    assert "r_w_bias" in popover.text.toPlainText()
    qtbot.mouseClick(popover.contents, Qt.MouseButton.LeftButton)
    assert popover.topic == HOME
    popover.text.anchorClicked.emit(QUrl("help:memory"))
    assert popover.text.toPlainText().startswith("Memory")
    qtbot.mouseClick(popover.back, Qt.MouseButton.LeftButton)
    qtbot.mouseClick(popover.back, Qt.MouseButton.LeftButton)

    assert popover.topic == "names"
    assert not popover.back.isEnabled()


def test_one_can_work_on_while_it_is_open(qtbot: QtBot, window: MainWindow) -> None:
    """It is no dialog: keys and clicks go to the window as before."""
    window.commands.actions["help_names"].trigger()
    window.session.selection.pin((20, 40))
    window.tabs.of(TermsPage).grid.setFocus()
    qtbot.keyClick(window.tabs.of(TermsPage).grid, Qt.Key.Key_Left)

    assert window.session.selection.pinned == (20, 39)
    assert _popover(window).isVisible()


def test_every_part_of_the_window_has_a_page_of_its_own(qtbot: QtBot, window: MainWindow) -> None:
    """Whatever takes the focus or shows numbers leads to a page other than the general one."""
    for page in window.tabs.pages.values():
        assert topic_of(page)[0] != HOME, type(page).__name__
    for widget in window.findChildren(QWidget):
        takes_focus = widget.focusPolicy() & Qt.FocusPolicy.TabFocus and widget.focusProxy() is None
        chooses_pages = widget is window.tabs or window.tabs.tabBar() in (widget, widget.parentWidget())
        if takes_focus and not chooses_pages and widget.window() is window:
            assert topic_of(widget)[0] != HOME, (widget, widget.parentWidget())


def test_a_widget_may_name_its_page(qtbot: QtBot, window: MainWindow) -> None:
    """A helpTopic property goes before the names of classes."""
    label = QLabel("?", window.tabs.of(TermsPage))
    label.setProperty("helpTopic", "names")

    assert topic_of(label) == ("names", label)
    assert topic_of(window.tabs.of(TermsPage)) == ("terms", window.tabs.of(TermsPage))
    assert "MainWindow" in TOPICS


def test_what_is_this_explains_the_next_click_and_does_nothing_else(qtbot: QtBot, window: MainWindow) -> None:
    """Shift+F1 turns the pointer into a question mark; the click opens help, and no segment is gone to."""
    look = window.session.look
    window.commands.actions["help_click"].trigger()
    cursor = QGuiApplication.overrideCursor()
    assert cursor is not None
    assert cursor.shape() == Qt.CursorShape.WhatsThisCursor
    qtbot.mouseClick(window.timeline, Qt.MouseButton.LeftButton)

    assert QGuiApplication.overrideCursor() is None
    assert _popover(window).topic == "timeline"
    assert window.session.look is look
    assert window.session.awaited is None


def test_escape_ends_the_waiting_for_a_click(qtbot: QtBot, window: MainWindow) -> None:
    """After Escape a click does again what it always does."""
    window.tabs.of(TermsPage).grid.setFocus()
    window.session.selection.pin((20, 40))
    window.commands.actions["help_click"].trigger()
    qtbot.keyClick(window.tabs.of(TermsPage).grid, Qt.Key.Key_Escape)

    assert QGuiApplication.overrideCursor() is None
    assert window.session.selection.pinned == (20, 40)
    with qtbot.waitSignal(window.session.answered, timeout=30_000):
        qtbot.mouseClick(window.timeline, Qt.MouseButton.LeftButton)


def test_closing_the_window_ends_the_waiting(qtbot: QtBot, window: MainWindow) -> None:
    """No question mark is left behind."""
    window.commands.actions["help_click"].trigger()
    window.close()

    assert QGuiApplication.overrideCursor() is None
    assert QApplication.activePopupWidget() is None


def _broken_formulas(document: QTextDocument) -> Iterator[str]:
    """Yield what is round the end of a line that lies in a formula, but not after a plus or a comma."""
    document.size()  # lays it out
    block = document.begin()
    while block.isValid():
        text, layout = block.text().replace("\u00a0", " ").replace("\u2060", ""), block.layout()
        ends = [layout.lineAt(n).textStart() for n in range(1, layout.lineCount())]
        joiners = [n for n, sign in enumerate(block.text()) if sign == "\u2060"]
        for end in (end - sum(joiner < end for joiner in joiners) for end in ends):
            before, after = text[:end], text[end:]
            product = before.rstrip().endswith("·") or after.startswith("·")
            factor = re.search(r"\bW\w* ?$", before) and after.startswith("R")
            labelled = re.search(r"(^|[ =(+])\([a-e]\) ?$", before) and re.match(r"\w+ ?·", after)
            equation = before.rstrip().endswith("=") or after.startswith("=")
            bracket = re.search(r"R_\([^)]*$|10000\^\([^)]*$|\(q [^)]*$|rel_shift\([^)]*$", before)
            if product or factor or labelled or equation or bracket:
                yield f"{before[-20:]}⏎{after[:20]}"
        block = block.next()
