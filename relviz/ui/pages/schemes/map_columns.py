"""Maps in columns, with words over and under each of them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtWidgets import QHBoxLayout, QSizePolicy, QVBoxLayout, QWidget

from relviz.ui.maps.grid import AFTER_LAST, FIRST_MAP
from relviz.ui.pages.schemes.unsqueezed import Unsqueezed

if TYPE_CHECKING:
    from PySide6.QtGui import QResizeEvent

    from relviz.ui.maps.grid import HeatmapGrid

GAP = 8
"""Pixels between the words of a column and those of the next."""
ABOVE, BELOW = 4, 2
"""Pixels over the first row and under the last."""


class WordRow(QHBoxLayout):
    """Widgets over or under maps, each as wide as its column whatever it says."""

    def __init__(self, corner: QWidget | None) -> None:
        super().__init__()
        self.setSpacing(0)
        self.setContentsMargins(FIRST_MAP if corner is None else 0, 0, AFTER_LAST, 0)
        if corner is not None:
            corner.setFixedWidth(FIRST_MAP)
            corner.setContentsMargins(0, 0, GAP, 0)
            self.addWidget(corner)

    def add(self, widget: QWidget) -> None:
        """Add what stands at the next column."""
        policy = widget.sizePolicy()
        policy.setHorizontalPolicy(QSizePolicy.Policy.Ignored)
        widget.setSizePolicy(policy)
        widget.setContentsMargins(0, 0, GAP, 0)
        self.addWidget(widget, 1)


class MapColumns(Unsqueezed):
    """A grid of maps, and rows of words over and under it that begin where the maps begin, to the pixel."""

    def __init__(self, grid: HeatmapGrid, columns: int, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._grid, self._columns = grid, columns
        self._rows = QVBoxLayout(self)
        self._rows.setSpacing(0)
        self._rows.addWidget(grid, 1)
        self._fit()

    def add_above(self, corner: QWidget | None = None) -> WordRow:
        """Add a row between the maps and what is over them; ``corner`` stands left of the first column."""
        row = WordRow(corner)
        self._rows.insertLayout(self._rows.indexOf(self._grid), row)
        return row

    def add_below(self) -> WordRow:
        """Add a row under all there is."""
        row = WordRow(None)
        self._rows.addLayout(row)
        return row

    def set_columns(self, columns: int) -> None:
        """Take another number of columns."""
        self._columns = columns
        self._fit()

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Share out another width."""
        super().resizeEvent(event)
        self._fit()

    def _fit(self) -> None:
        """Leave pixels at the right, else columns would begin between pixels, where no widget can."""
        self._rows.setContentsMargins(0, ABOVE, (self.width() - FIRST_MAP - AFTER_LAST) % self._columns, BELOW)
