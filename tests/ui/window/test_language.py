"""Another language while the window is open."""

from __future__ import annotations

import dataclasses
import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import QRectF, Qt
from PySide6.QtWidgets import (
    QAbstractButton,
    QComboBox,
    QDockWidget,
    QDoubleSpinBox,
    QLabel,
    QLineEdit,
    QListWidget,
    QSpinBox,
    QTabBar,
    QTextBrowser,
    QWidget,
)
from pytestqt.qtbot import QtBot

from relviz.app.words.translation import set_language
from relviz.ui.pages import PAGES
from relviz.ui.pages.schemes.page import SchemesPage
from relviz.ui.pages.terms import TermsPage
from relviz.ui.window.main_window import MainWindow
from tests.ui.conftest import MakeWindow

CHINESE_TEXT = "其实地上本没有路，走的人多了，也便成了路。希望是本无所谓有，无所谓无的。" * 6
NAMES = (
    "relviz softmax Transformer-XL Hugging Face ALiBi Shaw hub Enter Escape Shift Ctrl Alt Home End Page Tab PNG GIF "
    "SVG PDF NPZ CSV JSON clamp_len same_length mem_len mems same English CPU small lab alibi count learned none "
    "restart rotary shaw log Jensen-Shannon"
)
"""What has no other name in Chinese."""
KEYS = "Esc Down Up Left Right Space Backspace Delete Del Ins Return Menu PgUp PgDown Plus Minus"
"""Keys, which have no other name either."""


@pytest.fixture(autouse=True)
def _english_again(qapp: object) -> Iterator[None]:
    yield
    set_language("en")


def speak(qtbot: QtBot, window: MainWindow, language: str) -> None:
    """Choose a language in the menu, as a user does, and wait until the window speaks it."""
    before = window.tabs
    window.commands.actions[f"language_{language}"].trigger()
    qtbot.waitUntil(lambda: window.tabs is not before)
    qtbot.wait(50)


def words_of(window: MainWindow) -> set[str]:
    """Return what the labels of the window say."""
    return {label.text() for label in window.findChildren(QLabel) if label.isVisible() and label.text()}


def test_every_part_of_the_window_speaks_chinese_at_once(window: MainWindow, qtbot: QtBot) -> None:
    """Choosing Chinese in the menu changes menus, tabs, docks, page and status line, and the way back does, too."""
    window.commands.actions["page_memory"].trigger()
    english = words_of(window)

    speak(qtbot, window, "zh")

    menus = [menu.text() for menu in window.menuBar().actions()]
    assert menus == ["文件(&F)", "编辑(&E)", "视图(&V)", "阅读(&R)", "比较(&C)", "窗口(&W)", "帮助(&H)"]
    assert window.commands.actions["open_text"].text() == "打开文本(&O)…"
    assert window.tabs.tabText(0) == "分项"
    assert [dock.windowTitle() for dock in window.findChildren(QDockWidget)] == ["文本", "注意力头", "检查器"]
    assert "记忆" in window.status.where.text()
    assert window.commands.actions["language_zh"].isChecked()

    speak(qtbot, window, "en")

    qtbot.waitUntil(lambda: english <= words_of(window))  # what the next token may be is asked for again
    assert len(window.menuBar().actions()) == len(menus)


def test_the_place_stays(window: MainWindow, qtbot: QtBot) -> None:
    """The pinned cell, its numbers, page, zoom and docks are the same after a change of language; nothing is asked."""
    session = window.session
    with qtbot.waitSignal(session.answered):
        session.choose_head(1, 2)
    with qtbot.waitSignal(session.answered):
        session.go_to_segment(4)
    session.selection.pin((5, 17))
    window.resize(1100, 700)
    window.tabs.of(TermsPage).grid.zoom = QRectF(8, 2, 30, 12)
    window.text_dock.edit.setFocus()
    qtbot.keyClick(window.text_dock.edit, Qt.Key.Key_End)
    asked: list[object] = []
    session.asked.connect(asked.append)
    shown, cell, zoom = session.response, session.selection.pinned, window.tabs.of(TermsPage).grid.zoom
    cursor = window.text_dock.edit.textCursor().position()
    widths = [dock.width() for dock in window.findChildren(QDockWidget)]

    speak(qtbot, window, "zh")

    assert session.response is shown
    assert session.selection.pinned == cell == (5, 17)
    assert window.tabs.of(TermsPage).grid.zoom == zoom
    assert window.text_dock.edit.textCursor().position() == cursor
    assert [dock.width() for dock in window.findChildren(QDockWidget)] == widths
    assert (window.width(), window.height()) == (1100, 700)
    assert window.tabs.currentIndex() == 0
    assert not asked


def test_typing_can_be_undone_in_the_other_language(window: MainWindow, qtbot: QtBot) -> None:
    """What was typed is read, stays, and can be taken back after a change of language."""
    before = window.session.text
    edit = window.text_dock.edit
    edit.setFocus()
    qtbot.keyClicks(edit, "Hm. ")

    speak(qtbot, window, "zh")

    assert window.session.text == "Hm. " + before == window.text_dock.edit.toPlainText()
    qtbot.keyClick(window.text_dock.edit, Qt.Key.Key_Z, Qt.KeyboardModifier.ControlModifier)
    qtbot.waitUntil(lambda: window.session.text == before)


@pytest.mark.slow
def test_the_window_works_on_in_the_other_language(window: MainWindow, qtbot: QtBot) -> None:
    """After two changes of language a step shows the next segment once, in all views, and the window closes quietly."""
    speak(qtbot, window, "zh")
    speak(qtbot, window, "en")

    assert window.session.look is not None
    before = window.session.look.index
    answers: list[object] = []
    window.session.answered.connect(answers.append)

    with qtbot.waitSignal(window.session.answered):
        window.commands.actions["step"].trigger()

    assert window.session.look.index == before + 1
    assert f"segment {before + 1} of" in window.status.where.text()
    assert len(answers) == 1
    assert window.close()


@pytest.mark.slow
def test_nothing_stays_english(make_window: MakeWindow, lab: object, qtbot: QtBot) -> None:
    """On every page of a Chinese window on a Chinese text no word that is seen, pointed at or exported is English."""
    set_language("zh")
    window = make_window(CHINESE_TEXT)
    assert window.session.look is not None
    allowed = set(re.findall(r"[A-Za-z]+", NAMES))
    english = {}
    for page in PAGES:
        window.show_page(page)
        at_work = window.tabs.of(SchemesPage), window.predicting, window.profiling
        qtbot.waitUntil(lambda: not any(one.busy for one in at_work), timeout=60_000)  # noqa: B023 # waits here
        figure = window.current_page().figure()
        for text in (*seen_in(window), *texts_in(figure)):
            said = re.sub(r"<[^>]*>|&\w+;", " ", text)
            words = set(re.findall(r"[A-Za-z]{3,}", said)) - allowed
            if words:
                english[text] = page

    assert english == {}


@pytest.mark.slow
def test_nothing_that_opens_is_english(make_window: MakeWindow, qtbot: QtBot) -> None:
    """The export dialog, the bar for finding, the sheet of keys and the palette of a Chinese window are Chinese."""
    set_language("zh")
    window = make_window(CHINESE_TEXT)
    allowed = set(re.findall(r"[A-Za-z]+", f"{NAMES} {KEYS} Dai NumPy Jensen-Shannon dpi"))
    english = set()
    for name in ("export_figure", "find", "shortcut_sheet", "command_palette"):
        before = set(seen_in(window))
        window.commands.actions[name].trigger()
        qtbot.waitUntil(lambda: any(re.search("[一-鿿]", text) for text in set(seen_in(window)) - before))  # noqa: B023
        opened = set(seen_in(window)) - before
        english |= {text for text in opened if set(re.findall(r"[A-Za-z]{3,}", _bare(text))) - allowed}

    assert english == set()


def _bare(text: str) -> str:
    """Return a text without markup and without what file names end in."""
    return re.sub(r"<[^>]*>|&\w+;|\(\*[^)]*\)", " ", text)


def seen_in(window: MainWindow) -> Iterator[str]:
    """Yield what the widgets of a window show and say, but not the text that is read."""
    for widget in window.findChildren(QWidget):
        yield from (widget.toolTip(), widget.statusTip(), widget.whatsThis(), widget.windowTitle())
        yield from (widget.accessibleName(), widget.accessibleDescription())
        if isinstance(widget, (QLabel, QAbstractButton)):
            yield widget.text()
        elif isinstance(widget, QTextBrowser):
            yield from widget.toPlainText().splitlines()
        elif isinstance(widget, QListWidget):
            yield from (widget.item(row).text() for row in range(widget.count()))
        elif isinstance(widget, QLineEdit):
            yield widget.placeholderText()
        elif isinstance(widget, QComboBox):
            yield from (widget.itemText(index) for index in range(widget.count()))
            tips = (widget.itemData(index, Qt.ItemDataRole.ToolTipRole) for index in range(widget.count()))
            yield from (tip for tip in tips if isinstance(tip, str))
        elif isinstance(widget, (QSpinBox, QDoubleSpinBox)):
            yield from (widget.prefix(), widget.suffix(), widget.specialValueText())
        elif isinstance(widget, QTabBar):
            yield from (widget.tabText(index) for index in range(widget.count()))
    for action in window.commands.actions.values():
        yield from (action.text(), action.toolTip(), action.statusTip(), action.whatsThis())


def texts_in(figure: object) -> Iterator[str]:
    """Yield the words of a figure, but not the names that the program calls its parts by."""
    if isinstance(figure, str):
        yield figure
    elif isinstance(figure, tuple):
        for part in figure:
            yield from texts_in(part)
    elif dataclasses.is_dataclass(figure):
        for field in dataclasses.fields(figure):
            if field.name not in {"name", "ink", "inks", "style", "kind", "over", "metadata"}:
                yield from texts_in(getattr(figure, field.name))


def test_a_complaint_is_said_anew(window: MainWindow, qtbot: QtBot, tmp_path: Path) -> None:
    """What went wrong stays on the screen, in the other language."""
    window.files.open(str(tmp_path / "nothing.txt"))
    assert window.message.label.text().startswith("There is no file")

    speak(qtbot, window, "zh")

    assert window.message.isVisible()
    assert window.message.label.text() == f"找不到文件 {tmp_path / 'nothing.txt'}：请检查名称。"


@pytest.mark.slow
def test_all_windows_change(make_window: MakeWindow, qtbot: QtBot) -> None:
    """A language chosen in one window is that of the others, too."""
    first, second = make_window(), make_window()

    speak(qtbot, first, "zh")

    qtbot.waitUntil(lambda: second.tabs.tabText(1) == "记忆")
    assert second.commands.actions["language_zh"].isChecked()
