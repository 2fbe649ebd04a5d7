"""An experiment that is added by its line and that of its widget is on the page, in its files and in projects."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from pytestqt.qtbot import QtBot

from relviz.app.engine.experiments import EXPERIMENTS, Experiment, Seen
from relviz.app.engine.lab import LabAnswer
from relviz.app.projects.project import Project
from relviz.figure.spec import FigureSpec
from relviz.figure.views.schemes.collision import collision_figure
from relviz.ui.pages.schemes import WIDGETS
from relviz.ui.pages.schemes.page import SchemesPage
from relviz.ui.pages.schemes.view import ExperimentView
from tests.ui.conftest import MakeWindow
from tests.ui.pages.schemes.conftest import TEXT, settle


def draw(answer: LabAnswer, _: Seen) -> FigureSpec:
    """Draw what was read as the collisions are drawn."""
    return collision_figure(answer.collisions, from_one=True)


TOY = Experiment("toy", "Toy", draw)


class ToyView(ExperimentView):
    """Shows nothing, and has it for a file."""

    def figure(self) -> FigureSpec | None:
        """Return something to draw, once a text has been read."""
        answer = self._work.answer
        return None if answer is None else TOY.draw(answer, Seen())


def test_an_experiment_is_found_everywhere(
    make_window: MakeWindow, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch, model_folder: Path, lab: Path
) -> None:
    """It has a tab, reads the text chosen, is drawn for a file, and is in front again when its project is opened."""
    monkeypatch.setitem(EXPERIMENTS, TOY.name, TOY)
    monkeypatch.setitem(WIDGETS, TOY.name, f"{__name__}:ToyView")
    window = make_window(TEXT, model=str(model_folder), segment_length=8, memory_length=16)
    window.show_page("schemes")
    page = window.tabs.of(SchemesPage)
    board = page.board
    assert board.tabs.tabText(board.tabs.count() - 1) == "Toy"

    board.show_view("toy")
    settle(qtbot, board)
    figure = page.figure()
    assert figure is not None
    assert [panel.name for row in figure.grid for panel in row] == ["collision_restart", "collision_count"]
    assert board.reading.source.isVisible()
    assert board.picker.isVisible()

    kept = Project.from_dict(json.loads(json.dumps(window.projects.now().to_dict())))
    board.show_view("losses")
    page.take(kept.parts["schemes"])
    assert board.view == "toy"
