"""Drawing the strip above a map: what the map varies with along its keys, or along the distance, alone."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

import numpy as np
from PySide6.QtCore import QLineF, QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QPainter, QPen, QPolygonF

from relviz.figure.lettering.fonts import LABEL, line_height, text_width
from relviz.figure.lettering.text import draw_text
from relviz.figure.lettering.ticks import format_number
from relviz.figure.words import figure_tr

if TYPE_CHECKING:
    from relviz.figure.colours.palette import Palette
    from relviz.figure.spec import Floats, Strip

STRIP_HEIGHT, STRIP_GAP, NUMBERS = 36.0, 5.0, 5.0
"""Height of a strip, from there to its map, and from the strip to the numbers right of it."""


def strip_area(plot: QRectF) -> QRectF:
    """Return where the strip over a map's plot is drawn."""
    return QRectF(plot.left(), plot.top() - STRIP_GAP - STRIP_HEIGHT, plot.width(), STRIP_HEIGHT)


def draw_strip(
    painter: QPainter,
    area: QRectF,
    strip: Strip,
    palette: Palette,
    *,
    span: tuple[float, float] | None = None,
) -> None:
    """Draw a strip: steps over keys, a curve over distances, and right of it the ends of its numbers.

    Args:
        painter: where to draw.
        area: of the steps or the curve.
        strip: what to draw.
        palette: the theme.
        span: first and last key in view, for a map that is zoomed into; None for all.
    """
    over_keys = strip.over == "keys"
    plot = _plot(area, strip)
    finite = strip.values[np.isfinite(strip.values)]
    low, high = (min(float(finite.min()), 0.0), max(float(finite.max()), 0.0)) if finite.size else (0.0, 0.0)
    room = (high - low) or 1.0
    zero = plot.bottom() + low / room * plot.height()
    first, last = _view(strip, span)
    outline = _outline(np.nan_to_num(strip.values), plot, zero, plot.height() / room, first, last, steps=over_keys)
    painter.setRenderHint(QPainter.RenderHint.Antialiasing, not over_keys)
    ink, fill = QColor(palette.inks[strip.ink]), QColor(palette.fills[strip.ink])
    fill.setAlphaF(0.35)
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(fill)
    ends = (QPointF(outline[0].x(), zero), QPointF(outline[-1].x(), zero))
    painter.drawPolygon(QPolygonF([ends[0], *outline, ends[1]]))
    painter.setBrush(Qt.BrushStyle.NoBrush)
    painter.setPen(QPen(ink, 1.2))
    painter.drawPolyline(QPolygonF(outline))
    painter.setPen(QPen(QColor(palette.line), 1))
    painter.drawLine(QLineF(plot.left(), zero, plot.right(), zero))
    painter.setRenderHint(QPainter.RenderHint.Antialiasing, True)
    _write_numbers(painter, plot, (low, high), palette, bottom=area.bottom())
    if not over_keys:
        y = area.bottom() - line_height(LABEL) / 2
        left, right = _ends(strip)
        draw_text(painter, area.left(), y, left, palette.muted)
        draw_text(painter, area.right(), y, right, palette.muted, align="right")


def mark_strip(
    painter: QPainter,
    area: QRectF,
    strip: Strip,
    palette: Palette,
    at: int,
    *,
    span: tuple[float, float] | None = None,
) -> None:
    """Draw over a strip which of its values is selected, and write its distance, if none of those at the ends.

    Args:
        painter: where to draw.
        area: the strip's.
        strip: what was drawn.
        palette: the theme.
        at: which of the values; beyond them there is nothing to mark.
        span: first and last key in view, as in ``draw_strip``.
    """
    count, plot, (first, last) = len(strip.values), _plot(area, strip), _view(strip, span)
    if not (0 <= at < count and first <= at + 0.5 <= last):
        return
    x = plot.left() + (at + 0.5 - first) / (last - first) * plot.width()
    painter.setRenderHint(QPainter.RenderHint.Antialiasing, True)
    painter.setPen(QPen(QColor(palette.cursor), 1.2))
    painter.drawLine(QLineF(x, plot.top(), x, plot.bottom()))
    if strip.over == "keys" or at in (0, count - 1):  # the words at the ends say those distances
        return
    text = str(strip.farthest - at)
    half = text_width(text) / 2 + 6
    left, right = _ends(strip)
    clear = (area.left() + text_width(left) + half, area.right() - text_width(right) - half)
    if clear[0] <= x <= clear[1]:
        draw_text(painter, x, area.bottom() - line_height(LABEL) / 2, text, palette.cursor, align="centre")


def _plot(area: QRectF, strip: Strip) -> QRectF:
    """Return where the steps or the curve are: words are below a curve."""
    return area if strip.over == "keys" else area.adjusted(0, 0, 0, -line_height(LABEL))


def _view(strip: Strip, span: tuple[float, float] | None) -> tuple[float, float]:
    """Return the first and last of what is in view; distances are always all of them."""
    return span if span is not None and strip.over == "keys" else (0.0, float(len(strip.values)))


def _ends(strip: Strip) -> tuple[str, str]:
    """Return the words for the first and the last distance."""
    nearest = strip.farthest - len(strip.values) + 1
    right = str(nearest) if nearest >= 0 else figure_tr("{0} ahead").format(-nearest)
    return figure_tr("{0} back").format(strip.farthest), right


def _outline(
    values: Floats, plot: QRectF, zero: float, scale: float, first: float, last: float, *, steps: bool
) -> list[QPointF]:
    """Return the corners of what is drawn, within the plot: what is out of view would pile up at its ends."""
    begin, end = max(int(first), 0), min(math.ceil(last), len(values))
    values, edges = values[begin:end], np.arange(begin, end + 1, dtype=np.float64)
    x = np.repeat(edges, 2)[1:-1] if steps else edges[:-1] + 0.5
    x = plot.left() + (np.clip(x, first, last) - first) / (last - first) * plot.width()
    y = zero - (np.repeat(values, 2) if steps else values).astype(np.float64) * scale
    return [QPointF(a, b) for a, b in zip(x.tolist(), y.tolist(), strict=True)]


def _write_numbers(
    painter: QPainter, plot: QRectF, ends: tuple[float, float], palette: Palette, *, bottom: float
) -> None:
    """Write the largest number at the top and the smallest at the bottom, right of the plot; 0 is not written."""
    half = line_height(LABEL) / 2
    for value, y in zip(ends, (min(plot.bottom() - 1, bottom - half), plot.top() + half - 1), strict=True):
        if value:
            draw_text(painter, plot.right() + NUMBERS, y, format_number(value, 2), palette.muted)
