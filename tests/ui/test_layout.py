"""Where docks and toolbars are: remembered, and put back."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QDockWidget
from pytestqt.qtbot import QtBot

from relviz.ui.main_window import MainWindow
from tests.ui.conftest import MakeWindow

TEXT = "Mr. Sherlock Holmes took his bottle from the corner of the mantel-piece. " * 12


def places_of(window: MainWindow) -> dict[str, tuple[int, int, int, int]]:
    """Return where the parts of a window are that a user can move, and how large."""
    parts = [window.toolbar, window.formula, window.tabs, *window.findChildren(QDockWidget)]
    return {
        part.objectName() or "pages": (part.x(), part.y(), part.width(), part.height())
        for part in parts
        if part.isVisible()
    } | {"window": (0, 0, window.width(), window.height())}


def rearrange(window: MainWindow) -> None:
    """Move, close, narrow and hide what a user can."""
    text, heads = window.findChild(QDockWidget, "text"), window.findChild(QDockWidget, "heads")
    assert text is not None
    assert heads is not None
    window.resize(1100, 820)
    window.addDockWidget(Qt.DockWidgetArea.RightDockWidgetArea, text)
    window.resizeDocks([text], [330], Qt.Orientation.Horizontal)
    heads.close()
    window.addToolBar(Qt.ToolBarArea.BottomToolBarArea, window.formula)
    window.toolbar.hide()


def test_reset_layout_is_as_at_the_first_start(qtbot: QtBot, make_window: MakeWindow) -> None:
    """View > Reset layout brings back what was closed and moved, and the sizes."""
    window = make_window(TEXT)
    window.resize(1280, 800)
    qtbot.waitUntil(lambda: window.width() == 1280)
    before = places_of(window)
    rearrange(window)
    qtbot.waitUntil(lambda: places_of(window) != before)
    assert "heads" not in places_of(window)

    window.commands.actions["reset_layout"].trigger()

    qtbot.waitUntil(lambda: places_of(window) == before)


def areas_of(window: MainWindow) -> dict[str, object]:
    """Return on which side docks and toolbars are, None for those that are closed, and how wide the text is."""
    docks = {dock.objectName(): dock for dock in window.findChildren(QDockWidget)}
    bars = {bar.objectName(): bar for bar in (window.toolbar, window.formula)}
    areas: dict[str, object] = {name: window.dockWidgetArea(dock) for name, dock in docks.items() if dock.isVisible()}
    areas |= {name: window.toolBarArea(bar) for name, bar in bars.items() if bar.isVisible()}
    return areas | {"width": docks["text"].width()}


def test_the_layout_is_there_after_a_restart_and_can_still_be_reset(qtbot: QtBot, make_window: MakeWindow) -> None:
    """A window closed in another layout comes back in it; resetting gives that of a first start even then."""
    first = make_window(TEXT)
    before = places_of(first)
    rearrange(first)
    right, bottom = Qt.DockWidgetArea.RightDockWidgetArea, Qt.ToolBarArea.BottomToolBarArea
    moved = {"text": right, "inspector": right, "formula": bottom, "width": 330}
    qtbot.waitUntil(lambda: areas_of(first) == moved)
    first.close()

    window = make_window(TEXT)

    qtbot.waitUntil(lambda: areas_of(window) == moved)
    window.commands.actions["reset_layout"].trigger()
    qtbot.waitUntil(lambda: places_of(window) == before)
