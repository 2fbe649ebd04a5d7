"""The Memory page: how memory tokens are weighted against the current segment."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from relviz.app.exporting.choices import recipe
from relviz.core.percent import percent
from relviz.figure.lettering.ticks import MINUS
from relviz.figure.views.memory import memory_figure
from relviz.ui.pages.page_widget import FigurePage
from relviz.ui.widgets.rows import column_of, row_of

if TYPE_CHECKING:
    from PySide6.QtWidgets import QWidget

    from relviz.app.exporting.export import Draw
    from relviz.app.session.session import Session
    from relviz.app.work.work import Work
    from relviz.figure.spec import FigureSpec


class MemoryPage(FigurePage):
    """Shares per query, weight per key, and the share of every layer and head; a click there selects the head."""

    def __init__(self, session: Session, work: Work, parent: QWidget | None = None) -> None:
        super().__init__(session, work, parent)
        self._make_figure(self.tr("How memory is weighted against the segment"))
        # not the label's own margins: another style sheet takes those of one not shown yet
        column_of(self, (self.view, 1), row_of(None, self.readout, margins=(12, 4, 12, 8)))
        session.answered.connect(self._on_changed)
        session.maps.changed.connect(self._on_changed)
        self._read_off()

    def figure(self) -> FigureSpec | None:
        """Return what is shown, as a figure to be written to a file."""
        look = self._session.look
        return None if look is None else memory_figure(look, self._session.maps.view.hidden)

    def recipe(self) -> Draw | None:
        """Return what draws this page for any segment, for files of several."""
        return recipe("memory", self._session)

    def _on_changed(self) -> None:
        figure = self.figure()
        if figure is not None:
            self.view.show_figure(figure)
        self._read_off()

    def _read_off(self) -> None:
        """Say the numbers of the place under the pointer."""
        said = self._said()
        self.readout.setText(said)
        self.readout.setToolTip(said)

    def _said(self) -> str:
        name, place = self._pointed
        look = self._session.left
        if look is None or place is None:
            return self.tr("Point at a bar, a key or a head to read its numbers; click a head to look at it.")
        column, row = place
        if name == "shares":
            query = min(int(column), len(look.query_tokens) - 1)
            shares = look.shares
            text = self.tr("query {0}:  memory {1},  segment {2},  itself {3}   (memory if uniform: {4})")
            values = (shares.memory[query], shares.segment[query], shares.self[query], shares.uniform[query])
            return text.format(look.query_tokens[query], *(percent(float(value)) for value in values))
        if name == "weights":
            key = min(max(round(column) + look.terms.memory, 0), len(look.key_tokens) - 1)
            text = self.tr("key {0}, {1} from the start of the segment:  mean attention {2}")
            if np.isnan(look.weights[key]):
                text = self.tr("key {0}, {1} from the start of the segment:  hidden, or seen by no query")
            from_start = f"{key - look.terms.memory:+d}".replace("-", MINUS)
            return text.format(look.key_tokens[key], from_start, percent(float(look.weights[key]), 2))
        layer, head = self._head_at(column, row)
        text = self.tr("layer {0}, head {1}:  {2} of its attention goes to memory")
        return text.format(layer, head, percent(float(look.share_map[layer, head])))

    def _on_pressed(self, name: str, place: tuple[float, float]) -> None:
        if name == "share_map":
            self._session.choose_head(*self._head_at(*place))

    def _head_at(self, column: float, row: float) -> tuple[int, int]:
        look = self._session.look
        assert look is not None, "a head was pointed at before anything was shown"
        layers, heads = look.share_map.shape
        return min(int(row), layers - 1), min(int(column), heads - 1)
