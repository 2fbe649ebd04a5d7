"""A window whose Schemes page is in front, on small models."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from pytestqt.qtbot import QtBot

from relviz.ui.pages.schemes.board import Board
from relviz.ui.pages.schemes.page import SchemesPage
from relviz.ui.window.main_window import MainWindow
from tests.ui.conftest import MakeWindow

TEXT = "It was a bright cold day in April, and the clocks were striking thirteen. " * 4
OpenBoard = Callable[..., Board]


def settle(qtbot: QtBot, board: Board) -> None:
    """Wait until nothing of the page is under way."""
    qtbot.waitUntil(lambda: not board.work.busy, timeout=30_000)


@pytest.fixture
def open_window(make_window: MakeWindow, model_folder: Path) -> Callable[[], MainWindow]:
    """Open the window on a short text and a small model."""

    def make() -> MainWindow:
        return make_window(TEXT, model=str(model_folder), segment_length=8, memory_length=16)

    return make


@pytest.fixture
def board(qtbot: QtBot, open_window: Callable[[], MainWindow], lab: Path) -> Board:
    """The Schemes page, opened and ready."""
    window = open_window()
    window.show_page("schemes")
    shown = window.tabs.of(SchemesPage).board
    settle(qtbot, shown)
    return shown
