"""Lines over cells that hide none of them: a quarter of a cell at most, and plain marks outside of the map.

In pictures made of pixels a line lies on whole ones, beside the edge that the cells have there, and leaves each cell
at least one that has the cell's own colour.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import TYPE_CHECKING

from PySide6.QtCore import QRectF
from PySide6.QtGui import QColor, QPaintEngine, QPainter

if TYPE_CHECKING:
    from relviz.figure.colours.palette import Palette

EDGE, MIDDLE = 1.0, 1.5
"""Most thickness of each half of a line between cells, and of a line through their middle."""
REACH, BREADTH = 5.0, 2.0
"""How far a mark reaches out of the map, and how broad it is."""
DASH, SPACE = 4.0, 3.0


@dataclass(frozen=True)
class Pixels:
    """Where the device's pixels are along one axis of a painter.

    Attributes:
        scale: pixels a unit.
        origin: where the painter's zero is, in pixels.
        hard: whether there are any; none in SVG and PDF.
    """

    scale: float
    origin: float
    hard: bool = True

    @classmethod
    def of(cls, painter: QPainter, *, across: bool) -> Pixels:
        """Return those of a painter from left to right, or from top to bottom for lines ``across``."""
        engine, device = painter.paintEngine(), painter.deviceTransform()
        hard = engine is not None and engine.type() == QPaintEngine.Type.Raster
        return cls(device.m22(), device.dy(), hard) if across else cls(device.m11(), device.dx(), hard)

    def edge(self, place: float) -> float:
        """Return where a picture with hard edges changes that does so at a place: between two pixels."""
        return (math.ceil(place * self.scale + self.origin - 0.5) - self.origin) / self.scale if self.hard else place

    def whole(self, length: float) -> float:
        """Return a length in whole pixels, if it has any."""
        pixels = length * self.scale
        return math.floor(pixels + 1e-6) / self.scale if self.hard and pixels >= 1 else length

    def halves(self, place: float, cell: float) -> tuple[float, float]:
        """Return how thick a line may be before and after the edge of two cells; 0 where a cell has one pixel."""
        thick, edge = self.whole(min(EDGE, cell / 4)), self.edge(place)
        if not self.hard:
            return thick, thick
        kept = (math.ceil(thick * self.scale - 1e-6) + 1) / self.scale - 1e-6
        before, after = edge - self.edge(place - cell), self.edge(place + cell) - edge
        return thick if before >= kept else 0.0, thick if after >= kept else 0.0

    def middle(self, place: float, cell: float) -> tuple[float, float]:
        """Return where a line through the middle of cells begins, and how thick it may be."""
        thick = self.whole(min(MIDDLE, cell / 4))
        start = place - thick / 2
        if not self.hard:
            return start, thick
        if thick * self.scale < 1:  # in one pixel, or it would dull two
            return (math.floor(place * self.scale + self.origin) - self.origin) / self.scale, thick
        return self.edge(start), thick


def pixel_area(painter: QPainter, plot: QRectF) -> QRectF:
    """Return where the cells of a plot are painted: in whole pixels, if there are any."""
    engine = painter.paintEngine()
    if engine is None or engine.type() != QPaintEngine.Type.Raster:
        return plot
    device = painter.deviceTransform()
    target = device.mapRect(plot)
    left, right = math.floor(target.left() + 0.5), math.floor(target.right() + 0.5)
    top, bottom = math.floor(target.top() + 0.5), math.floor(target.bottom() + 0.5)
    return device.inverted()[0].mapRect(QRectF(left, top, right - left, bottom - top))


def draw_edge(
    painter: QPainter,
    cells: QRectF,
    place: float,
    cell: float,
    palette: Palette,
    colour: str,
    *,
    across: bool = False,
    dashed: bool = False,
) -> None:
    """Draw a line between two columns of cells, half of it in the colour of paper, to be seen on every colour.

    Args:
        painter: where to draw.
        cells: where the cells are, as ``pixel_area`` has it.
        place: of the edge, in the painter's coordinates.
        cell: width of a cell; its height for ``across``.
        palette: the theme.
        colour: of the line.
        across: between two rows.
        dashed: whether the colour is.
    """
    pixels = Pixels.of(painter, across=across)
    edge = pixels.edge(place)
    before, after = pixels.halves(place, cell)
    painter.save()
    painter.setRenderHint(QPainter.RenderHint.Antialiasing, True)
    painter.fillRect(_strip(cells, edge - before, before, across=across), QColor(palette.paper))
    line = _strip(cells, edge, after, across=across)
    for piece in _dashes(line, across=across) if dashed else [line]:
        painter.fillRect(piece, QColor(colour))
    draw_marks(painter, cells, pixels, edge, colour, across=across)
    painter.restore()


def draw_middle(
    painter: QPainter,
    cells: QRectF,
    place: float,
    cell: float,
    colour: str,
    *,
    across: bool = False,
    dashed: bool = False,
) -> None:
    """Draw a line through the middle of a column of cells; the arguments are those of ``draw_edge``."""
    pixels = Pixels.of(painter, across=across)
    begin, thick = pixels.middle(place, cell)
    painter.save()
    painter.setRenderHint(QPainter.RenderHint.Antialiasing, True)
    line = _strip(cells, begin, thick, across=across)
    for piece in _dashes(line, across=across) if dashed else [line]:
        painter.fillRect(piece, QColor(colour))
    draw_marks(painter, cells, pixels, pixels.edge(begin + thick / 2), colour, across=across)
    painter.restore()


def draw_marks(painter: QPainter, cells: QRectF, pixels: Pixels, place: float, colour: str, *, across: bool) -> None:
    """Draw a mark at both ends of a line, outside of the cells.

    Args:
        painter: where to draw.
        cells: where the cells are, as ``pixel_area`` has it.
        pixels: those of the painter, in the direction in which the line is thick.
        place: of the line, in the painter's coordinates.
        colour: of the line.
        across: whether it is one between, or along, rows.
    """
    half = pixels.whole(BREADTH / 2)
    painter.setRenderHint(QPainter.RenderHint.Antialiasing, False)
    if across:
        sides = (
            QRectF(cells.left() - REACH, place - half, REACH, 2 * half),
            QRectF(cells.right(), place - half, REACH, 2 * half),
        )
    else:
        sides = (
            QRectF(place - half, cells.top() - REACH, 2 * half, REACH),
            QRectF(place - half, cells.bottom(), 2 * half, REACH),
        )
    for side in sides:
        painter.fillRect(side, QColor(colour))


def draw_cell_frame(painter: QPainter, cells: QRectF, colour: str) -> QRectF:
    """Draw a frame round cells, thin round small ones, and return what it takes."""
    small = min(cells.width(), cells.height()) < 4 * BREADTH
    return draw_outline(painter, cells, BREADTH / 2 if small else BREADTH, colour)


def draw_outline(painter: QPainter, cells: QRectF, thick: float, colour: str) -> QRectF:
    """Draw lines round cells that touch all their pixels and cover none, and return what they enclose and take."""
    across, down = Pixels.of(painter, across=False), Pixels.of(painter, across=True)
    left, right = across.edge(cells.left()), across.edge(cells.right())
    top, bottom = down.edge(cells.top()), down.edge(cells.bottom())
    inner = QRectF(left, top, right - left, bottom - top)
    x, y = across.whole(thick), down.whole(thick)
    outer = inner.adjusted(-x, -y, x, y)
    for side in (
        QRectF(outer.left(), outer.top(), outer.width(), y),
        QRectF(outer.left(), inner.bottom(), outer.width(), y),
        QRectF(outer.left(), inner.top(), x, inner.height()),
        QRectF(inner.right(), inner.top(), x, inner.height()),
    ):
        painter.fillRect(side, QColor(colour))
    return outer


def _strip(cells: QRectF, start: float, thick: float, *, across: bool) -> QRectF:
    """Return a strip over all the cells."""
    if across:
        return QRectF(cells.left(), start, cells.width(), thick)
    return QRectF(start, cells.top(), thick, cells.height())


def _dashes(line: QRectF, *, across: bool) -> list[QRectF]:
    """Return a strip in pieces."""
    length = line.width() if across else line.height()
    places = [n * (DASH + SPACE) for n in range(math.ceil(length / (DASH + SPACE)))]
    if across:
        return [QRectF(line.left() + at, line.top(), min(DASH, length - at), line.height()) for at in places]
    return [QRectF(line.left(), line.top() + at, line.width(), min(DASH, length - at)) for at in places]
