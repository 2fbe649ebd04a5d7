"""Which cells are selected, which one is pointed at, and at which distance one looks: a part of the session's state."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
from PySide6.QtCore import QObject, Signal

from relviz.app.projects.pin import Cell, Pin, Region

if TYPE_CHECKING:
    from relviz.app.engine.engine import Response
    from relviz.core.reading.look import Look

UNKNOWN = ("<unk>", "<UNK>")
"""What vocabularies call every word that they lack."""


class Selection(QObject):
    """Holds cells of what is shown. Those selected keep their places in the text when something else is shown.

    Attributes:
        kept: what is selected, in view or not; None if there is nothing.
        hovered: the cell under the pointer.
        distance: the relative distance looked at.

    Signals:
        changed(): the cell that is pinned or hovered over changed.
        pin_changed(): the cells that are pinned changed.
        distance_changed(int): the distance changed.
    """

    changed = Signal()
    pin_changed = Signal()
    distance_changed = Signal(int)

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.kept: Pin | None = None
        self.hovered: Cell | None = None
        self.distance = 1
        self._look: Look | None = None

    @property
    def pinned(self) -> Cell | None:
        """The cell that stays selected, None if there is none or it is not in view."""
        return self.kept.cell(self._look) if self.kept and self._look else None

    @property
    def region(self) -> Region | None:
        """The cells that stay selected, the pinned one among them; None if there is none or it is not in view."""
        return self.kept.region(self._look) if self.kept and self._look else None

    @property
    def cell(self) -> Cell | None:
        """The cell to read off: the one under the pointer, else the pinned one."""
        return self.hovered or self.pinned

    def hover(self, cell: Cell | None) -> None:
        """Preview a cell while the pointer is on it."""
        if cell != self.hovered:
            self.hovered = cell
            self.changed.emit()

    def pin(self, cell: Cell | None) -> None:
        """Keep a cell selected; None releases it."""
        if cell != self.pinned or (self.region and not self.region.single):
            self.put(cell)
            self.tell()

    def extend(self, cell: Cell) -> None:
        """Select the cells from the pinned one to another."""
        if self._look is None or self.pinned is None:
            self.pin(cell)
            return
        self.kept = Pin.at(self._look, self.pinned, cell)
        self.tell()

    def set_distance(self, distance: int) -> None:
        """Look at another relative distance; one beyond those there are is taken to the nearest."""
        if self._look is not None and self._look.encoding is not None:
            nearest, farthest = int(self._look.encoding.distances[0]), int(self._look.encoding.distances[-1])
            distance = min(max(distance, nearest), farthest)
        if distance != self.distance:
            self.distance = distance
            self.distance_changed.emit(distance)

    # For the session, which tells of what it selects once it has told of all that came with it

    def show(self, look: Look) -> None:
        """Have it be cells of what is shown now."""
        self._look = look
        self.hovered = None

    def follow(self, row: int | None, *, anew: bool, elsewhere: bool) -> None:
        """Stay with the pinned pair of tokens where something else is shown; another place has its strongest cell.

        Args:
            row: of the query to be selected; None to leave that to what is in view.
            anew: whether it is another text.
            elsewhere: whether it is another segment.
        """
        if self._look is None:
            return
        if row is not None:
            if anew or self.pinned is None or self.pinned[0] != row:
                self.put(strongest(self._look, row))
        elif anew or (self.pinned is None and (elsewhere or self.kept is not None)):
            self.put(strongest(self._look))

    def put(self, cell: Cell | None) -> None:
        """Keep a cell selected, or none, without telling anybody."""
        self.hovered = None  # what is selected is looked at, wherever the pointer rests
        self.kept = None if cell is None or self._look is None else Pin.at(self._look, cell)

    def tell(self) -> None:
        """Tell of what is selected."""
        self.pin_changed.emit()
        self.changed.emit()


def strongest(look: Look, row: int | None = None) -> Cell:
    """Return the cell of the strongest attention in a row, by default in all."""
    attention = look.terms.attention
    if row is not None:
        return row, int(attention[row].argmax())
    query, key = divmod(int(attention.argmax()), attention.shape[1])
    return query, key


def previewed_cell(look: Look, token: int, pinned: Cell | None) -> Cell | None:
    """Return the cell to read off for a token, None for one that is neither query nor memory.

    A token of the segment is taken as query, with the key that it attends to most, as a click on it would. A token of
    the memory is taken as key of the pinned query; of the one that attends to it most if none is pinned.

    Args:
        look: what is shown, without the keys that are hidden.
        token: its position in the text.
        pinned: the cell that stays selected, if there is one.
    """
    attention = look.terms.attention
    row = token - look.start
    if 0 <= row < len(look.query_tokens):
        return row, int(attention[row].argmax())
    keys = np.flatnonzero(look.key_positions[: look.terms.memory] == token)
    if token < 0 or not len(keys):  # below 0 are zero vectors
        return None
    key = int(keys[0])
    return (int(attention[:, key].argmax()) if pinned is None else pinned[0]), key


def source_words(response: Response, look: Look, cell: Cell) -> tuple[str, str]:
    """Return what the text says where the query and the key of a cell are unknown words; empty for known ones.

    Args:
        response: holds the text and where in it each token is.
        look: what is looked at.
        cell: query and key.
    """
    places = (look.query_tokens[cell[0]], look.start + cell[0]), (look.key_tokens[cell[1]], look.key_positions[cell[1]])
    query, key = (_word(response, int(place)) if label in UNKNOWN else "" for label, place in places)
    return query, key


def _word(response: Response, place: int) -> str:
    """Return what the text says at a token; nothing for zero vectors, and for a text that says ``<unk>`` itself."""
    if not 0 <= place < len(response.tokens):
        return ""
    start, end = response.tokens.spans[place].tolist()
    word = response.request.text[start:end]
    return "" if word in UNKNOWN else word
