"""The numbers of one cell, under the heatmaps."""

from __future__ import annotations

import html
from typing import TYPE_CHECKING

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QFrame, QLabel, QVBoxLayout, QWidget

from relviz.figure.ticks import MINUS

if TYPE_CHECKING:
    from relviz.core.look import Look
    from relviz.figure.palette import Palette


class CellReadout(QFrame):
    """Says which tokens meet in a cell, and how its four terms add up to the score."""

    def __init__(self, palette: Palette, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("readout")
        self._palette = palette
        self.tokens = QLabel(self)
        self.numbers = QLabel(self)
        for label in (self.tokens, self.numbers):
            label.setTextFormat(Qt.TextFormat.RichText)
            label.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
            label.setMinimumWidth(1)  # a long token must not widen the window
        self.tokens.setAccessibleName(self.tr("Tokens of the cell"))
        self.numbers.setAccessibleName(self.tr("Terms of the cell"))
        layout = QVBoxLayout(self)
        layout.setContentsMargins(12, 6, 12, 8)
        layout.setSpacing(2)
        layout.addWidget(self.tokens)
        layout.addWidget(self.numbers)

    def set_palette(self, palette: Palette) -> None:
        """Change the colours."""
        self._palette = palette

    def show_cell(self, look: Look, cell: tuple[int, int] | None) -> None:
        """Show the numbers of a (query, key) cell; None asks for one."""
        if cell is None:
            self.tokens.setText(self._muted(self.tr("Point at a cell to read its numbers; click to keep it.")))
            self.numbers.setText(" ")
            return
        row, column = cell
        terms = look.terms
        back = int(terms.distance[row, column])
        where = self.tr("memory") if column < terms.memory else self.tr("segment")
        self.tokens.setText(
            f"{self._muted(self.tr('query'))} <b>{html.escape(look.query_tokens[row])}</b> "
            f"{self._muted(self.tr('token {0}').format(look.start + row))} &nbsp;→&nbsp; "
            f"{self._muted(self.tr('key'))} <b>{html.escape(look.key_tokens[column])}</b> "
            f"{self._muted(where + ', ' + self._distance(back))} &nbsp;&nbsp;·&nbsp;&nbsp; "
            f"{self._muted(self.tr('this query gives memory'))} <b>{look.shares.memory[row]:.1%}</b>"
        )
        if not terms.mask[row, column]:
            self.numbers.setText(self._muted(self.tr("This query may not see that key.")))
            return
        inks = self._palette.inks
        values = [(part.kind, float(part.dense(terms.distance)[row, column])) for part in terms.parts]
        summands = " + ".join(
            f"<span style='color:{inks[kind.name]}'><b>{kind.letter}</b> {_signed(value)}</span>"  # type: ignore[index]
            for kind, value in values
        )
        self.numbers.setText(
            f"{summands} &nbsp;=&nbsp; <b>{self.tr('score')} {_signed(float(terms.score[row, column]))}</b>"
            f" &nbsp;→&nbsp; {self.tr('attention')} <b>{terms.attention[row, column]:.2%}</b>"
        )

    def _distance(self, back: int) -> str:
        if back == 0:
            return self.tr("itself")
        return self.tr("{0} back").format(back) if back > 0 else self.tr("{0} ahead").format(-back)

    def _muted(self, text: str) -> str:
        return f"<span style='color:{self._palette.muted}'>{html.escape(text)}</span>"


def _signed(value: float) -> str:
    return f"{value:+.4f}".replace("-", MINUS)
