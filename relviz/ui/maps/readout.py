"""The numbers of one cell, under the heatmaps; in plain words, for screen readers and the clipboard; and its menu."""

from __future__ import annotations

import html
from typing import TYPE_CHECKING

from PySide6.QtCore import QCoreApplication, QObject, QPoint, Qt
from PySide6.QtGui import QAccessible, QAccessibleAnnouncementEvent, QGuiApplication
from PySide6.QtWidgets import QFrame, QMenu, QWidget

from relviz.app.projects.project import Region
from relviz.core.percent import percent
from relviz.figure.lettering.ticks import MINUS
from relviz.figure.words import comma
from relviz.ui.inspector.text import signed
from relviz.ui.text.start_entries import StartEntries
from relviz.ui.widgets.colours import colours, muted
from relviz.ui.widgets.labels import SteadyLabel
from relviz.ui.widgets.rows import column_of

if TYPE_CHECKING:
    from relviz.app.projects.project import Cell
    from relviz.app.session.session import Session
    from relviz.core.reading.look import Look
    from relviz.core.reading.trace import Part


SIDE = 12
"""Room left and right of the lines."""


class Readout(QFrame):
    """Two lines about a cell, which can be selected and copied, with the mouse and with the keyboard."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("readout")
        self._tokens, self._numbers = (SteadyLabel(self, keeps_height=True) for _ in range(2))
        self.tokens, self.numbers = self._tokens.label, self._numbers.label
        for label in (self.tokens, self.numbers):
            label.setTextInteractionFlags(
                Qt.TextInteractionFlag.TextSelectableByMouse | Qt.TextInteractionFlag.TextSelectableByKeyboard
            )
            label.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
            label.setAlignment(Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignTop)
        column_of(self, self._tokens, self._numbers, margins=(SIDE, 6, SIDE, 8), spacing=2)

    def _announce(self, sentence: str) -> None:
        """Have a screen reader say what the lines say now."""
        if QAccessible.isActive():
            QAccessible.updateAccessibility(QAccessibleAnnouncementEvent(self, sentence))


class CellReadout(Readout):
    """Says which tokens meet in a cell, and how its four terms add up to the score.

    To a screen reader its lines are static texts that say the same in plain words; when the selected cell changes, that
    is announced.
    """

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._hidden = False
        self._words = "", ""
        for steady in (self._tokens, self._numbers):
            steady.set_text(" ")  # as high as it will be, so that the first picture does not move what is over it
        self.setAccessibleName(self.tr("The cell that is pointed at or selected"))

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
        if self.sentence != before:
            self._announce(self.sentence)

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


def _tr(text: str) -> str:
    return QCoreApplication.translate("CellSentence", text)


def whose_cell(look: Look, cell: Cell, words: tuple[str, str] = ("", "")) -> str:
    """Return which tokens meet in a cell, how far apart they are, and where the key is.

    Args:
        look: what is looked at.
        cell: query and key.
        words: what the text says where query and key are words that the model does not know.
    """
    row, column = cell
    back, place = int(look.terms.distance[row, column]), int(look.key_positions[column])
    sentence = _tr("query “{0}” (token {1}), key “{2}” (token {3}), distance {4}, in memory")
    if place < 0:
        sentence = _tr("query “{0}” (token {1}), key “{2}” (a zero vector, no token), distance {4}, in memory")
    elif column >= look.terms.memory:
        sentence = _tr("query “{0}” (token {1}), key “{2}” (token {3}), distance {4}, in the segment")
    labels = look.query_tokens[row], look.key_tokens[column]
    query, key = (f"{spoken(label)} {word}".rstrip() for label, word in zip(labels, words, strict=True))
    return sentence.format(query, look.start + row, key, place, str(back).replace("-", MINUS))


def what_cell(look: Look, cell: Cell, hidden: bool = False) -> str:
    """Return the terms, the score and the attention of a cell.

    Args:
        look: what is looked at.
        cell: query and key.
        hidden: whether the key is one that the user took away.
    """
    row, column = cell
    terms = look.terms
    if not terms.mask[row, column]:
        return unseen(look, cell, hidden)
    parts = [f"({part.kind.letter}) {_number(float(part.dense(terms.distance)[row, column]))}" for part in terms.parts]
    words = _tr("mean score {0}, mean attention {1}") if terms.head == "mean" else _tr("score {0}, attention {1}")
    result = words.format(_number(float(terms.score[row, column])), percent(float(terms.attention[row, column])))
    return comma().join([" ".join(parts), result])


def unseen(look: Look, cell: Cell, hidden: bool = False) -> str:
    """Return why a masked cell has no numbers: its key is hidden, comes later, or is farther back than is seen."""
    if hidden:
        return _tr("This key is hidden.")
    if look.terms.distance[cell] < 0:
        return _tr("This query may not see that key: it comes later.")
    return _tr("This query may not see that key: same_length lets it look less far back.")


def row_as_text(look: Look, row: int) -> str:
    """Return a query's row as a table, a line a key and tabs between: token, place, distance, terms, score, attention.

    Numbers have a point and as many digits as float32 holds, so that other programs can read them.
    """
    terms = look.terms
    names = ["key", "position", "distance", *(part.kind.name for part in terms.parts), "score", "attention"]
    dense = [part.dense(terms.distance)[row] for part in terms.parts]
    lines = ["\t".join(names)]
    for column, key in enumerate(look.key_tokens):
        if terms.mask[row, column]:
            numbers = [*(float(part[column]) for part in dense), float(terms.score[row, column])]
            numbers.append(float(terms.attention[row, column]))
            where = [key, str(look.key_positions[column]), str(terms.distance[row, column])]
            lines.append("\t".join([*where, *(f"{number:.8g}" for number in numbers)]))
    return "\n".join(lines)


def spoken(token: str) -> str:
    """Return a token as it can be said: without the dot that stands for a space, unless there is nothing else."""
    return token.replace("·", " ").strip() or token


def _number(value: float) -> str:
    return f"{value:.2f}".replace("-", MINUS)


class CellMenu(QMenu):
    """Hide the key or show it again, take it as the query, start reading at it, copy numbers. It deletes itself.

    Args:
        session: what is looked at.
        cell: the query and key that the menu is about.
        parent: the map.
    """

    def __init__(self, session: Session, cell: Cell, parent: QWidget) -> None:
        super().__init__(parent)
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        look = session.look
        assert look is not None, "a cell was asked about before anything was shown"
        self._entries = _Entries(session, cell, self)
        place = int(look.key_positions[cell[1]])
        key = spoken(look.key_tokens[cell[1]]).replace("&", "&&")  # a menu takes a single one for a mnemonic
        several = session.selection.region
        inside = several is not None and 0 <= cell[1] - several.column < several.columns
        count = several.columns if several is not None and inside else 1
        if place in session.maps.view.hidden:
            self.addAction(self.tr("S&how the key “{0}” again").format(key), self._entries.show_key)
        elif count > 1:
            hide = self.tr("&Hide these {0} keys and renormalise").format(count)
            self.addAction(hide, self._entries.hide_selected)
        else:
            self.addAction(self.tr("&Hide the key “{0}” and renormalise").format(key), self._entries.hide_key)
        if session.maps.view.hidden:
            self.addAction(self.tr("Show &all hidden keys"), session.maps.show_all)
        query = self.addAction(self.tr("Select “{0}” as the &query").format(key), self._entries.take_query)
        query.setEnabled(place >= look.first)
        self.addSeparator()
        self.addAction(self.tr("&Copy this cell as text"), self._entries.copy_cell)
        self.addAction(self.tr("Copy this &row as a table"), self._entries.copy_row)
        self.addSeparator()
        words = self.tr("&Start reading at “{0}”, with an empty memory").format(key)
        StartEntries(self, session, max(place, 0), words)


class _Entries(QObject):
    """Carries the entries out."""

    def __init__(self, session: Session, cell: Cell, parent: QObject) -> None:
        super().__init__(parent)
        self._session, self._cell = session, cell

    def hide_key(self) -> None:
        """Take the key away, or bring it back."""
        look, (row, column) = self._session.look, self._cell
        if look is not None:
            self._session.maps.hide(look, Region(row, column, 1, 1, self._cell))

    show_key = hide_key

    def hide_selected(self) -> None:
        """Take all selected keys away."""
        look, region = self._session.look, self._session.selection.region
        if look is not None and region is not None:
            self._session.maps.hide(look, region)

    def take_query(self) -> None:
        """Look from the key."""
        if (look := self._session.look) is not None:
            self._session.go_to_token(int(look.key_positions[self._cell[1]]))

    def copy_cell(self) -> None:
        """Put tokens and numbers on the clipboard, as a sentence."""
        look = self._session.left
        if look is not None:
            hidden = int(look.key_positions[self._cell[1]]) in self._session.maps.view.hidden
            sentence = f"{whose_cell(look, self._cell)}: {what_cell(look, self._cell, hidden)}"
            QGuiApplication.clipboard().setText(sentence)

    def copy_row(self) -> None:
        """Put the whole row on the clipboard, as a table."""
        if (look := self._session.left) is not None:
            QGuiApplication.clipboard().setText(row_as_text(look, self._cell[0]))


def open_cell_menu(session: Session, cell: Cell, at: QPoint, parent: QWidget) -> CellMenu:
    """Open the menu of a cell at a place of the screen."""
    menu = CellMenu(session, cell, parent)
    menu.popup(at)
    return menu
