"""What is above a plot: the title, a remark behind it, and the legend."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal

from PySide6.QtCore import QLineF, QRectF, Qt
from PySide6.QtGui import QColor, QPainter, QPen

from relviz.figure.fonts import LABEL, NOTE, TITLE, line_height, text_width
from relviz.figure.spec import Bars, Curves
from relviz.figure.text import draw_text, fitted

if TYPE_CHECKING:
    from relviz.figure.palette import Palette
    from relviz.figure.spec import Ink, Panel

TITLE_LINE = line_height(TITLE) + 5
LEGEND_LINE = line_height(LABEL) + 4
SWATCH, BETWEEN = 14.0, 14.0
"""Width of a colour sample, and from one entry of the legend to the next."""


@dataclass(frozen=True)
class Entry:
    """One entry of a legend: a sample of the colour and its name."""

    label: str
    ink: Ink
    kind: Literal["area", "line"]
    dashed: bool = False


def legend(panel: Panel) -> tuple[Entry, ...]:
    """Return the entries a panel needs: none for maps, and none for curves where there is nothing to tell apart."""
    if isinstance(panel, Bars):
        line = panel.line
        parts = tuple(Entry(part.label, part.ink, "area") for part in panel.parts if part.label)
        return parts + ((Entry(line.label, line.ink, "line", line.dashed),) if line and line.label else ())
    if isinstance(panel, Curves):
        named = tuple(Entry(one.label, one.ink, "line", one.dashed) for one in panel.series if one.label)
        return named if len(named) > 1 else ()
    return ()


def heading_extent(panel: Panel, width: float) -> float:
    """Return the room above a plot of that width."""
    entries = legend(panel)
    if not (panel.title or panel.note or entries):
        return 0.0
    return TITLE_LINE + (LEGEND_LINE if entries and not _beside(panel, entries, width) else 0.0)


def draw_heading(painter: QPainter, panel: Panel, plot: QRectF, palette: Palette, *, top: float, room: float) -> None:
    """Draw title, remark and legend.

    Args:
        painter: where to draw.
        panel: what is headed.
        plot: the plot below.
        palette: the theme.
        top: upper end of the room above the plot.
        room: how wide title and remark may be together; the plot and what is right of it.
    """
    ink = "plain" if isinstance(panel, Bars) else panel.ink
    entries = legend(panel)
    beside = _beside(panel, entries, plot.width())
    if entries and beside:
        room = plot.width() - _legend_width(entries) - BETWEEN
    y = top + line_height(TITLE) / 2
    title = fitted(panel.title, room, TITLE, bold=True)
    draw_text(painter, plot.left(), y, title, palette.inks[ink], size=TITLE, bold=True)
    used = text_width(title, TITLE, bold=True) + 10 if title else 0.0
    if room - used > 40:  # less would hold a letter or two and an ellipsis
        note = fitted(panel.note, room - used, NOTE)
        # On the title's baseline, not on its middle.
        draw_text(painter, plot.left() + used, y + 0.36 * (TITLE - NOTE), note, palette.muted, size=NOTE)
    if entries:
        x = plot.right() - _legend_width(entries) if beside else plot.left()
        line = y + 0.36 * (TITLE - LABEL) if beside else top + TITLE_LINE + line_height(LABEL) / 2
        _draw_legend(painter, entries, palette, x=x, y=line, end=plot.right())


def _draw_legend(
    painter: QPainter, entries: tuple[Entry, ...], palette: Palette, *, x: float, y: float, end: float
) -> None:
    """Draw entries from x on; the last that fit are followed by how many did not."""
    for n, entry in enumerate(entries):
        width = SWATCH + 5 + text_width(entry.label)
        if x + width > end + 1:
            draw_text(painter, x, y, f"+{len(entries) - n}", palette.muted)
            return
        if entry.kind == "area":
            painter.fillRect(QRectF(x + 2, y - 5, 10, 10), QColor(palette.fills[entry.ink]))
        else:
            painter.setPen(line_pen(entry.ink, palette, dashed=entry.dashed, width=2.0))
            painter.drawLine(QLineF(x, y, x + SWATCH, y))
        draw_text(painter, x + SWATCH + 5, y, entry.label, palette.muted)
        x += width + BETWEEN


def line_pen(ink: Ink, palette: Palette, *, dashed: bool, width: float) -> QPen:
    """Return the pen of a curve and of its sample in the legend."""
    pen = QPen(QColor(palette.inks[ink]), width)
    pen.setJoinStyle(Qt.PenJoinStyle.RoundJoin)
    pen.setCapStyle(Qt.PenCapStyle.FlatCap)
    if dashed:
        pen.setDashPattern([4 / width * 1.2, 3 / width * 1.2])
    return pen


def _legend_width(entries: tuple[Entry, ...]) -> float:
    """Return how wide all entries are on one line."""
    return sum(SWATCH + 5 + text_width(entry.label) for entry in entries) + BETWEEN * (len(entries) - 1)


def _beside(panel: Panel, entries: tuple[Entry, ...], width: float) -> bool:
    """Return whether the legend fits on the title's line."""
    heading = text_width(panel.title, TITLE, bold=True) + 10 + text_width(panel.note, NOTE)
    return heading + 2 * BETWEEN + _legend_width(entries) <= width
