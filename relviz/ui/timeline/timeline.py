"""The text as a strip of segments: forgotten, in memory, current, to come; and where the selected query looks."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import TYPE_CHECKING, cast

from PySide6.QtCore import QEvent, QRectF, QSize, Qt, Signal
from PySide6.QtGui import (
    QColor,
    QContextMenuEvent,
    QHelpEvent,
    QKeyEvent,
    QMouseEvent,
    QPainter,
    QPaintEvent,
    QPen,
)
from PySide6.QtWidgets import QMenu, QSizePolicy, QToolTip, QWidget

from relviz.core.metrics.attention import share_by_segment
from relviz.core.percent import percent
from relviz.figure.lettering import fonts
from relviz.ui.text.start_entries import StartEntries
from relviz.ui.widgets.colours import colours

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from relviz.app.session.session import Session
    from relviz.core.reading.look import Look

MARGIN, PAD = 10.0, 8.0
"""Left and right of the strip, and round a number."""
NARROW = 4.0
"""Segments narrower than this are not told apart."""
LEAST_BAR, LEAST_MEMORY = 6.0, 6.0
"""Width that a bar has, and what is seen of the memory, however narrow segments are."""
BARS, TOP, HEIGHT = 14.0, 3.0, 24.0
"""How high a bar for all of the attention is, where it begins, and how high a segment is under it."""
UNREAD = 0.25
"""Share of the strip that text before the start of the reading takes at most."""


@dataclass(frozen=True, eq=False)
class Strip:
    """The strip of segments at one width of the window, and at one place in the text.

    Attributes:
        width: of the strip, in device-independent pixels.
        look: what is looked at.
        shares: segment to its share of the selected query's attention; empty if no query is selected.
    """

    width: int
    look: Look
    shares: Mapping[int, float]

    @property
    def _unread(self) -> float:
        """How many segments wide the text before the start of the reading is drawn."""
        look = self.look
        return min(look.first / look.segment_length, look.segments * UNREAD / (1 - UNREAD))

    @property
    def _unit(self) -> float:
        """The width of a segment and the gap after it."""
        return (self.width - 2 * MARGIN) / (self._unread + self.look.segments)

    @property
    def is_narrow(self) -> bool:
        """Whether segments are too narrow to be told apart."""
        return self.segment_rect(0).width() < NARROW

    def segment_rect(self, index: int) -> QRectF:
        """Return where a segment is drawn."""
        unit = self._unit
        return QRectF(MARGIN + (self._unread + index) * unit, TOP + BARS + 2, unit - min(3.0, unit / 4), HEIGHT)

    def unread_rect(self) -> QRectF:
        """Return where the text before the start of the reading is drawn; it is empty if there is none."""
        return QRectF(MARGIN, TOP + BARS + 2, max(self._unread * self._unit - 3, 0), HEIGHT)

    def bar_rect(self, index: int) -> QRectF:
        """Return the bar over a segment: as high as its share of the selected query's attention.

        Over segments that are too narrow, bars stand side by side in a row, the last one over its segment.
        """
        box, high = self.segment_rect(index), BARS * self.shares.get(index, 0.0)
        if self._unit >= LEAST_BAR or index not in self.shares:
            return QRectF(box.left(), TOP + BARS - high, box.width(), high)
        first, last, room = min(self.shares), max(self.shares), self.width - 2 * MARGIN
        unit = min(LEAST_BAR, room / (last - first + 1))
        length = unit * (last - first + 1)
        end = min(max(self.segment_rect(last).center().x() + unit / 2, MARGIN + length), MARGIN + room)
        return QRectF(end - unit * (last - index + 1), TOP + BARS - high, unit - min(1.0, unit / 4), high)

    def bar_at(self, x: float) -> int | None:
        """Return the segment whose bar is at a place of the strip; None where there is none."""
        bars = ((index, self.bar_rect(index)) for index in self.shares)
        return next((index for index, bar in bars if bar.left() <= x <= bar.right()), None)

    def current_rect(self) -> QRectF:
        """Return where the current segment is drawn, wide enough for its number."""
        index = self.look.index
        box, label = self.segment_rect(index), self.label_rects()[index]
        return label if box.width() < label.width() - PAD else box

    def memory_rect(self) -> QRectF:
        """Return where the memory is drawn as one piece: up to the current segment, and never so short as not to be."""
        rect, end = self.run_rect(range(self.first_in_memory, self.look.index)), self.current_rect().left()
        rect.setLeft(min(rect.left(), end - LEAST_MEMORY))
        rect.setRight(end)
        return rect

    def label_rects(self) -> dict[int, QRectF]:
        """Return where numbers are written, by segment; no two touch, and the current one's is always there."""
        look = self.look
        needed = fonts.text_width(str(look.segments - 1)) + PAD
        step = _round_up(math.ceil(needed / self._unit))
        current = self._label_rect(look.index, needed)
        if self.is_narrow and self.first_in_memory < look.index:
            current.moveLeft(max(current.left(), MARGIN + LEAST_MEMORY))
        rects = {index: self._label_rect(index, needed) for index in range(0, look.segments, step)}
        return {index: rect for index, rect in rects.items() if not rect.intersects(current)} | {look.index: current}

    def _label_rect(self, index: int, needed: float) -> QRectF:
        box = self.segment_rect(index)
        rect = QRectF(box.center().x() - needed / 2, box.top(), needed, box.height())
        rect.moveLeft(min(max(rect.left(), 1.0), self.width - 1 - needed))
        return rect

    @property
    def first_in_memory(self) -> int:
        """Number of the first segment that is in memory, of which some token is; the current one's if none is."""
        look = self.look
        kept = look.key_positions[look.key_positions >= 0]
        return min(int(kept[0] - look.first) // look.segment_length, look.index)

    def run_rect(self, indices: range) -> QRectF:
        """Return what segments cover together."""
        return QRectF(self.segment_rect(indices[0]).topLeft(), self.segment_rect(indices[-1]).bottomRight())

    def segment_at(self, x: float) -> int:
        """Return the segment at a place of the strip, the nearest for one beside it."""
        return min(max(int((x - MARGIN) / self._unit - self._unread), 0), self.look.segments - 1)


def _round_up(step: int) -> int:
    """Return the next of 1, 2, 5, 10, 20, 50 and so on."""
    power = 1
    while True:
        for factor in (1, 2, 5):
            if step <= factor * power:
                return factor * power
        power *= 10


BARS_END = 18
"""Row of pixels that no bar reaches; the edges of the segments begin there."""
NAMED = 5
"""Segments that a screen reader is told of: those with most of the selected query's attention."""


class Timeline(QWidget):
    """Click or drag to go to a segment, or walk with the arrow keys.

    Over memory and segment stand bars: how the attention of the selected query is spread over them.

    Signals:
        chosen(int): the segment.
    """

    chosen = Signal(int)

    def __init__(self, session: Session, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._session = session
        self._shares: dict[int, float] = {}
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setAccessibleName(self.tr("Segments of the text"))
        self.chosen.connect(session.go_to_segment)
        session.asked.connect(self.update)
        session.restored.connect(self.update)
        session.answered.connect(self._on_changed)
        session.selection.changed.connect(self._on_cell_changed)
        session.view_changed.connect(self._on_changed)

    def sizeHint(self) -> QSize:
        """Return the height of bars and segments."""
        return QSize(400, round(TOP + BARS + 2 + HEIGHT + 6))

    @property
    def _look(self) -> Look:
        look = self._session.look
        assert look is not None, "asked for a segment before anything was shown"
        return look

    @property
    def strip(self) -> Strip:
        """Where things are."""
        return Strip(self.width(), self._look, self._shares)

    def describe(self, index: int) -> str:
        """Say what a segment is, and what the selected query makes of it."""
        kind = {"forgotten": self.tr("forgotten"), "memory": self.tr("in memory")}.get(self._kind(index))
        kind = kind or (self.tr("current") if index == self._look.index else self.tr("to come"))
        if index not in self._shares or self._session.selection.cell is None:
            return self.tr("Segment {0}: {1}").format(index, kind)
        query = self._look.query_tokens[self._session.selection.cell[0]]
        says = self.tr("Segment {0}: {1}, {2} of the attention of the query “{3}”")
        return says.format(index, kind, percent(self._shares[index]), query)

    def _kind(self, index: int) -> str:
        look = self._look
        if index >= look.index:
            return "rest"
        return "memory" if index >= self.strip.first_in_memory else "forgotten"

    def _on_changed(self) -> None:
        self._find_shares()
        self.update()

    def _on_cell_changed(self) -> None:
        """Paint the bars anew; the segments are as they were."""
        self._find_shares()
        self.update(0, 0, self.width(), BARS_END)

    def _find_shares(self) -> None:
        """Find out where the selected query looks."""
        look, cell = self._session.left, self._session.selection.cell
        self._shares = {}
        if look is not None and cell is not None:
            row = look.terms.attention[cell[0]]
            self._shares = share_by_segment(row, look.key_positions, look.segment_length, look.first)
        if look is not None:
            strongest = sorted(self._shares, key=self._shares.__getitem__)[-NAMED:]
            self.setAccessibleDescription(". ".join(self.describe(index) for index in sorted(strongest)))

    def paintEvent(self, event: QPaintEvent) -> None:
        """Paint the segments, one by one where they are wide enough to be told apart, their numbers and the bars."""
        if self._session.response is None:
            return
        palette = colours().palette
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setFont(fonts.font(fonts.LABEL))
        self._paint_bars(painter)
        if event.rect().bottom() >= BARS_END:
            self._paint_segments(painter)
        if self.hasFocus():
            painter.setPen(QPen(QColor(palette.muted), 1))
            painter.setBrush(Qt.BrushStyle.NoBrush)
            painter.drawRoundedRect(QRectF(self.rect()).adjusted(3.5, 0.5, -3.5, -0.5), 5, 5)

    def _paint_segments(self, painter: QPainter) -> None:
        """Paint the segments and their numbers."""
        look, palette = self._look, colours().palette
        first = self.strip.first_in_memory
        self._paint_unread(painter)
        self._paint_run(painter, range(first), palette.forgotten_tint)
        self._paint_run(painter, range(look.index, look.segments), palette.panel)
        self._paint_run(painter, range(first, look.index), palette.memory_tint, self.strip.memory_rect)
        labels = self.strip.label_rects()
        painter.setPen(QColor(palette.muted))
        for index, rect in labels.items():
            if index != look.index:
                painter.drawText(rect, Qt.AlignmentFlag.AlignCenter, str(index))
        box = self.strip.current_rect()
        painter.setPen(QPen(QColor(palette.text), 1.5))
        painter.setBrush(QColor(palette.segment_tint))
        painter.drawRoundedRect(box, 3, 3)
        painter.drawText(box, Qt.AlignmentFlag.AlignCenter, str(look.index))
        painter.setBrush(Qt.BrushStyle.NoBrush)
        awaited = self._session.awaited
        if awaited is not None and 0 <= awaited < look.segments:
            painter.setPen(QPen(QColor(palette.cursor), 1.5, Qt.PenStyle.DashLine))
            painter.drawRoundedRect(self.strip.segment_rect(awaited), 3, 3)

    def _paint_unread(self, painter: QPainter) -> None:
        """Paint the text before the start of the reading: hatched, since nothing knows of it."""
        rect = self.strip.unread_rect()
        if not rect.width():
            return
        painter.setPen(QPen(QColor(colours().palette.line), 1))
        painter.setBrush(QColor(colours().palette.hatch))
        brush = painter.brush()
        brush.setStyle(Qt.BrushStyle.BDiagPattern)
        painter.setBrush(brush)
        painter.drawRoundedRect(rect, 3, 3)
        words, room = self.tr("not read"), rect.adjusted(2, 4, -2, -4)
        width = fonts.text_width(words) + PAD
        if width <= room.width():
            plate = QRectF(room.center().x() - width / 2, room.top(), width, room.height())
            painter.fillRect(plate, QColor(colours().palette.background))
            painter.setPen(QColor(colours().palette.muted))
            painter.drawText(plate, Qt.AlignmentFlag.AlignCenter, words)

    def _paint_run(
        self, painter: QPainter, indices: range, ground: str, together: Callable[[], QRectF] | None = None
    ) -> None:
        """Paint segments of one kind: each by itself, or as one piece where they are too narrow.

        Args:
            painter: where to paint.
            indices: their numbers.
            ground: their colour.
            together: returns the one piece; what they cover, if that is not said.
        """
        if not indices:
            return
        painter.setPen(QPen(QColor(colours().palette.grid), 1))
        painter.setBrush(QColor(ground))
        if self.strip.is_narrow:
            painter.drawRect(self.strip.run_rect(indices) if together is None else together())
            return
        for index in indices:
            painter.drawRoundedRect(self.strip.segment_rect(index), 3, 3)

    def _paint_bars(self, painter: QPainter) -> None:
        """Paint how the selected query's attention is spread; the ground of a bar is as high as all of it."""
        painter.setPen(Qt.PenStyle.NoPen)
        for index in self._shares:
            bar = self.strip.bar_rect(index)
            painter.setBrush(QColor(colours().palette.grid))
            painter.drawRect(QRectF(bar.left(), TOP, bar.width(), BARS))
            painter.setBrush(QColor(colours().palette.inks["segment" if index == self._look.index else "memory"]))
            painter.drawRect(bar)

    def event(self, event: QEvent) -> bool:
        """Say, as a tool tip, what is under the pointer."""
        if event.type() != QEvent.Type.ToolTip or self._session.response is None:
            return super().event(event)
        asked = cast("QHelpEvent", event)
        if self.strip.unread_rect().right() > asked.pos().x():
            says = self.tr("Not read: reading begins at token {0}.").format(self._look.first)
        else:
            bar = self.strip.bar_at(asked.pos().x()) if asked.pos().y() < BARS_END else None
            says = self.describe(self.strip.segment_at(asked.pos().x()) if bar is None else bar)
        hint = self.tr("Click or drag to go to a segment; arrow keys step, Home and End go to the ends.")
        QToolTip.showText(asked.globalPos(), f"{says}\n{hint}", self)
        return True

    def mousePressEvent(self, event: QMouseEvent) -> None:
        """Go to the segment under the pointer."""
        if event.button() == Qt.MouseButton.LeftButton:
            self._go(event.position().x())

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        """Follow a drag."""
        if event.buttons() & Qt.MouseButton.LeftButton:
            self._go(event.position().x())

    def contextMenuEvent(self, event: QContextMenuEvent) -> None:
        """Offer to start reading at the segment under the pointer."""
        if self._session.response is None:
            return
        menu = QMenu(self)
        menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.fill_menu(menu, event.pos().x())
        menu.popup(event.globalPos())

    def fill_menu(self, menu: QMenu, x: float) -> None:
        """Put what can be done at a place of the strip into a menu."""
        look, index = self._look, self.strip.segment_at(x)
        words = self.tr("&Start reading at segment {0}, with an empty memory").format(index)
        StartEntries(menu, self._session, look.first + index * look.segment_length, words)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Step with the arrow keys; go to either end with Home and End."""
        if self._session.response is None or event.modifiers() != Qt.KeyboardModifier.NoModifier:
            super().keyPressEvent(event)
        elif event.key() in {Qt.Key.Key_Left, Qt.Key.Key_Right}:
            self._session.step(-1 if event.key() == Qt.Key.Key_Left else 1)
        elif event.key() in {Qt.Key.Key_Home, Qt.Key.Key_End}:
            self.chosen.emit(0 if event.key() == Qt.Key.Key_Home else self._look.segments - 1)
        else:
            super().keyPressEvent(event)

    def _go(self, x: float) -> None:
        if self._session.response is not None:
            self.chosen.emit(self.strip.segment_at(x))
