"""The Terms page: six linked heatmaps and the numbers of one cell."""

from __future__ import annotations

from typing import TYPE_CHECKING, cast

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QVBoxLayout, QWidget

from relviz.figure.views.terms import terms_figure
from relviz.ui.cell_readout import CellReadout
from relviz.ui.heatmap_grid import HeatmapGrid

if TYPE_CHECKING:
    from relviz.app.session import Session
    from relviz.figure.palette import Palette
    from relviz.figure.spec import FigureSpec, Heatmap


class TermsPage(QWidget):
    """(a), (b), score over (c), (d), attention; pointing at a cell reads it off in all six."""

    def __init__(self, session: Session, palette: Palette, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("page")
        self.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        self._session = session
        self._palette = palette
        self.grid = HeatmapGrid(palette, self)
        self.readout = CellReadout(palette, self)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(0)
        layout.addWidget(self.grid, 1)
        layout.addWidget(self.readout)
        self.grid.hovered.connect(session.hover)
        self.grid.clicked.connect(session.pin)
        session.answered.connect(self._on_changed)
        session.view_changed.connect(self._on_changed)
        session.cell_changed.connect(self._on_cell_changed)

    def figure(self) -> FigureSpec | None:
        """Return what is shown, as a figure to be written to a file."""
        look = self._session.look
        return None if look is None else terms_figure(look, self._session.shared_scale, self._session.pinned)

    def set_palette(self, palette: Palette) -> None:
        """Change the colours."""
        self._palette = palette
        self.readout.set_palette(palette)
        self._on_changed()

    def _on_changed(self) -> None:
        figure = self.figure()
        if figure is not None:
            self.grid.set_panels(cast("tuple[tuple[Heatmap, ...], ...]", figure.grid), self._palette)
        self._on_cell_changed()

    def _on_cell_changed(self) -> None:
        cell, look = self._session.cell, self._session.look
        self.grid.set_cell(cell)
        if look is not None:
            self.readout.show_cell(look, cell)
