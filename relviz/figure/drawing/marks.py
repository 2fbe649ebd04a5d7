"""Lines and frames over a plot: the divider, the cursor, limits, the selected cell; on maps they hide no cell."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import TYPE_CHECKING

from PySide6.QtCore import QLineF, QRectF, Qt
from PySide6.QtGui import QColor, QPaintEngine, QPainter, QPen

from relviz.figure.drawing.curve_places import BESIDE, Placed, place_labels
from relviz.figure.lettering.text import draw_text, fitted

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence

    from relviz.figure.colours.palette import Palette
    from relviz.figure.spec import Marker


LEADER = 1.5
"""From the top of a plot to the leader that joins a line and its label, where the two are apart."""
ON_EDGE = 1e-3
"""How far from the edge of a cell a marker counts as on it, in cells."""


def draw_markers(
    painter: QPainter,
    plot: QRectF,
    placed: tuple[tuple[float, Marker], ...],
    palette: Palette,
    *,
    halo: bool = False,
    cells: tuple[int, int] | None = None,
    clear: Callable[[QRectF], bool] | None = None,
    taken: Sequence[QRectF] = (),
    shaded: Sequence[QRectF] = (),
) -> None:
    """Draw lines across a plot, and beside each line what it marks; labels cover neither each other nor curves.

    Args:
        painter: where to draw.
        plot: the plot.
        placed: markers and their distance from the plot's left end (top for ``across``); those outside are left out.
        palette: the theme.
        halo: draw a line of paper under each, to be seen over any colour.
        cells: how many rows and columns of cells the plot has, which no line may hide; None for curves and bars.
        clear: whether nothing is drawn in a rectangle that a label would hide; None where labels may stand anywhere.
        taken: other words in the plot.
        shaded: ranges with a ground of their own, which labels within them have as well.
    """
    lines: list[tuple[QLineF, Marker]] = []
    for place, marker in placed:
        length = plot.height() if marker.across else plot.width()
        if not 0 <= place <= length:
            continue
        over = 4.0 if marker.style == "divider" else 0.0
        if marker.across:
            y = plot.top() + place
            line = QLineF(plot.left() - over, y, plot.right() + over, y)
        else:
            x = plot.left() + place
            line = QLineF(x, plot.top() - over, x, plot.bottom() + over)
        colour, width, dash = {
            "divider": (palette.divider, 1.25, Qt.PenStyle.SolidLine),
            "cursor": (palette.cursor, 1.5, Qt.PenStyle.SolidLine),
            "limit": (palette.limit, 1.25, Qt.PenStyle.DashLine),
        }[marker.style]
        if cells is not None:
            area, dashed = pixel_area(painter, plot), dash == Qt.PenStyle.DashLine
            cell = area.height() / cells[0] if marker.across else area.width() / cells[1]
            at = (area.top() if marker.across else area.left()) + marker.at * cell
            if abs(marker.at - round(marker.at)) < ON_EDGE:
                draw_edge(painter, area, at, cell, palette, colour, across=marker.across, dashed=dashed)
            else:
                draw_middle(painter, area, at, cell, colour, across=marker.across, dashed=dashed)
            lines.append((line, marker))
            continue
        if halo:
            painter.setPen(QPen(QColor(palette.paper), width + 1.75, c=Qt.PenCapStyle.FlatCap))
            painter.drawLine(line)
        painter.setPen(QPen(QColor(colour), width, dash, Qt.PenCapStyle.FlatCap))
        painter.drawLine(line)
        lines.append((line, marker))
    # Labels last: a plate of paper keeps the lines out of the words.
    upright = [(line.x1(), marker) for line, marker in lines if marker.label and _is_named(marker)]
    placed_labels = place_labels(plot, [(x, marker.label) for x, marker in upright], clear or _anywhere, taken)
    for (x, marker), one in zip(upright, placed_labels, strict=True):
        ground = palette.raised if any(area.contains(one.plate) for area in shaded) else palette.paper
        _draw_label(painter, one.plate, marker, palette, ground)
        if one.leader:
            _draw_leader(painter, plot, x, one, palette, marker)


def still(placed: Iterable[tuple[float, Marker]]) -> tuple[tuple[float, Marker], ...]:
    """Return the dividers: they stay while cursors, and the limits whose labels make way for them, are drawn anew."""
    return tuple(one for one in placed if one[1].style == "divider")


def moving(placed: Iterable[tuple[float, Marker]]) -> tuple[tuple[float, Marker], ...]:
    """Return the other markers."""
    return tuple(one for one in placed if one[1].style != "divider")


def draw_frame(painter: QPainter, cell: QRectF, palette: Palette) -> None:
    """Draw a frame round the selected cell, outside of it, and never so small that it is overlooked."""
    across, down = Pixels.of(painter, across=False), Pixels.of(painter, across=True)
    left, right = across.edge(cell.left()), across.edge(cell.right())
    top, bottom = down.edge(cell.top()), down.edge(cell.bottom())
    grow = max(0.0, 6 - min(cell.width(), cell.height())) / 2
    frame = QRectF(left, top, right - left, bottom - top).adjusted(-grow, -grow, grow, grow)
    painter.setBrush(Qt.BrushStyle.NoBrush)
    for colour, width, out in ((palette.paper, 1.0, 2.5), (palette.cursor, 2.0, 1.0)):
        painter.setPen(QPen(QColor(colour), width, j=Qt.PenJoinStyle.MiterJoin))
        painter.drawRect(frame.adjusted(-out, -out, out, out))


def _is_named(marker: Marker) -> bool:
    """Return whether the words of an upright line stand beside it; those of a divider are below the plot."""
    return marker.style != "divider" and not marker.across


def _anywhere(_plate: QRectF) -> bool:
    """Nothing is in the way."""
    return True


def _draw_label(painter: QPainter, plate: QRectF, marker: Marker, palette: Palette, ground: str) -> None:
    """Write what a line marks on a plate in the colour of the ground."""
    colour = QColor(ground)
    colour.setAlphaF(0.85)
    painter.fillRect(plate, colour)
    label = fitted(marker.label, plate.width() - 2 * BESIDE + 0.5)
    draw_text(painter, plate.left() + BESIDE, plate.center().y(), label, _ink(marker, palette))


def _draw_leader(painter: QPainter, plot: QRectF, x: float, placed: Placed, palette: Palette, marker: Marker) -> None:
    """Join a line and its label along the top of the plot, where no words are."""
    y = plot.top() + LEADER
    end = min(max(x, placed.plate.left() + 2 * BESIDE), placed.plate.right() - 2 * BESIDE)
    painter.setPen(QPen(QColor(_ink(marker, palette)), 0.75))
    painter.drawLine(QLineF(x, y, end, y))


def _ink(marker: Marker, palette: Palette) -> str:
    return palette.cursor if marker.style == "cursor" else palette.limit


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
