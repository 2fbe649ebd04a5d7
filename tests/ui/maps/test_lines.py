"""Lines over the maps on the screen: at any number of pixels a unit, every cell is seen in its own colour."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
import pytest
from numpy.typing import NDArray
from PySide6.QtCore import QPoint, QRectF
from PySide6.QtGui import QImage, QPixmap

from relviz.figure.colours.colormaps import index_image, table
from relviz.figure.colours.palette import DARK, LIGHT, Palette, rgb
from relviz.ui.maps.lines import MapLines
from relviz.ui.pages.terms.page import TermsPage
from relviz.ui.window.main_window import MainWindow
from tests.ui.screen import settle
from tests.ui.term_maps import panel_of

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
@pytest.mark.parametrize("scale", SCALES)
@pytest.mark.parametrize("theme", [LIGHT, DARK], ids=["light", "dark"])
def test_every_cell_is_seen_in_its_colour(window: MainWindow, scale: float, theme: Palette) -> None:
    """In all of its pixels, at the rim of the map, too; beside the divider in half of them, or more."""
    window.set_theme(theme.theme)
    window.tabs.of(TermsPage).grid.set_cell(None)
    settle()
    picture = _picture(window, scale)
    for name in NAMES:
        share = _exact(window, picture, name, scale, theme)
        shares = np.array([[share(row, column) for column in range(96)] for row in range(32)])
        beside = np.isin(np.arange(96), (63, 64))  # M = 64: the last key of memory, and the first of the segment
        assert (shares[:, ~beside] == 1).all(), name
        assert (shares[:, beside] >= 0.5).all(), name


@pytest.mark.parametrize("scale", SCALES)
def test_neither_crosshair_nor_frame_hides_the_cell_they_mark(window: MainWindow, scale: float) -> None:
    """The marked cell is seen as it is without them, be it at the divider or in a corner."""
    settle()
    for cell in ((12, 70), (9, 64), (9, 63), (0, 0), (31, 95)):
        window.tabs.of(TermsPage).grid.set_cell(None)
        before = _picture(window, scale)
        window.tabs.of(TermsPage).grid.set_cell(cell)
        after = _picture(window, scale)
        for name in NAMES:
            without, marked = (_exact(window, picture, name, scale, LIGHT)(*cell) for picture in (before, after))
            assert marked == without, name
        assert ((after == rgb(LIGHT.cursor)).all(-1) & (after != before).any(-1)).sum() >= 8, "there is a frame"


@pytest.mark.parametrize("scale", SCALES)
@pytest.mark.parametrize("theme", [LIGHT, DARK], ids=["light", "dark"])
def test_the_divider_is_plain_over_and_under_the_map(window: MainWindow, scale: float, theme: Palette) -> None:
    """Marks in its colour, two units broad, stand outside of the cells where memory ends."""
    window.set_theme(theme.theme)
    settle()
    picture = _picture(window, scale)
    for name in NAMES:
        area = _map_area(window, name, scale)
        x = area.left() + area.width() * 64 / 96
        for y in (area.top() - 3 * scale, area.bottom() + 3 * scale):
            line = picture[int(y), int(x - 3 * scale) : int(x + 3 * scale) + 1]
            assert (line == rgb(theme.divider)).all(-1).sum() == 2 * int(scale), name


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
