"""Two states held against each other: A, which is pinned, and B, which is what the window shows."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cached_property, partial
from typing import TYPE_CHECKING, Literal

from PySide6.QtCore import QObject, Signal

from relviz.app.engine.engine import Request
from relviz.app.engine.runner import LatestRunner
from relviz.app.kept import read
from relviz.app.projects.project import Project
from relviz.core.metrics.attention import without_keys
from relviz.core.reading.alignment import Alignment, Match, align

if TYPE_CHECKING:
    from collections.abc import Mapping
    from concurrent.futures import ThreadPoolExecutor

    from relviz.app.engine.engine import Engine, Response
    from relviz.app.projects.project import Pin
    from relviz.app.session.session import Session
    from relviz.core.interventions import Since
    from relviz.core.reading.look import Look


Mode = Literal["off", "beside", "difference"]
NAME = "comparison"
"""Under which a project keeps it."""


@dataclass(frozen=True)
class _Way:
    """How a project says that B is shown against A."""

    mode: Mode = "off"
    match: Match | None = None
    map: str = "attention"


class Comparison(QObject):
    """Holds A, and how B is shown against it. A keeps its numbers, whatever is looked at afterwards.

    Attributes:
        a: what is pinned; None for nothing.
        mode: whether B is shown alone (``off``), beside A, or as a difference from A.
        match: by what the user wants cells to be matched; None for tokens where A and B have some in common, else
            distances.
        map: which map is shown side by side.

    Signals:
        changed(): one of these is another.
        failed(object): the exception that kept A from being read again.
    """

    changed = Signal()
    failed = Signal(object)

    def __init__(
        self, session: Session, engine: Engine, executor: ThreadPoolExecutor, parent: QObject | None = None
    ) -> None:
        super().__init__(parent)
        self._session, self._engine = session, engine
        self.a: Snapshot | None = None
        self.mode: Mode = "off"
        self.match: Match | None = None
        self.map = "attention"
        self._swapped: Snapshot | None = None  # becomes A when the window shows what A is now
        self._awaited: Project | None = None  # of an A whose numbers are on their way
        self._going: Mapping[str, object] | None = None  # what the way back to A says of this
        self._aligned: tuple[Snapshot, Response, Match | None, Alignment] | None = None
        self.runner = LatestRunner(executor, self)
        self.runner.done.connect(self._on_read)
        self.runner.failed.connect(self.failed)
        session.answered.connect(self._on_answered)
        session.restored.connect(self._on_restored)
        session.parts.add(NAME, self)

    @property
    def b(self) -> Snapshot | None:
        """What the window shows; None before the first picture."""
        return Snapshot.of(self._session)

    @property
    def shown(self) -> bool:
        """Whether A is shown, beside B or in the difference."""
        return self.mode != "off" and self.a is not None and self._session.response is not None

    @property
    def alignment(self) -> Alignment | None:
        """The partners of B's cells in A; None while there is nothing to compare."""
        a, response = self.a, self._session.response
        if a is None or response is None:
            return None
        known = self._aligned
        if known is None or known[0] is not a or known[1] is not response or known[2] != self.match:
            known = self._aligned = a, response, self.match, self._align(a, response)
        return known[3]

    def pin(self) -> None:
        """Pin what the window shows as A."""
        if (shown := self.b) is not None:
            self.a, self.match, self._swapped = shown, None, None
            self._drop_awaited()
            self.changed.emit()

    def release(self) -> None:
        """Forget A."""
        self._drop_awaited()
        if self.a is not None:
            self.a, self.mode, self.match, self._swapped, self._aligned = None, "off", None, None, None
            self.changed.emit()

    def set_mode(self, mode: Mode) -> None:
        """Show B alone, beside A, or as a difference from it."""
        mode = mode if self.a is not None else "off"
        if mode != self.mode:
            self.mode = mode
            self.changed.emit()

    def set_match(self, match: Match) -> None:
        """Match cells by tokens, or by distances."""
        if match != self.match:
            self.match = match
            self.changed.emit()

    def set_map(self, name: str) -> None:
        """Show another map side by side."""
        if name != self.map:
            self.map = name
            self.changed.emit()

    def go_to_a(self) -> None:
        """Have the window show what A is; A stays pinned."""
        if self.a is not None:
            self._swapped = None
            self._go(self.a)

    def swap(self) -> None:
        """Have the window show what A is, and pin as A what it showed before."""
        if self.a is not None and (shown := self.b) is not None:
            self._swapped = shown
            self._go(self.a)

    def keeps(self, text: str) -> bool:
        """Return whether a text that is about to go from the window becomes that of A."""
        return self._swapped is not None and self._swapped.text == text

    def stop(self) -> None:
        """Read nothing any more."""
        self.runner.stop()

    def to_dict(self) -> dict[str, object]:
        """Return it in JSON's types, without A's numbers; nothing if nothing is pinned."""
        project = self.a.project() if self.a is not None else self._awaited
        if project is None:
            return {}
        return self._told(project, text=project.text not in {None, self._session.text})

    def _told(self, a: Project, *, text: bool) -> dict[str, object]:
        return {"mode": self.mode, "match": self.match, "map": self.map, "a": a.to_dict(text=text)}

    def take(self, data: Mapping[str, object]) -> None:
        """Become what ``to_dict`` said once; A comes when it has been read again.

        Raises:
            ProjectError: it makes no sense.
        """
        going, self._going = self._going, None
        if data is going:
            return  # it was a way back to A: what is here stays
        self.release()
        if data:
            way, project = read(_Way(), data, f"{NAME}."), Project.from_dict(data.get("a"))
            self.mode, self.match, self.map, self._awaited = way.mode, way.match, way.map, project
            self.runner.submit(partial(self._engine.look, request_of(project, self._session.text)))

    def _align(self, a: Snapshot, response: Response) -> Alignment:
        """Match by what the user chose; by tokens, unless they have none in common."""
        sides = a.response.tokens, a.response.look, response.tokens, response.look
        alignment = align(self.match or "tokens", *sides)
        if self.match is None and not alignment.counted(a.response.look.terms.mask, response.look.terms.mask)[0]:
            return align("distances", *sides)
        return alignment

    def _go(self, to: Snapshot) -> None:
        session, a = self._session, self._swapped or to
        self._going = self._told(a.project(), text=True)  # for who opens it as a project, saved on the way
        project = replace(
            session.project(""),
            **{name: getattr(to.project(), name) for name in _PLACE},
            maps=replace(session.maps.view, hidden=to.hidden),
            parts={**session.parts.to_dict(), NAME: self._going},
        )
        session.take(project)

    def _on_answered(self, response: Response) -> None:
        """A swap is done once the window shows what was A; if it shows anything else, it came to nothing."""
        swapped, self._swapped = self._swapped, None
        if swapped is not None and self.a is not None and self.a.shows(response):
            self.a = swapped
            self.changed.emit()

    def _on_restored(self) -> None:
        self._swapped = None

    def _on_read(self, response: Response) -> None:
        """A is here again."""
        project, self._awaited = self._awaited, None
        if project is not None:
            self.a = Snapshot.answered(project, response)
            self.changed.emit()

    def _drop_awaited(self) -> None:
        self._awaited = None
        self.runner.cancel()


_PLACE = (
    "options",
    "text",
    "source",
    "token",
    "layer",
    "head",
    "pin",
    "interventions",
    "since",
    "gains_before",
)
"""What of a window belongs to a state that is pinned; the rest stays as it is."""


@dataclass(frozen=True, eq=False)
class Snapshot:
    """One state of a window, with its numbers.

    Attributes:
        response: what was shown.
        hidden: positions in the text of the keys that were taken away.
        pin: what was selected.
        since: since when gains act, told even where there are none.
        gains_before: of parts that are off, the gains that they come back with.
        source: the file that the text is from; empty if it is from none.
    """

    response: Response
    hidden: tuple[int, ...] = ()
    pin: Pin | None = None
    since: Since = "segment"
    gains_before: tuple[tuple[str, float], ...] = ()
    source: str = ""

    @classmethod
    def of(cls, session: Session) -> Snapshot | None:
        """Return what a session shows; None before the first picture."""
        response = session.response
        if response is None:
            return None
        own = session.source is not None and session.text == response.request.text
        return cls(
            response,
            session.maps.view.hidden,
            session.selection.kept,
            session.gains.since,
            session.gains.before,
            str(session.source.absolute()) if own and session.source else "",
        )

    @classmethod
    def answered(cls, project: Project, response: Response) -> Snapshot:
        """Return the state that a project tells of, now that its numbers are here."""
        return cls(response, project.maps.hidden, project.pin, project.since, project.gains_before, project.source)

    @cached_property
    def look(self) -> Look:
        """The numbers, without the keys that were taken away."""
        return without_keys(self.response.look, self.hidden)

    @property
    def text(self) -> str:
        """The text, as it was asked for."""
        return self.response.request.text

    def shows(self, response: Response) -> bool:
        """Return whether a response shows the same place of the same text, read in the same way."""
        mine, other = self.response.look, response.look
        return (
            self.response.request.options == response.request.options
            and self.text == response.request.text
            and (mine.index, mine.terms.layer, mine.terms.head) == (other.index, other.terms.layer, other.terms.head)
            and mine.interventions == other.interventions
        )

    def project(self) -> Project:
        """Return what there is to go back to, as projects tell it."""
        look = self.response.look
        usual = Project()
        return replace(
            usual,
            options=self.response.request.options,
            text=self.text,
            source=self.source,
            token=look.start,
            layer=look.terms.layer,
            head=look.terms.head,
            pin=self.pin,
            interventions=look.interventions,
            since=look.interventions.since if look.interventions else self.since,
            gains_before=self.gains_before,
            maps=replace(usual.maps, hidden=self.hidden),
        )


def request_of(project: Project, text: str) -> Request:
    """Return what asks for the numbers of a project.

    Args:
        project: what is to be looked at.
        text: what is read if the project has no text.
    """
    return Request(
        project.options,
        text if project.text is None else project.text,
        project.token,
        project.layer,
        project.head,
        project.interventions,
    )
