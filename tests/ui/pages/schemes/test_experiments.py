"""The experiments of the Schemes page, each as a person does it."""

from __future__ import annotations

import math
import re
from itertools import pairwise
from pathlib import Path

import numpy as np
import pytest
from PySide6.QtCore import QAbstractAnimation, Qt
from PySide6.QtGui import QColor
from pytestqt.qtbot import QtBot

from relviz.app.engine import lab as lab_module
from relviz.app.engine.experiments import Choices
from relviz.app.engine.lab import Losses
from relviz.core.lab.checks import Check
from relviz.figure.colours.palette import LIGHT
from relviz.figure.lettering import fonts
from relviz.figure.spec import Curves, Heatmap
from relviz.ui.pages.schemes.board import Board
from relviz.ui.pages.schemes.collision import CollisionView
from relviz.ui.pages.schemes.losses import LossesView
from relviz.ui.pages.schemes.probe import ProbeView, TrainedBands, share_of, value_at
from relviz.ui.pages.schemes.rewriting import RewritingView
from relviz.ui.pages.schemes.worked_example import WorkedExampleView
from tests.ui import screen as shown
from tests.ui.pages.schemes.conftest import settle


def _plain(html: str) -> str:
    return " ".join(re.sub(r"<[^>]+>", " ", html).replace("&nbsp;", " ").split())


# Collision


def test_d_and_h_both_sit_at_position_4(qtbot: QtBot, board: Board) -> None:
    """Restarting positions collide, D and H are named, and their cell is framed; counted on, they do not."""
    board.show_view("collision")
    settle(qtbot, board)

    restart, count, *_ = board.of(CollisionView).findings.text().split("<br>")
    assert "D and H both sit at position 4" in _plain(restart)
    assert "counted from 1" in restart
    assert "No token of the memory" in count
    figure = board.figure()
    assert figure is not None
    panel = figure.panel("collision_restart")
    assert isinstance(panel, Heatmap)
    assert (3, 3) in panel.framed
    assert panel.columns.labels[3] == "D 4"
    assert panel.rows.labels[3] == "H 4"


def test_a_collision_is_named_under_the_pointer(qtbot: QtBot, board: Board) -> None:
    """Pointing at a framed cell says which two tokens are equal."""
    board.show_view("collision")
    board.of(CollisionView).view.hovered.emit("collision_restart", (3.5, 3.5))
    assert board.of(CollisionView).view.toolTip() == "D at 4 and H at 4: equal"
    board.of(CollisionView).view.hovered.emit("collision_count", (3.5, 3.5))
    assert board.of(CollisionView).view.toolTip() == "D at 4 and H at 8"


# Position probe


def test_at_512000_the_table_has_ended_and_the_sinusoid_has_not(qtbot: QtBot, board: Board) -> None:
    """With the slider at its end a learned table has no vector, and counting on has the one of the formula."""
    board.picker.choose(("count", "learned"))
    board.show_view("probe")
    board.of(ProbeView).slider.setValue(board.of(ProbeView).slider.maximum())
    settle(qtbot, board)

    assert board.of(ProbeView).box.value() == 512_000
    figure = board.figure()
    assert figure is not None
    count, learned = (row[0] for row in figure.grid)
    assert (count.title, learned.title) == ("Counting on: position 512,000", "Learned: no vector")
    assert isinstance(count, Curves)
    expected = [math.sin(512_000 / 10_000 ** (2 * pair / 22)) for pair in range(11)]
    np.testing.assert_allclose(count.series[0].values[:11], expected, atol=1e-6)
    assert "never seen in training" in board.of(ProbeView).sentences.text()
    assert "the table ends after 16 rows" in board.of(ProbeView).sentences.text()


def test_a_number_can_be_typed(qtbot: QtBot, board: Board) -> None:
    """A number typed into the field is asked for to the last digit, and the slider goes to it."""
    board.show_view("probe")
    settle(qtbot, board)
    board.of(ProbeView).box.selectAll()
    qtbot.keyClicks(board.of(ProbeView).box, "123457")
    qtbot.keyClick(board.of(ProbeView).box, Qt.Key.Key_Return)
    settle(qtbot, board)

    assert board.of(ProbeView).value == 123_457
    assert board.of(ProbeView).slider.value() == round(2000 * math.log(123_458) / math.log(512_001))
    figure = board.figure()
    assert figure is not None
    assert figure.grid[1][0].title == "Counting on: position 123,457"


def test_a_dragged_slider_ends_where_it_is_let_go(qtbot: QtBot, board: Board) -> None:
    """Of many numbers asked for in a row the last is what is shown."""
    board.show_view("probe")
    for place in range(0, 2000, 97):
        board.of(ProbeView).slider.setValue(place)
    last = value_at(board.of(ProbeView).slider.value() / 2000)
    settle(qtbot, board)

    figure = board.figure()
    assert figure is not None
    assert figure.grid[0][0].title == f"Restarting: position {last:,}"


def test_the_trained_range_is_shaded_under_the_slider(qtbot: QtBot, board: Board) -> None:
    """A bar is dark up to the last position trained, 15, and light beyond."""
    board.picker.choose(("count",))
    board.show_view("probe")
    board.of(ProbeView).box.setValue(300_000)
    settle(qtbot, board)
    qtbot.wait(50)
    bands = board.of(ProbeView).bands
    image = bands.grab().toImage()
    handle, width = board.of(ProbeView).slider.ends()
    left = board.of(ProbeView).slider.x() + handle - bands.x()

    def ground(position: int) -> str:
        return image.pixelColor(round(left + share_of(position) * width), 18 + 4).name()

    assert ground(3) == QColor(LIGHT.line).name()
    assert ground(100_000) == QColor(LIGHT.raised).name()
    assert "trained at positions 0–15" in bands.accessibleDescription()


def test_numbers_of_the_axis_keep_apart(qtbot: QtBot) -> None:
    """However short the axis, its ends are named and no number touches the next; a long one has all of them."""
    bands = TrainedBands()
    qtbot.addWidget(bands)
    for width in range(120, 900, 20):
        bands.align(100.0, float(width))
        ticks = bands.ticks()
        assert (ticks[0], ticks[-1][1]) == ((100.0, "0"), "512,000")
        assert ticks[-1][0] + fonts.text_width("512,000") == 100 + width
        for (left, number), (following, _) in pairwise(ticks):
            assert left + fonts.text_width(number) + 6 <= following
    assert [number for _, number in ticks] == ["0", "10", "100", "1,000", "10,000", "100,000", "512,000"]


@pytest.mark.parametrize("value", [0, 1, 9, 511, 512_000])
def test_the_logarithmic_axis_has_whole_numbers(value: int) -> None:
    """A number comes back from its place on the axis, from 0 to 512,000."""
    assert value_at(share_of(value)) == value
    assert (share_of(0), share_of(512_000)) == (0, 1)


# Loss curves


@pytest.mark.slow
def test_loss_curves_are_measured_when_looked_at(qtbot: QtBot, board: Board, monkeypatch: pytest.MonkeyPatch) -> None:
    """The curves of the chosen schemes come by themselves, with a legend and how they were measured."""
    monkeypatch.setattr(lab_module, "STREAMS", 1)
    monkeypatch.setattr(lab_module, "LENGTH", 512)
    board.picker.choose(("count", "xl"))
    board.show_view("losses")
    assert board.of(LossesView).cancel.isVisible()
    settle(qtbot, board)

    figure = board.figure()
    assert figure is not None
    for panel in figure.grid[0]:
        assert isinstance(panel, Curves)
        assert [one.label for one in panel.series] == ["Counting on", "Transformer-XL"]
        assert all(np.isfinite(one.values).all() for one in panel.series)
    assert [panel.bands[0].end for panel in figure.grid[0] if isinstance(panel, Curves)] == [15, 8]
    assert "Counting on" in _plain(board.of(LossesView).legend.text())
    assert "do not overlap" in board.of(LossesView).method.text()
    assert board.of(LossesView).run.isVisible()


def test_loss_curves_follow_the_unit(qtbot: QtBot, board: Board, monkeypatch: pytest.MonkeyPatch) -> None:
    """In bits the curves are those in nats over ln 2, and the axis says so; so are the numbers of the claims."""
    monkeypatch.setattr(lab_module, "STREAMS", 1)
    monkeypatch.setattr(lab_module, "LENGTH", 512)
    board.picker.choose(("xl",))
    board.show_view("losses")
    settle(qtbot, board)
    drawn = {}
    for unit in ("nats", "bits"):
        board.window().commands.actions[f"unit_{unit}"].trigger()  # type: ignore[attr-defined]
        figure = board.figure()
        assert figure is not None
        panel = figure.panel("position")
        assert isinstance(panel, Curves)
        assert panel.y_title == f"{unit} per character"
        drawn[unit] = panel.series[0].values
    np.testing.assert_allclose(drawn["bits"], drawn["nats"] / math.log(2), rtol=1e-5)

    check = Check(("xl",), "not worse", "Dai et al. 2019", True, "{0:.2f} at M = 512, in {unit}", (2.0,))
    for unit, said in (("bits", "2.00 at M = 512, in bits"), ("nats", "1.39 at M = 512, in nats")):
        board.of(LossesView).show_losses(Losses({}, {}, checks=(check,)), ("xl",), unit)  # type: ignore[arg-type]
        assert said in _plain(board.of(LossesView).method.text())


@pytest.mark.slow
def test_a_measurement_can_be_cancelled_and_begun_again(
    qtbot: QtBot, board: Board, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Cancel ends it soon and keeps the window; Measure begins again and ends with curves."""
    monkeypatch.setattr(lab_module, "STREAMS", 1)
    monkeypatch.setattr(lab_module, "LENGTH", 512)
    board.picker.choose(("shaw",))
    board.show_view("losses")
    qtbot.mouseClick(board.of(LossesView).cancel, Qt.MouseButton.LeftButton)
    settle(qtbot, board)
    assert board.of(LossesView).run.isVisible()

    qtbot.mouseClick(board.of(LossesView).run, Qt.MouseButton.LeftButton)
    settle(qtbot, board)
    assert board.of(LossesView).figure() is not None


def test_what_the_papers_report_is_held_against_what_was_measured(board: Board) -> None:
    """A claim that the models do not show is said to be so, with the number; claims on other schemes are left out."""
    board.show_view("losses")
    checks = (
        Check(("shaw",), "stops gaining", "Shaw et al. 2018", False, "2.310 at M = 512"),
        Check(("xl",), "not worse", "Dai et al. 2019", True, "2.300"),
        Check(("alibi",), "flat", "Press et al. 2022", True, "2.4"),
    )
    board.of(LossesView).show_losses(Losses({}, {}, checks=checks), ("shaw", "xl"))
    said = _plain(board.of(LossesView).method.text())

    assert "Shaw: stops gaining: not shown by these models (2.310 at M = 512)" in said
    assert "Transformer-XL: not worse: shown (2.300)" in said
    assert "ALiBi" not in said


# From absolute to relative


def test_the_formula_turns_with_the_choice(qtbot: QtBot, board: Board) -> None:
    """A click on Absolute turns each term into its absolute form, name and all, and back."""
    board.show_view("rewriting")
    settle(qtbot, board)
    view = board.of(RewritingView)
    assert [term.text for term in view.terms] == [
        "xᵢ W_q · W_kE xⱼ",
        "xᵢ W_q · W_kR Rᵢ₋ⱼ",
        "u · W_kE xⱼ",
        "v · W_kR Rᵢ₋ⱼ",
    ]

    qtbot.mouseClick(view.absolute, Qt.MouseButton.LeftButton)
    qtbot.waitUntil(lambda: view.terms[0].progress == 0, timeout=5000)
    assert [term.text for term in view.terms] == [
        "xᵢ W_q · W_k xⱼ",
        "xᵢ W_q · W_k Uⱼ",
        "Uᵢ W_q · W_k xⱼ",
        "Uᵢ W_q · W_k Uⱼ",
    ]
    assert "position-content" in view.names[2].text()


def test_the_choice_is_made_with_the_keyboard(qtbot: QtBot, board: Board) -> None:
    """Space on a button chooses, as a click does."""
    board.show_view("rewriting")
    settle(qtbot, board)
    board.of(RewritingView).absolute.setFocus()
    qtbot.keyClick(board.of(RewritingView).absolute, Qt.Key.Key_Space)
    qtbot.waitUntil(lambda: board.of(RewritingView).terms[3].progress == 0, timeout=5000)

    assert board.of(RewritingView).terms[3].accessibleDescription() == "Uᵢ W_q · W_k Uⱼ"


def test_the_formula_is_painted_differently(qtbot: QtBot, board: Board) -> None:
    """What is seen changes: half-way the picture is neither that of the absolute nor of the relative form."""
    board.show_view("rewriting")
    settle(qtbot, board)
    term = board.of(RewritingView).terms[2]
    pictures = []
    for progress in (0.0, 0.5, 1.0):
        term.set_progress(progress)
        pictures.append(term.grab().toImage())

    assert pictures[0] != pictures[1] != pictures[2] != pictures[0]


def test_no_animation_goes_on_behind_another_page(qtbot: QtBot, board: Board) -> None:
    """Left while it turns, the formula is at its end at once."""
    board.show_view("rewriting")
    settle(qtbot, board)
    view = board.of(RewritingView)
    view.choose(Choices(relative=False))
    assert any(one.state() == QAbstractAnimation.State.Running for one in view.findChildren(QAbstractAnimation))
    board.show_view("collision")

    assert all(one.state() == QAbstractAnimation.State.Stopped for one in view.findChildren(QAbstractAnimation))
    assert view.terms[0].progress == 0


def test_both_rows_of_terms_share_a_crosshair(qtbot: QtBot, board: Board, lab: Path) -> None:
    """The arrow keys move one cell in all eight maps, and Escape's command releases it."""
    board.show_view("rewriting")
    settle(qtbot, board)
    grid = board.of(RewritingView).grid
    grid.setFocus()
    qtbot.keyClick(grid, Qt.Key.Key_Up)

    figure = board.figure()
    assert figure is not None
    assert len(figure.grid[0]) == len(figure.grid[1]) == 4
    assert board.of(RewritingView).cell == (2, 7)
    qtbot.keyClick(grid, Qt.Key.Key_Left)
    assert board.of(RewritingView).cell == (2, 6)
    board.release()
    assert board.of(RewritingView).cell is None


# The worked example


def _row(board: Board, row: int) -> list[str]:
    table = board.of(WorkedExampleView).table
    cells = [table.item(row, column) for column in range(3)]
    return [cell.text().replace("−", "-") for cell in cells if cell is not None]


def test_the_articles_example_is_worked_out(board: Board) -> None:
    """R of two tokens back at d_model 8, as on paper: sin(-2), cos(-2), sin(-0.2), ..."""
    board.show_view("worked_example")

    assert board.of(WorkedExampleView).table.rowCount() == 8
    assert _row(board, 0) == ["0", "sin(-2 / 10000^(0/8))", "-0.909297"]
    assert _row(board, 1) == ["1", "cos(-2 / 10000^(0/8))", "-0.416147"]
    assert _row(board, 2) == ["2", "sin(-2 / 10000^(2/8))", "-0.198669"]


def test_titles_stand_over_what_they_name(board: Board) -> None:
    """In the table the title of each column is at the side at which its cells are."""
    board.show_view("worked_example")
    table = board.of(WorkedExampleView).table
    for column in range(3):
        title, cell = table.horizontalHeaderItem(column), table.item(0, column)
        assert title is not None
        assert cell is not None
        assert title.textAlignment() == cell.textAlignment()


def test_formulas_are_written_out_in_a_small_window(qtbot: QtBot, board: Board) -> None:
    """At 1024 x 768 each formula of the first table fits its column, and the window stays as it is."""
    board.window().resize(1024, 768)
    board.show_view("worked_example")
    shown.settle()
    table = board.of(WorkedExampleView).table
    formulas = [table.item(row, 1) for row in range(table.rowCount())]
    assert formulas[0] is not None
    assert formulas[0].text() == "sin(−2 / 10000^(0/8))"
    assert max(table.sizeHintForIndex(table.model().index(row, 1)).width() for row in range(8)) <= table.columnWidth(1)
    assert board.window().width() == 1024


def test_distance_size_layout_and_sign_are_the_users(qtbot: QtBot, board: Board) -> None:
    """Another distance, width, order and sign are worked out at once."""
    board.show_view("worked_example")
    view = board.of(WorkedExampleView)
    view.distance.setValue(3)
    view.width_box.setValue(4)
    view.layout_box.setCurrentIndex(view.layout_box.findData("halves"))
    view.sign.setCurrentIndex(view.sign.findData("back"))

    assert view.table.rowCount() == 4
    assert _row(board, 0) == ["0", "sin(3 / 10000^(0/4))", f"{math.sin(3):+.6f}"]
    assert _row(board, 1) == ["1", "sin(3 / 10000^(2/4))", f"{math.sin(0.03):+.6f}"]
    assert _row(board, 2) == ["2", "cos(3 / 10000^(0/4))", f"{math.cos(3):+.6f}"]
    assert "All sines, then all cosines" in view.sentence.text()


def test_every_control_has_a_name(qtbot: QtBot, board: Board) -> None:
    """What can be worked with is named for a screen reader."""
    from PySide6.QtWidgets import QComboBox, QSlider, QSpinBox, QTableWidget, QToolButton

    for view in ("collision", "probe", "losses", "rewriting", "worked_example"):
        board.show_view(view)
    for kind in (QComboBox, QSlider, QSpinBox, QTableWidget, QToolButton):
        for control in board.findChildren(kind):
            name = control.accessibleName() or (control.text() if isinstance(control, QToolButton) else "")
            assert name or control.objectName().startswith(("qt_", "Scroll")), control
    board.of(LossesView).cancel.click()


def test_a_file_has_each_dimension_with_its_working(board: Board) -> None:
    """The figure that is saved says formula and value of each dimension, as the table beside the vector does."""
    board.show_view("worked_example")
    figure = board.figure()
    assert figure is not None
    working = figure.panel("working")
    assert isinstance(working, Heatmap)
    lines = [line.replace("−", "-") for line in working.rows.labels]
    assert lines[:2] == ["0\tsin(-2 / 10000^(0/8))\t= -0.909297", "1\tcos(-2 / 10000^(0/8))\t= -0.416147"]
    assert len(lines) == 8
