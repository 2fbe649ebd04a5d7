"""What is looked at: one state, many views."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Literal

from PySide6.QtCore import QObject, Signal

from relviz.app.engine import Request, Response

if TYPE_CHECKING:
    from pathlib import Path

    from relviz.app.options import Options
    from relviz.core.look import Look

Cell = tuple[int, int]
"""Query i and key j of the segment shown."""


class Session(QObject):
    """The state of one window. Views show it and change it through its methods; they never talk to each other.

    Signals:
        asked(object): a ``Request`` for numbers that are not here yet.
        answered(object): the ``Response`` that is now shown.
        text_changed(): the text was replaced.
        cell_changed(): the cell that is pinned or hovered over changed.
        distance_changed(int): the relative distance of the Encoding page changed.
        view_changed(): how things are shown changed: scales, layout of R.
    """

    asked = Signal(object)
    answered = Signal(object)
    text_changed = Signal()
    cell_changed = Signal()
    distance_changed = Signal(int)
    view_changed = Signal()

    def __init__(self, options: Options, text: str, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.options = options
        self.text = text
        self.source: Path | None = None
        self.response: Response | None = None
        self.layer = 0
        self.head: int | Literal["mean"] = 0
        self.pinned: Cell | None = None
        self.hovered: Cell | None = None
        self.distance = 1
        self.shared_scale = False
        self.interleaved = False
        self._token: int | None = None

    @property
    def look(self) -> Look | None:
        """The numbers that are shown; None before the first answer."""
        return self.response.look if self.response else None

    @property
    def cell(self) -> Cell | None:
        """The cell to read off: the one under the pointer, else the pinned one."""
        return self.hovered or self.pinned

    @property
    def request(self) -> Request:
        """What the state asks for."""
        return Request(self.options, self.text, self._token, self.layer, self.head)

    def ask(self) -> None:
        """Ask for the numbers of the present state."""
        self.asked.emit(self.request)

    def answer(self, response: Response) -> None:
        """Show a response."""
        before = self.look
        self.response = response
        look = response.look
        self._token = look.start
        self.layer, self.head = look.terms.layer, look.terms.head
        self.hovered = None
        rows, columns = look.terms.score.shape
        moved = before is None or (before.index, before.start) != (look.index, look.start)
        if self.pinned is not None and (moved or self.pinned[0] >= rows or self.pinned[1] >= columns):
            self.pinned = None
        if self.pinned is None:
            self.pinned = _strongest(look)
        self.answered.emit(response)
        self.cell_changed.emit()

    def set_text(self, text: str, source: Path | None = None) -> None:
        """Replace the text and start reading it anew."""
        text = text.replace("\r\n", "\n").replace("\r", "\n")
        if text == self.text:
            return
        self.text, self.source = text, source
        self._token = None
        self.text_changed.emit()
        self.ask()

    def edit_text(self, text: str) -> None:
        """Take over what the user typed, and keep the place."""
        if text != self.text:
            self.text = text
            self.ask()

    def set_options(self, **changes: object) -> None:
        """Change model, device or lengths; the token in view stays in view."""
        options = replace(self.options, **changes)  # type: ignore[arg-type] # names are checked by replace
        if options != self.options:
            self.options = options
            self.ask()

    def go_to_segment(self, index: int) -> None:
        """Show a segment; numbers beyond the ends are taken to the ends."""
        if self.response is None:
            return
        index = min(max(index, 0), self.response.look.segments - 1)
        if index != self.response.look.index or self._token != self.response.look.start:
            self._token = index * self.response.segment_length
            self.ask()

    def go_to_token(self, token: int) -> None:
        """Show the segment that holds a token, and pin its row."""
        if self.response is None:
            return
        row = token - self.response.look.start
        if 0 <= row < len(self.response.look.query_tokens):
            self.pin(_strongest(self.response.look, row))
        else:
            self.go_to_segment(token // self.response.segment_length)

    def step(self, by: int) -> None:
        """Go forward or back by whole segments."""
        if self.response is not None and self._token is not None:
            self.go_to_segment(self._token // self.response.segment_length + by)

    @property
    def at_end(self) -> bool:
        """Whether the last segment is shown."""
        return self.look is not None and self.look.index == self.look.segments - 1

    def choose_head(self, layer: int, head: int | Literal["mean"]) -> None:
        """Look at another layer and head."""
        if (layer, head) != (self.layer, self.head):
            self.layer, self.head = layer, head
            self.ask()

    def hover(self, cell: Cell | None) -> None:
        """Preview a cell while the pointer is on it."""
        if cell != self.hovered:
            self.hovered = cell
            self.cell_changed.emit()

    def pin(self, cell: Cell | None) -> None:
        """Keep a cell selected; None releases it."""
        if cell != self.pinned:
            self.pinned = cell
            self.cell_changed.emit()

    def set_distance(self, distance: int) -> None:
        """Look at another relative distance."""
        if distance != self.distance:
            self.distance = distance
            self.distance_changed.emit(distance)

    def set_shared_scale(self, shared: bool) -> None:
        """Give the four terms one scale, or each its own."""
        if shared != self.shared_scale:
            self.shared_scale = shared
            self.view_changed.emit()

    def set_interleaved(self, interleaved: bool) -> None:
        """Lay R out with sine and cosine side by side, or in halves."""
        if interleaved != self.interleaved:
            self.interleaved = interleaved
            self.view_changed.emit()


def _strongest(look: Look, row: int | None = None) -> Cell:
    """Return the cell of the strongest attention in a row, by default in all."""
    attention = look.terms.attention
    if row is not None:
        return row, int(attention[row].argmax())
    query, key = divmod(int(attention.argmax()), attention.shape[1])
    return query, key
