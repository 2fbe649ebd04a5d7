"""Axes: which labels stand where beside a plot, how much room they take, and how they are drawn."""

from __future__ import annotations

import math
from dataclasses import dataclass
from itertools import pairwise
from typing import TYPE_CHECKING

from PySide6.QtCore import QLineF, QRectF
from PySide6.QtGui import QColor, QPainter, QPen

from relviz.figure.lettering.fonts import LABEL, line_height, text_width
from relviz.figure.lettering.text import draw_text, fitted
from relviz.figure.lettering.ticks import fitting_ticks, format_ticks, nice_ticks, shown_labels

if TYPE_CHECKING:
    from collections.abc import Sequence

    from relviz.figure.colours.palette import Palette
    from relviz.figure.spec import Axis, Marker, Panel


ROW_ROOM, COLUMN_ROOM = 88.0, 66.0
"""Longest a label may be, left of a row and below a column, before it is shortened."""
PAD = 5.0
"""From the plot to its labels."""
TAB = "\t"
"""Between the columns of a label left of a row."""
APART = 8.0
"""From one of these columns to the next."""
IN_LINE = 16.0
"""How much farther from its labels than it need be the title of an axis may stand, to be in line with others."""
STRIP = 3.0
"""Thickness of the strip in the colours of memory and segment."""
LINE = line_height(LABEL)


@dataclass(frozen=True)
class Labels:
    """What is written along one axis.

    Attributes:
        places: distance of each label's middle from the start of the axis.
        texts: the labels.
        extent: how far they reach away from the plot.
        turned: whether they read upwards (column axes).
        ticked: whether a tick shows which place each label means.
        widths: of the columns that labels have, where a tab parts them; empty where each is one text.
    """

    places: tuple[float, ...]
    texts: tuple[str, ...]
    extent: float
    turned: bool = False
    ticked: bool = False
    widths: tuple[float, ...] = ()


def column_labels(axis: Axis, count: int, length: float) -> Labels:
    """Return the labels of a horizontal axis of ``count`` cells: upright if as many fit so as turned; else turned."""
    cell = length / count
    if not axis.labels:
        return _cell_numbers(axis, count, length)
    cells = shown_labels(count, cell, LINE)
    texts = tuple(fitted(axis.labels[i], COLUMN_ROOM) for i in cells)
    widest = max(map(text_width, texts))
    turned = widest + 6 > cells.step * cell
    return Labels(_middles(cells, cell), texts, widest if turned else LINE, turned=turned, ticked=cells.step > 1)


def row_labels(axis: Axis, count: int, length: float) -> Labels:
    """Return the labels of a vertical axis of ``count`` cells, thinned where they would touch."""
    cell = length / count
    if axis.labels:
        named = [i for i, label in enumerate(axis.labels) if label]  # rows of a group have one label among them
        apart = min((after - before for before, after in pairwise(named)), default=1)
        shown = shown_labels(len(named), apart * cell, LINE)
        cells = [named[n] for n in shown]
        if not axis.tokens and any(TAB in axis.labels[i] for i in cells):
            rows = [axis.labels[i] for i in cells]
            widths = _column_widths(rows)
            extent = sum(widths) + APART * (len(widths) - 1)
            return Labels(_middles(cells, cell), tuple(rows), extent, ticked=shown.step > 1, widths=widths)
        texts = tuple(fitted(axis.labels[i], ROW_ROOM) for i in cells)
        return Labels(_middles(cells, cell), texts, max(map(text_width, texts), default=0.0), ticked=shown.step > 1)
    ticks = nice_ticks(axis.start, axis.start + count - 1, max(1, int(length / (2 * LINE))), whole=True)
    places = tuple((tick - axis.start + 0.5) * cell for tick in ticks)
    texts = format_ticks(ticks)
    return Labels(places, texts, max(map(text_width, texts), default=0.0), ticked=True)


def number_labels(low: float, high: float, length: float, *, whole: bool = False) -> Labels:
    """Return round numbers along a horizontal axis from low to high."""
    ticks = fitting_ticks(low, high, length, text_width, whole=whole)
    places = tuple((tick - low) / (high - low) * length for tick in ticks)
    return Labels(places, format_ticks(ticks), LINE, ticked=True)


def value_labels(low: float, high: float, length: float, *, percent: bool = False, largest: float = math.inf) -> Labels:
    """Return round numbers along a vertical axis from low at the bottom to high at the top, up to the largest."""
    top = min(high, largest)
    ticks = nice_ticks(low, top, max(3, min(7, int(length / (2.2 * LINE)))))
    if len(ticks) < 2:  # one number alone is no scale: then they stand closer
        ticks = nice_ticks(low, top, int(length / LINE)) or ticks
    places = tuple(length - (tick - low) / (high - low) * length for tick in ticks)
    texts = format_ticks(ticks, percent=percent)
    return Labels(places, texts, max(map(text_width, texts), default=0.0), ticked=True)


def bottom_extent(labels: Labels, axis: Axis, markers: tuple[Marker, ...], *, shown: bool) -> float:
    """Return the room below a plot for strip, labels, words of the divider, and title."""
    strip = STRIP + 2 if any(marker.inks for marker in markers) else 0.0
    if not shown:
        return strip
    words = LINE + 2 if any(_has_words(marker) for marker in markers) else 0.0
    title = LINE + 4 if axis.title else 0.0
    return strip + PAD + labels.extent + words + title


def left_extent(labels: Labels, title: str, *, shown: bool) -> float:
    """Return the room left of a plot for labels and title."""
    if not shown:
        return 0.0
    return PAD + labels.extent + (LINE + 4 if title else 0.0)


def draw_bottom(
    painter: QPainter,
    plot: QRectF,
    labels: Labels,
    axis: Axis,
    dividers: tuple[tuple[float, Marker], ...],
    *,
    gutters: Gutters,
    palette: Palette,
    shown: bool,
) -> None:
    """Draw what is below a plot.

    Args:
        painter: where to draw.
        plot: the plot.
        labels: the labels, from ``column_labels`` or ``number_labels``.
        axis: gives the title.
        dividers: markers of style ``divider`` and their distance from the left end of the plot.
        gutters: the room round the plot, into which a long title may reach.
        palette: the theme.
        shown: whether labels are written at all, or only the strip.
    """
    y = plot.bottom()
    for place, marker in dividers:
        if marker.inks:
            x = plot.left() + place
            top = plot.bottom() + 2
            sides = (QRectF(plot.left(), top, place, STRIP), QRectF(x, top, plot.right() - x, STRIP))
            for side, ink in zip(sides, marker.inks, strict=True):
                painter.fillRect(side, QColor(palette.fills[ink]))
            y = top + STRIP
    if not shown:
        return
    if labels.ticked:
        painter.setPen(QPen(QColor(palette.line), 1))
        painter.drawLines([QLineF(plot.left() + x, y + 1, plot.left() + x, y + 3.5) for x in labels.places])
    y += PAD
    for place, text in zip(labels.places, labels.texts, strict=True):
        x = plot.left() + place
        if labels.turned:
            draw_text(painter, x, y, text, palette.muted, turn=-90, align="right")
        else:
            draw_text(painter, x, y + LINE / 2, text, palette.muted, align="centre")
    y += labels.extent
    if any(_has_words(marker) for _, marker in dividers):
        for place, marker in dividers:
            _draw_words(painter, plot, place, y + 2 + LINE / 2, marker, palette=palette)
        y += LINE + 2
    start, end = plot.left() - gutters.left, plot.right() + gutters.right
    title = fitted(axis.title, end - start)
    half = text_width(title) / 2
    middle = max(min(plot.center().x(), end - half), start + half)
    draw_text(painter, middle, y + 4 + LINE / 2, title, palette.muted, align="centre")


def draw_left(painter: QPainter, plot: QRectF, labels: Labels, title: str, *, gutter: float, palette: Palette) -> None:
    """Draw labels and title left of a plot.

    The title stands at the far side of the gutter, in line with the others of its column, unless that is far from the
    labels that it belongs to: then it stands beside them.
    """
    right = plot.left() - PAD
    if labels.ticked:
        painter.setPen(QPen(QColor(palette.line), 1))
        ys = [plot.top() + place for place in labels.places]
        painter.drawLines([QLineF(plot.left() - 3.5, y, plot.left() - 1, y) for y in ys])
    for place, text in zip(labels.places, labels.texts, strict=True):
        if labels.widths:
            _draw_columns(painter, right, plot.top() + place, text, labels.widths, palette)
        else:
            draw_text(painter, right, plot.top() + place, text, palette.muted, align="right")
    if title:
        # Over and under the plot are headings and labels, right of the title.
        far, near = gutter - LINE / 2, left_extent(labels, title, shown=True) - LINE / 2
        x = plot.left() - (far if far - near <= IN_LINE else near)
        written = fitted(title, plot.height() + 2 * LINE)
        draw_text(painter, x, plot.center().y(), written, palette.muted, align="centre", turn=-90)


def _column_widths(rows: Sequence[str]) -> tuple[float, ...]:
    """Return how wide the columns of labels are, which have all as many."""
    return tuple(max(map(text_width, column)) for column in zip(*(row.split(TAB) for row in rows), strict=True))


def _draw_columns(
    painter: QPainter, right: float, y: float, text: str, widths: tuple[float, ...], palette: Palette
) -> None:
    """Draw the columns of one label: the first and the last end together with those of other rows, others begin so."""
    parts, x = text.split(TAB), right - sum(widths) - APART * (len(widths) - 1)
    for number, (part, width) in enumerate(zip(parts, widths, strict=True)):
        if 0 < number < len(parts) - 1:
            draw_text(painter, x, y, part, palette.muted)
        else:
            draw_text(painter, x + width, y, part, palette.muted, align="right")
        x += width + APART


def _has_words(marker: Marker) -> bool:
    """Return whether a marker names what is on its two sides."""
    return marker.style == "divider" and not marker.across and bool(marker.label)


def _draw_words(painter: QPainter, plot: QRectF, place: float, y: float, marker: Marker, *, palette: Palette) -> None:
    """Write the names of both sides of a divider, each in the middle of its side if it fits there."""
    before, _, after = marker.label.partition("|")
    inks = [palette.inks[ink] for ink in marker.inks] if marker.inks else [palette.muted, palette.muted]
    for word, start, end, ink in (
        (before, 0.0, place, inks[0]),
        (after, place, plot.width(), inks[1]),
    ):
        if end - start <= 0 or not word:
            continue
        half = text_width(word) / 2
        middle = (start + end) / 2
        # A word wider than its side grows away from the divider, so that the two never meet.
        middle = min(middle, place - half - 3) if end == place else max(middle, place + half + 3)
        draw_text(painter, plot.left() + middle, y, word, ink, align="centre")


def _cell_numbers(axis: Axis, count: int, length: float) -> Labels:
    """Return round numbers at the middles of the cells of a horizontal numeric axis."""
    cell = length / count
    last = axis.start + count - 1
    ticks = fitting_ticks(axis.start, last, length - cell, text_width, whole=True)
    return Labels(tuple((tick - axis.start + 0.5) * cell for tick in ticks), format_ticks(ticks), LINE, ticked=True)


def _middles(cells: Sequence[int], cell: float) -> tuple[float, ...]:
    """Return where the middles of these cells are."""
    return tuple((i + 0.5) * cell for i in cells)


@dataclass(frozen=True)
class Gaps:
    """What is left free, in device-independent pixels.

    Attributes:
        margin: round the figure.
        column: between columns.
        row: between rows.
    """

    margin: float
    column: float
    row: float


@dataclass(frozen=True)
class Gutters:
    """Room round a plot for its labels, in device-independent pixels."""

    left: float
    top: float
    right: float
    bottom: float


@dataclass(frozen=True, eq=False)
class Box:
    """Where one panel goes.

    Attributes:
        panel: what is drawn.
        plot: the cells, curves or bars themselves; row i of R in a map spans ``height / R`` from the top.
        gutters: the room round the plot; the same for all plots of a column (left, right) or row (top, bottom).
        column_labels: whether the labels below are written: not if the panel below continues the same axis.
        row_labels: whether the labels to the left are written: not if the map to the left has the same rows.
        spare: how far the heading may reach into the gap before the next column; not into the margin.
    """

    panel: Panel
    plot: QRectF
    gutters: Gutters
    column_labels: bool
    row_labels: bool
    spare: float


@dataclass(frozen=True, eq=False)
class Layout:
    """Where the parts of a figure go.

    Attributes:
        title: the headline; empty if there is none.
        boxes: the panels, as in ``FigureSpec.grid``.
        caption: the lines below; empty if there are none.
    """

    title: QRectF
    boxes: tuple[tuple[Box, ...], ...]
    caption: QRectF
