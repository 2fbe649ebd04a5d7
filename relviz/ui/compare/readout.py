"""The numbers of a cell of B and of its partner in A, and what is between them."""

from __future__ import annotations

import html
from typing import TYPE_CHECKING

from relviz.core.metrics.attention import selected
from relviz.core.percent import percent
from relviz.figure.lettering.ticks import MINUS
from relviz.figure.words import comma
from relviz.ui.inspector.text import signed
from relviz.ui.maps.readout import SIDE, Readout
from relviz.ui.widgets.colours import colours, muted

if TYPE_CHECKING:
    from PySide6.QtGui import QResizeEvent
    from PySide6.QtWidgets import QWidget

    from relviz.app.projects.project import Cell
    from relviz.core.metrics.attention import Selected
    from relviz.core.reading.look import Look
    from relviz.figure.spec import Ink

DECIMALS, FEWER = 4, 2
"""How many decimals terms have, and how many where there is little room."""
_LAST = ("score", "attention")


class CompareReadout(Readout):
    """Says which tokens meet in the two cells, and the terms, score and attention of A, of B, and of B less A.

    To a screen reader it says the same in plain words.
    """

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.numbers.setWordWrap(False)
        self.setAccessibleName(self.tr("The cells of A and B that are pointed at or selected"))
        self._decimals = DECIMALS
        self._shown: tuple[Look, Look, Cell | None, Cell | None, bool] | None = None

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Find out anew how many decimals there is room for."""
        super().resizeEvent(event)
        if event.size().width() != event.oldSize().width():
            self._decimals = DECIMALS
            self._write()

    def show_cells(self, a: Look, b: Look, of_a: Cell | None, of_b: Cell | None, *, partners: bool) -> None:
        """Show the numbers of a cell of A and one of B.

        Args:
            a: what A is.
            b: what B is.
            of_a: the cell of A; None if there is none.
            of_b: the cell of B; None if there is none. Without both, a cell is asked for.
            partners: whether they are the same cell, so that there is a difference between them.
        """
        self._shown = a, b, of_a, of_b, partners
        self._write()

    def _write(self) -> None:
        """Write all lines, with fewer decimals if they do not fit; they never get lower, or maps would move."""
        if self._shown is None:
            return
        a, b, of_a, of_b, partners = self._shown
        if of_a is None and of_b is None:
            hint = self.tr("Point at a cell to read it off in A and in B; click to keep it.")
            self._tokens.set_text(muted(hint))
        else:
            self._tokens.set_text(self._met(a, b, of_a, of_b))
        room = self.width() - 2 * SIDE
        self._tell(a, b, of_a, of_b, partners=partners)
        if self.numbers.sizeHint().width() > room and self._decimals > FEWER:
            self._decimals = FEWER
            self._tell(a, b, of_a, of_b, partners=partners)

    def _tell(self, a: Look, b: Look, of_a: Cell | None, of_b: Cell | None, *, partners: bool) -> None:
        """Write the table of numbers."""
        inks: dict[str, Ink] = {part.kind.letter: part.kind.term for look in (a, b) for part in look.terms.parts}
        numbers = [None if cell is None else _numbers(look, cell) for look, cell in ((a, of_a), (b, of_b))]
        less = None
        if partners and numbers[0] is not None and numbers[1] is not None:
            less = {name: value - numbers[0][name] for name, value in numbers[1].items() if name in numbers[0]}
        rows = [("A", numbers[0]), ("B", numbers[1]), (f"B {MINUS} A", less)]
        head = "".join(f"<td align='right'>{self._name(letter, inks[letter])}</td>" for letter in sorted(inks))
        means = self.tr("mean score"), self.tr("mean attention")
        score, attention = means if b.terms.head == "mean" else (self.tr("score"), self.tr("attention"))
        head += f"{_cell(f'<b>{score}</b>')}{_cell(f'<b>{attention}</b>')}<td></td>"
        body = "".join(
            self._row(name, values, sorted(inks), self._why_not(name, of_a, of_b, partners=partners))
            for name, values in rows
        )
        self._numbers.set_text(f"<table cellspacing='0' cellpadding='1'><tr><td></td>{head}</tr>{body}</table>")
        said = [
            self._sentence(name, values, self._why_not(name, of_a, of_b, partners=partners)) for name, values in rows
        ]
        self._say("; ".join(filter(None, said)))

    def _say(self, sentence: str) -> None:
        """Tell screen readers of the numbers."""
        if sentence != self.numbers.accessibleName():
            self.numbers.setAccessibleName(sentence)
            self._announce(sentence)

    def _sentence(self, name: str, values: dict[str, float] | None, why: str) -> str:
        """Return a row in plain words."""
        if values is None:
            return f"{name}: {why}" if why else ""
        numbers = [f"{term} {signed(value)}" for term, value in values.items() if term not in _LAST]
        score = self.tr("score {0}, attention {1}").format(signed(values["score"]), self._share(name, values))
        return f"{name}: {', '.join(numbers)}, {score}"

    def _share(self, name: str, values: dict[str, float]) -> str:
        """Return the attention as a percentage, and a difference in percentage points."""
        attention = values["attention"]
        return self.tr("{0} points").format(signed(100 * attention, 2)) if MINUS in name else percent(attention, 2)

    def _met(self, a: Look, b: Look, of_a: Cell | None, of_b: Cell | None) -> str:
        """Return which tokens meet; once if they are the same in A and B."""
        said = []
        for look, cell in ((a, of_a), (b, of_b)):
            if cell is None:
                said.append("")
                continue
            back = int(look.terms.distance[cell])
            where = self.tr("memory") if cell[1] < look.terms.memory else self.tr("segment")
            said.append(
                f"{muted(self.tr('query'))} <b>{html.escape(look.query_tokens[cell[0]])}</b> "
                f"{muted(self.tr('token {0}').format(look.start + cell[0]))} &nbsp;→&nbsp; "
                f"{muted(self.tr('key'))} <b>{html.escape(look.key_tokens[cell[1]])}</b> "
                f"{muted(where + comma() + self._distance(back))}"
            )
        if said[0] == said[1]:
            return said[0]
        pairs = zip("AB", said, strict=True)
        return " &nbsp;&nbsp;·&nbsp;&nbsp; ".join(f"<b>{letter}</b>&nbsp; {text}" for letter, text in pairs if text)

    def _why_not(self, name: str, of_a: Cell | None, of_b: Cell | None, *, partners: bool) -> str:
        """Return why a row has no numbers."""
        if of_a is None and of_b is None:
            return ""
        if name == "A":
            return self.tr("no such cell in A") if of_a is None else self.tr("cannot be seen in A")
        if name == "B":
            return self.tr("no such cell in B") if of_b is None else self.tr("cannot be seen in B")
        if of_a is None or of_b is None or not partners:
            return self.tr("no partner")
        return self.tr("one of them cannot be seen")

    def _row(self, name: str, values: dict[str, float] | None, letters: list[str], why: str) -> str:
        if values is None:
            cells = f"<td colspan='{len(letters) + 3}'>&nbsp; {muted(why)}</td>"
        else:
            cells = "".join(
                _cell(signed(values[letter], self._decimals) if letter in values else "–") for letter in letters
            )
            score, share = signed(values["score"], self._decimals), self._share(name, values)
            cells += _cell(f"<b>{score}</b>") + _cell(f"<b>{html.escape(share)}</b>") + "<td></td>"
        return f"<tr><td><b>{name.replace(' ', '&nbsp;')}</b></td>{cells}</tr>"

    def _name(self, letter: str, ink: Ink) -> str:
        return f"<span style='color:{colours().palette.inks[ink]}'><b>{letter}</b></span>"

    def _distance(self, back: int) -> str:
        if back == 0:
            return self.tr("itself")
        return self.tr("{0} back").format(back) if back > 0 else self.tr("{0} ahead").format(-back)


def _numbers(look: Look, cell: Cell) -> dict[str, float] | None:
    """Return the parts of a cell by their letters, its score and its attention; None if it cannot be seen."""
    found: Selected = selected(look.terms, slice(cell[0], cell[0] + 1), slice(cell[1], cell[1] + 1))
    if not found.visible:
        return None
    return {kind.letter: value for kind, value in found.parts} | {"score": found.score, "attention": found.attention}


def _cell(text: str) -> str:
    return f"<td align='right'>&nbsp;&nbsp; {text}</td>"
