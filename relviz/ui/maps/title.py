"""The title over a heatmap."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pyqtgraph as pg

from relviz.figure.lettering import fonts
from relviz.figure.lettering.text import draw_text, lines_of
from relviz.ui.widgets.colours import colours

if TYPE_CHECKING:
    from PySide6.QtGui import QPainter
    from PySide6.QtWidgets import QGraphicsSceneResizeEvent, QStyleOptionGraphicsItem, QWidget

    from relviz.figure.spec import Heatmap

HEIGHT, GAP, SIZE = 24.0, 8.0, 13
LINE = fonts.line_height(fonts.NOTE) + 1


class MapTitle(pg.GraphicsWidget):
    """A heatmap's name in its ink, and its note: behind the name, or under it where there is no room."""

    def __init__(self) -> None:
        super().__init__()
        self._panel: Heatmap | None = None
        self._under: tuple[str, ...] = ()  # lines of the note that are under the name
        self.setFixedHeight(HEIGHT)

    def set_panel(self, panel: Heatmap) -> None:
        """Show the title of a heatmap."""
        self._panel = panel
        self._arrange()
        self.update()

    def resizeEvent(self, event: QGraphicsSceneResizeEvent) -> None:
        """Give the note as many lines as it needs at another width."""
        super().resizeEvent(event)
        if event.newSize().width() != event.oldSize().width():
            self._arrange()

    def _arrange(self) -> None:
        if self._panel is None:
            return
        width, note = self.size().width(), self._panel.note
        behind = self._name_width() + 2 * GAP + fonts.text_width(note, fonts.NOTE) <= width
        self._under = () if behind or width <= 0 else lines_of(note, width, fonts.NOTE)
        height = HEIGHT + len(self._under) * LINE
        if self.minimumHeight() != height:
            self.setFixedHeight(height)

    def _name_width(self) -> float:
        return 0.0 if self._panel is None else fonts.text_width(self._panel.title, SIZE, bold=True)

    def paint(self, painter: QPainter, option: QStyleOptionGraphicsItem, widget: QWidget | None = None) -> None:
        """Paint name and note."""
        if self._panel is None:
            return
        palette, middle = colours().palette, HEIGHT / 2
        draw_text(painter, 0, middle, self._panel.title, palette.inks[self._panel.ink], size=SIZE, bold=True)
        if not self._under:
            draw_text(painter, self._name_width() + GAP, middle, self._panel.note, palette.muted, size=fonts.NOTE)
        for line in self._under:
            middle += LINE
            draw_text(painter, 0, middle, line, palette.muted, size=fonts.NOTE)
