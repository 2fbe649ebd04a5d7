"""The numbers of one cell, under the heatmaps."""

from __future__ import annotations

import html
from typing import TYPE_CHECKING

from PySide6.QtCore import Qt
from PySide6.QtGui import QAccessible, QAccessibleAnnouncementEvent
from PySide6.QtWidgets import QFrame, QVBoxLayout, QWidget

from relviz.core.percent import percent
from relviz.figure.words import comma
from relviz.ui.inspector.text import signed
from relviz.ui.maps.cell_sentence import unseen, what_cell, whose_cell
from relviz.ui.widgets.colours import colours, muted
from relviz.ui.widgets.steady_label import SteadyLabel

if TYPE_CHECKING:
    from relviz.core.reading.look import Look
    from relviz.core.reading.trace import Part

SIDE = 12
"""Room left and right of the lines."""


class CellReadout(QFrame):
    """Says which tokens meet in a cell, and how its four terms add up to the score.

    Its two lines can be selected and copied, with the mouse and with the keyboard. To a screen reader they are static
    texts that say the same in plain words; when the selected cell changes, that is announced.
    """

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("readout")
        self._hidden = False
        self._words = "", ""
        self._tokens, self._numbers = (SteadyLabel(self, keeps_height=True) for _ in range(2))
        self.tokens, self.numbers = self._tokens.label, self._numbers.label
        for label in (self.tokens, self.numbers):
            label.setTextInteractionFlags(
                Qt.TextInteractionFlag.TextSelectableByMouse | Qt.TextInteractionFlag.TextSelectableByKeyboard
            )
            label.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
            label.setAlignment(Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignTop)
        for steady in (self._tokens, self._numbers):
            steady.set_text(" ")  # as high as it will be, so that the first picture does not move what is over it
        self.setAccessibleName(self.tr("The cell that is pointed at or selected"))
        layout = QVBoxLayout(self)
        layout.setContentsMargins(SIDE, 6, SIDE, 8)
        layout.setSpacing(2)
        layout.addWidget(self._tokens)
        layout.addWidget(self._numbers)

    def show_cell(
        self,
        look: Look,
        cell: tuple[int, int] | None,
        hidden: bool = False,
        words: tuple[str, str] = ("", ""),
    ) -> None:
        """Show the numbers of a (query, key) cell; None asks for one.

        Args:
            look: what is looked at.
            cell: where.
            hidden: whether its key is one that the user took away.
            words: what the text says where query and key are words that the model does not know.
        """
        self._hidden, self._words = hidden, words
        self._write(look, cell)
        self._say(look, cell)

    @property
    def sentence(self) -> str:
        """What a screen reader says of the cell; it asks for one if there is none."""
        return ": ".join(filter(None, (self.tokens.accessibleName(), self.numbers.accessibleName())))

    def _say(self, look: Look, cell: tuple[int, int] | None) -> None:
        """Tell screen readers of the cell."""
        before = self.sentence
        if cell is None:
            self.tokens.setAccessibleName(self.tr("No cell is selected. Arrow keys on the maps select one."))
            self.numbers.setAccessibleName("")
        else:
            self.tokens.setAccessibleName(whose_cell(look, cell, self._words))
            self.numbers.setAccessibleName(what_cell(look, cell, self._hidden))
        if QAccessible.isActive() and self.sentence != before:
            QAccessible.updateAccessibility(QAccessibleAnnouncementEvent(self, self.sentence))

    def _write(self, look: Look, cell: tuple[int, int] | None) -> None:
        if cell is None:
            self._tokens.set_text(muted(self.tr("Point at a cell to read its numbers; click to keep it.")))
            self._numbers.set_text(" ")
            return
        row, column = cell
        terms = look.terms
        back = int(terms.distance[row, column])
        where = self.tr("memory") if column < terms.memory else self.tr("segment")
        memory = html.escape(percent(float(look.shares.memory[row])))
        self._tokens.set_text(
            f"{muted(self.tr('query'))} <b>{self._token(look.query_tokens[row], self._words[0])}</b> "
            f"{muted(self.tr('token {0}').format(look.start + row))} &nbsp;→&nbsp; "
            f"{muted(self.tr('key'))} <b>{self._token(look.key_tokens[column], self._words[1])}</b> "
            f"{muted(where + comma() + self._distance(back))} &nbsp;&nbsp;·&nbsp;&nbsp; "
            f"{muted(self.tr('this query gives memory'))} <b>{memory}</b>"
        )
        if not terms.mask[row, column]:
            self._numbers.set_text(muted(unseen(look, cell, self._hidden)))
            return
        inks = colours().palette.inks
        summands = " +&nbsp;".join(
            f"<span style='color:{inks[part.kind.term]}'><b>{part.kind.letter}</b>"
            f"&nbsp;{signed(_value(part, row, column, back))}</span>"
            for part in terms.parts
        )
        score = signed(float(terms.score[row, column]))
        attention = html.escape(percent(float(terms.attention[row, column]), 2))
        if terms.head == "mean":  # the mean of softmaxes is not the softmax of the mean
            result = (
                f"<b>{self.tr('mean score')} {score}</b>&nbsp; ·&nbsp; {self.tr('mean attention')} <b>{attention}</b>"
            )
        else:
            result = f"<b>{self.tr('score')} {score}</b>&nbsp; →&nbsp; {self.tr('attention')} <b>{attention}</b>"
        self._numbers.set_text(f"{summands} =&nbsp;{result.replace(' ', '&nbsp;')}")

    def _token(self, label: str, word: str) -> str:
        """Return a token, and the word of the text where the model has none for it."""
        return html.escape(f"{label} {word}" if word else label)

    def _distance(self, back: int) -> str:
        if back == 0:
            return self.tr("itself")
        return self.tr("{0} back").format(back) if back > 0 else self.tr("{0} ahead").format(-back)


def _value(part: Part, row: int, column: int, back: int) -> float:
    """Return what a part adds to the score of one cell."""
    if part.kind.over == "cells":
        return float(part.values[row, column])
    if part.kind.over == "keys":
        return float(part.values[column])
    return float(part.values[max(back - part.first, 0)])
