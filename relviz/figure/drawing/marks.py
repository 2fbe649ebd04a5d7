"""Lines and frames over a plot: the divider, the cursor, limits, and the selected cell; ``cell_lines`` has maps'."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QLineF, QRectF, Qt
from PySide6.QtGui import QColor, QPainter, QPen

from relviz.figure.axes.line_labels import BESIDE, Placed, place_labels
from relviz.figure.drawing.cell_lines import Pixels, draw_edge, draw_middle, pixel_area
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
