"""A page that is added by its line of the table alone is found everywhere."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path

import pytest
from PySide6.QtGui import QImage
from PySide6.QtWidgets import QLabel, QVBoxLayout
from pytestqt.qtbot import QtBot

from relviz.app.projects.project import Project
from relviz.figure.spec import FigureSpec
from relviz.figure.views.memory import memory_figure
from relviz.ui.commands.palette import CommandPalette
from relviz.ui.commands.shortcut_sheet import ShortcutSheet
from relviz.ui.pages import PAGES, Page
from relviz.ui.pages.page_widget import PageWidget
from tests.ui.conftest import MakeWindow

PAGE = Page("toy", "Toy", "To&y", f"{__name__}:ToyPage", "Ctrl+7", help="names", kept="toy")
TEXT = "It was a bright cold day in April, and the clocks were striking thirteen. " * 4


class ToyPage(PageWidget):
    """A page with a word of its own, drawn as the memory is."""

    word = "first"

    def figure(self) -> FigureSpec | None:
        """Return something to draw."""
        return None if self._session.look is None else memory_figure(self._session.look)

    def to_dict(self) -> dict[str, object]:
        """Return the word."""
        return {"word": self.word}

    def take(self, data: Mapping[str, object]) -> None:
        """Take the word."""
        self.word = str(data.get("word", "first"))

    def showEvent(self, event: object) -> None:
        """Show it."""
        QVBoxLayout(self).addWidget(QLabel(self.word, self))


@pytest.fixture
def _toy(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(PAGES, PAGE.name, PAGE)


@pytest.mark.usefixtures("_toy")
def test_a_page_is_found_everywhere_in_the_window(make_window: MakeWindow, qtbot: QtBot, tmp_path: Path) -> None:
    """It has a tab, an entry with keys in the View menu, lines in palette and sheet, and can be exported."""
    window = make_window(TEXT)
    actions = window.commands.actions

    actions["page_toy"].trigger()

    assert window.tabs.tabText(6) == "Toy"
    assert window.current_page() is window.tabs.of(ToyPage)
    assert actions["page_toy"].shortcut().toString() == "Ctrl+7"
    assert actions["page_toy"] in window.commands.menus["&View"].actions()
    actions["command_palette"].trigger()
    (palette,) = window.findChildren(CommandPalette)
    assert ("Toy", "View", "Ctrl+7") in [(row.title, row.path, row.shortcut) for row in palette.rows()]
    actions["shortcut_sheet"].trigger()
    (sheet,) = window.findChildren(ShortcutSheet)
    assert ("Ctrl+7", "Toy") in dict(sheet.groups())["View"]
    export = window.exports.dialog.export()
    assert export is not None
    assert window.exports.dialog.file_name(export).startswith("toy_")
    with qtbot.waitSignal(window.work.exporting.saved, timeout=30_000):
        window.work.exporting.submit(export, "toy", tmp_path / "toy.png")
    assert not QImage(str(tmp_path / "toy.png")).isNull()


@pytest.mark.usefixtures("_toy")
def test_a_page_comes_back_with_a_project(make_window: MakeWindow, qtbot: QtBot, tmp_path: Path) -> None:
    """A project saved with the page in front opens with it, and with what it alone knows."""
    window = make_window(TEXT)
    assert window.projects.now().page == "terms"
    window.show_page("toy")
    window.tabs.of(ToyPage).word = "second"
    window.projects.now().write(tmp_path / "toy.relviz")
    assert Project.read(tmp_path / "toy.relviz").page == "toy"
    other = make_window("Something else entirely.")

    with qtbot.waitSignal(other.session.answered, timeout=30_000):
        other.projects.show(Project.read(tmp_path / "toy.relviz"))

    assert other.page == "toy"
    assert other.tabs.of(ToyPage).word == "second"


SNAPSHOT = f"""
import sys
from relviz.ui.pages import PAGES
from {__name__} import PAGE

PAGES["toy"] = PAGE
from relviz.cli import main

main(sys.argv[1:])
"""


@pytest.mark.slow
def test_a_page_is_a_choice_of_snapshot(tmp_path: Path) -> None:
    """``relviz snapshot --page toy`` takes its picture."""
    environment = os.environ | {"XDG_CONFIG_HOME": str(tmp_path), "XDG_DATA_HOME": str(tmp_path)}
    words = ["snapshot", "--page", "toy", "-o", str(tmp_path), "--size", "900x600"]
    done = subprocess.run(
        [sys.executable, "-c", SNAPSHOT, *words],
        env=environment,
        capture_output=True,
        text=True,
        check=False,
        timeout=120,
    )

    assert done.stdout.splitlines() == [str(tmp_path / "toy_light.png")], done.stderr
