"""The Terms page: six linked heatmaps and the numbers of one cell."""

from __future__ import annotations

from typing import TYPE_CHECKING, cast

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QVBoxLayout, QWidget

from relviz.figure.views.terms import terms_figure
from relviz.ui.cell_readout import CellReadout
from relviz.ui.heatmap_grid import HeatmapGrid
from relviz.ui.pages.term_controls import TermControls

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
        self.controls = TermControls(session, self)
        self.grid = HeatmapGrid(palette, self)
        self.readout = CellReadout(palette, self)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(0)
        layout.addWidget(self.controls)
        layout.addWidget(self.grid, 1)
        layout.addWidget(self.readout)
        self.grid.hovered.connect(session.hover)
        self.grid.clicked.connect(session.pin)
        self.grid.extended.connect(session.extend)
        session.answered.connect(self._on_changed)
        session.view_changed.connect(self._on_changed)
        session.cell_changed.connect(self._on_cell_changed)

    def figure(self) -> FigureSpec | None:
        """Return what is shown, as a figure to be written to a file."""
        look, region = self._session.left, self._session.region
        if look is None:
            return None
        maps = self._session.maps
        selected = None if region is None else (region.row, region.column)
        return terms_figure(look, maps.view, selected, (1, 1) if region is None else region.extent, maps.kept(look))

    def set_palette(self, palette: Palette) -> None:
        """Change the colours."""
        self._palette = palette
        self.readout.set_palette(palette)
        self._on_changed()

    def _on_changed(self) -> None:
        figure, look = self.figure(), self._session.left
        if figure is not None and look is not None:
            grid = cast("tuple[tuple[Heatmap, ...], ...]", figure.grid)
            self._session.maps.keep(look, {panel.name: panel.scale for row in grid for panel in row})
            self.grid.set_panels(grid, self._palette)
        self._on_cell_changed()

    def _on_cell_changed(self) -> None:
        cell, look = self._session.cell, self._session.left
        self.grid.set_cell(cell, self._session.region)
        if look is not None:
            hidden = cell is not None and int(look.key_positions[cell[1]]) in self._session.maps.view.hidden
            self.readout.show_cell(look, cell, hidden)
