"""Drawing stacked bars of shares."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QPainter, QPen, QPolygonF

from relviz.figure.axes.axes import bottom_extent, column_labels, draw_bottom, draw_left, left_extent, value_labels
from relviz.figure.axes.layout import Box, Gutters
from relviz.figure.drawing.curves import MARGIN_RIGHT, draw_grid
from relviz.figure.drawing.heading import line_pen
from relviz.figure.drawing.marks import draw_markers, still

if TYPE_CHECKING:
    from relviz.figure.colours.palette import Palette
    from relviz.figure.spec import Bars, Floats, Marker, Series

NARROW = 5.0
"""Bars closer than this are drawn without gaps: thinner gaps would only flicker."""


def bars_gutters(panel: Bars, width: float, height: float, *, columns: bool) -> Gutters:
    """Return the room round bars whose plot is about that large."""
    labels = column_labels(panel.columns, _count(panel), width)
    below = bottom_extent(labels, panel.columns, panel.markers, shown=columns)
    left = left_extent(value_labels(0, 1, height, percent=True), panel.y_title, shown=True)
    return Gutters(left, 0.0, MARGIN_RIGHT, below)


def draw_bars(painter: QPainter, box: Box, panel: Bars, palette: Palette) -> None:
    """Draw stacked bars into their box."""
    plot = box.plot
    count = _count(panel)
    heights = value_labels(0, 1, plot.height(), percent=True)
    draw_grid(painter, plot, heights, palette)
    floor = np.zeros(count)
    for part in panel.parts:
        ceiling = floor + np.nan_to_num(np.asarray(part.values, np.float64), posinf=0.0, neginf=0.0)
        _draw_part(painter, plot, floor, ceiling, QColor(palette.fills[part.ink]))
        floor = ceiling
    if panel.line is not None:
        _draw_line(painter, plot, panel.line, palette)
    placed = placed_on_bars(panel, plot)
    draw_markers(painter, plot, still(placed), palette, halo=True)
    dividers = tuple(one for one in placed if one[1].style == "divider" and not one[1].across)
    labels = column_labels(panel.columns, count, plot.width())
    draw_bottom(
        painter, plot, labels, panel.columns, dividers, gutters=box.gutters, palette=palette, shown=box.column_labels
    )
    draw_left(painter, plot, heights, panel.y_title, gutter=box.gutters.left, palette=palette)


def placed_on_bars(panel: Bars, plot: QRectF) -> tuple[tuple[float, Marker], ...]:
    """Return the markers of bars and their distance from the plot's left end, from its top for ``across``."""
    cell = plot.width() / _count(panel)
    return tuple(
        ((1 - marker.at) * plot.height() if marker.across else marker.at * cell, marker) for marker in panel.markers
    )


def _count(panel: Bars) -> int:
    """Return how many bars there are; at least 1, so that an empty figure can be drawn."""
    return max([len(part.values) for part in panel.parts] + [len(panel.columns.labels), 1])


def _draw_part(painter: QPainter, plot: QRectF, floor: Floats, ceiling: Floats, colour: QColor) -> None:
    """Draw one part of every bar, from floor to ceiling (shares)."""
    cell = plot.width() / len(floor)
    lower = (plot.bottom() - floor * plot.height()).tolist()
    upper = (plot.bottom() - ceiling * plot.height()).tolist()
    if cell >= NARROW:
        width = cell * 0.82
        for n, (low, high) in enumerate(zip(lower, upper, strict=True)):
            painter.fillRect(QRectF(plot.left() + (n + 0.5) * cell - width / 2, high, width, low - high), colour)
        return
    edges = [plot.left() + n * cell for n in range(len(floor) + 1)]
    outline = _steps(edges, upper) + _steps(edges, lower)[::-1]
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(colour)
    painter.drawPolygon(QPolygonF(outline))


def _draw_line(painter: QPainter, plot: QRectF, line: Series, palette: Palette) -> None:
    """Draw a step line over the bars, with paper under it to be seen on every colour."""
    share = np.asarray(line.values, np.float64)
    edges = (plot.left() + np.arange(len(share) + 1) * (plot.width() / max(len(share), 1))).tolist()
    y = plot.bottom() - share * plot.height()
    painter.setBrush(Qt.BrushStyle.NoBrush)
    finite = np.flatnonzero(np.isfinite(y))
    for run in np.split(finite, np.flatnonzero(np.diff(finite) > 1) + 1) if finite.size else ():
        steps = QPolygonF(_steps(edges[run[0] : run[-1] + 2], y[run].tolist()))
        painter.setPen(QPen(QColor(palette.paper), 3, c=Qt.PenCapStyle.FlatCap))
        painter.drawPolyline(steps)
        painter.setPen(line_pen(line.ink, palette, dashed=line.dashed, width=1.5))
        painter.drawPolyline(steps)


def _steps(edges: list[float], levels: list[float]) -> list[QPointF]:
    """Return the corners of a step line: each level from its left edge to its right one."""
    return [QPointF(x, y) for n, y in enumerate(levels) for x in (edges[n], edges[n + 1])]
