"""Where one is in the text: the cells selected, the distance, the place asked for, what is beyond training."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np
from PySide6.QtCore import QObject, Signal

from relviz.app.projects.project import Cell, Pin, Region

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


class Destination:
    """Holds the place: a token, until the text is edited a character, whose token is known with the answer.

    Attributes:
        token: a token of the segment, by its position in the text; None before the first answer.
        query: the token whose row is to be selected once it is there; None to leave what is selected.
        character: the character at which the place is kept while the text is edited.
    """

    def __init__(self) -> None:
        self.token: int | None = None
        self.query: int | None = None
        self.character: int | None = None

    def go(self, token: int | None) -> None:
        """Go to a token, or to the first segment with a full memory, and to nothing else."""
        self.token, self.query, self.character = token, None, None

    def segment(self, response: Response | None) -> int:
        """Return the index of the segment that is asked for, in the segments of what is shown."""
        if response is None or self.token is None:
            return 0
        return (self.token - response.look.first) // response.segment_length

    def arrive(self, response: Response, *, selected: bool) -> int | None:
        """Be there, and return the row to be selected, None if there is none.

        Args:
            response: what came.
            selected: whether anything is selected, whose row is kept while the text is edited.
        """
        look = response.look
        if self.character is not None:
            self.token = response.tokens.at_character(self.character)
            self.query = self.token if selected else None
        if self.token is None or not 0 <= self.token - look.start < len(look.query_tokens):
            self.token = look.start  # else it stays: other lengths show the segment that holds it
        row = None if self.query is None else self.query - look.start
        self.query = self.character = None
        return row if row is not None and 0 <= row < len(look.query_tokens) else None

    def place(self, response: Response | None, text: str, query: int | None) -> int | None:
        """Return the character at which a text is looked at; None if nobody knows.

        Args:
            response: what is shown.
            text: what is to be read by now.
            query: the token selected in what is shown; None to go by the segment.
        """
        if self.character is not None or response is None:
            return self.character
        if response.request.text != text or self.segment(response) != response.look.index:
            return None
        return int(response.tokens.spans[response.look.start if query is None else query, 0])


def moved(place: int, before: str, after: str) -> int:
    """Return where a character of a text is after an edit; one that was taken away is where the edit began.

    The beginning of a text stays its beginning, whatever is put before it.
    """
    pairs = enumerate(zip(before[:place], after, strict=False))
    same = next((number for number, (old, new) in pairs if old != new), min(place, len(after)))
    return place if same >= place else max(same, place + len(after) - len(before))


@dataclass(frozen=True)
class Beyond:
    """What is beyond training.

    Attributes:
        segment: the segment length asked for, if longer than any in training.
        memory: the memory length asked for, if longer than any in training.
        distance: the relative distance looked at, if no query was so far from a key in training.
    """

    segment: int | None = None
    memory: int | None = None
    distance: int | None = None

    def __bool__(self) -> bool:
        return any(number is not None for number in (self.segment, self.memory, self.distance))


def beyond(response: Response, distance: int) -> Beyond:
    """Return what is beyond training; nothing for a model that does not say what it was trained on.

    The last query of a segment of T tokens is T - 1 + M places after the first key of a memory of M, so that
    distances from T + M on are new to the model.
    """
    segment, memory = response.trained
    if segment is None:
        return Beyond()
    longest = segment + (memory or 0)
    return Beyond(
        response.segment_length if response.segment_length > segment else None,
        response.look.memory_length if response.look.memory_length > (memory or 0) else None,
        distance if abs(distance) >= longest else None,
    )
