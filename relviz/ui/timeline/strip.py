"""Where things are on the timeline: segments, their numbers, the memory, and the bars over it."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import TYPE_CHECKING

from PySide6.QtCore import QRectF

from relviz.figure.lettering import fonts

if TYPE_CHECKING:
    from collections.abc import Mapping

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
