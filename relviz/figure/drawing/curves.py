"""Drawing curves and vectors over a numeric axis."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
from PySide6.QtCore import QLineF, QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QPainter, QPen, QPolygonF

from relviz.figure.axes.axes import (
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
from relviz.figure.axes.curve_places import (
    band_area,
    band_names,
    in_pixels,
    largest_number,
    placed_on_curves,
    x_range,
    y_range,
    zero_line,
)
from relviz.figure.axes.layout import Box, Gutters
from relviz.figure.drawing.heading import line_pen
from relviz.figure.drawing.marks import draw_markers, still
from relviz.figure.lettering.text import draw_text

if TYPE_CHECKING:
    from relviz.figure.colours.palette import Palette
    from relviz.figure.spec import Curves, Series

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
