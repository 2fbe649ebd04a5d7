"""The Profiles page, in the real window."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import numpy as np
import pytest
from PySide6.QtCore import QPoint, QPointF, QRectF, Qt
from PySide6.QtWidgets import QLabel

import relviz
from relviz.app.projects.project import Project
from relviz.core.metrics.profiles import profiles_of
from relviz.figure.colours.palette import DARK, LIGHT
from relviz.figure.drawing.grid import layout
from relviz.figure.spec import Curves, Heatmap
from relviz.ui.pages.encoding import EncodingPage
from relviz.ui.pages.profiles import ProfilesPage
from tests.ui.screen import settle

if TYPE_CHECKING:
    from pathlib import Path

    from pytestqt.qtbot import QtBot

    from relviz.figure.spec import FigureSpec, Panel
    from relviz.ui.window.main_window import MainWindow
    from tests.ui.conftest import MakeWindow


def opened(qtbot: QtBot, window: MainWindow) -> ProfilesPage:
    """Bring the page to the front with its shortcut, and wait for the profiles."""
    qtbot.keyClick(window, Qt.Key.Key_4, Qt.KeyboardModifier.ControlModifier)
    page = window.tabs.of(ProfilesPage)
    assert page.isVisible()
    qtbot.waitUntil(lambda: page.view.isVisible() and window.profiling.current, timeout=30_000)
    return page


def shown(page: ProfilesPage) -> FigureSpec:
    """Return what the page shows."""
    assert page.view.spec is not None
    return page.view.spec


def place(page: ProfilesPage, name: str, column: float, row: float) -> QPoint:
    """Return where a place of a panel is on the screen, in cells from its upper left corner."""
    for line in layout(shown(page), QRectF(page.view.rect())).boxes:
        for box in line:
            if box.panel.name == name:
                across, down = size(box.panel)
                plot = box.plot
                point = QPointF(plot.left() + column * plot.width() / across, plot.top() + row * plot.height() / down)
                return point.toPoint()
    raise KeyError(name)


def size(panel: Panel) -> tuple[int, int]:
    """Return how many columns and rows a panel has; curves have one."""
    if isinstance(panel, Heatmap):
        return panel.values.shape[1], panel.values.shape[0]
    assert isinstance(panel, Curves)
    return len(panel.x), 1


def point_at(qtbot: QtBot, page: ProfilesPage, name: str, column: float, row: float) -> None:
    """Move the pointer to a place of a panel."""
    qtbot.mouseMove(page.view, QPoint(1, 1))  # it may be where another test left it
    qtbot.mouseMove(page.view, place(page, name, column, row))


@pytest.mark.slow
def test_it_shows_what_the_public_surface_computes(qtbot: QtBot, window: MainWindow) -> None:
    """The map of all heads, and the term beside it, are the profiles of the segment shown."""
    page = opened(qtbot, window)
    reading = relviz.read(relviz.load_model("en-small"), window.session.text, segment_length=32, memory_length=64)
    step = reading.step(2)
    expected = np.zeros((6, 6, 96))
    for layer in range(6):
        for head in range(6):
            terms = step.terms(layer, head)
            for distance in range(96):
                cells = terms.attention[terms.mask & (terms.distance == distance)]
                expected[layer, head, distance] = cells.mean()

    maps = shown(page).grid[0]
    assert [panel.name for panel in maps] == ["attention", "position"]
    assert isinstance(maps[0], Heatmap)
    np.testing.assert_allclose(maps[0].values, expected.reshape(36, 96), rtol=1e-3, atol=1e-6)
    assert window.tabs.tabText(window.tabs.currentIndex()) == "Profiles"


def test_a_click_on_a_row_chooses_that_head(qtbot: QtBot, window: MainWindow) -> None:
    """Row 20 of six heads a layer is layer 3, head 2: the whole window looks at it, and nothing is computed again."""
    page = opened(qtbot, window)
    found = window.profiling.found
    with qtbot.waitSignal(window.session.answered, timeout=30_000):
        qtbot.mouseClick(page.view, Qt.MouseButton.LeftButton, pos=place(page, "position", 30, 20.5))

    assert (window.session.layer, window.session.head) == (3, 2)
    panel = shown(page).panel("attention")
    assert isinstance(panel, Heatmap)
    assert panel.selected == (20, 0)
    assert shown(page).panel("alone").title == "layer 3, head 2"
    assert window.profiling.found is found


def test_numbers_are_read_off(qtbot: QtBot, window: MainWindow) -> None:
    """Pointed at, a cell of a map says layer, head, distance, attention, each term alone, and how many queries."""
    page = opened(qtbot, window)
    profiles = window.profiling.found
    assert profiles is not None
    point_at(qtbot, page, "attention", 80.5, 13.5)
    qtbot.waitUntil(lambda: "layer 2, head 1" in page.readout.text())

    text = page.readout.text()
    assert "distance 80:" in text
    assert f"attention {profiles.attention[2, 1, 80]:.2%}" in text
    assert f"b {profiles.alone[1, 2, 1, 80]:.2%}" in text
    assert "(16 of 32 queries)" in text  # those from 16 on: 64 + 16 = 80

    point_at(qtbot, page, "raw", 10.5, 0.5)
    qtbot.waitUntil(lambda: "distance 10:  mean score" in page.readout.text())
    assert f"a {profiles.raw[0, 0, 0, 10]:.3g}".replace("-", "\u2212").rstrip("0") in page.readout.text()


def test_a_click_on_a_curve_marks_the_distance_everywhere(qtbot: QtBot, window: MainWindow) -> None:
    """Both curves get a line at the distance, and the Encoding page is at it, too."""
    page = opened(qtbot, window)
    qtbot.mouseClick(page.view, Qt.MouseButton.LeftButton, pos=place(page, "alone", 40.5, 0.5))

    assert window.session.selection.distance == 40
    for name in ("alone", "raw"):
        panel = shown(page).panel(name)
        assert isinstance(panel, Curves)
        assert (panel.markers[0].label, panel.markers[0].at) == ("d = 40", 40)
    assert window.tabs.of(EncodingPage).box.value() == 40


def test_the_keyboard_walks_heads_and_distances(qtbot: QtBot, window: MainWindow) -> None:
    """Down goes to the next head, over the end of a layer to the next; Right and Left move the distance."""
    page = opened(qtbot, window)
    with qtbot.waitSignal(window.session.answered, timeout=30_000):
        window.session.choose_head(0, 5)
    page.view.setFocus()
    with qtbot.waitSignal(window.session.answered, timeout=30_000):
        qtbot.keyClick(page.view, Qt.Key.Key_Down)
    assert (window.session.layer, window.session.head) == (1, 0)
    qtbot.keyClick(page.view, Qt.Key.Key_Right)
    qtbot.keyClick(page.view, Qt.Key.Key_Right)
    qtbot.keyClick(page.view, Qt.Key.Key_Left)
    assert window.session.selection.distance == 2
    assert "distance 2:" in page.readout.text()


def test_choices_change_the_picture(qtbot: QtBot, window: MainWindow) -> None:
    """Another term, logarithmic distances and colours are chosen in boxes; pointing reads the column it is at."""
    page = opened(qtbot, window)
    controls = page.controls
    assert [controls.beside.itemText(n) for n in range(controls.beside.count())] == [
        "a  content, alone",
        "b  position, alone",
        "c  content bias, alone",
        "d  position bias, alone",
        "all terms, alone",
        "nothing",
    ]
    before = page.view.grab().toImage()
    qtbot.keyClick(controls.beside, Qt.Key.Key_Down)
    assert [panel.name for panel in shown(page).grid[0]] == ["attention", "content_bias"]
    qtbot.keyClick(controls.spacing, Qt.Key.Key_Down)
    panel = shown(page).panel("attention")
    assert isinstance(panel, Heatmap)
    assert panel.values.shape == (36, 23)
    qtbot.keyClick(controls.colours, Qt.Key.Key_End)
    panel = shown(page).panel("attention")
    assert isinstance(panel, Heatmap)
    assert panel.scale.log
    assert page.view.grab().toImage() != before
    point_at(qtbot, page, "attention", 22.5, 0.5)
    qtbot.waitUntil(lambda: "distances 91 to 95" in page.readout.text())
    qtbot.keyClick(controls.beside, Qt.Key.Key_Down)
    qtbot.keyClick(controls.beside, Qt.Key.Key_Down)
    assert len(shown(page).grid[0]) == 5


@pytest.mark.slow
def test_means_over_the_whole_text(qtbot: QtBot, make_window: MakeWindow) -> None:
    """Chosen in a box, the means are over all queries of all segments; stepping on and other heads compute nothing."""
    window = make_window("The sea was calm, and the sea was grey. " * 12, segment_length=16, memory_length=16)
    page, profiling = opened(qtbot, window), window.profiling
    qtbot.keyClick(page.controls.over, Qt.Key.Key_Down)
    qtbot.waitUntil(lambda: profiling.current and not profiling.busy, timeout=30_000)
    reading = relviz.read(relviz.load_model("en-small"), window.session.text, segment_length=16, memory_length=16)
    steps = [reading.step(index) for index in range(len(reading))]
    assert len(steps) > 4
    next_to_each = np.concatenate([np.diagonal(step.attention(0)[0], step.where.memory - 1) for step in steps])

    panel = shown(page).panel("alone")
    assert isinstance(panel, Curves)
    assert panel.series[0].values[1] == pytest.approx(float(next_to_each.mean()), rel=1e-3)
    assert f"{len(steps)} of {len(steps)} segments" in panel.note
    figure, found = page.figure(), profiling.found
    assert figure is not None
    assert f"queries of {len(steps)} segments" in figure.caption
    with qtbot.waitSignal(window.session.answered, timeout=30_000):
        window.session.step(1)
    with qtbot.waitSignal(window.session.answered, timeout=30_000):
        window.session.choose_head(4, 1)
    assert (profiling.found, profiling.busy) == (found, False)
    assert shown(page).panel("alone").title == "layer 4, head 1"
    qtbot.keyClick(page.controls.over, Qt.Key.Key_Up)
    qtbot.waitUntil(lambda: profiling.current and not profiling.busy, timeout=30_000)
    assert profiling.found is not None
    assert profiling.found.segments == 1


def test_nothing_is_computed_while_nobody_looks(qtbot: QtBot, window: MainWindow) -> None:
    """Stepping on another page asks for no profiles; back on the page, they come, of the segment shown then."""
    page = opened(qtbot, window)
    first = window.profiling.found
    window.show_page("terms")
    for _ in range(2):
        with qtbot.waitSignal(window.session.answered, timeout=30_000):
            window.session.step(1)
    assert not window.profiling.busy
    assert window.profiling.found is first
    opened(qtbot, window)

    assert window.profiling.found is not first
    look = window.session.look
    assert look is not None
    assert look.index == 4
    panel = shown(page).panel("alone")
    assert isinstance(panel, Curves)
    assert panel.series[0].values[0] == pytest.approx(float(np.diagonal(look.terms.attention, 64).mean()), rel=1e-4)


def test_the_page_follows_a_step(qtbot: QtBot, window: MainWindow) -> None:
    """While it is looked at, the next segment's profiles come by themselves, and those shown before stay till then."""
    page = opened(qtbot, window)
    before = shown(page)
    with qtbot.waitSignal(window.session.answered, timeout=30_000):
        window.session.step(1)
    assert page.view.isVisible()
    qtbot.waitUntil(lambda: window.profiling.current, timeout=30_000)
    assert shown(page) is not before
    window.profiling.want(False)


def test_work_taken_back_can_be_done_after_all(qtbot: QtBot, window: MainWindow) -> None:
    """Cancelled, the page says that there is nothing, and a button computes it."""
    opened(qtbot, window)
    page, profiling = window.tabs.of(ProfilesPage), window.profiling

    def cancel(busy: bool) -> None:
        if busy:  # the profiles of the next segment have just been asked for
            profiling.runner.cancel()

    profiling.runner.busy_changed.connect(cancel)
    with qtbot.waitSignal(profiling.runner.cancelled, timeout=30_000):
        window.session.step(1)
    profiling.runner.busy_changed.disconnect(cancel)
    qtbot.waitUntil(page.again.isVisible)
    assert not page.view.isVisible()
    assert "not computed" in page.message.text()
    qtbot.mouseClick(page.again, Qt.MouseButton.LeftButton)
    qtbot.waitUntil(lambda: profiling.current and page.view.isVisible(), timeout=30_000)
    assert not page.again.isVisible()


def test_the_top_fifth_of_memory_is_listed_and_marked(qtbot: QtBot, window: MainWindow) -> None:
    """Thirteen of 64 tokens, the strongest first; a box marks them in the text, a click selects a token's cell."""
    page = opened(qtbot, window)
    look, memory = window.session.look, page.memory
    assert look is not None
    means = look.terms.attention[:, :64].mean(0)
    strongest = np.argsort(-means)[:13]
    assert "13 of 64" in memory.title.text()
    assert memory.list.count() == 13
    window.resize(1280, 800)
    settle()
    for row in range(13):  # all of it is in view
        assert memory.list.viewport().rect().contains(memory.list.visualItemRect(memory.list.item(row)))
    for row, key in enumerate(strongest.tolist()):
        assert memory.list.item(row).text().split("   ")[0] == look.key_tokens[key]

    qtbot.mouseClick(memory.marked, Qt.MouseButton.LeftButton, pos=QPoint(8, memory.marked.height() // 2))
    assert window.text_dock.shading.choice.currentText() == "most attended memory"
    assert window.commands.actions["shade_attended"].isChecked()
    item = memory.list.visualItemRect(memory.list.item(1)).center()
    qtbot.mouseClick(memory.list.viewport(), Qt.MouseButton.LeftButton, pos=item)
    key = int(strongest[1])
    assert window.session.selection.pinned == (int(look.terms.attention[:, key].argmax()), key)


def test_the_list_follows_the_selected_query(qtbot: QtBot, window: MainWindow) -> None:
    """Chosen so, the list is that of the selected query's row, and a step along the queries changes it."""
    page = opened(qtbot, window)
    look, memory = window.session.look, page.memory
    assert look is not None
    qtbot.keyClick(memory.by, Qt.Key.Key_Down)
    for row in (30, 4):
        window.session.selection.pin((row, 64 + row))
        key = int(look.terms.attention[row, :64].argmax())
        first = memory.list.item(0)
        assert first.text().startswith(look.key_tokens[key])
        memory.list.setFocus()
        memory.list.setCurrentItem(first)
        qtbot.keyClick(memory.list, Qt.Key.Key_Return)
        assert window.session.selection.pinned == (row, key)


def test_the_first_segment_has_no_memory_to_list(qtbot: QtBot, window: MainWindow) -> None:
    """Where nothing came before, that is said, and no empty box is there; it comes with the memory."""
    page = opened(qtbot, window)
    with qtbot.waitSignal(window.session.answered, timeout=30_000):
        window.session.go_to_segment(0)
    assert not page.memory.list.isVisible()
    assert "no memory yet" in page.memory.title.text()
    with qtbot.waitSignal(window.session.answered, timeout=30_000):
        window.session.step(1)
    assert page.memory.list.isVisible()


@pytest.mark.parametrize(
    ("text", "memory_length", "told"),
    [
        ("The sea was calm, and the sea was grey. " * 12, 0, "make it longer"),
        ("The sea was calm.", 64, "make segments shorter"),
        ("The", 64, "Nothing comes before the only token"),
    ],
)
def test_nobody_is_told_to_step_where_that_brings_no_memory(
    qtbot: QtBot, make_window: MakeWindow, text: str, memory_length: int, told: str
) -> None:
    """A memory that can hold nothing, and a text of one segment, call for other lengths."""
    window = make_window(text, memory_length=memory_length)
    page = opened(qtbot, window)
    assert told in page.memory.title.text()
    assert "step on" not in page.memory.title.text()
    window.session.showing.set(shading="attended")
    assert any(told in label.text() for label in window.text_dock.findChildren(QLabel) if label.isVisible())


@pytest.mark.slow
def test_a_project_brings_the_choices_back(qtbot: QtBot, make_window: MakeWindow, tmp_path: Path) -> None:
    """Saved and opened in another window, the boxes of the page are as they were; a window of its own has the usual."""
    window = make_window("The sea was calm, and the sea was grey. " * 12)
    page = opened(qtbot, window)
    for box in (page.controls.beside, page.controls.spacing, page.controls.over, page.memory.by):
        qtbot.keyClick(box, Qt.Key.Key_Down)
    path = tmp_path / "calm.relviz"
    window.session.project("profiles").write(path)
    other = make_window("Another text.")
    assert not other.session.marking.view.by_query
    with qtbot.waitSignal(other.session.answered, timeout=30_000):
        other.session.take(Project.read(path))
    other.show_page("profiles")
    qtbot.waitUntil(lambda: other.profiling.current and not other.profiling.busy, timeout=30_000)

    controls = other.tabs.of(ProfilesPage).controls
    boxes = controls.beside, controls.spacing, controls.colours, controls.over, other.tabs.of(ProfilesPage).memory.by
    assert [box.currentText() for box in boxes] == [
        "c  content bias, alone",
        "logarithmic",
        "√ colours",
        "the whole text",
        "of the selected query",
    ]
    assert json.loads(path.read_text(encoding="utf-8"))["parts"]["profiles"]["spacing"] == "log"


def test_it_follows_the_theme(qtbot: QtBot, window: MainWindow) -> None:
    """The figure is drawn on the paper of the theme in use."""
    page = opened(qtbot, window)
    window.set_theme("light")
    assert page.view.grab().toImage().pixelColor(3, 3).name() == LIGHT.paper
    window.set_theme("dark")
    assert page.view.grab().toImage().pixelColor(3, 3).name() == DARK.paper


def test_a_scheme_without_the_four_terms_has_its_own(qtbot: QtBot, make_window: MakeWindow, lab: object) -> None:
    """Read with another scheme, the boxes offer the parts that it has."""
    window = make_window(scheme="none")
    page = opened(qtbot, window)
    assert page.controls.beside.itemText(0) == "a  content, alone"
    assert page.controls.beside.currentText() == "a  content, alone"
    assert [panel.name for panel in shown(page).grid[0]] == ["attention", "content"]


def test_profiles_of_the_window_are_of_every_head(qtbot: QtBot, window: MainWindow) -> None:
    """What the worker computes under an intervention on the segment is what the core computes under it."""
    opened(qtbot, window)
    with qtbot.waitSignal(window.session.answered, timeout=30_000):
        window.session.gains.set("position", 0.0)
    qtbot.waitUntil(lambda: window.profiling.current, timeout=30_000)
    reading = relviz.read(relviz.load_model("en-small"), window.session.text, segment_length=32, memory_length=64)
    reading.intervene(window.session.gains.interventions)
    expected = profiles_of(reading.step(2))

    assert window.profiling.found is not None
    np.testing.assert_allclose(window.profiling.found.attention, expected.attention, rtol=1e-3, atol=1e-6)
