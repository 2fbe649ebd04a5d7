"""What is looked at: one state, many views."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Literal

from PySide6.QtCore import QObject, Signal

from relviz.app.engine import Request, Response
from relviz.app.maps import Maps
from relviz.app.marking import Marking
from relviz.app.parts import Parts
from relviz.app.pin import Cell, Pin, Region
from relviz.app.place import moved
from relviz.app.shading import NEEDS_LOSSES, Shading
from relviz.app.units import Units
from relviz.core.interventions import LARGEST_GAIN, NONE, Interventions, Since

if TYPE_CHECKING:
    from relviz.app.options import Options
    from relviz.app.project import Project
    from relviz.core.look import Look

PACES = (50, 300, 700, 1500, 3000)
"""Milliseconds that a segment may stay when the segments are played, the fastest first."""
FOLLOWED = 4000
"""Characters that may be put before the place looked at without losing it; to read more than that takes long."""


class Session(QObject):
    """The state of one window. Views show it and change it through its methods; they never talk to each other.

    Signals:
        asked(object): a ``Request`` for numbers that are not here yet.
        answered(object): the ``Response`` that is now shown.
        restored(): a request came to nothing, and the state is again that of what is shown.
        replacing(object): the text is about to be replaced by this one.
        text_changed(): the text was replaced.
        cell_changed(): the cell that is pinned or hovered over changed.
        pin_changed(): the cells that are pinned changed.
        distance_changed(int): the relative distance of the Encoding page changed.
        view_changed(): how things are shown changed: scales, layout of R, units, shading and boundaries of the text.
        interventions_changed(): the gains asked for changed, or since when they act; the numbers come with an answer.
    """

    asked = Signal(object)
    answered = Signal(object)
    restored = Signal()
    replacing = Signal(object)
    text_changed = Signal()
    cell_changed = Signal()
    pin_changed = Signal()
    distance_changed = Signal(int)
    view_changed = Signal()
    interventions_changed = Signal()

    def __init__(self, options: Options, text: str, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.options = options
        self.text = text
        self.source: Path | None = None
        self.response: Response | None = None
        self.layer = 0
        self.head: int | Literal["mean"] = 0
        self.hovered: Cell | None = None
        self.distance = 1
        self.maps = Maps(self)
        self.maps.changed.connect(self.view_changed)
        self.units = Units(self)
        self.units.changed.connect(self.view_changed)
        self.parts = Parts(self)
        self.marking = Marking(self)
        self.marking.changed.connect(self.view_changed)
        self.parts.add("marking", self.marking)
        self.interleaved = False
        self.shading: Shading = "none"
        self.token_boundaries = False
        self.pace = PACES[2]
        self.interventions = NONE
        self.since: Since = "segment"
        self._gains_before: dict[str, float] = {}  # of parts that are off
        self._token: int | None = None
        self._wanted: int | None = None
        self._character: int | None = None  # of the text, at which the place is kept while it is edited
        self._pin: Pin | None = None
        self._shown_source: Path | None = None
        self._taken: Project | None = None  # whose numbers are on their way

    @property
    def look(self) -> Look | None:
        """The numbers that are shown; None before the first answer."""
        return self.response.look if self.response else None

    @property
    def token(self) -> int | None:
        """A token of the segment asked for last, by its position in the text; None before the first answer."""
        return self._token

    @property
    def taken(self) -> Project | None:
        """The project whose numbers are on their way."""
        return self._taken

    @property
    def kept_pin(self) -> Pin | None:
        """What is selected, in view or not."""
        return self._pin

    @property
    def gains_before(self) -> tuple[tuple[str, float], ...]:
        """The gains that parts come back with, by their names."""
        return tuple(sorted(self._gains_before.items()))

    @property
    def pinned(self) -> Cell | None:
        """The cell that stays selected, None if there is none or it is not in view."""
        return self._pin.cell(self.look) if self._pin and self.look else None

    @property
    def region(self) -> Region | None:
        """The cells that stay selected, the pinned one among them; None if there is none or it is not in view."""
        return self._pin.region(self.look) if self._pin and self.look else None

    @property
    def left(self) -> Look | None:
        """The numbers that are shown, without the keys that are hidden."""
        return self.maps.left(self.look) if self.look else None

    @property
    def cell(self) -> Cell | None:
        """The cell to read off: the one under the pointer, else the pinned one."""
        return self.hovered or self.pinned

    @property
    def request(self) -> Request:
        """What the state asks for."""
        return Request(
            self.options,
            self.text,
            self._token,
            self.layer,
            self.head,
            self.interventions,
            losses=self.shading in NEEDS_LOSSES,
            character=self._character,
        )

    def ask(self) -> None:
        """Ask for the numbers of the present state."""
        self.asked.emit(self.request)

    def answer(self, response: Response) -> None:
        """Show a response. The pinned pair of tokens stays pinned; another place gets its strongest cell pinned."""
        before, look = self.response, response.look
        taken, self._taken = self._taken, None
        self.response = response
        if self._character is not None:
            self._token = response.tokens.at_character(self._character)
            self._wanted = self._token if self._pin is not None else None
            self._character = None
        if self._token is None or not 0 <= self._token - look.start < len(look.query_tokens):
            self._token = look.start  # else it stays: other lengths show the segment that holds it
        self._shown_source = self.source
        self.layer, self.head = look.terms.layer, look.terms.head
        self._take_interventions(look.interventions)
        self.hovered = None
        anew = before is None or before.request.text != response.request.text
        elsewhere = anew or (before is not None and before.look.start != look.start)
        row = -1 if self._wanted is None else self._wanted - look.start
        if taken is not None:
            self._arrive(taken, look)
        elif 0 <= row < len(look.query_tokens):
            if anew or self.pinned is None or self.pinned[0] != row:
                self._pin_cell(_strongest(look, row))
        elif anew or (self.pinned is None and (elsewhere or self._pin is not None)):
            self._pin_cell(_strongest(look))
        self._wanted = None
        self.answered.emit(response)
        self.pin_changed.emit()
        self.cell_changed.emit()
        if taken is not None:
            self.view_changed.emit()
            self.distance_changed.emit(self.distance)
            self.parts.take(taken.parts)

    def restore(self, *, text: bool) -> None:
        """Go back to the state of what is shown, after a request that was cancelled or failed.

        Args:
            text: whether the text goes back, too; one that could not be read stays, for its owner to mend.
        """
        self._wanted = self._character = None
        text, self._taken = text or self._taken is not None, None  # what cannot be shown of a project goes as a whole
        if self.response is None:
            return
        request, look = self.response.request, self.response.look
        self.options = request.options
        self.layer, self.head = look.terms.layer, look.terms.head
        self._take_interventions(look.interventions)
        self._token = look.start
        if text and self.text != request.text:
            self.text, self.source = request.text, self._shown_source
            self.text_changed.emit()
        if self.shading in NEEDS_LOSSES and self.response.losses is None:
            self.set_shading("none")
        self.restored.emit()

    def take(self, project: Project) -> None:
        """Look at what was kept in a project, with one request; what goes with its numbers comes with the answer."""
        if project.text is not None:
            self.replacing.emit(project.text)
            self.text, self.source = project.text, Path(project.source) if project.source else None
        start, device = min(project.options.start, max(len(self.text) - 1, 0)), project.options.device
        if device not in {"auto", "cpu", *(self.response.devices if self.response else ())}:
            device = "auto"  # it was saved on another machine
        self.options = replace(project.options, start=start, device=device)
        self.layer, self.head, self.shading = project.layer, project.head, project.shading
        self.interventions, self.since = project.interventions, project.since
        self._gains_before = dict(project.gains_before)
        self._token, self._wanted, self._character = project.token, None, None
        self._taken = project
        self.text_changed.emit()
        self.interventions_changed.emit()
        self.ask()

    def _arrive(self, project: Project, look: Look) -> None:
        """Take over what is said about the numbers of a project, now that they are here."""
        self._pin = project.pin
        if self.pinned is None and (self._pin is not None or project.token is None):
            self._pin_cell(_strongest(look))  # the text is another, or nothing had been shown yet
        self.interleaved, self.distance = project.interleaved, project.distance
        self.token_boundaries = project.token_boundaries
        self.pace = min(PACES, key=lambda known: abs(known - project.pace))
        self.maps.take(project.maps, look, dict(project.kept_scales))

    def set_text(self, text: str, source: Path | None = None) -> None:
        """Replace the text and start reading it anew."""
        text = text.replace("\r\n", "\n").replace("\r", "\n")
        self.replacing.emit(text)
        self.source = source
        self._taken = None
        if text == self.text:
            self.text_changed.emit()
            return
        self.text = text
        self.options = replace(self.options, start=0)
        self._token = self._wanted = self._character = self._pin = None
        self.maps.show_all()  # others have their places now
        self.text_changed.emit()
        self.ask()

    def edit_text(self, text: str) -> None:
        """Take over what the user typed, and keep the place."""
        if text != self.text:
            self.options = replace(self.options, start=moved(self.options.start, self.text, text))
            if (place := self._place) is not None and abs(len(text) - len(self.text)) <= FOLLOWED:
                self._character = moved(place, self.text, text)
            self.text = text
            self.maps.show_all()
            self.ask()

    @property
    def _place(self) -> int | None:
        """The character at which the text is looked at: that of the selected query, else that of the segment."""
        if self._character is not None or self.response is None:
            return self._character
        if self.response.request.text != self.text or self._asked_segment != self.response.look.index:
            return None
        row = self.pinned[0] if self.pinned else 0
        return int(self.response.tokens.spans[self.response.look.start + row, 0])

    def start_at(self, token: int) -> None:
        """Read from a token of the text on, with nothing before it; 0 reads the whole text again."""
        if self.response is not None:
            token = min(max(token, 0), len(self.response.tokens) - 1)
            character = int(self.response.tokens.spans[token, 0]) if token else 0
            if token:
                self._token = self._wanted = token
            elif self.pinned is not None and self.look is not None:
                self._token = self._wanted = self.look.start + self.pinned[0]
            self.set_options(start=character)

    def set_options(self, **changes: object) -> None:
        """Change model, device or lengths; the token in view stays in view. Another model brings its own scheme."""
        if "model" in changes:
            changes = {"scheme": None} | changes
            self.maps.show_all()
        options = replace(self.options, **changes)  # type: ignore[arg-type] # names are checked by replace
        if options != self.options:
            self.options = options
            if self.pinned is not None and self.look is not None and not {"model", "start"} & set(changes):
                self._token = self._wanted = self.look.start + self.pinned[0]  # the selected query stays in view
            self.ask()

    def go_to_segment(self, index: int) -> None:
        """Show a segment; numbers beyond the ends are taken to the ends."""
        if self.response is None:
            return
        index = min(max(index, 0), self.response.look.segments - 1)
        if index != self.response.look.index or self._asked_segment != index:
            self._token = self.response.look.first + index * self.response.segment_length
            self._character = None
            self.ask()

    def go_to_token(self, token: int) -> None:
        """Show the segment that holds a token, and pin the strongest cell of its row."""
        if self.response is None:
            return
        row = token - self.response.look.start
        if 0 <= row < len(self.response.look.query_tokens):
            self.pin(_strongest(self.response.look, row))
        else:
            self.go_to_segment((token - self.response.look.first) // self.response.segment_length)
            self._wanted = token if token >= self.response.look.first else None  # what is not read is no query

    def step(self, by: int) -> None:
        """Go forward or back by whole segments."""
        if self.response is not None:
            self.go_to_segment(self._asked_segment + by)

    @property
    def _asked_segment(self) -> int:
        """The segment asked for last; it is not the one shown while its numbers are on their way."""
        if self.response is None or self._token is None:
            return 0
        return (self._token - self.response.look.first) // self.response.segment_length

    @property
    def awaited(self) -> int | None:
        """The segment that is asked for and not shown yet, None if there is none."""
        return self._asked_segment if self.look is not None and self._asked_segment != self.look.index else None

    @property
    def at_end(self) -> bool:
        """Whether the last segment is shown."""
        return self.look is not None and self.look.index == self.look.segments - 1

    def choose_head(self, layer: int, head: int | Literal["mean"]) -> None:
        """Look at another layer and head."""
        if (layer, head) != (self.layer, self.head):
            self.layer, self.head = layer, head
            self.ask()

    def set_gain(self, part: str, gain: float) -> None:
        """Multiply a part of the score with a gain; one out of range is taken to the nearest."""
        gain = min(max(round(gain, 2), 0.0), LARGEST_GAIN)
        self._intervene(Interventions((*self.interventions.gains, (part, gain)), self.since))

    def toggle_part(self, part: str) -> None:
        """Switch a part of the score off, or on again with the gain that it had."""
        gain = self.interventions.gain(part)
        if gain:
            self._gains_before[part] = gain
        self.set_gain(part, 0.0 if gain else self._gains_before.get(part, 1.0))

    def set_since(self, since: Since) -> None:
        """Have the interventions act on the segment alone, or from the start of the text."""
        if since != self.since:
            self.since = since
            self.interventions_changed.emit()
            self._intervene(Interventions(self.interventions.gains, since))

    def restore_parts(self) -> None:
        """Give all parts of the score a gain of 1."""
        self._gains_before.clear()
        self._intervene(NONE)

    def _intervene(self, interventions: Interventions) -> None:
        if interventions != self.interventions:
            self.interventions = interventions
            self.interventions_changed.emit()
            self.ask()

    def _take_interventions(self, interventions: Interventions) -> None:
        """Take over those of what is shown."""
        if interventions:
            self.since = interventions.since
        if interventions != self.interventions:
            self.interventions = interventions
            self.interventions_changed.emit()

    def hover(self, cell: Cell | None) -> None:
        """Preview a cell while the pointer is on it."""
        if cell != self.hovered:
            self.hovered = cell
            self.cell_changed.emit()

    def pin(self, cell: Cell | None) -> None:
        """Keep a cell selected; None releases it."""
        if cell != self.pinned or (self.region and not self.region.single):
            self._pin_cell(cell)
            self.pin_changed.emit()
            self.cell_changed.emit()

    def extend(self, cell: Cell) -> None:
        """Select the cells from the pinned one to another."""
        if self.look is None or self.pinned is None:
            self.pin(cell)
            return
        self._pin = Pin.at(self.look, self.pinned, cell)
        self.pin_changed.emit()
        self.cell_changed.emit()

    def _pin_cell(self, cell: Cell | None) -> None:
        self.hovered = None  # what is selected is looked at, wherever the pointer rests
        if cell is None or self.look is None:
            self._pin = None
        else:
            self._pin = Pin.at(self.look, cell)

    def set_distance(self, distance: int) -> None:
        """Look at another relative distance; one beyond those there are is taken to the nearest."""
        if self.look is not None and self.look.encoding is not None:
            nearest, farthest = int(self.look.encoding.distances[0]), int(self.look.encoding.distances[-1])
            distance = min(max(distance, nearest), farthest)
        if distance != self.distance:
            self.distance = distance
            self.distance_changed.emit(distance)

    @property
    def shared_scale(self) -> bool:
        """Whether all terms have one scale."""
        return self.maps.view.scales == "shared"

    def set_shared_scale(self, shared: bool) -> None:
        """Give the four terms one scale, or each its own."""
        self.maps.set(scales="shared" if shared else "own")

    def set_interleaved(self, interleaved: bool) -> None:
        """Lay R out with sine and cosine side by side, or in halves."""
        if interleaved != self.interleaved:
            self.interleaved = interleaved
            self.view_changed.emit()

    def set_shading(self, shading: Shading) -> None:
        """Shade the text by something else; losses that are not here yet are asked for."""
        if shading != self.shading:
            self.shading = shading
            self.view_changed.emit()
            if shading in NEEDS_LOSSES and self.response is not None and self.response.losses is None:
                self.ask()

    def set_token_boundaries(self, shown: bool) -> None:
        """Mark where tokens begin in the text, or leave it."""
        if shown != self.token_boundaries:
            self.token_boundaries = shown
            self.view_changed.emit()

    def set_pace(self, pace: int) -> None:
        """Have segments stay longer or shorter when they are played; the nearest of ``PACES`` is taken."""
        pace = min(PACES, key=lambda known: abs(known - pace))
        if pace != self.pace:
            self.pace = pace
            self.view_changed.emit()

    def change_pace(self, by: int) -> None:
        """Play slower, 1, or faster, -1, by one of ``PACES``."""
        self.set_pace(PACES[min(max(PACES.index(self.pace) + by, 0), len(PACES) - 1)])


def _strongest(look: Look, row: int | None = None) -> Cell:
    """Return the cell of the strongest attention in a row, by default in all."""
    attention = look.terms.attention
    if row is not None:
        return row, int(attention[row].argmax())
    query, key = divmod(int(attention.argmax()), attention.shape[1])
    return query, key
