"""Drawing curves and vectors over a numeric axis."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

import numpy as np
from PySide6.QtCore import QLineF, QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QPainter, QPen, QPolygonF

from relviz.figure.axes import (
    LINE,
    Labels,
    bottom_extent,
    column_labels,
    draw_bottom,
    draw_left,
    left_extent,
    number_labels,
    value_labels,
)
from relviz.figure.fonts import text_width
from relviz.figure.heading import line_pen
from relviz.figure.layout import Box, Gutters
from relviz.figure.marks import LABEL_ROOM, draw_markers, still
from relviz.figure.text import draw_text, fitted

if TYPE_CHECKING:
    from relviz.figure.palette import Palette
    from relviz.figure.spec import Band, Curves, Marker, Series

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


def x_range(panel: Curves) -> tuple[float, float]:
    """Return the ends of the horizontal axis: half a step beyond the first and the last value.

    So a curve over keys lines up with the cells of a map below it.
    """
    if not panel.x.size:
        return 0.0, 1.0
    steps = np.diff(panel.x)
    half = float(np.median(steps)) / 2 if steps.any() else 0.5
    return float(panel.x[0]) - half, float(panel.x[-1]) + half


def y_range(panel: Curves, height: float) -> tuple[float, float]:
    """Return the ends of the vertical axis: all values, some air, and 0 unless that is far away.

    Args:
        panel: the curves.
        height: of the plot in pixels, of which the labels of lines take some: above all values, which they would hide.
    """
    low, high = _extremes(panel)
    if panel.stems or low - 0.6 * (high - low) <= 0 <= high + 0.6 * (high - low):
        low, high = min(low, 0.0), max(high, 0.0)
    if low == high:
        return low - 0.5 * (abs(low) or 1), high + 0.5 * (abs(high) or 1)
    air = 0.06 * (high - low)
    low, top = low - air * (low != 0), high + air * (high != 0)
    if any(marker.label and marker.style != "divider" and not marker.across for marker in panel.markers):
        share = min(LABEL_ROOM / max(height, 1.0), 0.5)
        return low, max(top, high + (high - low) * share / (1 - share))
    return low, min(top, _largest_number(panel))


def _extremes(panel: Curves) -> tuple[float, float]:
    """Return the least and the largest that is to be seen, of values and of levels."""
    values = np.concatenate([np.asarray(one.values, np.float64).ravel() for one in panel.series] or [np.zeros(0)])
    values = values[np.isfinite(values)]
    levels = [marker.at for marker in panel.markers if marker.across]
    return float(min([*values, *levels], default=0)), float(max([*values, *levels], default=1))


def _largest_number(panel: Curves) -> float:
    """Return the largest number that the vertical axis may promise: there are no shares above 100%."""
    return 1.0 if panel.percent and _extremes(panel)[1] <= 1 else math.inf


def draw_curves(painter: QPainter, box: Box, panel: Curves, palette: Palette) -> None:
    """Draw curves, or stems, into their box."""
    plot = box.plot
    low, high = y_range(panel, plot.height())
    first, last = x_range(panel)
    heights = _heights(panel, plot.height())
    _draw_bands(painter, plot, panel, palette)
    draw_grid(painter, plot, heights, palette)
    _name_bands(painter, plot, panel, palette)
    if low <= 0 <= high:
        zero = plot.bottom() + low / (high - low) * plot.height()
        painter.setPen(QPen(QColor(palette.line), 1))
        painter.drawLine(QLineF(plot.left(), zero, plot.right(), zero))
    x = plot.left() + (np.asarray(panel.x, np.float64) - first) / (last - first) * plot.width()
    for series in panel.series:
        y = plot.bottom() - (np.asarray(series.values, np.float64) - low) / (high - low) * plot.height()
        if panel.stems:
            base = plot.bottom() - (0 - low) / (high - low) * plot.height()
            _draw_stems(painter, x, y, base, series, palette=palette)
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


def placed_on_curves(panel: Curves, plot: QRectF) -> tuple[tuple[float, Marker], ...]:
    """Return the markers of curves and their distance from the plot's left end, from its top for ``across``."""
    low, high = y_range(panel, plot.height())
    first, last = x_range(panel)
    return tuple(
        (
            (high - marker.at) / (high - low) * plot.height()
            if marker.across
            else (marker.at - first) / (last - first) * plot.width(),
            marker,
        )
        for marker in panel.markers
    )


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
        painter.fillRect(_band_area(band, plot, panel), QColor(palette.raised))


def _name_bands(painter: QPainter, plot: QRectF, panel: Curves, palette: Palette) -> None:
    """Say what shaded ranges are where curves leave more room, on a plate that keeps grid lines out of the words."""
    for band in panel.bands:
        left = _band_area(band, plot, panel).left()
        label = fitted(band.label, plot.right() - left - 8)
        plate = QRectF(left + 2, plot.bottom() - LINE - 3, text_width(label) + 6, LINE)
        below, above = _free(panel, band, plot.height())
        if above > below:
            plate.moveTop(plot.top() + 3)
        painter.fillRect(plate, QColor(palette.raised))
        draw_text(painter, left + 5, plate.center().y(), label, palette.muted)


def _free(panel: Curves, band: Band, height: float) -> tuple[float, float]:
    """Return how much of the vertical axis is free below and above the curves within a band; lines are named above."""
    if any(marker.label for marker in panel.markers):
        return 1.0, 0.0
    low, high = y_range(panel, height)
    within = (panel.x >= band.start) & (panel.x <= band.end)
    values = np.concatenate([np.asarray(one.values)[within] for one in panel.series] or [np.zeros(0)])
    values = values[np.isfinite(values)]
    if not values.size:
        return 1.0, 1.0
    return float(values.min() - low), float(high - values.max())


def _band_area(band: Band, plot: QRectF, panel: Curves) -> QRectF:
    """Return what a band covers of a plot."""
    first, last = x_range(panel)
    left, right = (
        plot.left() + (min(max(end, first), last) - first) / (last - first) * plot.width()
        for end in (band.start, band.end)
    )
    return QRectF(left, plot.top(), right - left, plot.height())


def _heights(panel: Curves, height: float) -> Labels:
    """Return what is written along the vertical axis: nothing where there are no values to be read off."""
    if not any(np.isfinite(one.values).any() for one in panel.series):
        return NO_LABELS
    return value_labels(*y_range(panel, height), height, percent=panel.percent, largest=_largest_number(panel))


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
