"""A real window on the real model, ready for use."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import QSettings
from pytestqt.qtbot import QtBot

from relviz.app.engine.models import Options
from relviz.app.settings import Settings
from relviz.figure.colours.palette import LIGHT
from relviz.ui.program.launch import make_application, sample_text
from relviz.ui.widgets.colours import colours
from relviz.ui.window.main_window import MainWindow

MakeWindow = Callable[..., MainWindow]
WINDOWS = {"make_window", "program"}
"""Fixtures that open windows."""
FIRST = 1
"""Tests with windows that a file has in the short form, with its first parameters: it says what a part is for."""


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Leave most tests that open windows to the long form; each takes half a second at least, and they are hundreds."""
    taken: set[object] = set()
    files: Counter[Path] = Counter()
    for item in items:
        if not isinstance(item, pytest.Function) or not WINDOWS & set(item.fixturenames):
            continue
        if item.function in taken or files[item.path] == FIRST:
            item.add_marker("slow")
        elif item.get_closest_marker("slow") is None:
            taken.add(item.function)
            files[item.path] += 1


@pytest.fixture(autouse=True)
def _light_again(qapp: object) -> Iterator[None]:
    yield
    colours().use(LIGHT)


@pytest.fixture
def make_window(qtbot: QtBot, tmp_path: Path) -> Iterator[MakeWindow]:
    """Open windows as ``relviz`` does, with settings of their own, and wait for the first picture."""
    windows = []

    def make(text: str | None = None, wait: bool = True, **options: object) -> MainWindow:
        make_application()
        settings = Settings(QSettings(str(tmp_path / "settings.ini"), QSettings.Format.IniFormat))
        chosen = Options(**({"device": "cpu"} | options))  # type: ignore[arg-type]
        window = MainWindow(chosen, sample_text() if text is None else text, settings)
        windows.append(window)
        window.show()
        qtbot.waitExposed(window)
        if wait:
            with qtbot.waitSignal(window.session.answered, timeout=60_000):
                window.start()
        return window

    yield make
    for window in windows:
        window.close()
        window.deleteLater()


@pytest.fixture
def window(make_window: MakeWindow) -> MainWindow:
    """The window with the sample text and en-small, T = 32, M = 64."""
    return make_window()
