"""Drawing a whole figure: one routine for the screen, PNG, SVG and PDF, at any size."""

from __future__ import annotations

from dataclasses import fields, is_dataclass
from typing import TYPE_CHECKING

import numpy as np
from PySide6.QtGui import QColor, QPainter

from relviz.figure.drawing.curve_places import band_area, clear_of, named_bands, placed_on_curves
from relviz.figure.drawing.curves import draw_bars, draw_curves, placed_on_bars
from relviz.figure.drawing.grid import layout
from relviz.figure.drawing.heading import draw_heading
from relviz.figure.drawing.heatmap import draw_heatmap, placed_on_cells
from relviz.figure.drawing.listing import draw_listing
from relviz.figure.drawing.marks import draw_markers, moving
from relviz.figure.lettering.fonts import HEADLINE, NOTE
from relviz.figure.lettering.text import draw_text, fitted, lines_of
from relviz.figure.spec import Bars, Curves, Listing, Marker

if TYPE_CHECKING:
    from PySide6.QtCore import QRectF

    from relviz.figure.colours.palette import Palette
    from relviz.figure.drawing.axes import Box
    from relviz.figure.spec import FigureSpec


def draw(painter: QPainter, rect: QRectF, spec: FigureSpec, palette: Palette) -> None:
    """Draw a figure.

    Args:
        painter: where to draw; lengths are device-independent pixels, so scale it for more of the device's.
        rect: the page; all of it is painted.
        spec: what to draw.
        palette: the theme.
    """
    painter.save()
    prepare(painter)
    painter.fillRect(rect, QColor(palette.paper))
    placed = layout(spec, rect)
    title = fitted(spec.title, placed.title.width(), HEADLINE, bold=True)
    y = placed.title.center().y()
    draw_text(painter, placed.title.left(), y, title, palette.text, size=HEADLINE, bold=True)
    for row in placed.boxes:
        for box in row:
            draw_panel(painter, box, palette)
            draw_cursors(painter, box, palette)
    lines = lines_of(spec.caption, placed.caption.width(), NOTE)
    for number, line in enumerate(lines):
        y = placed.caption.top() + placed.caption.height() * (number + 0.5) / len(lines)
        draw_text(painter, placed.caption.left(), y, line, palette.muted, size=NOTE)
    painter.restore()


def prepare(painter: QPainter) -> None:
    """Set what all drawing relies on."""
    painter.setRenderHint(QPainter.RenderHint.Antialiasing, True)
    painter.setRenderHint(QPainter.RenderHint.TextAntialiasing, True)
    # Qt stores pictures in PDF as JPEG unless told; that smears the edges of cells.
    painter.setRenderHint(QPainter.RenderHint.LosslessImageRendering, True)


def draw_panel(painter: QPainter, box: Box, palette: Palette) -> None:
    """Draw one panel and its heading, all but cursors and limits.

    Args:
        painter: where to draw.
        box: the panel and its place.
        palette: the theme.
    """
    panel, plot = box.panel, box.plot
    if isinstance(panel, Curves):
        draw_curves(painter, box, panel, palette)
    elif isinstance(panel, Bars):
        draw_bars(painter, box, panel, palette)
    elif isinstance(panel, Listing):
        draw_listing(painter, box, panel, palette)
    else:
        draw_heatmap(painter, box, panel, palette)
    room = plot.width() + box.gutters.right + box.spare
    draw_heading(painter, panel, plot, palette, top=plot.top() - box.gutters.top, room=room)


def draw_cursors(painter: QPainter, box: Box, palette: Palette) -> None:
    """Draw cursors and limits over a panel; the window moves them without drawing the panel anew."""
    panel, plot = box.panel, box.plot
    if isinstance(panel, Listing):
        return
    if isinstance(panel, Curves):
        placed = moving(placed_on_curves(panel, plot))
        draw_markers(
            painter,
            plot,
            placed,
            palette,
            clear=clear_of(panel, plot),
            taken=named_bands(panel, plot),
            shaded=[band_area(band, plot, panel) for band in panel.bands],
        )
    elif isinstance(panel, Bars):
        draw_markers(painter, plot, moving(placed_on_bars(panel, plot)), palette, halo=True)
    else:
        draw_markers(painter, plot, moving(placed_on_cells(panel, plot)), palette, cells=panel.values.shape)


def same_places(before: tuple[tuple[Box, ...], ...], after: tuple[tuple[Box, ...], ...]) -> bool:
    """Return whether two figures have their plots and labels in the same places."""
    return [_place(box) for row in before for box in row] == [_place(box) for row in after for box in row]


def same_still(before: object, after: object) -> bool:
    """Return whether two panels look the same but for where their cursors and limits are."""
    if before is after:
        return True
    if type(before) is not type(after):
        return False
    if isinstance(before, np.ndarray) and isinstance(after, np.ndarray):
        return _same_array(before, after)
    if isinstance(before, Marker) and isinstance(after, Marker):
        return _still(before) == _still(after)
    if isinstance(before, tuple) and isinstance(after, tuple):
        return len(before) == len(after) and all(map(same_still, before, after))
    if is_dataclass(before):
        return all(same_still(getattr(before, one.name), getattr(after, one.name)) for one in fields(before))
    return before == after


def _place(box: Box) -> tuple[object, ...]:
    return type(box.panel), box.plot, box.gutters, box.column_labels, box.row_labels, box.spare


def _still(marker: Marker) -> object:
    """Return what of a marker shows in the panel itself; a label makes room above the curves."""
    return marker if marker.style == "divider" or marker.across else (marker.style, bool(marker.label))


def _same_array(before: np.ndarray, after: np.ndarray) -> bool:
    if before.shape != after.shape or before.dtype != after.dtype:
        return False
    if before.ctypes.data == after.ctypes.data and before.strides == after.strides:
        return True
    return np.array_equal(before, after, equal_nan=True)
