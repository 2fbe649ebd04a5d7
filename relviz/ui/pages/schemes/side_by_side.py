"""Position terms, score and attention of the chosen schemes, side by side."""

from __future__ import annotations

import html
from dataclasses import replace
from typing import TYPE_CHECKING, cast

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QLabel, QSizePolicy, QWidget

from relviz.app.engine.experiments import EXPERIMENTS, Choices, Seen
from relviz.core.percent import percent
from relviz.figure.lettering.ticks import MINUS
from relviz.figure.views.schemes.side_by_side import missing_of
from relviz.figure.views.schemes.words import title_of
from relviz.figure.words import comma, figure_tr, told
from relviz.ui.maps.grid import LEFT_ROOM
from relviz.ui.pages.schemes.view import MapColumns, MapsView, coloured, rich_label, scrolled
from relviz.ui.widgets.colours import colours, muted
from relviz.ui.widgets.rows import column_of

if TYPE_CHECKING:
    from PySide6.QtGui import QResizeEvent

    from relviz.app.engine.lab import LabAnswer
    from relviz.app.session.session import Session
    from relviz.figure.spec import FigureSpec, Heatmap
    from relviz.ui.pages.schemes.work import SchemesWork

FIT = 4
"""So many schemes are fitted to the width of the page; more scroll."""
COLUMN = 190
"""Width of a column where they scroll."""


class SideBySide(MapsView):
    """One column a scheme, with what is missing in it below; pointing at a cell reads it off in all of them."""

    def __init__(self, work: SchemesWork, session: Session, choices: Choices, parent: QWidget) -> None:
        super().__init__(work, session, choices, parent)
        self._place: tuple[object, ...] | None = None
        self._make_grid(self.tr("Heatmaps of the position schemes"))
        ignored = QSizePolicy.Policy.Ignored  # it would like to stay as it is
        self.grid.setSizePolicy(ignored, ignored)
        self.grid.setMinimumHeight(320)  # lower, and the page scrolls
        self._content = content = MapColumns(self.grid, FIT, self)
        self._heads, self._lines = content.add_above(), content.add_below()
        self.titles: list[QLabel] = []
        self.missing: list[QLabel] = []
        self.readout = rich_label(self, self.tr("Numbers of the cell"))
        self.readout.setContentsMargins(12, 5, 12, 7)
        scroll = scrolled(content, self)
        scroll.setFocusPolicy(Qt.FocusPolicy.NoFocus)  # the maps have it
        column_of(self, (scroll, 1), self.readout)

    def _figure_of(self, answer: LabAnswer) -> FigureSpec:
        """Draw them on the scale that the window's maps have."""
        seen = Seen(shared_scale=self._session.maps.shared_scale, selected=self._pinned)
        return EXPERIMENTS["side_by_side"].draw(answer, seen)

    def _show(self, answer: LabAnswer) -> None:
        before, self._place = self._place, _place(answer)
        if before != self._place:
            self._pinned = self._hovered = None
        count = len(answer.views)
        self._content.setMinimumWidth(0 if count <= FIT else round(LEFT_ROOM) + COLUMN * count)
        self._content.set_columns(count)
        self.grid.set_panels(_narrow(cast("tuple[tuple[Heatmap, ...], ...]", self._figure_of(answer).grid)))
        self._name_columns()
        self._read_off()

    def _name_columns(self) -> None:
        """Write each scheme's name over its column, and what is missing in it below."""
        assert self._answer is not None, "there is an answer"
        views = self._answer.views
        while len(self.missing) < len(views):
            self.titles.append(rich_label(self._content, self.tr("Position scheme")))
            self.missing.append(rich_label(self._content, self.tr("What is missing")))
            self._heads.add(self.titles[-1])
            self._lines.add(self.missing[-1])
        for number, (title, missing) in enumerate(zip(self.titles, self.missing, strict=True)):
            shown = number < len(views)
            title.setVisible(shown)
            missing.setVisible(shown)
            if shown:
                letters = coloured("\u00a0".join(f"({letter})" for letter in views[number].has), colours().palette)
                title.setText(f"<b>{title_of(views[number].scheme)}</b>&nbsp; <small>{letters}</small>")
                title.setToolTip(missing_of(views[number]))
                missing.setText(f"<small>{coloured(told(self._answer.missing[number]), colours().palette)}</small>")
                missing.setToolTip(missing_of(views[number]))

    def _read_off(self) -> None:
        """Say the numbers of the cell in every scheme."""
        super()._read_off()
        cell, answer = self.cell, self._answer
        if answer is None:
            return
        if cell is None:
            hint = self.tr("Point at a cell to read it off in every scheme; click to keep it.")
            self.readout.setText(f"{muted(hint)}<br>&nbsp;")
            return
        row, column = cell
        view = answer.views[0]
        where = self.tr("memory") if column < view.memory else self.tr("segment")
        back = int(view.distance[row, column])
        which = (
            f"{muted(self.tr('query'))} <b>{html.escape(view.query_tokens[row])}</b> → "
            f"{muted(self.tr('key'))} <b>{html.escape(view.key_tokens[column])}</b> "
            f"{muted(where + comma() + self._distance(back))}"
        )
        if not view.mask[row, column]:
            self.readout.setText(f"{which}<br>{muted(self.tr('This query may not see that key.'))}")
            return
        numbers = " &nbsp;·&nbsp; ".join(
            f"{title_of(one.scheme)} {_signed(one.score[row, column])}&nbsp;→&nbsp;"
            f"<b>{html.escape(percent(float(one.attention[row, column])))}</b>"
            for one in answer.views
        )
        self.readout.setText(f"{which} &nbsp; {muted(self.tr('score → attention:'))}<br>{numbers}")
        self._keep_height()

    def _keep_height(self) -> None:
        """Never get lower while cells are read, or the maps under the pointer would move."""
        needed = self.readout.heightForWidth(self.width())
        self.readout.setMinimumHeight(max(self.readout.minimumHeight(), needed))

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Find out anew how much room the numbers need."""
        super().resizeEvent(event)
        if event.size().width() != event.oldSize().width():
            self.readout.setMinimumHeight(0)

    def _distance(self, back: int) -> str:
        return self.tr("itself") if back == 0 else self.tr("{0} back").format(back)


def _narrow(grid: tuple[tuple[Heatmap, ...], ...]) -> tuple[tuple[Heatmap, ...], ...]:
    """Return the maps with titles that fit narrow columns: the scheme's name stands over them."""
    first, *others = grid
    named = tuple(replace(panel, title=figure_tr("position terms"), note="") for panel in first)
    return named, *(tuple(replace(panel, note="") for panel in row) for row in others)


def _place(answer: LabAnswer) -> tuple[object, ...]:
    """Return what makes the rows and columns the same."""
    request = answer.request
    return request.text, answer.segment, request.segment_length, request.memory_length


def _signed(value: float) -> str:
    return f"{value:+.2f}".replace("-", MINUS)
