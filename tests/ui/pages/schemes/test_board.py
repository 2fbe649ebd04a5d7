"""The Schemes page as a person uses it."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from PySide6.QtCore import QPoint, QPointF, Qt
from PySide6.QtWidgets import QWidget
from pytestqt.qtbot import QtBot

import relviz
from relviz.app.engine.lab import Losses
from relviz.app.engine.models import Options
from relviz.core.lab.checks import Check
from relviz.core.schemes import lab_schemes
from relviz.figure.colours.palette import DARK
from relviz.figure.spec import Heatmap
from relviz.ui.maps.grid import HeatmapGrid
from relviz.ui.pages.schemes import WIDGETS
from relviz.ui.pages.schemes.board import Board
from relviz.ui.pages.schemes.losses import LossesView
from relviz.ui.pages.schemes.page import SchemesPage
from relviz.ui.pages.schemes.rewriting import RewritingView
from relviz.ui.pages.schemes.side_by_side import SideBySide
from relviz.ui.program import snapshot
from relviz.ui.window.main_window import MainWindow
from tests.ui import screen as shown
from tests.ui.pages.schemes.conftest import TEXT, settle


def _plain(board: Board) -> str:
    """What a person reads of the cell under the pointer."""
    import re

    text = re.sub(r"<[^>]+>", " ", board.of(SideBySide).readout.text())
    return " ".join(text.replace("&nbsp;", " ").replace("−", "-").split())


def _click(qtbot: QtBot, grid: HeatmapGrid, name: str, row: int, column: int) -> None:
    scene = grid.view_of(name).mapViewToScene(QPointF(column + 0.5, row + 0.5))
    qtbot.mouseClick(grid.viewport(), Qt.MouseButton.LeftButton, pos=grid.mapFromScene(scene))


def test_nothing_is_made_before_somebody_looks(open_window: Callable[[], MainWindow], lab: Path) -> None:
    """Until the page is shown it is empty and does no work."""
    page = open_window().tabs.of(SchemesPage)

    assert page.findChildren(QWidget) == []
    assert not page.busy
    assert page.figure() is None


def test_opens_on_the_articles_example(board: Board) -> None:
    """Four schemes stand side by side over A to H, and each says what it lacks."""
    assert board.picker.chosen == ("restart", "count", "shaw", "xl")
    titles = [label.text() for label in board.of(SideBySide).titles if label.isVisible()]
    assert len(titles) == 4
    assert "Transformer-XL" in titles[3]
    missing = [label.text() for label in board.of(SideBySide).missing if label.isVisible()]
    assert "lacks" in missing[2]
    assert "positions count from 1" in board.reading.remark.text()
    assert not board.reading.badge.isVisible()
    figure = board.figure()
    assert figure is not None
    panel = figure.grid[0][0]
    assert isinstance(panel, Heatmap)
    assert panel.columns.labels == tuple("ABCDEFGH")


def _left(widget: QWidget, board: Board) -> int:
    return widget.mapTo(board, QPoint(0, 0)).x()


def _maps(grid: HeatmapGrid, board: Board, *names: str) -> list[float]:
    """Where the maps begin on the page, in pixels."""
    views = [grid.view_of(name) for name in names]
    return [_left(grid.viewport(), board) + view.mapRectToScene(view.boundingRect()).x() for view in views]


WIDTHS = range(1280, 1284)
"""Of the window; among them all remainders that four columns can leave."""


@pytest.mark.slow
@pytest.mark.parametrize("schemes", [("restart", "count", "shaw", "xl"), ("count", "xl", "t5"), lab_schemes()])
def test_names_and_notes_begin_where_their_maps_do(qtbot: QtBot, board: Board, schemes: tuple[str, ...]) -> None:
    """Over and under each column the words begin at the pixel at which its maps begin, whatever the width."""
    board.picker.choose(schemes)
    settle(qtbot, board)
    view = board.of(SideBySide)
    for width in WIDTHS:
        board.window().resize(width, 800)
        shown.settle()
        maps = _maps(view.grid, board, *(f"score_{name}" for name in schemes))
        for words in (view.titles, view.missing):
            assert [_left(label, board) for label in words if label.isVisible()] == maps


def test_formulas_begin_where_their_maps_do(qtbot: QtBot, board: Board) -> None:
    """Name, formula and sentence of each term begin at the pixel at which its two maps begin."""
    board.show_view("rewriting")
    settle(qtbot, board)
    view = board.of(RewritingView)
    figure = view.figure()
    assert figure is not None
    for width in WIDTHS:
        board.window().resize(width, 800)
        shown.settle()
        for row in figure.grid:
            maps = _maps(view.grid, board, *(panel.name for panel in row))
            for words in (view.names, view.terms, view.sentences):
                assert [_left(word, board) for word in words] == maps


@pytest.mark.slow
@pytest.mark.parametrize("size", [(1280, 800), (1024, 768)])
def test_no_experiment_makes_the_window_larger(qtbot: QtBot, board: Board, size: tuple[int, int]) -> None:
    """Every experiment has room in a small window, however much there is to say; what is too long scrolls."""
    window = board.window()
    window.resize(*size)
    check = Check(("xl",), "not worse " * 30, "Dai et al. 2019", True, "2.300")
    for name in WIDGETS:
        board.show_view(name)
        settle(qtbot, board)
        if name == "losses":
            board.of(LossesView).show_losses(Losses({}, {}, checks=(check,) * 12), ("xl",))
        shown.settle()
        assert (window.width(), window.height()) == size, name


@pytest.mark.slow
def test_no_words_stand_on_a_map(qtbot: QtBot, board: Board) -> None:
    """In a small window what is said under maps and curves begins under them, and scrolls with them."""
    board.window().resize(1024, 768)
    shown.settle()
    view = board.of(SideBySide)
    assert min(label.y() for label in view.missing if label.isVisible()) >= view.grid.geometry().bottom()

    for name in ("collision", "losses"):
        board.show_view(name)
        settle(qtbot, board)
    check = Check(("xl",), "not worse " * 30, "Dai et al. 2019", True, "2.300")
    losses = board.of(LossesView)
    losses.show_losses(Losses({}, {}, checks=(check,) * 12), ("xl",))
    shown.settle()
    assert losses.method.y() >= losses.view.geometry().bottom()
    assert losses.view.height() >= losses.view.minimumHeight()


def test_a_cell_is_read_off_in_every_scheme(qtbot: QtBot, board: Board, lab: Path) -> None:
    """A click on H over D in one map frames it in all, and each scheme's score and attention are its model's."""
    grid = board.of(SideBySide).grid
    qtbot.wait(50)
    _click(qtbot, grid, "score_count", 3, 3)

    assert board.of(SideBySide).cell == (3, 3)
    assert "query H → key D memory, 4 back" in _plain(board)
    for scheme, title in (("count", "Counting on"), ("xl", "Transformer-XL")):
        model = relviz.load_model(lab / f"lab-{scheme}")
        terms = relviz.read(model, "ABCDEFGH", segment_length=4, memory_length=4).step(1).terms(layer=0, head=0)
        assert terms.score is not None
        expected = f"{title} {terms.score[3, 3]:+.2f} → {terms.attention[3, 3]:.1%}"
        assert expected in _plain(board)

    window = board.window()
    assert isinstance(window, MainWindow)
    window.commands.actions["release"].trigger()
    assert board.of(SideBySide).cell is None
    assert "Point at a cell" in _plain(board)


def test_the_pointer_previews_and_leaves(board: Board) -> None:
    """While the pointer is on a cell it is read off; when it leaves, the pinned one is again."""
    view = board.of(SideBySide)
    view.pin((0, 0))
    view.grid.hovered.emit((2, 7))
    assert "This query may not see that key" in _plain(board)
    view.grid.hovered.emit(None)

    assert "query E → key A" in _plain(board)


def test_chips_choose_what_is_compared(qtbot: QtBot, board: Board) -> None:
    """A click on a chip adds or takes away a column, and the last one stays."""
    qtbot.mouseClick(board.picker.chips["rotary"], Qt.MouseButton.LeftButton)
    settle(qtbot, board)
    assert "position_rotary" in [panel.name for panel in board.of(SideBySide).figure().grid[0]]  # type: ignore[union-attr]

    for scheme in ("restart", "count", "shaw", "xl", "rotary"):
        qtbot.mouseClick(board.picker.chips[scheme], Qt.MouseButton.LeftButton)
    settle(qtbot, board)
    assert board.picker.chosen == ("rotary",)
    assert sum(label.isVisible() for label in board.of(SideBySide).titles) == 1


def test_chips_break_into_lines_where_there_is_little_room(qtbot: QtBot, board: Board) -> None:
    """In a narrow page all chips are still seen, none over another, and they do not keep the page wide."""
    picker = board.picker
    assert picker.minimumSizeHint().width() < 250
    picker.resize(400, picker.heightForWidth(400))
    places = [chip.geometry() for chip in picker.chips.values()]

    assert len({place.top() for place in places}) > 1
    assert all(place.left() >= 0 and place.right() < 400 for place in places)
    assert all(place.bottom() < picker.height() for place in places)
    assert not any(one.intersects(other) for one in places for other in places if one is not other)


def test_the_newest_choice_is_what_is_shown(qtbot: QtBot, board: Board) -> None:
    """Choices made while others are worked on replace them: nothing stale is shown at the end."""
    for chosen in (("none",), ("t5", "alibi"), ("learned",)):
        board.picker.choose(chosen)
    settle(qtbot, board)

    figure = board.figure()
    assert figure is not None
    assert [panel.name for panel in figure.grid[0]] == ["position_learned"]


def test_the_text_in_the_window_is_followed(qtbot: QtBot, board: Board) -> None:
    """Chosen as the source, the text is read where the window is, and a step of the window is a step here."""
    window = board.window()
    assert isinstance(window, MainWindow)
    board.reading.source.setCurrentIndex(1)
    settle(qtbot, board)
    before = board.reading.remark.text()
    look = window.session.look
    assert look is not None
    character = int(window.session.response.tokens.spans[look.start, 0])  # type: ignore[union-attr]
    assert f"segment {character // 8} of" in before

    with qtbot.waitSignal(window.session.answered, timeout=30_000):
        window.session.step(1)
    settle(qtbot, board)
    assert board.reading.remark.text() != before


def test_layer_and_head_are_the_windows(qtbot: QtBot, board: Board) -> None:
    """Another head in the window is another head here."""
    window = board.window()
    assert isinstance(window, MainWindow)
    with qtbot.waitSignal(window.session.answered, timeout=30_000):
        window.session.choose_head(1, 2)
    settle(qtbot, board)

    assert "layer 1, head 2" in board.reading.remark.text()


@pytest.mark.usefixtures("no_lab")
def test_random_weights_are_never_passed_off_as_trained(qtbot: QtBot, open_window: Callable[[], MainWindow]) -> None:
    """Without trained models the page works, and a badge says that the weights are random and which models miss."""
    window = open_window()
    window.show_page("schemes")
    board = window.tabs.of(SchemesPage).board
    settle(qtbot, board)

    assert board.reading.badge.isVisible()
    assert "random weights: all" in board.reading.badge.text()
    assert "lab-xl" in board.reading.badge.toolTip()
    assert not window.message.isVisible()
    board.show_view("losses")
    settle(qtbot, board)
    assert "no trained model is installed" in board.of(LossesView).state.text()
    assert board.of(LossesView).figure() is None


def test_a_damaged_model_is_said_and_can_be_tried_again(
    qtbot: QtBot, open_window: Callable[[], MainWindow], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A model that cannot be read is one sentence over the pages; mended, the page goes on."""
    from relviz.app.engine import lab as lab_module

    folder = tmp_path / "lab-xl"
    folder.mkdir()
    (folder / "config.json").write_text("{", encoding="utf-8")
    monkeypatch.setattr(lab_module, "models_folder", lambda: tmp_path)
    window = open_window()
    window.show_page("schemes")
    board = window.tabs.of(SchemesPage).board
    settle(qtbot, board)
    qtbot.waitUntil(window.message.isVisible)

    (folder / "config.json").unlink()
    board.refresh()
    settle(qtbot, board)
    assert board.figure() is not None


def test_theme_and_zoom_reach_the_page(qtbot: QtBot, board: Board) -> None:
    """The dark theme paints the maps on dark paper, and resetting the zoom shows all cells again."""
    window = board.window()
    assert isinstance(window, MainWindow)
    window.set_theme("dark")
    view = board.of(SideBySide).grid.view_of("score_xl")
    assert board.of(SideBySide).grid.grab().toImage().pixelColor(2, 2).name() == DARK.paper
    view.setRange(xRange=(2, 4), yRange=(1, 3), padding=0)
    window.commands.actions["reset_zoom"].trigger()
    (left, right), _ = view.viewRange()
    assert (left, right) == (0, 8)


@pytest.mark.slow
def test_a_snapshot_waits_for_the_page(qtbot: QtBot, lab: Path, model_folder: Path, tmp_path: Path) -> None:
    """The picture of the page is taken when its maps are there: it has the colours of attention in it."""
    options = Options(model=str(model_folder), device="cpu", segment_length=8, memory_length=16)
    (path,) = snapshot.take(options, TEXT, tmp_path, ["schemes"], ["light"], (1280, 800), 1.0)
    from PySide6.QtGui import QImage

    from relviz.figure.colours.colormaps import table
    from relviz.figure.colours.palette import LIGHT

    image = QImage(str(path))
    viridis = {"#{:02x}{:02x}{:02x}".format(*row[:3]) for row in table("share", LIGHT)[:255].tolist()}
    middle = [image.pixelColor(x, y).name() for x in range(300, 1050, 5) for y in range(480, 600, 5)]
    assert path.name == "schemes_light.png"
    assert sum(colour in viridis for colour in middle) > 300
