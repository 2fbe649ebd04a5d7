"""What is seen of a head while the pointer is on it: a small picture of its attention, and its numbers."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
from PySide6.QtCore import QPoint, QRectF, QSize, Qt
from PySide6.QtGui import QColor, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QWidget

from relviz.core.metrics import ALIKE
from relviz.core.metrics.head_measures import with_means
from relviz.figure.drawing.cells import cell_image
from relviz.figure.drawing.marks import draw_edge, pixel_area
from relviz.figure.lettering import fonts
from relviz.figure.lettering.text import draw_text, fitted
from relviz.figure.spec import Scale
from relviz.figure.views.heads import DEFAULT, metrics
from relviz.ui.widgets.colours import colours

if TYPE_CHECKING:
    from relviz.core.metrics.head_measures import HeadMeasures
    from relviz.core.reading.look import Look
    from relviz.core.reading.trace import Floats
    from relviz.figure.colours.palette import Palette
    from relviz.figure.views.heads import Place

WIDTH, MARGIN = 248, 10
LOWEST, HIGHEST = 56, 150
"""Height of the picture, which is as wide as the preview allows."""


class HeadsPreview(QWidget):
    """A small panel over the window that takes neither pointer nor keyboard."""

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent, Qt.WindowType.ToolTip)
        self.setAttribute(Qt.WidgetAttribute.WA_ShowWithoutActivating)
        self.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        self._title = ""
        self._attention: Floats | None = None
        self._memory = 0.0
        self.lines: tuple[tuple[str, str, bool], ...] = ()
        self.note = ""

    def show_place(
        self,
        place: Place,
        found: HeadMeasures | None,
        look: Look | None,
        metric: str,
        alike: Floats | None = None,
    ) -> None:
        """Show a head, or a mean of heads.

        Args:
            place: which.
            found: what was measured; None before it is known, when the memory share is all there is.
            look: where the memory share comes from.
            metric: the measure that is written first, and bold.
            alike: (L, H) likeness to the head looked at, where that is the measure.
        """
        self._title = place.title
        known = found.values if found else {DEFAULT: look.share_map} if look else {}
        if alike is not None:
            known = {**known, ALIKE: alike}
        kinds = found.kinds if found else ()
        told = [one for one in metrics(kinds) if one.name in known]
        told.sort(key=lambda one: one.name != metric)
        self.lines = tuple(
            (one.title, one.number(float(place.of(with_means(known[one.name])))), one.name == metric) for one in told
        )
        shown = place.of(found.thumbnails) if found else None
        self._attention = None if shown is None or np.isnan(shown).all() else shown
        self._memory = found.memory if found else 0.0
        self.note = ""
        if place.layer is None:
            self.note = self.tr("Averages over layers are seen here; the pages show one layer.")
        elif found is None:
            self.note = self.tr("measuring…")
        self.setAccessibleName("\n".join((self._title, *(f"{name}: {number}" for name, number, _ in self.lines))))
        self.resize(self.sizeHint())
        self.update()

    def put_beside(self, widget: QWidget, rect: QRectF) -> None:
        """Come up beside a place of a widget, on the side where there is room, within the screen."""
        screen = widget.screen().availableGeometry()
        left, right = (widget.mapToGlobal(point.toPoint()) for point in (rect.topLeft(), rect.topRight()))
        x = left.x() - self.width() - 8
        if x < screen.left():
            x = right.x() + 8
        y = min(max(left.y() - 20, screen.top()), screen.bottom() - self.height())
        self.move(QPoint(x, y))
        self.show()

    def sizeHint(self) -> QSize:
        """Return room for the title, the picture and a line for each number."""
        line = fonts.line_height(fonts.NOTE) + 2
        picture = self._picture_height() + 8 if self._attention is not None else 0
        notes = len(self._notes()) * line
        return QSize(WIDTH, round(2 * MARGIN + 20 + picture + line * len(self.lines) + notes))

    def _picture_height(self) -> int:
        assert self._attention is not None, "there is a picture"
        rows, columns = self._attention.shape
        height: int = round((WIDTH - 2 * MARGIN) * rows / columns)
        return min(max(height, LOWEST), HIGHEST)

    def _notes(self) -> list[str]:
        """Return the note in lines."""
        lines: list[str] = []
        for word in self.note.split():
            longer = f"{lines[-1]} {word}" if lines else word
            if lines and fonts.text_width(longer, fonts.NOTE) <= WIDTH - 2 * MARGIN:
                lines[-1] = longer
            else:
                lines.append(word)
        return lines

    def paintEvent(self, event: QPaintEvent) -> None:
        """Paint all of it."""
        palette = colours().palette
        painter = QPainter(self)
        painter.fillRect(self.rect(), QColor(palette.raised))
        painter.setPen(QPen(QColor(palette.line), 1))
        painter.drawRect(self.rect().adjusted(0, 0, -1, -1))
        room = WIDTH - 2 * MARGIN
        title = fitted(self._title, room, fonts.TITLE, bold=True)
        draw_text(painter, MARGIN, MARGIN + 7, title, palette.text, size=fonts.TITLE, bold=True)
        y = MARGIN + 20.0
        if self._attention is not None:
            self._paint_attention(painter, QRectF(MARGIN, y, room, self._picture_height()), palette)
            y += self._picture_height() + 8
        line = fonts.line_height(fonts.NOTE) + 2
        for name, number, bold in self.lines:
            ink = palette.text if bold else palette.muted
            draw_text(painter, MARGIN, y + line / 2, name, ink, size=fonts.NOTE, bold=bold)
            end = MARGIN + room
            draw_text(painter, end, y + line / 2, number, palette.text, size=fonts.NOTE, bold=bold, align="right")
            y += line
        for text in self._notes():
            draw_text(painter, MARGIN, y + line / 2, text, palette.muted, size=fonts.NOTE)
            y += line

    def _paint_attention(self, painter: QPainter, box: QRectF, palette: Palette) -> None:
        """Paint the attention in the colours that it has on the pages, with the border of the memory."""
        assert self._attention is not None, "there is a picture"
        ratio = self.devicePixelRatio()
        width, height = round(box.width() * ratio), round(box.height() * ratio)
        scale = Scale.share(self._attention, power=0.5)
        painter.drawImage(box, cell_image(self._attention, scale, palette, width, height))
        if 0 < self._memory < 1:
            cell = box.width() / self._attention.shape[1]
            x = box.left() + self._memory * box.width()
            draw_edge(painter, pixel_area(painter, box), x, cell, palette, palette.divider)
