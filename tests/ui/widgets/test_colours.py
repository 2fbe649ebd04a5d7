"""The palette that widgets paint themselves with."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QCoreApplication, QObject
from PySide6.QtGui import QImage
from pytestqt.qtbot import QtBot

from relviz.app.settings import ThemeChoice
from relviz.figure.colours.palette import DARK, LIGHT
from relviz.ui.pages import PAGES
from relviz.ui.program.snapshot import _settle as settle_window
from relviz.ui.widgets.colours import colours
from relviz.ui.window.main_window import MainWindow
from tests.ui.conftest import MakeWindow

TEXT = "It was a bright cold day in April, and the clocks were striking thirteen. " * 3


class Listener(QObject):
    """Notes which palette is in use when it changes, and whether windows have Qt's colours by then."""

    def __init__(self, *windows: MainWindow) -> None:
        super().__init__()
        self.windows = windows
        self.told: list[object] = []
        self.dressed: list[bool] = []
        colours().changed.connect(self.on_changed)

    def on_changed(self) -> None:
        """Note it."""
        self.told.append(colours().palette)
        self.dressed.append(all(DARK.background in one.styleSheet() for one in self.windows))


def test_another_palette_is_told_of_once() -> None:
    """What is made of the colours is made anew with another palette, and not with the same."""
    listener = Listener()

    for palette in (DARK, DARK, LIGHT):
        colours().use(palette)

    assert listener.told == [DARK, LIGHT]


def test_a_theme_is_the_palette_of_all_windows(make_window: MakeWindow) -> None:
    """Choosing a theme in one window changes it, once both have Qt's colours."""
    first, second = make_window(), make_window()
    listener = Listener(first, second)

    first.set_theme("dark")

    assert colours().palette is DARK
    assert listener.dressed == [True]


def _pictures(window: MainWindow, themes: tuple[ThemeChoice, ...]) -> dict[str, QImage]:
    """Return what each page is seen as in the last of some themes, gone through while the page is in front."""
    pictures = {}
    for name in PAGES:
        for theme in themes:
            window.set_theme(theme)
            window.show_page(name)
            QCoreApplication.processEvents()
            settle_window(window)
            assert window.inspector.next.isVisible()
        pictures[name] = window.grab().toImage()
    return pictures


@pytest.mark.slow
def test_an_open_window_is_as_one_opened_in_the_theme(make_window: MakeWindow, qtbot: QtBot) -> None:
    """Another theme recolours all of an open window to the pixel: maps, figures, words, text, docks and bars."""

    def opened() -> MainWindow:
        window = make_window(TEXT, segment_length=8, memory_length=8)
        window.session.selection.pin((4, 9))
        window.session.showing.set(shading="attention")
        window.session.showing.set(token_boundaries=True)
        with qtbot.waitSignal(window.session.answered, timeout=60_000):
            window.session.gains.set("content", 0.5)
        return window

    switched = _pictures(opened(), ("light", "dark"))
    fresh = _pictures(opened(), ("dark", "dark"))  # its settings say that it opens in the dark

    assert [name for name in PAGES if switched[name] != fresh[name]] == []
    assert all(picture.pixelColor(2, picture.height() - 2).lightness() < 60 for picture in fresh.values())
