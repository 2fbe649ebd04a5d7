"""What is above a plot: the title, a remark behind it, and the legend."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal

from PySide6.QtCore import QLineF, QRectF, Qt
from PySide6.QtGui import QColor, QPainter, QPen

from relviz.figure.lettering.fonts import LABEL, NOTE, TITLE, line_height, text_width
from relviz.figure.lettering.text import draw_text, lines_of
from relviz.figure.spec import Bars, Curves

if TYPE_CHECKING:
    from relviz.figure.colours.palette import Palette
    from relviz.figure.spec import Ink, Panel

TITLE_LINE = line_height(TITLE) + 5
LEGEND_LINE = line_height(LABEL) + 4
LINE, NOTE_LINE = line_height(TITLE), line_height(NOTE) + 1
BEHIND = 10.0
"""From a title to the remark behind it."""
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


def heading_extent(panel: Panel, width: float, room: float) -> float:
    """Return the height that is needed above a plot.

    Args:
        panel: what is headed.
        width: of the plot.
        room: how wide all that is; the plot and what is right of it.
    """
    entries = legend(panel)
    if not (panel.title or panel.note or entries):
        return 0.0
    lines = 0 if _beside(panel, entries, width) else len(_legend_lines(entries, room))
    return _words(panel, room).height + LEGEND_LINE * lines


@dataclass(frozen=True)
class _Words:
    """Title and remark in lines that fit.

    Attributes:
        title: the lines of the title.
        note: the lines of the remark.
        behind: whether the remark is one line that stands behind the title.
    """

    title: tuple[str, ...]
    note: tuple[str, ...]
    behind: bool

    @property
    def height(self) -> float:
        """All that they take."""
        return TITLE_LINE + LINE * max(len(self.title) - 1, 0) + NOTE_LINE * (0 if self.behind else len(self.note))


def _words(panel: Panel, room: float) -> _Words:
    """Return title and remark in as many lines as they need."""
    title = lines_of(panel.title, room, TITLE, bold=True) if panel.title else ()
    used = text_width(title[-1], TITLE, bold=True) + BEHIND if title else 0.0
    if used + text_width(panel.note, NOTE) <= room:
        return _Words(title, (panel.note,), behind=True)
    return _Words(title, lines_of(panel.note, room, NOTE), behind=False)


def draw_heading(painter: QPainter, panel: Panel, plot: QRectF, palette: Palette, *, top: float, room: float) -> None:
    """Draw title, remark and legend.

    Args:
        painter: where to draw.
        panel: what is headed.
        plot: the plot below.
        palette: the theme.
        top: upper end of the room above the plot.
        room: how wide all that is; the plot and what is right of it.
    """
    ink = "plain" if isinstance(panel, Bars) else panel.ink
    entries = legend(panel)
    beside = _beside(panel, entries, plot.width())
    words = _words(panel, room)
    y = top + line_height(TITLE) / 2
    for line in words.title:
        draw_text(painter, plot.left(), y, line, palette.inks[ink], size=TITLE, bold=True)
        y += LINE
    y -= LINE if words.title else 0.0
    if words.behind:
        used = text_width(words.title[-1], TITLE, bold=True) + BEHIND if words.title else 0.0
        # On the title's baseline, not on its middle.
        draw_text(painter, plot.left() + used, y + 0.36 * (TITLE - NOTE), words.note[0], palette.muted, size=NOTE)
    else:
        for line in words.note:
            y += NOTE_LINE
            draw_text(painter, plot.left(), y, line, palette.muted, size=NOTE)
    if not entries:
        return
    if beside:
        x = plot.right() - _legend_width(entries)
        _draw_legend(painter, entries, palette, x=x, y=y + 0.36 * (TITLE - LABEL))
        return
    for n, some in enumerate(_legend_lines(entries, room)):
        middle = top + words.height + n * LEGEND_LINE + line_height(LABEL) / 2
        _draw_legend(painter, some, palette, x=plot.left(), y=middle)


def _draw_legend(painter: QPainter, entries: tuple[Entry, ...], palette: Palette, *, x: float, y: float) -> None:
    """Draw entries from x on."""
    for entry in entries:
        if entry.kind == "area":
            painter.fillRect(QRectF(x + 2, y - 5, 10, 10), QColor(palette.fills[entry.ink]))
        else:
            painter.setPen(line_pen(entry.ink, palette, dashed=entry.dashed, width=2.0))
            painter.drawLine(QLineF(x, y, x + SWATCH, y))
        draw_text(painter, x + SWATCH + 5, y, entry.label, palette.muted)
        x += _legend_width((entry,)) + BETWEEN


def _legend_lines(entries: tuple[Entry, ...], width: float) -> list[tuple[Entry, ...]]:
    """Return the entries line by line, as many on each as fit."""
    lines: list[tuple[Entry, ...]] = []
    for entry in entries:
        if lines and _legend_width((*lines[-1], entry)) <= width:
            lines[-1] = (*lines[-1], entry)
        else:
            lines.append((entry,))
    return lines


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
    heading = text_width(panel.title, TITLE, bold=True) + BEHIND + text_width(panel.note, NOTE)
    return heading + 2 * BETWEEN + _legend_width(entries) <= width
