"""What somebody typed: places such as L3 H2 or token 400, the name of a command, words to be found in the text."""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right
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
_SAYS: dict[tuple[Kind, ...], str] = {
    ("segment",): marked("Jumps", "Go to segment {0}"),
    ("token",): marked("Jumps", "Go to token {0}"),
    ("layer",): marked("Jumps", "Look at layer {0}"),
    ("head",): marked("Jumps", "Look at head {0}"),
    ("layer", "head"): marked("Jumps", "Look at layer {0}, head {1}"),
}
"""What going to a place is called, by the kinds of place that are named."""


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
        return _tr(_SAYS[tuple(self._named)]).format(*self._named.values())

    def range(self, session: Session) -> str:
        """Return which places there are, as in ``0–11``; empty before the first picture."""
        there = _there(session)
        return ", ".join(f"{there[kind].start}–{there[kind].stop - 1}" for kind in self._named if there)

    def possible(self, session: Session) -> bool:
        """Return whether there is such a place in what is shown."""
        there = _there(session)
        return bool(there) and all(place in there[kind] for kind, place in self._named.items())

    @property
    def _named(self) -> dict[Kind, int]:
        """The places that are named, by their kinds."""
        return {kind: place for kind in NAMES if (place := getattr(self, kind)) is not None}

    def go(self, session: Session) -> None:
        """Go there; what is not named stays."""
        if self.segment is not None:
            session.go_to_segment(self.segment)
        elif self.token is not None:
            session.go_to_token(self.token)
        else:
            layer = session.layer if self.layer is None else self.layer
            session.choose_head(layer, session.head if self.head is None else self.head)


def _there(session: Session) -> dict[Kind, range]:
    """Return the places that there are in what is shown, by their kinds; none before the first picture."""
    response = session.response
    if response is None:
        return {}
    return {
        "segment": range(response.look.segments),
        "token": range(response.look.first, len(response.tokens)),
        "layer": range(response.n_layer),
        "head": range(response.n_head),
    }


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


_WHOLE, _BEGINNING, _INSIDE, _SCATTERED = 4.0, 3.0, 2.0, 1.0
"""What a typed word earns: as a word of the name, as the beginning of one, inside it, or as letters in their order."""


def fit(typed: str, name: str, path: str = "") -> float | None:
    """Return how well a name fits what was typed, higher is better; None if it does not.

    Every typed word has to be found: as a word, as the beginning or the inside of one, or with its letters scattered
    over the name in their order. The path, such as the menu, counts half.

    Args:
        typed: words in any order and case.
        name: what the command is called.
        path: where else a word may be found.
    """
    total = 0.0
    for word in typed.casefold().split():
        best = max(_word(word, name.casefold()), _word(word, path.casefold()) / 2)
        if not best:
            return None
        total += best
    return total - len(name) / 1000  # of two that fit alike, the shorter one


def _word(word: str, name: str) -> float:
    words = re.findall(r"\w+", name)
    if word in words:
        return _WHOLE
    if any(part.startswith(word) for part in words):
        return _BEGINNING
    if word in name:
        return _INSIDE
    return _scattered(word, name)


def _scattered(word: str, name: str) -> float:
    """Return more for letters that stand closer together; 0 if one is missing, and for a single letter."""
    at, first = -1, -1
    for letter in word:
        at = name.find(letter, at + 1)
        if at < 0:
            return 0.0
        first = at if first < 0 else first
    spread = at - first + 1
    return _SCATTERED * len(word) / spread if len(word) > 1 and spread <= 2 * len(word) else 0.0


PIECE = 200_000
"""Characters gone through at a time."""


class Search:
    """The places of some words in a text, upper and lower case alike.

    Attributes:
        text: where it looks.
        words: what it looks for.
        starts: characters at which the words were found so far, rising; places do not overlap.
    """

    def __init__(self, text: str, words: str) -> None:
        self.text, self.words = text, words
        self.starts: list[int] = []
        self._ends: list[int] = []
        self._pattern = re.compile(re.escape(words), re.IGNORECASE)
        self._done = 0 if words else len(text)

    @property
    def finished(self) -> bool:
        """Whether the whole text was gone through."""
        return self._done >= len(self.text)

    def go_on(self) -> None:
        """Go through the next piece."""
        end = self._done + PIECE
        overlap = min(end + len(self.words) - 1, len(self.text))  # a place may begin in this piece and end in the next
        following = end
        for match in self._pattern.finditer(self.text, self._done, overlap):
            if match.start() >= end:
                break
            self.starts.append(match.start())
            self._ends.append(match.end())
            following = max(following, match.end())
        self._done = following

    def span(self, number: int) -> tuple[int, int]:
        """Return the characters, from and to, of a place."""
        return self.starts[number], self._ends[number]

    def following(self, character: int) -> int | None:
        """Return the number of the first place at a character or after it; the first of all after the last."""
        return bisect_left(self.starts, character) % len(self.starts) if self.starts else None

    def preceding(self, character: int) -> int | None:
        """Return the number of the last place that ends by a character; the last of all before the first."""
        return (bisect_right(self._ends, character) - 1) % len(self.starts) if self.starts else None
