"""Lines and frames over a plot: the divider, the cursor, limits, and the selected cell; ``cell_lines`` has maps'."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QLineF, QRectF, Qt
from PySide6.QtGui import QColor, QPainter, QPen

from relviz.figure.cell_lines import Pixels, draw_edge, draw_middle, pixel_area
from relviz.figure.fonts import LABEL, line_height, text_width
from relviz.figure.text import draw_text

if TYPE_CHECKING:
    from collections.abc import Iterable

    from relviz.figure.palette import Palette
    from relviz.figure.spec import Marker

LINE = line_height(LABEL)
LABEL_TOP = 3.0
"""From the top of a plot to the label of a line."""
LABEL_ROOM = LABEL_TOP + LINE + 3
"""What such a label takes of a plot's height, with the gap to what is below it."""
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
) -> None:
    """Draw lines across a plot, and beside each line what it marks; labels never cover each other.

    Args:
        painter: where to draw.
        plot: the plot.
        placed: markers and their distance from the plot's left end (top for ``across``); those outside are left out.
        palette: the theme.
        halo: draw a line of paper under each, to be seen over any colour.
        cells: how many rows and columns of cells the plot has, which no line may hide; None for curves and bars.
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
    taken: list[QRectF] = []
    for line, marker in lines:
        if marker.label and (marker.style != "divider" or marker.across):
            _draw_label(painter, plot, line, marker, palette, taken=taken)


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


def _draw_label(
    painter: QPainter, plot: QRectF, line: QLineF, marker: Marker, palette: Palette, *, taken: list[QRectF]
) -> None:
    """Write what a line marks on a plate of paper, right of it, or left where there is no room."""
    width = text_width(marker.label) + 6
    if marker.across:
        x, y = plot.right() - width - 2, line.y1() - LINE - 2
        if y < plot.top():
            y = line.y1() + 2
    else:
        x, y = line.x1() + 3, plot.top() + LABEL_TOP
        if x + width > plot.right():
            x = max(line.x1() - 3 - width, plot.left())
    plate = QRectF(x, y, width, LINE)
    while any(plate.intersects(other) for other in taken) and plate.bottom() + LINE < plot.bottom():
        plate.translate(0, LINE + 2)
    taken.append(plate)
    ground = QColor(palette.paper)
    ground.setAlphaF(0.85)
    painter.fillRect(plate, ground)
    colour = palette.cursor if marker.style == "cursor" else palette.limit
    draw_text(painter, plate.left() + 3, plate.center().y(), marker.label, colour)
