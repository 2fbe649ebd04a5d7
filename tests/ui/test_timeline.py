"""The strip of segments."""

from __future__ import annotations

import pytest
from PySide6.QtCore import Qt
from pytestqt.qtbot import QtBot

from relviz.ui.main_window import MainWindow
from tests.ui.conftest import MakeWindow

TEXT = "It was a bright cold day in April, and the clocks were striking thirteen. "


def _numbers_apart(window: MainWindow) -> bool:
    rects = list(window.timeline.label_rects().values())
    inside = all(window.timeline.rect().toRectF().contains(rect) for rect in rects)
    return inside and not any(a.intersects(b) for n, a in enumerate(rects) for b in rects[:n])


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
        assert index in window.timeline.label_rects()
        assert _numbers_apart(window)
        window.timeline.grab()
    assert len(window.timeline.label_rects()) > 5


def test_keys_walk_the_segments(qtbot: QtBot, window: MainWindow) -> None:
    """A click takes the focus; arrow keys step, End and Home go to the ends."""
    look = window.session.look
    assert look is not None
    target = window.timeline.segment_rect(3).center().toPoint()
    with qtbot.waitSignal(window.session.answered):
        qtbot.mouseClick(window.timeline, Qt.MouseButton.LeftButton, pos=target)
    assert window.timeline.hasFocus()

    for key, expected in (
        (Qt.Key.Key_Right, 4),
        (Qt.Key.Key_Left, 3),
        (Qt.Key.Key_End, look.segments - 1),
        (Qt.Key.Key_Home, 0),
    ):
        with qtbot.waitSignal(window.session.answered):
            qtbot.keyClick(window.timeline, key)
        assert window.session.look is not None
        assert window.session.look.index == expected
