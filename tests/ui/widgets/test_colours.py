"""The palette that widgets paint themselves with."""

from __future__ import annotations

from PySide6.QtCore import QObject

from relviz.figure.colours.palette import DARK, LIGHT
from relviz.ui.widgets.colours import colours
from relviz.ui.window.main_window import MainWindow
from tests.ui.conftest import MakeWindow


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
