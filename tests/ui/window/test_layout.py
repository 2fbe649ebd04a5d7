"""Where docks and toolbars are: remembered, and put back."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QColor
from PySide6.QtWidgets import QDockWidget, QTabBar, QToolButton
from pytestqt.qtbot import QtBot

from relviz.app.words.translation import set_language
from relviz.figure.colours.palette import PALETTES
from relviz.ui.pages import PAGES
from relviz.ui.pages.schemes.page import SchemesPage
from relviz.ui.window.main_window import MainWindow
from tests.ui.conftest import MakeWindow
from tests.ui.screen import settle

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


@pytest.mark.slow
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


@pytest.mark.slow
def test_heads_and_inspector_keep_the_width_that_their_numbers_need(qtbot: QtBot, make_window: MakeWindow) -> None:
    """A window of 1024 pixels stays so whatever page was looked at, and no page takes room from the docks."""
    window = make_window(TEXT)
    window.resize(1024, 768)
    for name in PAGES:
        window.show_page(name)
        work = window.profiling, window.predicting, window.measuring
        qtbot.waitUntil(lambda: not any(one.busy for one in work), timeout=60_000)  # noqa: B023 # waited for here
        qtbot.wait(1)
        assert window.width() == 1024, name
        assert min(window.heads_panel.width(), window.inspector.width()) >= 200, name


def test_tabs_that_do_not_fit_can_be_scrolled_to(qtbot: QtBot, make_window: MakeWindow) -> None:
    """Beside tabs that are wider than their page there is a button, and the arrow on it can be seen, in both themes."""
    window = make_window(TEXT)
    window.resize(1024, 768)
    window.show_page("schemes")
    (bar,) = window.tabs.of(SchemesPage).findChildren(QTabBar)
    buttons = [button for button in bar.findChildren(QToolButton) if button.isEnabled()]
    qtbot.waitUntil(lambda: any(button.isVisible() for button in buttons))
    (onward,) = (button for button in buttons if button.isVisible())
    for theme, palette in PALETTES.items():
        window.set_theme(theme)
        picture = onward.grab().toImage()
        middle = [picture.pixelColor(x, y) for x in range(4, picture.width() - 4) for y in range(picture.height())]
        ink, ground = QColor(palette.muted), QColor(palette.background)
        assert any(abs(colour.lightness() - ink.lightness()) < 30 for colour in middle), theme
        assert ground in middle, theme


@pytest.fixture
def _english() -> Iterator[None]:
    """Afterwards, the program speaks English again."""
    yield
    set_language("en")


@pytest.mark.slow
@pytest.mark.usefixtures("_english")
@pytest.mark.parametrize("size", [(1280, 800), (1024, 768)])
@pytest.mark.parametrize("language", ["en", "zh"])
def test_the_window_does_not_grow_for_a_comparison(
    qtbot: QtBot, make_window: MakeWindow, language: str, size: tuple[int, int]
) -> None:
    """Whatever is compared, with an intervention too, and on every page, the window keeps its size."""
    set_language(language)
    window = make_window()
    window.resize(*size)
    settle()
    window.commands.actions["pin_a"].trigger()
    settle()
    assert window.compare_strip.isVisible()
    assert (window.width(), window.height()) == size
    with qtbot.waitSignal(window.session.answered, timeout=30_000):
        window.session.choose_head(3, 1)
    with qtbot.waitSignal(window.session.answered, timeout=30_000):
        window.session.gains.toggle("position")
    for mode in ("compare_off", "compare_beside", "compare_difference"):
        for page in PAGES:
            window.show_page(page)
            window.commands.actions[mode].trigger()
            settle()
            assert (window.width(), window.height()) == size, (mode, page)
