"""What a window showed once, kept so that it can be compared with what it shows now, and gone back to."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cached_property
from typing import TYPE_CHECKING

from relviz.app.engine.engine import Request
from relviz.app.projects.project import Project
from relviz.core.metrics.attention import without_keys

if TYPE_CHECKING:
    from relviz.app.engine.engine import Response
    from relviz.app.projects.pin import Pin
    from relviz.app.session.session import Session
    from relviz.core.interventions import Since
    from relviz.core.reading.look import Look


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
