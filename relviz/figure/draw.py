"""Drawing a whole figure: one routine for the screen, PNG, SVG and PDF, at any size."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtGui import QColor, QPainter

from relviz.figure.draw_bars import draw_bars
from relviz.figure.draw_curves import draw_curves
from relviz.figure.draw_heatmap import draw_heatmap
from relviz.figure.fonts import HEADLINE, NOTE
from relviz.figure.grid import COLUMN_GAP, layout
from relviz.figure.heading import draw_heading
from relviz.figure.spec import Bars, Curves
from relviz.figure.text import draw_text, fitted

if TYPE_CHECKING:
    from PySide6.QtCore import QRectF

    from relviz.figure.layout import Box
    from relviz.figure.palette import Palette
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
    painter.setRenderHint(QPainter.RenderHint.Antialiasing, True)
    painter.setRenderHint(QPainter.RenderHint.TextAntialiasing, True)
    # Qt stores pictures in PDF as JPEG unless told; that smears the edges of cells.
    painter.setRenderHint(QPainter.RenderHint.LosslessImageRendering, True)
    painter.fillRect(rect, QColor(palette.paper))
    placed = layout(spec, rect)
    title = fitted(spec.title, placed.title.width(), HEADLINE, bold=True)
    y = placed.title.center().y()
    draw_text(painter, placed.title.left(), y, title, palette.text, size=HEADLINE, bold=True)
    for row in placed.boxes:
        for box in row:
            # A title may reach into the gap before the next column, but not into the margin.
            spare = COLUMN_GAP - 8 if box is not row[-1] else 0.0
            _draw_panel(painter, box, palette, spare)
    caption = fitted(spec.caption, placed.caption.width(), NOTE)
    draw_text(painter, placed.caption.left(), placed.caption.center().y(), caption, palette.muted, size=NOTE)
    painter.restore()


def _draw_panel(painter: QPainter, box: Box, palette: Palette, spare: float) -> None:
    """Draw one panel and its heading, which may be ``spare`` wider than the panel."""
    panel, plot = box.panel, box.plot
    if isinstance(panel, Curves):
        draw_curves(painter, box, panel, palette)
    elif isinstance(panel, Bars):
        draw_bars(painter, box, panel, palette)
    else:
        draw_heatmap(painter, box, panel, palette)
    room = plot.width() + box.gutters.right + spare
    draw_heading(painter, panel, plot, palette, top=plot.top() - box.gutters.top, room=room)
