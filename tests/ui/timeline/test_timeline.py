"""The strip of segments."""

from __future__ import annotations

from contextlib import AbstractContextManager
from itertools import pairwise
from typing import Literal

import numpy as np
import pytest
from PySide6.QtCore import QEvent, Qt
from PySide6.QtGui import QColor, QGuiApplication, QMouseEvent
from PySide6.QtWidgets import QMenu
from pytestqt.qtbot import QtBot

from relviz.app.engine.models import sample_text
from relviz.core.reading.look import Look
from relviz.figure.colours.palette import DARK, LIGHT, Palette
from relviz.ui.pages.terms import TermsPage
from relviz.ui.timeline.timeline import BARS, TOP
from relviz.ui.window.main_window import MainWindow
from tests.ui.conftest import MakeWindow

TEXT = "It was a bright cold day in April, and the clocks were striking thirteen. "


def _numbers_apart(window: MainWindow) -> bool:
    rects = list(window.timeline.strip.label_rects().values())
    inside = all(window.timeline.rect().toRectF().contains(rect) for rect in rects)
    return inside and not any(a.intersects(b) for n, a in enumerate(rects) for b in rects[:n])


@pytest.mark.slow
@pytest.mark.parametrize(("copies", "length"), [(20, 32), (30, 4), (120, 1)])
def test_numbers_never_overlap(qtbot: QtBot, make_window: MakeWindow, copies: int, length: int) -> None:
    """From a few segments to thousands, numbers stand apart, and the current one is among them wherever it is."""
    window = make_window(TEXT * copies, segment_length=length, memory_length=4)
    assert window.session.look is not None
    last = window.session.look.segments - 1
    for index in (0, 1, last // 9, min(last, 300)):
        if index != window.session.look.index:
            with qtbot.waitSignal(window.session.answered, timeout=60_000):
                window.session.go_to_segment(index)
        assert index in window.timeline.strip.label_rects()
        assert _numbers_apart(window)
        window.timeline.grab()
    assert len(window.timeline.strip.label_rects()) > 5


@pytest.mark.slow
def test_keys_walk_the_segments(qtbot: QtBot, window: MainWindow) -> None:
    """A click takes the focus; arrow keys step, End and Home go to the ends."""
    look = window.session.look
    assert look is not None
    target = window.timeline.strip.segment_rect(3).center().toPoint()
    with qtbot.waitSignal(window.session.answered, timeout=60_000):
        qtbot.mouseClick(window.timeline, Qt.MouseButton.LeftButton, pos=target)
    assert window.timeline.hasFocus()

    for key, expected in (
        (Qt.Key.Key_Right, 4),
        (Qt.Key.Key_Left, 3),
        (Qt.Key.Key_End, look.segments - 1),
        (Qt.Key.Key_Home, 0),
    ):
        with qtbot.waitSignal(window.session.answered, timeout=60_000):
            qtbot.keyClick(window.timeline, key)
        assert window.session.look is not None
        assert window.session.look.index == expected


def _answer(qtbot: QtBot, window: MainWindow) -> AbstractContextManager[object]:
    """Wait, around an action, for the next picture."""
    waiting: AbstractContextManager[object] = qtbot.waitSignal(window.session.answered, timeout=60_000)
    return waiting


def _look(window: MainWindow) -> Look:
    look = window.session.look
    assert look is not None
    return look


def _pixel(window: MainWindow, x: float, y: float) -> str:
    return window.timeline.grab().toImage().pixelColor(round(x), round(y)).name()


@pytest.mark.parametrize(("theme", "palette"), [("light", LIGHT), ("dark", DARK)])
def test_four_kinds_of_segments_have_four_grounds(
    qtbot: QtBot, window: MainWindow, theme: Literal["light", "dark"], palette: Palette
) -> None:
    """At segment 5 with a memory of two, 0 to 2 are forgotten, 3 and 4 in memory, 5 current, the rest to come."""
    window.set_theme(theme)
    with _answer(qtbot, window):
        window.session.go_to_segment(5)
    grounds = []
    for index in range(7):
        box = window.timeline.strip.segment_rect(index)
        grounds.append(_pixel(window, box.left() + 3, box.bottom() - 3))
    forgotten, memory = palette.forgotten_tint, palette.memory_tint
    assert grounds == [forgotten, forgotten, forgotten, memory, memory, palette.segment_tint, palette.panel]
    assert len(set(grounds)) == 4
    words = [window.timeline.describe(index).partition(": ")[2].partition(",")[0] for index in (2, 3, 5, 6)]
    assert words == ["forgotten", "in memory", "current", "to come"]


def test_bars_are_the_attention_of_the_selected_query(window: MainWindow) -> None:
    """Over each segment of the memory, and the current one, a bar is as high as its share; another query moves them."""
    timeline, look = window.timeline, _look(window)
    assert look.index == 2
    for row in (3, 30):
        window.session.selection.pin((row, 64 + row))
        attention = look.terms.attention[row]
        for index, keys in enumerate((slice(0, 32), slice(32, 64), slice(64, None))):
            share = float(attention[keys].sum())
            bar = timeline.strip.bar_rect(index)
            assert bar.height() == pytest.approx(BARS * share, abs=1e-4)
            assert f"{share:.1%}" in timeline.describe(index)
            ink = LIGHT.inks["segment" if index == 2 else "memory"]
            assert _pixel(window, bar.center().x(), TOP + BARS - 1) == ink or bar.height() < 2
            assert _pixel(window, bar.center().x(), TOP + 0.4) == LIGHT.grid
        assert look.query_tokens[row] in timeline.describe(0)
    window.session.selection.pin(None)
    assert _pixel(window, timeline.strip.segment_rect(0).center().x(), TOP + BARS - 1) == LIGHT.background


@pytest.mark.slow
def test_memory_and_bars_are_seen_in_a_strip_of_thousands(qtbot: QtBot, make_window: MakeWindow) -> None:
    """However narrow segments are, part of the memory shows, and a bar for each of its segments and the current one."""
    window = make_window(sample_text() * 10, segment_length=4, memory_length=16)
    window.set_theme("light")
    timeline = window.timeline
    for place in (6, 40):
        with qtbot.waitSignal(window.session.answered, timeout=30_000):
            window.session.go_to_segment(place)
        look = _look(window)
        assert look.segments > 2000
        window.session.selection.pin((1, 8))
        bars = [timeline.strip.bar_rect(index) for index in range(place - 4, place + 1)]
        assert all(bar.width() >= 4 for bar in bars)
        assert all(before.right() < after.left() for before, after in pairwise(bars))
        assert [timeline.strip.bar_at(bar.center().x()) for bar in bars] == [*range(place - 4, place + 1)]
        row = look.terms.attention[1]
        for bar, keys in zip(bars, np.split(row, 5), strict=True):
            assert bar.height() == pytest.approx(BARS * float(keys.sum()), abs=1e-4)
            assert _pixel(window, bar.center().x(), TOP + 0.4) == LIGHT.grid
        memory = timeline.strip.memory_rect()
        assert memory.width() >= 6
        assert _pixel(window, memory.center().x(), memory.center().y()) == LIGHT.memory_tint
        assert _pixel(window, timeline.strip.current_rect().left() + 3, memory.center().y()) == LIGHT.segment_tint


def test_dragging_goes_along(qtbot: QtBot, window: MainWindow) -> None:
    """A drag shows the segment under the pointer when it comes to rest; one on its way is outlined."""
    timeline = window.timeline
    points = [timeline.strip.segment_rect(index).center().toPoint() for index in (3, 6, 9)]
    qtbot.mousePress(timeline, Qt.MouseButton.LeftButton, pos=points[0])
    for point in points[1:]:
        move = QMouseEvent(
            QEvent.Type.MouseMove,
            point.toPointF(),
            timeline.mapToGlobal(point).toPointF(),
            Qt.MouseButton.NoButton,
            Qt.MouseButton.LeftButton,
            Qt.KeyboardModifier.NoModifier,
        )
        QGuiApplication.sendEvent(timeline, move)
    box = timeline.strip.segment_rect(9)
    edge = QColor(_pixel(window, box.left(), box.top() + 6))
    assert edge.red() - edge.blue() > 80, "outlined in the colour of the cursor"
    with _answer(qtbot, window):
        qtbot.mouseRelease(timeline, Qt.MouseButton.LeftButton, pos=points[-1])
    assert _look(window).index == 9


@pytest.mark.slow
def test_going_far_can_be_cancelled(qtbot: QtBot, make_window: MakeWindow) -> None:
    """A jump over a long memory shows progress and a way to cancel it, after which the place is the old one."""
    window = make_window(TEXT * 400)
    with _answer(qtbot, window):
        window.session.set_options(segment_length=4, memory_length=4000)  # a jump reads the memory of each layer
    before = _look(window).index
    window.timeline.setFocus()
    qtbot.keyClick(window.timeline, Qt.Key.Key_End)
    with qtbot.waitSignal(window.looker.cancelled, timeout=30_000):
        qtbot.waitUntil(lambda: window.status.progress.isVisible() and window.status.progress.value() > 0)
        qtbot.mouseClick(window.status.cancel_button, Qt.MouseButton.LeftButton)
    assert _look(window).index == before
    assert window.session.awaited is None
    with _answer(qtbot, window):
        qtbot.keyClick(window.timeline, Qt.Key.Key_Right)
    assert _look(window).index == before + 1


def test_other_lengths_keep_the_selected_token(qtbot: QtBot, window: MainWindow) -> None:
    """Through any change of the segment length the selected query stays selected, and back at the first it is there."""
    window.session.selection.pin((21, 80))
    for length in (20, 7, 100, 32):
        with _answer(qtbot, window):
            window.toolbar.segment_length.setValue(length)
        look, cell = _look(window), window.session.selection.pinned
        assert cell is not None
        assert look.start + cell[0] == 64 + 21
    assert _look(window).index == 2


def test_reading_starts_at_any_token(qtbot: QtBot, window: MainWindow) -> None:
    """From the menu: reading begins at the selected query with an empty memory, says so, and can be undone."""
    window.session.selection.pin((9, 70))
    token = _look(window).query_tokens[9]
    with _answer(qtbot, window):
        window.commands.actions["start_here"].trigger()
    look = _look(window)
    assert (look.start, look.index, look.terms.memory, look.query_tokens[0]) == (73, 0, 0, token)
    assert "read from token 73" in window.status.where.text()
    assert "memory 0 of 64" in window.status.where.text()
    figure = window.tabs.of(TermsPage).figure()
    assert figure is not None
    assert "read from token 73" in figure.caption
    unread = window.timeline.strip.unread_rect()
    assert unread.width() > 10
    assert unread.right() < window.timeline.strip.segment_rect(0).left()

    with _answer(qtbot, window):
        qtbot.keyClick(window.timeline, Qt.Key.Key_Right)
    assert (_look(window).start, _look(window).terms.memory) == (105, 32)
    with _answer(qtbot, window):
        window.commands.actions["from_beginning"].trigger()
    look = _look(window)
    assert (look.first, look.start, look.terms.memory) == (0, 96, 64)
    assert "read from" not in window.status.where.text()
    assert window.timeline.strip.unread_rect().width() == 0


def test_the_strip_offers_to_start_at_a_segment(qtbot: QtBot, window: MainWindow) -> None:
    """The strip's context menu starts reading at the segment under the pointer; an edit before it moves the start."""
    menu = QMenu(window)
    window.timeline.fill_menu(menu, window.timeline.strip.segment_rect(4).center().x())
    with _answer(qtbot, window):
        menu.actions()[0].trigger()
    menu.deleteLater()
    first = _look(window).query_tokens[:5]
    assert _look(window).first == 128
    with _answer(qtbot, window):
        qtbot.keyClicks(window.text_dock.edit, "Hello there, ")
    assert _look(window).first > 128
    assert _look(window).query_tokens[:5] == first
