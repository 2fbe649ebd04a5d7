"""Drawing a listing: a name, a bar and a number a line."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

from PySide6.QtCore import QLineF, QRectF
from PySide6.QtGui import QColor, QPainter, QPen

from relviz.figure.drawing.axes import Box, Gutters
from relviz.figure.drawing.curves import MARGIN_RIGHT
from relviz.figure.lettering.fonts import LABEL, line_height, text_width
from relviz.figure.lettering.text import draw_text, fitted

if TYPE_CHECKING:
    from relviz.figure.colours.palette import Palette
    from relviz.figure.spec import Listing, Row

BETWEEN = 14.0
"""From one column to the next."""
GAP = 6.0
"""From the name to the bar, and from there to the number."""
NAMES = 0.45
"""Largest share of a column that names take."""
BAR = 0.62
"""Height of a bar, as a share of its line; never more than ``THICK``."""
THICK = 14.0
LEAST = 11.0
"""Height that a line with a name needs; where there is less room, fewer lines are drawn."""
SHORTEST = 12.0
"""Least length of the bars; where there is less room for them, there are none."""
MARK = 5.0
"""Width of what stands beside a marked name."""


def listing_gutters() -> Gutters:
    """Return the room round a listing."""
    return Gutters(0.0, 0.0, MARGIN_RIGHT, 0.0)


def lines_shown(panel: Listing, height: float) -> int:
    """Return how many lines, that of the headings not counted, a plot of that height is cut into."""
    if not any(row.label for column in panel.lists for row in column):
        return panel.lines  # they are those of the map beside it, which has the names
    return max(1, min(panel.lines, int(height / LEAST) - bool(panel.headings)))


def rows_shown(column: tuple[Row, ...], lines: int) -> tuple[int, ...]:
    """Return which rows of a column are drawn on so many lines: the first ones, and what is marked in any case."""
    if len(column) <= lines:
        return tuple(range(len(column)))
    beyond = [number for number, row in enumerate(column) if row.marked and number >= lines]
    return (*range(lines - len(beyond)), *beyond)


def draw_listing(painter: QPainter, box: Box, panel: Listing, palette: Palette) -> None:
    """Draw the columns of a listing side by side into its box."""
    count, plot = len(panel.lists), box.plot
    if not count:
        return
    width = (plot.width() - BETWEEN * (count - 1)) / count
    lines = lines_shown(panel, plot.height())
    line = plot.height() / (lines + bool(panel.headings))
    rows = [row for column in panel.lists for row in column]
    low, high = _ends([row.value for row in rows])
    names = max((text_width(row.label, bold=row.marked) for row in rows), default=0.0)
    numbers = max((text_width(row.text, bold=row.marked) for row in rows), default=0.0)
    indent = MARK + 2 if names else 0.0
    beside = width - indent - numbers - GAP
    if beside - min(names, NAMES * width) - GAP >= SHORTEST:  # without bars, names may take all there is
        names = min(names, NAMES * width)
    names = min(names, max(beside, 1.0)) + indent
    for n, column in enumerate(panel.lists):
        left, top = plot.left() + n * (width + BETWEEN), plot.top()
        if panel.headings:
            heading = fitted(panel.headings[n], width - indent + MARGIN_RIGHT)  # as far as the next, or the edge
            draw_text(painter, left + indent, top + line / 2, heading, palette.muted)
            top += line
        before = names + GAP if names else 0.0
        shown = [column[number] for number in rows_shown(column, lines)]
        bars = QRectF(left + before, top, width - before - numbers - GAP, line * len(shown))
        roomy, zero = bars.width() >= SHORTEST, bars.left() - low / (high - low) * bars.width()
        if roomy:
            painter.setPen(QPen(QColor(palette.line), 1))
            painter.drawLine(QLineF(zero, bars.top(), zero, bars.bottom()))
        for number, row in enumerate(shown):
            area = QRectF(left, top + number * line, width, line)
            end = zero + row.value / (high - low) * bars.width()
            bar = (zero, end) if roomy and math.isfinite(row.value) and row.value else None
            _draw_row(painter, area, row, palette, names=names, bar=bar)


def _draw_row(
    painter: QPainter, area: QRectF, row: Row, palette: Palette, *, names: float, bar: tuple[float, float] | None
) -> None:
    """Draw one line; what is marked is bold, with a mark before it."""
    middle, colour = area.center().y(), palette.text if row.marked else palette.muted
    if bar is not None:
        high = min(THICK, BAR * area.height())
        start, end = min(bar), max(bar)
        painter.fillRect(QRectF(start, middle - high / 2, max(end - start, 0.5), high), QColor(palette.fills[row.ink]))
    if row.marked:
        high = min(line_height(LABEL), area.height())
        painter.fillRect(QRectF(area.left(), middle - high / 2, 3, high), QColor(palette.text))
    if names:
        name = fitted(row.label, names - MARK - 2, bold=row.marked)
        draw_text(painter, area.left() + MARK + 2, middle, name, colour, bold=row.marked)
    draw_text(painter, area.right(), middle, row.text, colour, bold=row.marked, align="right")


def _ends(values: list[float]) -> tuple[float, float]:
    """Return the ends of the bars' scale: 0 and all values."""
    finite = [value for value in values if math.isfinite(value)]
    low, high = min([0.0, *finite]), max([0.0, *finite])
    return (low, high) if high > low else (0.0, 1.0)
