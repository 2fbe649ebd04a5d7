"""Drawing curves and vectors over a numeric axis, and stacked bars of shares."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
from PySide6.QtCore import QLineF, QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QPainter, QPen, QPolygonF

from relviz.figure.drawing.axes import (
    LINE,
    Box,
    Gutters,
    Labels,
    bottom_extent,
    column_labels,
    draw_bottom,
    draw_left,
    left_extent,
    number_labels,
    value_labels,
)
from relviz.figure.drawing.curve_places import (
    band_area,
    band_names,
    in_pixels,
    largest_number,
    placed_on_curves,
    x_range,
    y_range,
    zero_line,
)
from relviz.figure.drawing.heading import line_pen
from relviz.figure.drawing.marks import draw_markers, still
from relviz.figure.lettering.text import draw_text

if TYPE_CHECKING:
    from relviz.figure.colours.palette import Palette
    from relviz.figure.spec import Bars, Curves, Floats, Marker, Series


NO_LABELS = Labels((), (), LINE)
"""An axis without numbers."""
MARGIN_RIGHT = 12.0
"""Right of a plot without a colour bar: half a number at the end of the axis."""

DOT = 3.0
"""Radius of a value that has no neighbours to be joined to."""


def curves_gutters(panel: Curves, width: float, height: float, *, columns: bool) -> Gutters:
    """Return the room round curves whose plot is about that large."""
    below = bottom_extent(_labels(panel, width), panel.columns, panel.markers, shown=columns)
    left = left_extent(_heights(panel, height), panel.y_title, shown=True)
    return Gutters(left, 0.0, MARGIN_RIGHT, below)


def draw_curves(painter: QPainter, box: Box, panel: Curves, palette: Palette) -> None:
    """Draw curves, or stems, into their box."""
    plot = box.plot
    low, high = y_range(panel, plot.height())
    heights = _heights(panel, plot.height())
    _draw_bands(painter, plot, panel, palette)
    draw_grid(painter, plot, heights, palette)
    _name_bands(painter, plot, panel, palette)
    if low <= 0 <= high:
        zero = zero_line(panel, plot)
        painter.setPen(QPen(QColor(palette.line), 1))
        painter.drawLine(QLineF(plot.left(), zero, plot.right(), zero))
    for series, (x, y) in zip(panel.series, in_pixels(panel, plot), strict=True):
        if panel.stems:
            _draw_stems(painter, x, y, zero_line(panel, plot), series, palette=palette)
        else:
            _draw_line(painter, x, y, series, palette, width=1.6 if len(panel.series) <= 4 else 1.2)
    placed = placed_on_curves(panel, plot)
    draw_markers(painter, plot, still(placed), palette)
    dividers = tuple(one for one in placed if one[1].style == "divider" and not one[1].across)
    labels = _labels(panel, plot.width())
    draw_bottom(
        painter, plot, labels, panel.columns, dividers, gutters=box.gutters, palette=palette, shown=box.column_labels
    )
    draw_left(painter, plot, heights, panel.y_title, gutter=box.gutters.left, palette=palette)


def draw_grid(painter: QPainter, plot: QRectF, heights: Labels, palette: Palette) -> None:
    """Draw the light lines behind curves and bars, and the two axes."""
    painter.setRenderHint(QPainter.RenderHint.Antialiasing, True)
    painter.setPen(QPen(QColor(palette.grid), 1))
    painter.drawLines([QLineF(plot.left(), y, plot.right(), y) for y in (plot.top() + n for n in heights.places)])
    painter.setPen(QPen(QColor(palette.line), 1))
    painter.drawLine(QLineF(plot.left() - 0.5, plot.top(), plot.left() - 0.5, plot.bottom()))
    painter.drawLine(QLineF(plot.left() - 0.5, plot.bottom(), plot.right(), plot.bottom()))


def _draw_bands(painter: QPainter, plot: QRectF, panel: Curves, palette: Palette) -> None:
    """Shade ranges of the axis."""
    for band in panel.bands:
        painter.fillRect(band_area(band, plot, panel), QColor(palette.raised))


def _name_bands(painter: QPainter, plot: QRectF, panel: Curves, palette: Palette) -> None:
    """Say what shaded ranges are, on a plate that keeps grid lines out of the words."""
    for plate, label in band_names(panel, plot):
        painter.fillRect(plate, QColor(palette.raised))
        draw_text(painter, plate.left() + 3, plate.center().y(), label, palette.muted)


def _heights(panel: Curves, height: float) -> Labels:
    """Return what is written along the vertical axis: nothing where there are no values to be read off."""
    if not any(np.isfinite(one.values).any() for one in panel.series):
        return NO_LABELS
    return value_labels(*y_range(panel, height), height, percent=panel.percent, largest=largest_number(panel))


def _labels(panel: Curves, width: float) -> Labels:
    """Return what is written along the horizontal axis: tokens if it has them, else round numbers."""
    if panel.columns.labels:
        return column_labels(panel.columns, len(panel.columns.labels), width)
    if not panel.x.size:
        return NO_LABELS
    whole = bool(np.all(panel.x == np.rint(panel.x)))
    return number_labels(*x_range(panel), width, whole=whole)


def _draw_line(
    painter: QPainter, x: np.ndarray, y: np.ndarray, series: Series, palette: Palette, *, width: float
) -> None:
    """Join neighbouring values; where one is missing, the curve is broken."""
    painter.setPen(line_pen(series.ink, palette, dashed=series.dashed, width=width))
    painter.setBrush(Qt.BrushStyle.NoBrush)
    finite = np.flatnonzero(np.isfinite(y))
    if not finite.size:
        return
    for run in np.split(finite, np.flatnonzero(np.diff(finite) > 1) + 1):
        points = [QPointF(a, b) for a, b in zip(x[run].tolist(), y[run].tolist(), strict=True)]
        if len(points) == 1:  # a value between two gaps, or the only one
            painter.save()
            painter.setPen(Qt.PenStyle.NoPen)
            painter.setBrush(QColor(palette.inks[series.ink]))
            painter.drawEllipse(points[0], DOT, DOT)
            painter.restore()
        else:
            painter.drawPolyline(QPolygonF(points))


def _draw_stems(
    painter: QPainter, x: np.ndarray, y: np.ndarray, base: float, series: Series, *, palette: Palette
) -> None:
    """Draw a line from 0 to each value, with a dot at its end where there is room for dots."""
    step = (x[-1] - x[0]) / (len(x) - 1) if len(x) > 1 else 20.0
    ends = [(a, b) for a, b in zip(x.tolist(), y.tolist(), strict=True) if np.isfinite(b)]
    painter.setPen(QPen(QColor(palette.inks[series.ink]), min(1.5, max(0.5, 0.6 * step)), c=Qt.PenCapStyle.FlatCap))
    painter.drawLines([QLineF(a, base, a, b) for a, b in ends])
    if step >= 5:
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(QColor(palette.inks[series.ink]))
        for a, b in ends:
            painter.drawEllipse(QPointF(a, b), 2, 2)


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
        _draw_level(painter, plot, panel.line, palette)
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


def _draw_level(painter: QPainter, plot: QRectF, line: Series, palette: Palette) -> None:
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
