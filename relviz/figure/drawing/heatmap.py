"""Drawing a matrix: cells, hatch, colour bar, numbers, markers and axes."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

import numpy as np
from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import QColor, QPaintEngine, QPainter, QPen

from relviz.figure.colours.colormaps import COLOURS, index_image, table
from relviz.figure.drawing.axes import (
    Box,
    Gutters,
    bottom_extent,
    column_labels,
    draw_bottom,
    draw_left,
    left_extent,
    row_labels,
)
from relviz.figure.drawing.cells import DIGITS, WIDTH, cell_image, cell_texts, hatch_lines, hatched_image, veil_image
from relviz.figure.drawing.marks import draw_frame, draw_markers, pixel_area, still
from relviz.figure.drawing.strip import STRIP_GAP, STRIP_HEIGHT, draw_strip, strip_area
from relviz.figure.lettering.fonts import LABEL, line_height, text_width
from relviz.figure.lettering.text import draw_text
from relviz.figure.lettering.ticks import format_number, format_ticks, nice_ticks

if TYPE_CHECKING:
    from relviz.figure.colours.palette import Palette
    from relviz.figure.spec import Heatmap, Marker, Scale

BAR_GAP, BAR_WIDTH, BAR_PAD = 9.0, 9.0, 5.0
"""From the plot to its colour bar, the bar itself, and from there to its numbers."""
VECTOR_DETAIL = 3.0
"""Pixels of the cell picture per device-independent pixel in SVG and PDF. Not one per cell: viewers smooth what
they enlarge."""
LINE = line_height(LABEL)
FROM_END = 1.8
"""From the end of a colour bar to the next number, in lines: the end's own takes one, and they should not crowd."""


def heatmap_gutters(panel: Heatmap, width: float, height: float, *, columns: bool, rows: bool) -> Gutters:
    """Return the room round a map whose plot is about that large."""
    count_rows, count_columns = panel.values.shape
    below = bottom_extent(
        column_labels(panel.columns, count_columns, width), panel.columns, panel.markers, shown=columns
    )
    left = left_extent(row_labels(panel.rows, count_rows, height), panel.rows.title, shown=rows)
    numbers = max(text_width(text) for _, text in bar_labels(panel.scale, height))
    bar = BAR_GAP + BAR_WIDTH + BAR_PAD + numbers if panel.bar else 0.0
    strip = STRIP_HEIGHT + STRIP_GAP if panel.strip is not None else 0.0
    return Gutters(left, strip, bar, below)


def draw_heatmap(painter: QPainter, box: Box, panel: Heatmap, palette: Palette) -> None:
    """Draw a map into its box."""
    plot = box.plot
    count_rows, count_columns = panel.values.shape
    cells = pixel_area(painter, plot)
    cell_width, cell_height = cells.width() / count_columns, cells.height() / count_rows
    _draw_cells(painter, plot, panel, palette)
    if panel.dimmed is not None:
        painter.setRenderHint(QPainter.RenderHint.SmoothPixmapTransform, False)
        painter.drawImage(plot, veil_image(panel.dimmed, palette, *_veil_size(painter, panel, plot)))
    if panel.strip is not None:
        draw_strip(painter, strip_area(plot), panel.strip, palette)
    painter.setPen(QPen(QColor(palette.line), 1, j=Qt.PenJoinStyle.MiterJoin))
    painter.setBrush(Qt.BrushStyle.NoBrush)
    painter.drawRect(cells.adjusted(-0.5, -0.5, 0.5, 0.5))
    if panel.numbers:
        _draw_numbers(painter, plot, panel, palette)
    placed = placed_on_cells(panel, plot)
    draw_markers(painter, plot, still(placed), palette, cells=panel.values.shape)
    for cell in (*panel.framed, *((panel.selected,) if panel.selected else ())):
        left, top = cells.left() + cell[1] * cell_width, cells.top() + cell[0] * cell_height
        rows, columns = panel.extent if cell == panel.selected else (1, 1)
        draw_frame(painter, QRectF(left, top, columns * cell_width, rows * cell_height), palette)
    dividers = tuple(one for one in placed if one[1].style == "divider" and not one[1].across)
    labels = column_labels(panel.columns, count_columns, plot.width())
    draw_bottom(
        painter, plot, labels, panel.columns, dividers, gutters=box.gutters, palette=palette, shown=box.column_labels
    )
    if box.row_labels:
        labels = row_labels(panel.rows, count_rows, plot.height())
        draw_left(painter, plot, labels, panel.rows.title, gutter=box.gutters.left, palette=palette)
    if panel.bar and np.isfinite(panel.values).any():
        _draw_bar(painter, plot, panel.scale, palette)


def placed_on_cells(panel: Heatmap, plot: QRectF) -> tuple[tuple[float, Marker], ...]:
    """Return the markers of a map and their distance from the plot's left end, from its top for ``across``."""
    rows, columns = panel.values.shape
    return tuple(
        (marker.at * (plot.height() / rows if marker.across else plot.width() / columns), marker)
        for marker in panel.markers
    )


def bar_labels(scale: Scale, height: float, digits: int = DIGITS) -> list[tuple[float, str]]:
    """Return what is written beside a colour bar: both ends as they are, and round numbers between them.

    Where all values are 0, that alone: the ends would promise others.

    Args:
        scale: the scale.
        height: of the bar.
        digits: significant digits of the ends.

    Returns:
        (share of the height from the bottom, text) for each.
    """
    if scale.zero:
        return [(scale.place(0.0), format_number(0.0, percent=scale.percent))]
    ends = [(scale.place(end), format_number(end, digits, percent=scale.percent)) for end in (scale.low, scale.high)]
    most = max(1, min(7, int(height / (2.2 * LINE))))
    if scale.power == 1 and not scale.log:
        ticks = nice_ticks(scale.low, scale.high, most)
        texts = format_ticks(ticks, percent=scale.percent)
    else:  # numbers that are about equally far from each other on the bar
        ticks = tuple(_rounded(scale.value(n / (most + 1))) for n in range(1, most + 1))
        texts = tuple(format_number(tick, percent=scale.percent) for tick in ticks)
    line = LINE / max(height, 1.0)
    between: list[tuple[float, str]] = []
    for tick, text in zip(ticks, texts, strict=True):
        place = scale.place(tick)
        if FROM_END * line < place < 1 - FROM_END * line and (not between or place - between[-1][0] > line):
            between.append((place, text))
    return ends + between


def label_middle(share: float, height: float) -> float:
    """Return how far below the top of a colour bar the middle of a label is: no label reaches beyond the bar.

    Beside a bar too low for two lines, both reach as far as it takes not to touch.

    Args:
        share: where the number is, as a share of the height from the bottom.
        height: of the bar.
    """
    inset = min(LINE, max(height - LINE, 0.0)) / 2
    return min(max((1 - share) * height, inset), height - inset)


def _rounded(value: float) -> float:
    """Return the nearest of 1, 2 and 5 times a power of ten."""
    power = 10.0 ** math.floor(math.log10(value))
    return min((factor * power for factor in (1, 2, 5, 10)), key=lambda near: abs(math.log(near / value)))


def _draw_cells(painter: QPainter, plot: QRectF, panel: Heatmap, palette: Palette) -> None:
    """Draw cells and hatch so that nobody blurs them: in the device's pixels, or in many more than there are cells."""
    rows, columns = panel.values.shape
    painter.setRenderHint(QPainter.RenderHint.SmoothPixmapTransform, False)
    engine = painter.paintEngine()
    if engine is not None and engine.type() == QPaintEngine.Type.Raster:
        device, area = painter.deviceTransform(), pixel_area(painter, plot)
        target = device.mapRect(area)
        width, height = max(round(target.width()), 1), max(round(target.height()), 1)
        image = hatched_image(panel.values, panel.scale, palette, width, height, device.m11())
        painter.drawImage(area, image)
        return
    detail = [
        math.ceil(VECTOR_DETAIL * length / cells) for length, cells in ((plot.width(), columns), (plot.height(), rows))
    ]
    image = cell_image(panel.values, panel.scale, palette, columns * detail[0], rows * detail[1])
    painter.drawImage(plot, image)
    painter.setRenderHint(QPainter.RenderHint.Antialiasing, True)
    painter.setPen(QPen(QColor(palette.hatch), WIDTH))
    painter.drawLines(hatch_lines(np.isnan(panel.values), plot))


def _veil_size(painter: QPainter, panel: Heatmap, plot: QRectF) -> tuple[int, int]:
    """Return how many pixels a veil over the cells has: those of the device, or many a cell for SVG and PDF."""
    engine = painter.paintEngine()
    if engine is not None and engine.type() == QPaintEngine.Type.Raster:
        target = painter.deviceTransform().mapRect(plot)
        return max(round(target.width()), 1), max(round(target.height()), 1)
    rows, columns = panel.values.shape
    across, down = VECTOR_DETAIL * plot.width() / columns, VECTOR_DETAIL * plot.height() / rows
    return columns * math.ceil(across), rows * math.ceil(down)


def _draw_numbers(painter: QPainter, plot: QRectF, panel: Heatmap, palette: Palette) -> None:
    """Write each value into its cell, under the cell's name; nothing at all where the cells are too small for it."""
    rows, columns = panel.values.shape
    width, height = plot.width() / columns, plot.height() / rows
    names = [name for row in panel.names for name in row]
    lines = 2 if names else 1
    texts = cell_texts(panel.values, panel.scale, width - 4)
    if max(map(text_width, (*texts, *names)), default=0.0) + 4 > width or height < lines * LINE:
        return
    colours = table(panel.scale.kind, palette)[index_image(panel.values, panel.scale).ravel(), :3]
    for n, (text, colour) in enumerate(zip(texts, colours.tolist(), strict=True)):
        x, y = plot.left() + (n % columns + 0.5) * width, plot.top() + (n // columns + 0.5) * height
        ink = palette.on("#{:02x}{:02x}{:02x}".format(*colour))
        if names:
            draw_text(painter, x, y - LINE / 2, names[n], ink, bold=True, align="centre")
        draw_text(painter, x, y + (lines - 1) * LINE / 2, text, ink, align="centre")


def _draw_bar(painter: QPainter, plot: QRectF, scale: Scale, palette: Palette) -> None:
    """Draw the colour bar right of a plot."""
    bar = QRectF(plot.right() + BAR_GAP, plot.top(), BAR_WIDTH, plot.height())
    ramp = np.array([[scale.value(n / (COLOURS - 1))] for n in reversed(range(COLOURS))])  # high is on top
    height = max(COLOURS, round(VECTOR_DETAIL * bar.height()))
    painter.drawImage(bar, cell_image(ramp, scale, palette, 8, height))
    painter.setPen(QPen(QColor(palette.line), 1, j=Qt.PenJoinStyle.MiterJoin))
    painter.setBrush(Qt.BrushStyle.NoBrush)
    painter.drawRect(bar.adjusted(-0.5, -0.5, 0.5, 0.5))
    for share, text in bar_labels(scale, bar.height()):  # no ticks: before a number each would be a minus
        y = bar.top() + label_middle(share, bar.height())
        draw_text(painter, bar.right() + BAR_PAD, y, text, palette.muted)
