"""The toolbar."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QPoint, QRect, Qt
from PySide6.QtWidgets import QToolButton
from pytestqt.qtbot import QtBot

from relviz.ui.window.main_window import MainWindow
from tests.ui.conftest import MakeWindow


@pytest.mark.slow
@pytest.mark.parametrize("segments", [46, 123_456])
def test_everything_is_in_reach_at_1024_pixels(qtbot: QtBot, make_window: MakeWindow, segments: int) -> None:
    """In a small window, with many segments, no box is behind the button that shows the rest, nor cut off."""
    window = make_window("word " * 200_000 if segments > 1000 else None, segment_length=1 if segments > 1000 else 32)
    window.resize(1024, 700)
    qtbot.waitUntil(lambda: window.width() == 1024)
    bar = window.toolbar
    qtbot.waitUntil(bar.head.isVisible)
    for box in (bar.model, bar.device, bar.segment_length, bar.memory_length, bar.segment, bar.layer, bar.head):
        assert box.isVisible()
        assert bar.rect().contains(QRect(box.mapTo(bar, QPoint(0, 0)), box.size()))
    needed = bar.segment.fontMetrics().horizontalAdvance(str(bar.segment.maximum()))
    assert bar.segment.lineEdit().width() > needed

    window.resize(1500, 700)
    qtbot.waitUntil(bar.segments.isVisible)


def test_half_typed_number_survives_an_answer(qtbot: QtBot, window: MainWindow) -> None:
    """An answer that arrives while a number is being typed does not wipe it out; Enter then takes it."""
    box = window.toolbar.memory_length
    box.setFocus()
    box.selectAll()
    qtbot.keyClicks(box, "1")
    with qtbot.waitSignal(window.session.answered, timeout=30_000):
        window.session.step(1)
    qtbot.keyClicks(box, "6")
    assert box.text() == "16"
    with qtbot.waitSignal(window.session.answered, timeout=30_000):
        qtbot.keyClick(box, Qt.Key.Key_Return)

    assert window.session.look is not None
    assert window.session.look.memory_length == 16


def test_boxes_show_what_is_shown_after_a_refusal(qtbot: QtBot, window: MainWindow, tmp_path: object) -> None:
    """A model that cannot be opened leaves the name of the one in use in its box."""
    bar = window.toolbar
    bar.model.addItem("broken", str(tmp_path))
    bar.model.setCurrentIndex(bar.model.count() - 1)
    with qtbot.waitSignal(window.looker.failed, timeout=30_000):
        bar.model.activated.emit(bar.model.currentIndex())

    assert bar.model.currentText() == "en-small"


def test_devices_have_the_names_people_know(qtbot: QtBot, window: MainWindow) -> None:
    """Auto and CPU are offered in the reader's words, and a choice is the device that goes by that name."""
    box = window.toolbar.device
    assert (box.itemText(0), box.itemText(box.count() - 1)) == ("Auto", "CPU")
    assert box.currentText() == "CPU"
    with qtbot.waitSignal(window.session.answered, timeout=30_000):
        box.activated.emit(0)
    assert window.session.options.device == "auto"


def test_tips_name_the_keys(window: MainWindow) -> None:
    """A button's tip says what it does and which key does the same; Play's is free of input methods' keys."""
    tips = {button.objectName(): button.toolTip() for button in window.toolbar.findChildren(QToolButton)}

    assert tips["step"] == "Go on to the next segment (Alt+Right)"
    assert tips["back"].endswith("(Alt+Left)")
    assert tips["play"].endswith("(F5)")


def test_boxes_keep_their_width(qtbot: QtBot, window: MainWindow) -> None:
    """Choosing another head moves nothing in the toolbar."""
    bar = window.toolbar
    before = [bar.head.geometry(), bar.layer.geometry()]
    with qtbot.waitSignal(window.session.answered, timeout=30_000):
        window.session.choose_head(3, "mean")

    assert [bar.head.geometry(), bar.layer.geometry()] == before
