"""Places that can be named by typing them: segment 12, layer 3, head 2, L3 H2, token 400."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal

from PySide6.QtCore import QCoreApplication

from relviz.core.sentence import marked

if TYPE_CHECKING:
    from relviz.app.session.session import Session

Kind = Literal["segment", "token", "layer", "head"]
NAMES: dict[Kind, str] = {
    "segment": marked("Jumps", "segment"),
    "token": marked("Jumps", "token"),
    "layer": marked("Jumps", "layer"),
    "head": marked("Jumps", "head"),
}
"""What each kind of place is called; any beginning of the word, in English or as translated, will do."""


def _tr(text: str) -> str:
    return QCoreApplication.translate("Jumps", text)


@dataclass(frozen=True)
class Jump:
    """A place to go to: a segment, a token, a layer, a head, or a layer and a head.

    Attributes:
        segment: number of a segment, from 0.
        token: position of a token in the text, from 0.
        layer: index of a layer, from 0.
        head: index of a head, from 0.
    """

    segment: int | None = None
    token: int | None = None
    layer: int | None = None
    head: int | None = None

    def says(self) -> str:
        """Return what it does, as a sentence without a full stop."""
        if self.segment is not None:
            return _tr("Go to segment {0}").format(self.segment)
        if self.token is not None:
            return _tr("Go to token {0}").format(self.token)
        if self.layer is not None and self.head is not None:
            return _tr("Look at layer {0}, head {1}").format(self.layer, self.head)
        if self.layer is not None:
            return _tr("Look at layer {0}").format(self.layer)
        return _tr("Look at head {0}").format(self.head)

    def range(self, session: Session) -> str:
        """Return which places there are, as in ``0–11``; empty before the first picture."""
        response = session.response
        if response is None:
            return ""
        look = response.look
        if self.segment is not None:
            return f"0–{look.segments - 1}"
        if self.token is not None:
            return f"{look.first}–{len(response.tokens) - 1}"
        layers, heads = f"0–{response.n_layer - 1}", f"0–{response.n_head - 1}"
        if self.layer is not None and self.head is not None:
            return f"{layers}, {heads}"
        return heads if self.layer is None else layers

    def possible(self, session: Session) -> bool:
        """Return whether there is such a place in what is shown."""
        response = session.response
        if response is None:
            return False
        look = response.look
        within = (
            (self.segment, range(look.segments)),
            (self.token, range(look.first, len(response.tokens))),
            (self.layer, range(response.n_layer)),
            (self.head, range(response.n_head)),
        )
        return all(place is None or place in places for place, places in within)

    def go(self, session: Session) -> None:
        """Go there; what is not named stays."""
        if self.segment is not None:
            session.go_to_segment(self.segment)
        elif self.token is not None:
            session.go_to_token(self.token)
        else:
            layer = session.layer if self.layer is None else self.layer
            session.choose_head(layer, session.head if self.head is None else self.head)


def jumps(typed: str) -> list[Jump]:
    """Return the places that somebody may mean: one for a name with a number, segment and token for a number alone."""
    typed = typed.casefold().strip()
    if re.fullmatch(r"\d{1,9}", typed):
        return [Jump(segment=int(typed)), Jump(token=int(typed))]
    if not re.fullmatch(r"(?:[^\W\d]+\s*\d{1,9}[\s,]*)+", typed):
        return []
    named: dict[Kind, int] = {}
    for word, number in re.findall(r"([^\W\d]+)\s*(\d+)", typed):
        kind = _kind(word)
        if kind is None or kind in named:
            return []
        named[kind] = int(number)
    if len(named) > 1 and set(named) != {"layer", "head"}:
        return []
    return [Jump(**named)]


def _kind(word: str) -> Kind | None:
    for kind, name in NAMES.items():
        if name.startswith(word) or _tr(name).casefold().startswith(word):
            return kind
    return None
