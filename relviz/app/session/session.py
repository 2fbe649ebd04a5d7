"""What is looked at: one state, many views."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Literal

from PySide6.QtCore import QObject, Signal

from relviz.app.engine.engine import Request, Response
from relviz.app.engine.models import bundled_models
from relviz.app.held import Held, Parts
from relviz.app.projects.project import Project
from relviz.app.session.selection import Destination, Selection, moved, strongest
from relviz.app.session.showing import NEEDS_LOSSES, Gains, InUnit, Maps, Marked, Showing

if TYPE_CHECKING:
    from relviz.app.engine.models import Options
    from relviz.core.reading.look import Look

FOLLOWED = 4000
"""Characters that may be put before the place looked at without losing it; to read more than that takes long."""


class Session(QObject):
    """The state of one window. Views show it and change it through its methods; they never talk to each other.

    Attributes:
        options: model, device and lengths asked for.
        text: what is read.
        source: the file it is from.
        response: what is shown; None before the first answer.
        layer: index of the layer.
        head: index of the head, or ``mean``.
        selection: the cells selected and pointed at, and the relative distance.
        gains: what the parts of the score are multiplied with.
        maps: how the maps are shown.
        units: what losses are told in.
        showing: how text and R are shown.
        marking: which memory tokens are marked.
        parts: what a project keeps beside all this.
        taken: the project whose numbers are on their way.

    Signals:
        asked(object): a ``Request`` for numbers that are not here yet.
        answered(object): the ``Response`` that is now shown.
        restored(): a request came to nothing, and the state is again that of what is shown.
        replacing(object): the text is about to be replaced by this one.
        text_changed(): the text was replaced.
        view_changed(): how things are shown changed: scales, layout of R, units, shading and boundaries of the text.
    """

    asked = Signal(object)
    answered = Signal(object)
    restored = Signal()
    replacing = Signal(object)
    text_changed = Signal()
    view_changed = Signal()

    def __init__(self, options: Options, text: str, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.options = options
        self.text = text
        self.source: Path | None = None
        self.response: Response | None = None
        self.layer = 0
        self.head: int | Literal["mean"] = 0
        self.selection = Selection(self)
        self.gains = Gains(self)
        self.gains.asked.connect(self.ask)
        self.maps = Maps(self)
        self.units = Held(InUnit(), parent=self)
        self.showing = Showing(self)
        self.marking = Held(Marked(), "marking", self)
        for part in (self.maps, self.units, self.showing, self.marking):
            part.changed.connect(self.view_changed)
        self.showing.shading_changed.connect(self._ask_for_losses)
        self.parts = Parts(self)
        self.parts.add("marking", self.marking)
        self._asked = Destination()
        self._shown_source: Path | None = None
        self.taken: Project | None = None

    @property
    def look(self) -> Look | None:
        """The numbers that are shown; None before the first answer."""
        return self.response.look if self.response else None

    @property
    def token(self) -> int | None:
        """A token of the segment asked for last, by its position in the text; None before the first answer."""
        return self._asked.token

    @property
    def left(self) -> Look | None:
        """The numbers that are shown, without the keys that are hidden."""
        return self.maps.left(self.look) if self.look else None

    @property
    def request(self) -> Request:
        """What the state asks for."""
        return Request(
            self.options,
            self.text,
            self._asked.token,
            self.layer,
            self.head,
            self.gains.interventions,
            losses=self.showing.view.shading in NEEDS_LOSSES,
            character=self._asked.character,
        )

    def ask(self) -> None:
        """Ask for the numbers of the present state."""
        self.asked.emit(self.request)

    def answer(self, response: Response) -> None:
        """Show a response. The pinned pair of tokens stays pinned; another place gets its strongest cell pinned."""
        before, look, selection = self.response, response.look, self.selection
        taken, self.taken = self.taken, None
        self.response = response
        row = self._asked.arrive(response, selected=selection.kept is not None)
        self._shown_source = self.source
        self.layer, self.head = look.terms.layer, look.terms.head
        selection.show(look)
        self.gains.show(look.interventions)
        if taken is not None:
            self._arrive(taken, look)
        else:
            anew = before is None or before.request.text != response.request.text
            selection.follow(row, anew=anew, elsewhere=before is None or before.look.start != look.start)
        self.answered.emit(response)
        selection.tell()
        if taken is not None:
            self.view_changed.emit()
            selection.distance_changed.emit(selection.distance)
            self.parts.take(taken.parts)

    def restore(self, *, text: bool) -> None:
        """Go back to the state of what is shown, after a request that was cancelled or failed.

        Args:
            text: whether the text goes back, too; one that could not be read stays, for its owner to mend.
        """
        text, self.taken = text or self.taken is not None, None  # what cannot be shown of a project goes as a whole
        if self.response is None:
            self._asked.go(self._asked.token)
            return
        request, look = self.response.request, self.response.look
        self.options = request.options
        self.layer, self.head = look.terms.layer, look.terms.head
        self.gains.show(look.interventions)
        self._asked.go(look.start)
        if text and self.text != request.text:
            self.text, self.source = request.text, self._shown_source
            self.text_changed.emit()
        if self._needs_losses:
            self.showing.set(shading="none")
        self.restored.emit()

    def project(self, page: str) -> Project:
        """Return what is looked at, or will be once the numbers are there; ``page`` is the one in front."""
        if self.taken is not None:
            return replace(self.taken, text=self.text, page=page)
        kept = self.maps.kept(self.look) if self.look is not None and self.maps.view.scales == "locked" else {}
        return Project(
            options=replace(self.options, model=_lasting(self.options.model)),
            text=self.text,
            source=str(self.source.absolute()) if self.source else "",
            token=self.token,
            layer=self.layer,
            head=self.head,
            pin=self.selection.kept,
            interventions=self.gains.interventions,
            since=self.gains.since,
            gains_before=self.gains.before,
            maps=self.maps.view,
            kept_scales=tuple((name, kept[name]) for name in sorted(kept)),
            distance=self.selection.distance,
            shown=self.showing.view,
            page=page,
            parts=self.parts.to_dict(),
        )

    def take(self, project: Project) -> None:
        """Look at what was kept in a project, with one request; what goes with its numbers comes with the answer."""
        if project.text is not None:
            self.replacing.emit(project.text)
            self.text, self.source = project.text, Path(project.source) if project.source else None
        self.options = project.options.here(self.response.devices if self.response else (), len(self.text))
        self.layer, self.head = project.layer, project.head
        self.showing.view = replace(self.showing.view, shading=project.shown.shading)
        self._asked.go(project.token)
        self.taken = project
        self.text_changed.emit()
        self.gains.take(project.interventions, project.since, project.gains_before)
        self.ask()

    def _arrive(self, project: Project, look: Look) -> None:
        """Take over what is said about the numbers of a project, now that they are here."""
        self.selection.kept = project.pin
        if self.selection.pinned is None and (project.pin is not None or project.token is None):
            self.selection.put(strongest(look))  # the text is another, or nothing had been shown yet
        self.selection.distance = project.distance
        self.showing.arrive(project.shown)
        self.maps.arrive(project.maps, look, dict(project.kept_scales))

    def set_text(self, text: str, source: Path | None = None) -> None:
        """Replace the text and start reading it anew."""
        text = text.replace("\r\n", "\n").replace("\r", "\n")
        self.replacing.emit(text)
        self.source = source
        self.taken = None
        if text == self.text:
            self.text_changed.emit()
            return
        self.text = text
        self.options = replace(self.options, start=0)
        self._asked.go(None)
        self.selection.kept = None
        self.maps.show_all()  # others have their places now
        self.text_changed.emit()
        self.ask()

    def edit_text(self, text: str) -> None:
        """Take over what the user typed, and keep the place."""
        if text != self.text:
            self.options = replace(self.options, start=moved(self.options.start, self.text, text))
            place = self._asked.place(self.response, self.text, self._query)
            if place is not None and abs(len(text) - len(self.text)) <= FOLLOWED:
                self._asked.character = moved(place, self.text, text)
            self.text = text
            self.maps.show_all()
            self.ask()

    @property
    def _query(self) -> int | None:
        """The position in the text of the selected query; None if there is none in view."""
        pinned = self.selection.pinned
        return None if pinned is None or self.look is None else self.look.start + pinned[0]

    def start_at(self, token: int) -> None:
        """Read from a token of the text on, with nothing before it; 0 reads the whole text again."""
        if self.response is not None:
            token = min(max(token, 0), len(self.response.tokens) - 1)
            character = int(self.response.tokens.spans[token, 0]) if token else 0
            if (query := token or self._query) is not None:
                self._asked.token = self._asked.query = query
            self.set_options(start=character)

    def set_options(self, **changes: object) -> None:
        """Change model, device or lengths; the token in view stays in view. Another model brings its own scheme."""
        if "model" in changes:
            changes = {"scheme": None} | changes
            self.maps.show_all()
        options = replace(self.options, **changes)  # type: ignore[arg-type] # names are checked by replace
        if options != self.options:
            self.options = options
            if (query := self._query) is not None and not {"model", "start"} & set(changes):
                self._asked.token = self._asked.query = query  # the selected query stays in view
            self.ask()

    def go_to_segment(self, index: int) -> None:
        """Show a segment; numbers beyond the ends are taken to the ends."""
        if self.response is None:
            return
        index = min(max(index, 0), self.response.look.segments - 1)
        if index != self.response.look.index or self.awaited is not None:
            self._asked.token = self.response.look.first + index * self.response.segment_length
            self._asked.character = None
            self.ask()

    def go_to_token(self, token: int) -> None:
        """Show the segment that holds a token, and pin the strongest cell of its row."""
        if self.response is None:
            return
        row = token - self.response.look.start
        if 0 <= row < len(self.response.look.query_tokens):
            self.selection.pin(strongest(self.response.look, row))
        else:
            self.go_to_segment((token - self.response.look.first) // self.response.segment_length)
            self._asked.query = token if token >= self.response.look.first else None  # what is not read is no query

    def step(self, by: int) -> None:
        """Go forward or back by whole segments."""
        if self.response is not None:
            self.go_to_segment(self._asked.segment(self.response) + by)

    @property
    def awaited(self) -> int | None:
        """The segment that is asked for and not shown yet, None if there is none."""
        asked = self._asked.segment(self.response)
        return asked if self.look is not None and asked != self.look.index else None

    @property
    def at_end(self) -> bool:
        """Whether the last segment is shown."""
        return self.look is not None and self.look.index == self.look.segments - 1

    def choose_head(self, layer: int, head: int | Literal["mean"]) -> None:
        """Look at another layer and head."""
        if (layer, head) != (self.layer, self.head):
            self.layer, self.head = layer, head
            self.ask()

    @property
    def shaded_query(self) -> int | None:
        """The row of the query that the text is shaded by, None if there is none, or if it goes by all of them."""
        cell = self.selection.cell
        by_all = self.showing.view.shading == "attended" and not self.marking.view.by_query
        return None if cell is None or by_all else cell[0]

    def _ask_for_losses(self) -> None:
        if self._needs_losses:
            self.ask()

    @property
    def _needs_losses(self) -> bool:
        """Whether the text is to be shaded by losses that are not here."""
        return self.showing.view.shading in NEEDS_LOSSES and self.response is not None and self.response.losses is None


def _lasting(model: str | None) -> str | None:
    """Return where a model folder is, whatever folder the next relviz is started in; a name stays as it is."""
    if model is None or model in bundled_models() or not Path(model).exists():
        return model
    return str(Path(model).absolute())
