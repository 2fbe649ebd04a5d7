"""Laying out a figure: how large the plots can be once every label has its room."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QRectF

from relviz.figure.drawing.axes import Box, Gaps, Gutters, Layout
from relviz.figure.drawing.curve_places import x_range
from relviz.figure.drawing.curves import bars_gutters, curves_gutters
from relviz.figure.drawing.heading import heading_extent
from relviz.figure.drawing.heatmap import heatmap_gutters
from relviz.figure.drawing.listing import listing_gutters
from relviz.figure.lettering.fonts import HEADLINE, NOTE, line_height
from relviz.figure.lettering.text import lines_of
from relviz.figure.spec import Axis, Curves, FigureSpec, Heatmap, Listing, Panel

if TYPE_CHECKING:
    from collections.abc import Sequence

ROOMY, TIGHT = Gaps(24.0, 26.0, 22.0), Gaps(12.0, 22.0, 8.0)
"""What is left free on a page, and in a small window, where the plots need the room."""
LOW = 720.0
"""Height below which gaps are tight; figure files are higher."""
ROUNDED = 2.0
"""By how much a plot may yet become narrower than its heading was told."""
Sizes = list[list[tuple[float, float]]]


def layout(spec: FigureSpec, rect: QRectF) -> Layout:
    """Return where each part of a figure goes.

    Plots share the width (by ``spec.widths``) and height (``spec.heights``) that are left over by labels, so that the
    plots of a column are equally wide and those of a row equally high, whatever is written beside them. Rows of
    different lengths have columns of their own, but all begin at the same left edge.

    Args:
        spec: the figure.
        rect: the page, in device-independent pixels.
    """
    gaps = TIGHT if rect.height() < LOW else ROOMY
    inner = rect.adjusted(gaps.margin, gaps.margin, -gaps.margin, -gaps.margin)
    title_height = line_height(HEADLINE) if spec.title else 0.0
    caption_height = line_height(NOTE) * len(lines_of(spec.caption, inner.width(), NOTE))
    title = QRectF(inner.left(), inner.top(), inner.width(), title_height)
    caption = QRectF(inner.left(), inner.bottom() - caption_height, inner.width(), caption_height)
    body = inner.adjusted(0, title_height and title_height + 14, 0, -(caption_height and caption_height + 14))
    shown = _shown(spec)
    # Labels depend on the size of plots (thinning, turning) and the other way round: three rounds settle it.
    sizes: Sizes = [
        [(body.width() / len(row) * 0.8, body.height() / len(spec.grid) * 0.7) for _ in row] for row in spec.grid
    ]
    for _ in range(3):
        gutters = _gutters(spec, sizes, shown, gaps)
        heights = _shares(body.height() - _vertical(gutters, gaps), spec.heights, len(spec.grid))
        widths = [_row_widths(spec, row, body.width(), gaps) for row in gutters]
        sizes = [[(width, height) for width in row] for row, height in zip(widths, heights, strict=True)]
    boxes = []
    y = body.top()
    for r, row in enumerate(spec.grid):
        x, placed = body.left(), []
        top, bottom = gutters[r][0].top, gutters[r][0].bottom
        for c, panel in enumerate(row):
            gutter, (width, height) = gutters[r][c], sizes[r][c]
            # Whole pixels keep frames and grid lines crisp at 96 dpi.
            left, upper = round(x + gutter.left), round(y + top)
            plot = QRectF(left, upper, max(round(width), 1), max(round(height), 1))
            placed.append(Box(panel, plot, gutter, *shown[r][c], _spare(row, c, gaps)))
            x += gutter.left + width + gutter.right + gaps.column
        boxes.append(tuple(placed))
        y += top + heights[r] + bottom + gaps.row
    return Layout(title, tuple(boxes), caption)


def _gutters(spec: FigureSpec, sizes: Sizes, shown: list[list[tuple[bool, bool]]], gaps: Gaps) -> list[list[Gutters]]:
    """Return the room round each plot: the largest that any plot of its column or row needs.

    The first plots of all rows have one left edge, also where rows are of different lengths.
    """
    own = [
        [_own(panel, *size, *labels) for panel, size, labels in zip(*row, strict=True)]
        for row in zip(spec.grid, sizes, shown, strict=True)
    ]
    first = max((row[0].left for row in own if row), default=0.0)
    aligned = []
    for r, row in enumerate(own):
        alike = [other for other in own if len(other) == len(row)]
        lefts = [max(o[c].left for o in alike) if c else first for c in range(len(row))]
        rights = [max(o[c].right for o in alike) for c in range(len(row))]
        top = 0.0
        for c, panel in enumerate(spec.grid[r]):
            width = sizes[r][c][0] - ROUNDED
            room = width + rights[c] + _spare(spec.grid[r], c, gaps)
            top = max(top, row[c].top + heading_extent(panel, width, room))
        bottom = max(one.bottom for one in row)
        aligned.append([Gutters(left, top, right, bottom) for left, right in zip(lefts, rights, strict=True)])
    return aligned


def _spare(row: Sequence[Panel], column: int, gaps: Gaps) -> float:
    """Return how far the heading of a panel may reach into the gap right of it."""
    return gaps.column - 8 if column + 1 < len(row) else 0.0


def _own(panel: Panel, width: float, height: float, columns: bool, rows: bool) -> Gutters:
    """Return the room a panel needs by itself, without its heading."""
    width, height = max(width, 1.0), max(height, 1.0)
    if isinstance(panel, Heatmap):
        return heatmap_gutters(panel, width, height, columns=columns, rows=rows)
    if isinstance(panel, Curves):
        return curves_gutters(panel, width, height, columns=columns)
    if isinstance(panel, Listing):
        return listing_gutters()
    return bars_gutters(panel, width, height, columns=columns)


def _shown(spec: FigureSpec) -> list[list[tuple[bool, bool]]]:
    """Return for each panel whether it writes its column labels and its row labels: only the outer ones do."""
    result = []
    for r, row in enumerate(spec.grid):
        below = spec.grid[r + 1] if r + 1 < len(spec.grid) else ()
        line = []
        for c, panel in enumerate(row):
            continued = len(below) == len(row) and _columns(below[c]) == _columns(panel)
            before = row[c - 1] if c else None
            line.append((not continued, before is None or _rows(before) != _rows(panel)))
        result.append(line)
    return result


def _columns(panel: Panel) -> tuple[Axis, float, float] | None:
    """Return what makes two horizontal axes the same: labels, title and ends; None where there is no axis."""
    if isinstance(panel, Listing):
        return None
    if isinstance(panel, Heatmap):
        start = 0.0 if panel.columns.labels else panel.columns.start - 0.5
        return panel.columns, start, start + panel.values.shape[1]
    if isinstance(panel, Curves) and not panel.columns.labels:
        return panel.columns, *x_range(panel)
    return panel.columns, 0.0, float(len(panel.columns.labels))


def _rows(panel: Panel) -> tuple[Axis, int] | None:
    """Return what makes two vertical axes the same; None where there are values and not rows."""
    return (panel.rows, len(panel.values)) if isinstance(panel, Heatmap) else None


def _row_widths(spec: FigureSpec, row: Sequence[Gutters], width: float, gaps: Gaps) -> list[float]:
    """Return how wide the plots of a row are."""
    free = width - sum(one.left + one.right for one in row) - gaps.column * (len(row) - 1)
    return _shares(free, spec.widths if len(spec.widths) == len(row) else (), len(row))


def _vertical(gutters: list[list[Gutters]], gaps: Gaps) -> float:
    """Return the height that is not plots."""
    return sum(row[0].top + row[0].bottom for row in gutters) + gaps.row * (len(gutters) - 1)


def _shares(free: float, weights: Sequence[float], count: int) -> list[float]:
    """Return the free length, divided by weights or equally; never less than 1."""
    weights = weights or [1.0] * count
    return [max(free * weight / sum(weights), 1.0) for weight in weights]
