"""A figure on the screen."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
from PySide6.QtCore import QPoint, QPointF, QRectF, Qt
from pytestqt.qtbot import QtBot

from relviz.core.model.model import Model
from relviz.core.reading.look import Look, look_at
from relviz.core.reading.reading import read
from relviz.figure.colours.palette import DARK, LIGHT
from relviz.figure.drawing.axes import Box
from relviz.figure.drawing.grid import layout
from relviz.figure.spec import Axis, Curves, FigureSpec, Series
from relviz.figure.views.encoding import encoding_figure
from relviz.figure.views.memory import memory_figure
from relviz.figure.writing.write import to_image
from relviz.ui.pages.encoding import EncodingPage
from relviz.ui.widgets.colours import colours
from relviz.ui.widgets.figure_view import FigureView
from relviz.ui.window.main_window import MainWindow
from tests.figure.figures import curve, figure, heatmap
from tests.fixtures.texts import ENGLISH


@pytest.fixture
def look(model: Model) -> Look:
    return look_at(read(model, ENGLISH, segment_length=8, memory_length=12).step(4), 1, 0)


@pytest.fixture
def view(qtbot: QtBot) -> FigureView:
    view = FigureView()
    qtbot.addWidget(view)
    view.resize(1000, 700)
    view.show()
    return view


def _box(view: FigureView, name: str) -> Box:
    assert view.spec is not None
    boxes = layout(view.spec, QRectF(view.rect())).boxes
    return next(box for row in boxes for box in row if box.panel.name == name)


def test_what_is_kept_is_what_would_be_drawn(view: FigureView, look: Look) -> None:
    """However one gets to a figure, by sliding, another query, theme or size, it looks as when drawn at once."""
    steps = [(1, None, False, LIGHT), (2, None, False, LIGHT), (19, None, False, LIGHT), (19, 3, False, LIGHT)]
    steps += [(-7, 3, False, LIGHT), (-7, 3, True, LIGHT), (4, 3, True, DARK)]
    for distance, query, interleaved, palette in steps:
        spec = encoding_figure(look, distance, query, interleaved)
        colours().use(palette)
        view.show_figure(spec)
        kept = view.grab().toImage()
        fresh = FigureView()
        fresh.resize(view.size())
        fresh.show_figure(spec)
        assert kept == fresh.grab().toImage(), distance
        fresh.deleteLater()
    view.resize(900, 600)
    assert view.spec is not None
    exported = to_image(replace(view.spec, size=(900, 600)), DARK)
    assert view.grab().toImage().convertToFormat(exported.format()) == exported


def test_no_panel_covers_the_numbers_of_the_one_above(view: FigureView) -> None:
    """A map over curves that continue its keys: the lowest number of its colour bar is there, as it is in a file."""
    above = heatmap(markers=())
    below = replace(curve(), columns=above.columns)
    spec = figure((above,), (below,), title="", caption="", size=(view.width(), view.height()))
    assert not layout(spec, QRectF(view.rect())).boxes[0][0].column_labels, "the curves stand right under the map"
    view.show_figure(spec)
    exported = to_image(spec, LIGHT)
    assert view.grab().toImage().convertToFormat(exported.format()) == exported


def test_a_drag_stays_with_its_panel(qtbot: QtBot, window: MainWindow) -> None:
    """A drag that begins in the bias curve moves the distance, wherever the pointer strays, up to the ends."""
    window.show_page("encoding")
    view = window.tabs.of(EncodingPage).view
    qtbot.waitUntil(view.isVisible)
    plot, other = _box(view, "position").plot, _box(view, "vector").plot
    look = window.session.look
    assert look is not None
    assert look.encoding is not None
    encoding = look.encoding
    start = QPointF(plot.left() + 0.5 * plot.width(), plot.center().y()).toPoint()
    qtbot.mousePress(view, Qt.MouseButton.LeftButton, pos=start)
    middle = window.session.selection.distance
    assert abs(middle - (encoding.distances[0] + encoding.distances[-1]) / 2) <= 1

    above = QPoint(start.x() + 40, other.center().toPoint().y())
    qtbot.mouseMove(view, above)
    assert window.session.selection.distance > middle
    qtbot.mouseMove(view, QPoint(view.width() - 1, start.y()))
    assert window.session.selection.distance == encoding.distances[-1]
    qtbot.mouseMove(view, QPoint(0, start.y()))
    assert window.session.selection.distance == encoding.distances[0]
    qtbot.mouseRelease(view, Qt.MouseButton.LeftButton, pos=QPoint(0, start.y()))
    qtbot.mouseMove(view, start)
    assert window.session.selection.distance == encoding.distances[0]


def test_the_right_edge_belongs_to_the_last_cell(view: FigureView, look: Look) -> None:
    """The outermost pixels of a plot are places that there are."""
    view.show_figure(encoding_figure(look))
    plot = _box(view, "matrix").plot
    assert look.encoding is not None
    distances = look.encoding.distances
    for x, expected in ((plot.right(), distances[-1]), (plot.left(), distances[0])):
        name, place = view.place_at(QPointF(x, plot.center().y()))
        assert name == "matrix"
        assert place is not None
        assert int(place[0] // 1) == expected
    view.show_figure(memory_figure(look))
    plot = _box(view, "shares").plot
    _, place = view.place_at(QPointF(plot.right(), plot.center().y()))
    assert place is not None
    assert int(place[0]) == len(look.query_tokens) - 1


def test_pointing_does_not_lay_the_figure_out_again(
    view: FigureView, look: Look, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Moving the pointer only looks up where the panels are."""
    view.show_figure(encoding_figure(look))
    view.grab()
    monkeypatch.setattr("relviz.ui.widgets.figure_view.layout", None)
    for x in range(0, 1000, 50):
        view.place_at(QPointF(x, 300))


def test_a_chart_without_points_is_no_place(view: FigureView) -> None:
    """Where nothing is drawn, as over a text of one token, there is nothing to point at."""
    nothing = np.empty(0, np.float32)
    empty = Curves("empty", "nothing", nothing, (Series("a", nothing, "plain"),), Axis("x", start=0.0))
    view.show_figure(FigureSpec("one", "", ((empty,),)))

    assert view.place_at(_box(view, "empty").plot.center()) == ("", None)
