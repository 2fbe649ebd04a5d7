"""The palette that widgets paint themselves with."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from pytestqt.qtbot import QtBot

from relviz.figure.colours.palette import DARK, LIGHT
from relviz.ui.widgets.colours import colours
from tests.ui.conftest import MakeWindow


@pytest.fixture(autouse=True)
def _light_again() -> Iterator[None]:
    yield
    colours().use(LIGHT)


def test_another_palette_is_told_of_once(qtbot: QtBot) -> None:
    """What is made of the colours is made anew with another palette, and not with the same."""
    told: list[object] = []
    listening = colours().changed.connect(lambda: told.append(colours().palette))

    for palette in (DARK, DARK, LIGHT):
        colours().use(palette)
    colours().disconnect(listening)

    assert told == [DARK, LIGHT]


def test_a_theme_is_the_palette_of_all_windows(make_window: MakeWindow) -> None:
    """Choosing a theme in one window changes it, once both have Qt's colours."""
    first, second = make_window(), make_window()
    sheets: list[bool] = []
    listening = colours().changed.connect(lambda: sheets.append(first.styleSheet() == second.styleSheet()))

    first.set_theme("dark")
    colours().disconnect(listening)

    assert colours().palette is DARK
    assert sheets == [True]
