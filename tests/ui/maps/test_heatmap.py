"""One heatmap on the screen: its title, its lines and its colour bar."""

from __future__ import annotations

from collections.abc import Callable
from itertools import product

import numpy as np
import pytest
from numpy.typing import NDArray
from PySide6.QtCore import QPoint, QRectF
from PySide6.QtGui import QImage, QPainter, QPixmap
from PySide6.QtWidgets import QGraphicsScene
from pytestqt.qtbot import QtBot

from relviz.figure.colours.colormaps import index_image, table
from relviz.figure.colours.palette import DARK, LIGHT, Palette, rgb
from relviz.figure.spec import Scale
from relviz.ui.maps.heatmap import BAR_ROOM, NOTE_LINE, TITLE, ColorBar, MapLines, MapTitle
from relviz.ui.maps.token_axis import SPAN_HEIGHT, TokenAxis
from relviz.ui.pages.terms import TermsPage
from relviz.ui.window.main_window import MainWindow
from tests.figure.figures import heatmap
from tests.ui.screen import settle
from tests.ui.term_maps import panel_of

pytestmark = pytest.mark.usefixtures("qapp")


def _ink(image: QImage) -> float:
    """Return how much darker than paper a picture is."""
    image = image.convertToFormat(QImage.Format.Format_Grayscale8)
    pixels = np.frombuffer(image.constBits(), np.uint8).reshape(image.height(), image.bytesPerLine())
    return float((255.0 - pixels[:, : image.width()]).sum())


def _painted(width: float) -> tuple[QImage, float]:
    """Return a title of that width, and its height."""
    scene, title = QGraphicsScene(), MapTitle()
    scene.addItem(title)
    title.set_panel(heatmap("attention", note="softmax, √ colours"))
    title.resize(width, TITLE)
    image = QImage(400, 80, QImage.Format.Format_RGB32)
    image.fill(0xFFFFFFFF)
    painter = QPainter(image)
    painter.setClipRect(QRectF(0, 0, width, title.size().height()))
    scene.render(painter, QRectF(0, 0, 400, 80), QRectF(0, 0, 400, 80))
    painter.end()
    return image, title.size().height()


def test_a_note_without_room_behind_its_title_stands_under_it() -> None:
    """With all of its letters: as much ink as on one line, and a line more of height."""
    (wide, low), (narrow, high) = _painted(390), _painted(130)
    assert (low, high) == (TITLE, TITLE + NOTE_LINE)
    assert _ink(narrow) == pytest.approx(_ink(wide), rel=0.02)


def test_both_parts_of_the_axis_are_named_in_a_narrow_window(window: MainWindow) -> None:
    """“memory” and “segment” have as much ink at 1024 pixels as at 1280."""
    inks = []
    for size in ((1280, 800), (1024, 700)):
        window.resize(*size)
        settle()
        grid = window.tabs.of(TermsPage).grid
        axes = [item for item in grid.scene().items() if isinstance(item, TokenAxis) and item.orientation == "bottom"]
        assert len(axes) == 3
        image = grid.grab().toImage()
        area = axes[0].mapRectToScene(
            QRectF(-4, axes[0].size().height() - SPAN_HEIGHT + 2, axes[0].size().width() + 8, 16)
        )
        inks.append(_ink(image.copy(area.toRect())))
    assert inks[1] == pytest.approx(inks[0], rel=0.03)


FIRST = 16
"""The first column right of the bar itself."""


def _columns(scale: Scale) -> list[int]:
    """Return in which columns there is ink of the numbers; the picture is wider than the bar's room."""
    scene, bar = QGraphicsScene(), ColorBar()
    scene.addItem(bar)
    bar.set_scale(scale)
    bar.resize(BAR_ROOM, 150)
    area = QRectF(0, 0, BAR_ROOM + 20, 150)
    image = QImage(round(area.width()), 150, QImage.Format.Format_RGB32)
    image.fill(0xFFFFFFFF)
    painter = QPainter(image)
    scene.render(painter, area, area)
    painter.end()
    return [x for x in range(FIRST, image.width()) if any(image.pixelColor(x, y).lightness() < 200 for y in range(150))]


@pytest.mark.usefixtures("qapp")
@pytest.mark.parametrize("end", [1.42, 0.0081, 0.00812, 0.0000123, 0.000812, 12345.0])
def test_numbers_end_before_the_next_map(end: float) -> None:
    """However small or large the values, some pixels of paper are right of the numbers."""
    columns = _columns(Scale(-end, end, "signed"))
    assert columns
    assert columns[-1] < BAR_ROOM - 2


def test_a_term_that_is_off_has_a_bar_of_zero_alone(qtbot: QtBot, window: MainWindow) -> None:
    """Its map is all 0: beside its bar stands one number, a line high, in the middle."""
    with qtbot.waitSignal(window.session.answered):
        window.session.gains.set("content_bias", 0.0)
    settle()
    grid = window.tabs.of(TermsPage).grid
    bars = [item for item in grid.scene().items() if isinstance(item, ColorBar)]
    below = grid.view_of("content_bias")
    left = min(
        (bar for bar in bars if abs(bar.scenePos().y() - below.scenePos().y()) < 2), key=lambda bar: bar.scenePos().x()
    )
    height = round(left.size().height())
    image = grid.grab(left.mapRectToScene(QRectF(FIRST, 0, BAR_ROOM - FIRST, height)).toRect()).toImage()
    ink = [
        y for y in range(image.height()) if any(image.pixelColor(x, y).lightness() < 200 for x in range(image.width()))
    ]
    assert ink
    assert all(abs(y - height / 2) < 8 for y in ink)


NAMES = ("content", "position", "score", "attention")
Share = Callable[[int, int], float]
SCALES = (1.0, 1.5, 2.0)


def _picture(window: MainWindow, scale: float) -> NDArray[np.uint8]:
    """Return the window with so many pixels a unit: (height, width, 3) red, green and blue."""
    picture = QPixmap(window.size() * scale)
    picture.setDevicePixelRatio(scale)
    window.render(picture)
    image = picture.toImage().convertToFormat(QImage.Format.Format_RGB888)
    rows = np.frombuffer(image.constBits(), np.uint8).reshape(image.height(), image.bytesPerLine())
    return rows[:, : 3 * image.width()].reshape(image.height(), image.width(), 3).copy()


def _map_area(window: MainWindow, name: str, scale: float) -> QRectF:
    """Return where a map is in the picture, in pixels."""
    grid = window.tabs.of(TermsPage).grid
    rows, columns = panel_of(window, name).values.shape
    area = grid.view_of(name).mapViewToScene(QRectF(0, 0, columns, rows)).boundingRect()
    area = grid.viewportTransform().mapRect(area)
    corner = grid.viewport().mapTo(window, QPoint(0, 0)) * scale  # in whole pixels: Qt puts widgets nowhere else
    return QRectF(area.topLeft() * scale + corner, area.size() * scale)


def _pixels_of_cells(start: float, length: float, cells: int) -> list[NDArray[np.intp]]:
    """Return for each cell the pixels whose middle it covers, by asking every pixel; those on an edge are nobody's."""
    pixels = np.arange(int(start) - 1, int(start + length) + 2)
    place = (pixels + 0.5 - start) / (length / cells)
    clear = np.abs(place - np.rint(place)) * (length / cells) > 1 / 16
    return [pixels[clear & (np.floor(place) == n)] for n in range(cells)]


def _exact(window: MainWindow, picture: NDArray[np.uint8], name: str, scale: float, palette: Palette) -> Share:
    """Return a function of row and column: which share of its pixels a cell shows in the colour of its number."""
    panel, area = panel_of(window, name), _map_area(window, name, scale)
    rows, columns = panel.values.shape
    colours = table(panel.scale.kind, palette)[index_image(panel.values, panel.scale), :3]
    down = _pixels_of_cells(area.top(), area.height(), rows)
    across = _pixels_of_cells(area.left(), area.width(), columns)

    def share(row: int, column: int) -> float:
        seen = picture[down[row][0] : down[row][-1] + 1, across[column][0] : across[column][-1] + 1]
        return float((seen == colours[row, column]).all(-1).mean())

    return share


@pytest.mark.slow
@pytest.mark.parametrize("theme", [LIGHT, DARK], ids=["light", "dark"])
def test_every_cell_is_seen_in_its_colour(window: MainWindow, theme: Palette) -> None:
    """In all of its pixels, at the rim of the map, too; beside the divider in half of them, or more."""
    window.set_theme(theme.theme)
    window.tabs.of(TermsPage).grid.set_cell(None)
    settle()
    for scale in SCALES:
        picture = _picture(window, scale)
        for name in NAMES:
            share = _exact(window, picture, name, scale, theme)
            shares = np.array([[share(row, column) for column in range(96)] for row in range(32)])
            beside = np.isin(np.arange(96), (63, 64))  # M = 64: the last key of memory, and the first of the segment
            assert (shares[:, ~beside] == 1).all(), (name, scale)
            assert (shares[:, beside] >= 0.5).all(), (name, scale)


def test_neither_crosshair_nor_frame_hides_the_cell_they_mark(window: MainWindow) -> None:
    """The marked cell is seen as it is without them, be it at the divider or in a corner."""
    settle()
    for scale, cell in product(SCALES, ((12, 70), (9, 64), (9, 63), (0, 0), (31, 95))):
        window.tabs.of(TermsPage).grid.set_cell(None)
        before = _picture(window, scale)
        window.tabs.of(TermsPage).grid.set_cell(cell)
        after = _picture(window, scale)
        for name in NAMES:
            without, marked = (_exact(window, picture, name, scale, LIGHT)(*cell) for picture in (before, after))
            assert marked == without, (name, scale, cell)
        assert ((after == rgb(LIGHT.cursor)).all(-1) & (after != before).any(-1)).sum() >= 8, "there is a frame"


@pytest.mark.parametrize("theme", [LIGHT, DARK], ids=["light", "dark"])
def test_the_divider_is_plain_over_and_under_the_map(window: MainWindow, theme: Palette) -> None:
    """Marks in its colour, two units broad, stand outside of the cells where memory ends."""
    window.set_theme(theme.theme)
    settle()
    for scale, name in product(SCALES, NAMES):
        picture, area = _picture(window, scale), _map_area(window, name, scale)
        x = area.left() + area.width() * 64 / 96
        for y in (area.top() - 3 * scale, area.bottom() + 3 * scale):
            line = picture[int(y), int(x - 3 * scale) : int(x + 3 * scale) + 1]
            assert (line == rgb(theme.divider)).all(-1).sum() == 2 * int(scale), (name, scale)


@pytest.mark.parametrize(("width", "marks"), [(800, 2), (1800, 0)])
def test_a_crosshair_too_thin_to_be_seen_has_marks(window: MainWindow, width: int, marks: int) -> None:
    """Where columns are about a pixel wide, marks over and under the map say in which the crosshair is."""
    window.resize(width, 800)
    settle()
    window.tabs.of(TermsPage).grid.set_cell((12, 40))
    settle()
    picture = _picture(window, 1.0)
    for name in NAMES:
        area = _map_area(window, name, 1.0)
        cell = area.width() / 96
        assert (cell < 1.6) == bool(marks)
        x = area.left() + 40.5 * cell
        for y in (area.top() - 3, area.bottom() + 1):  # farther down the axis has ticks
            line = picture[int(y), int(x - 3) : int(x + 3) + 1]
            assert (line == rgb(LIGHT.cursor)).all(-1).sum() == marks, name


def test_lines_tell_that_they_move_before_they_do(window: MainWindow, monkeypatch: pytest.MonkeyPatch) -> None:
    """The scene looks for what moves where it has been; found elsewhere, it would be looked for when it is gone."""
    settle()
    (lines, *_) = (item for item in window.tabs.of(TermsPage).grid.scene().items() if isinstance(item, MapLines))
    before, told = lines.boundingRect(), []
    monkeypatch.setattr(lines, "prepareGeometryChange", lambda: told.append(lines.boundingRect()))
    window.resize(window.width() + 120, window.height() + 90)
    settle()

    assert told[0] == before
    assert lines.boundingRect() != before
