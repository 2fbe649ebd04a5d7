"""What the views alone know comes back with a project."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import pytest
from pytestqt.qtbot import QtBot

from relviz.app.projects.project import Project
from relviz.ui.files.projects import PAUSE
from relviz.ui.pages.schemes.collision import CollisionView
from relviz.ui.pages.schemes.page import SchemesPage
from relviz.ui.pages.schemes.probe import ProbeView
from relviz.ui.pages.schemes.rewriting import RewritingView
from relviz.ui.pages.schemes.worked_example import WorkedExampleView
from relviz.ui.pages.terms import TermsPage
from relviz.ui.window.main_window import MainWindow
from tests.ui.conftest import MakeWindow

TEXT = "Mr. Sherlock Holmes took his bottle from the corner of the mantel-piece. " * 12


def show(qtbot: QtBot, window: MainWindow, project: Project) -> None:
    """Have a window show a project."""
    with qtbot.waitSignal(window.session.answered, timeout=30_000):
        window.projects.show(project)


@pytest.mark.slow
def test_the_schemes_page_comes_back(qtbot: QtBot, make_window: MakeWindow, lab: Path) -> None:
    """Experiment, schemes and text that were chosen are chosen in another window, unless a project says nothing."""
    window = make_window(TEXT)
    assert "schemes" not in window.projects.now().parts  # nobody has looked at it
    window.show_page("schemes")
    board = window.tabs.of(SchemesPage).board
    assert "schemes" not in window.projects.now().parts  # all is as at first
    for name in ("probe", "rewriting", "worked_example", "collision"):
        board.show_view(name)
    board.of(ProbeView).box.setValue(4321)
    board.of(RewritingView).absolute.click()
    board.of(WorkedExampleView).width_box.setValue(16)
    board.of(WorkedExampleView).sign.setCurrentIndex(1)
    board.picker.choose(("count", "xl"))
    board.reading.source.setCurrentIndex(1)
    project = Project.from_dict(json.loads(json.dumps(window.projects.now().to_dict())))
    other = make_window("Something else entirely.")

    show(qtbot, other, project)

    there = other.tabs.of(SchemesPage).board
    assert (there.view, there.picker.chosen, there.reading.source.currentIndex()) == ("collision", ("count", "xl"), 1)
    assert there.stack.currentWidget() is there.of(CollisionView)
    assert there.of(ProbeView).box.value() == 4321
    assert [term.text for term in there.of(RewritingView).terms][2] == "Uᵢ W_q · W_k xⱼ"
    example = there.of(WorkedExampleView).example
    assert (len(example.components), example.sign, example.distance) == (16, "back", 2)
    show(qtbot, other, Project(project.options, TEXT))
    assert (there.view, there.reading.source.currentIndex()) == ("side_by_side", 0)
    assert (there.of(ProbeView).box.value(), there.of(WorkedExampleView).width_box.value()) == (600, 8)
    pages = [one.tabs.of(SchemesPage) for one in (window, other)]
    qtbot.waitUntil(lambda: not any(page.busy for page in pages), timeout=30_000)


def _choose_rotary(window: MainWindow) -> None:
    window.tabs.of(SchemesPage).board.picker.chips["rotary"].click()


def _read_the_text(window: MainWindow) -> None:
    window.tabs.of(SchemesPage).board.reading.source.setCurrentIndex(1)


def _go_five_back(window: MainWindow) -> None:
    window.tabs.of(SchemesPage).board.show_view("worked_example")
    window.tabs.of(SchemesPage).board.of(WorkedExampleView).distance.setValue(5)


@pytest.mark.slow
@pytest.mark.parametrize("change", [_choose_rotary, _read_the_text, _go_five_back])
def test_what_is_chosen_on_the_schemes_page_marks_the_window(
    qtbot: QtBot, make_window: MakeWindow, lab: Path, tmp_path: Path, change: Callable[[MainWindow], None]
) -> None:
    """A project in which another scheme, text or distance is chosen is marked as modified; saved, it is not."""
    window = make_window(TEXT)
    window.show_page("schemes")
    board = window.tabs.of(SchemesPage).board
    qtbot.waitUntil(lambda: not board.work.busy, timeout=30_000)
    path = window.projects.now().write(tmp_path / "schemes.relviz")
    with qtbot.waitSignal(window.session.answered, timeout=30_000):
        window.projects.open(str(path))
    qtbot.wait(2 * PAUSE)
    assert not window.isWindowModified()

    change(window)
    qtbot.waitUntil(window.isWindowModified)
    window.projects.save()
    qtbot.waitUntil(lambda: not window.isWindowModified())
    qtbot.waitUntil(lambda: not board.work.busy, timeout=30_000)


def test_the_heads_map_comes_back(qtbot: QtBot, make_window: MakeWindow) -> None:
    """Measure, order and means of the heads map are as they were."""
    window = make_window(TEXT)
    window.measuring.set(metric="entropy", order="layer", means=True)
    project = window.projects.now()
    show(qtbot, window, Project(project.options, TEXT))
    assert window.measuring.view.metric == "memory"

    show(qtbot, window, project)

    assert (window.measuring.view.metric, window.measuring.view.order) == ("entropy", "layer")
    assert window.measuring.view.means


@pytest.mark.parametrize("part", ["zoom", "schemes", "heads", "marking", "comparison"])
def test_a_part_that_makes_no_sense_spoils_nothing(qtbot: QtBot, make_window: MakeWindow, part: str) -> None:
    """The rest of the project is shown, and the part is as at first."""
    window = make_window(TEXT)
    nonsense = {name: {"columns": "wide"} for name in ("zoom",)} | {"schemes": {"experiment": 3, "text": "all"}}
    data: dict[str, object] = {"metric": 3, "order": 7, "by_query": "no", "mode": 5, "a": 3, "project": []}
    project = Project(window.session.options, TEXT, layer=1, parts={part: nonsense.get(part, data)})

    show(qtbot, window, project)

    assert window.session.layer == 1
    assert window.tabs.of(TermsPage).grid.zoom is None
    assert not window.message.isVisible()
