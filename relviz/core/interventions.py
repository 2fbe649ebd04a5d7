"""The named parts of a score, and interventions, which make parts weaker or stronger to see what a model does then."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Literal

from relviz.errors import SettingError

if TYPE_CHECKING:
    from collections.abc import Collection, Sequence

    from torch import Tensor

Over = Literal["cells", "keys", "distances"]
Term = Literal["content", "position", "content_bias", "position_bias", "token_type", "score"]
TERMS: dict[str, Term] = {
    "a": "content",
    "b": "position",
    "c": "content_bias",
    "d": "position_bias",
    "e": "token_type",
}
Since = Literal["start", "segment"]
LARGEST_GAIN = 2.0


@dataclass(frozen=True)
class PartKind:
    """One named part of a scheme's score.

    Attributes:
        name: its name in Python and in files, e.g. ``content_bias``.
        letter: the letter of the term in Transformer-XL's equation, e.g. ``c``, which it is or which became of it;
            several where it is several in one.
        formula: how it is computed, for people.
        over: what it varies with: every cell (T, K), the key alone (K,), or the distance alone, (K + ahead,) values
            of the distances from ``-ahead`` up, where ``ahead`` counts the negative ones (``Positions.ahead``).
    """

    name: str
    letter: str
    formula: str
    over: Over

    @property
    def term(self) -> Term:
        """The term of Transformer-XL's that it stands for, whose colour it has; the score if it is several in one."""
        return TERMS.get(self.letter, "score")


CONTENT = PartKind("content", "a", "q·k", "cells")
"""Term (a), which all schemes have but rotary, where it cannot be told from the rest."""


@dataclass(frozen=True)
class Interventions:
    """What the parts of the score are multiplied with, in every layer and head.

    Gains are folded into what the forward pass scores with, e.g. (g_a q + g_c u).k + (g_b q + g_d v).r for
    Transformer-XL, so that no part is laid out for them; with gains of 1 all is computed as without interventions.
    They act on the score alone: what a scheme adds to the values (Shaw et al. 2018) stays as it is.

    Attributes:
        gains: names of parts and their gains, 0 to 2, sorted by name; those of 1 are left out.
        since: ``start`` reads the text with the interventions from its start, so that the memory, too, is what it is
            with them; ``segment`` has them act on the segment looked at alone, over its true memory.

    Raises:
        SettingError: a gain is out of range, or there is no such ``since``.
    """

    gains: tuple[tuple[str, float], ...] = ()
    since: Since = "start"

    def __post_init__(self) -> None:
        for name, gain in self.gains:
            if not 0 <= gain <= LARGEST_GAIN:
                raise SettingError("The gain of {0} must lie between 0 and {1:g}, not {2:g}.", name, LARGEST_GAIN, gain)
        if self.since not in {"start", "segment"}:
            raise SettingError("Interventions act since the 'start' or on the 'segment', not {0!r}.", self.since)
        gains = tuple(sorted((name, float(gain)) for name, gain in dict(self.gains).items() if gain != 1))
        object.__setattr__(self, "gains", gains)  # so that two that do the same are equal
        if not gains:
            object.__setattr__(self, "since", "start")

    @classmethod
    def of(cls, since: Since = "start", /, **gains: float) -> Interventions:
        """Return those of some parts, e.g. ``Interventions.of("segment", position=0, content=0.5)``."""
        return cls(tuple(gains.items()), since)

    def __bool__(self) -> bool:
        """Whether any part has another gain than 1."""
        return bool(self.gains)

    def gain(self, part: str) -> float:
        """Return what a part is multiplied with."""
        return dict(self.gains).get(part, 1.0)

    def among(self, parts: Collection[str]) -> Interventions:
        """Return what of them concerns some parts: another model may lack the others."""
        return replace(self, gains=tuple((name, gain) for name, gain in self.gains if name in parts))

    def as_data(self) -> dict[str, object]:
        """Return what files say of them, in JSON's types."""
        return {"since": self.since, "gains": dict(self.gains)}

    def changed(self, kinds: Sequence[PartKind]) -> list[tuple[str, float]]:
        """Return the letters of the parts that have another gain than 1, and their gains."""
        return [(kind.letter, self.gain(kind.name)) for kind in kinds if self.gain(kind.name) != 1]

    def describe(self, kinds: Sequence[PartKind]) -> str:
        """Return what they do in words, e.g. ``from the start of the text, (b) off``; nothing if they do nothing."""
        changed = [f"({letter}) {f'× {gain:g}' if gain else 'off'}" for letter, gain in self.changed(kinds)]
        since = "from the start of the text" if self.since == "start" else "on this segment, over its true memory"
        return ", ".join([since, *changed]) if changed else ""


NONE = Interventions()
"""Every part as it is."""


def gained(values: Tensor, gain: float) -> Tensor:
    """Return values times a gain; those very values for a gain of 1, to the bit."""
    return values if gain == 1 else values * gain
