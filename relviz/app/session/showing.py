"""How things are shown, text, R, maps, marked memory, losses, which changes no number; and the gains, which do."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, get_args

import numpy as np
from PySide6.QtCore import QObject, Signal

from relviz.app.held import Held
from relviz.app.projects.project import Shading, Shown
from relviz.core.interventions import LARGEST_GAIN, NONE, Interventions, Since
from relviz.core.metrics.attention import most_attended, without_keys
from relviz.figure.views.term_view import TermView

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from numpy.typing import NDArray

    from relviz.app.projects.project import Region
    from relviz.core.reading.look import Look
    from relviz.core.reading.losses import Losses
    from relviz.core.units import Unit
    from relviz.figure.spec import Scale


PACES = (50, 300, 700, 1500, 3000)
"""Milliseconds that a segment may stay when the segments are played, the fastest first."""


class Showing(Held[Shown]):
    """Holds how the text and R are shown, and how fast segments are played.

    Signals:
        shading_changed(): the text is shaded by something else; told after ``changed``.
    """

    shading_changed = Signal()

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(Shown(), parent=parent)

    def set(self, **changes: object) -> None:
        """Change some of ``Shown``; of paces, the nearest of ``PACES`` is taken."""
        before = self.view.shading
        if isinstance(pace := changes.get("pace"), int):
            changes["pace"] = _nearest(pace)
        super().set(**changes)
        if self.view.shading != before:
            self.shading_changed.emit()

    def change_pace(self, by: int) -> None:
        """Play slower, 1, or faster, -1, by one of ``PACES``."""
        self.set(pace=PACES[min(max(PACES.index(self.view.pace) + by, 0), len(PACES) - 1)])

    def arrive(self, view: Shown) -> None:
        """Become what was kept once, without telling: whoever takes all that was kept tells of it at the end."""
        self.view = replace(view, pace=_nearest(view.pace))


def _nearest(pace: int) -> int:
    return min(PACES, key=lambda known: abs(known - pace))


@dataclass(frozen=True)
class Marked:
    """Whose attention marks the memory tokens that get most of it.

    Attributes:
        by_query: whether they are those that the selected query looks at most, as in Figure 6 of Dai et al. 2019, and
            not those of all queries of the segment together.
    """

    by_query: bool = False


@dataclass(frozen=True)
class InUnit:
    """The unit of losses, which all that shows one follows.

    Attributes:
        unit: ``nats`` or ``bits``.
    """

    unit: Unit = "nats"


class Maps(Held[TermView]):
    """Holds scales, views of the terms, and which keys are hidden."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(TermView(), parent=parent)
        self._left: tuple[Look, tuple[int, ...], Look] | None = None  # a look, hidden keys, and what is left of it
        self._kept: tuple[tuple[object, ...], Mapping[str, Scale]] = (), {}

    @property
    def shared_scale(self) -> bool:
        """Whether all terms have one scale."""
        return self.view.scales == "shared"

    def hide(self, look: Look, region: Region) -> None:
        """Hide the keys of some cells; show them again if all of them are hidden already."""
        columns = slice(region.column, region.column + region.columns)
        keys, hidden = set(look.key_positions[columns].tolist()), set(self.view.hidden)
        self.set(hidden=tuple(sorted(hidden - keys if keys <= hidden else hidden | keys)))

    def show_all(self) -> None:
        """Show all keys again."""
        self.set(hidden=())

    def left(self, look: Look) -> Look:
        """Return a look without the keys that are hidden; it is found once."""
        if self._left is None or self._left[0] is not look or self._left[1] != self.view.hidden:
            self._left = look, self.view.hidden, without_keys(look, self.view.hidden)
        return self._left[2]

    def kept(self, look: Look) -> Mapping[str, Scale]:
        """Return the scales that were kept for what is shown, by the names of maps; none for anything else."""
        return self._kept[1] if self._kept[0] == self._key(look) else {}

    def keep(self, look: Look, scales: Mapping[str, Scale]) -> None:
        """Keep the scales of what is shown for the next segments."""
        self._kept = self._key(look), dict(scales)

    def arrive(self, view: TermView, look: Look, scales: Mapping[str, Scale]) -> None:
        """Show a look as it was shown once, with the scales that were kept then."""
        self.view = view
        self.keep(look, scales)
        self.changed.emit()

    def _key(self, look: Look) -> tuple[object, ...]:
        """Return what scales are kept for."""
        view = self.view
        return look.model, look.terms.layer, look.terms.head, view.scales, view.values, view.attention


class Gains(QObject):
    """Holds the gains asked for, since when they act, and those that parts which are off come back with.

    Attributes:
        interventions: the gains asked for.
        since: since when gains act; told even while there are none.

    Signals:
        changed(): they changed; the numbers come with an answer.
        asked(): other numbers are needed.
    """

    changed = Signal()
    asked = Signal()

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.interventions = NONE
        self.since: Since = "segment"
        self._before: dict[str, float] = {}

    @property
    def before(self) -> tuple[tuple[str, float], ...]:
        """The gains that parts come back with, by their names."""
        return tuple(sorted(self._before.items()))

    def set(self, part: str, gain: float) -> None:
        """Multiply a part of the score with a gain; one out of range is taken to the nearest."""
        gain = min(max(round(gain, 2), 0.0), LARGEST_GAIN)
        self._intervene(Interventions((*self.interventions.gains, (part, gain)), self.since))

    def toggle(self, part: str) -> None:
        """Switch a part of the score off, or on again with the gain that it had."""
        gain = self.interventions.gain(part)
        if gain:
            self._before[part] = gain
        self.set(part, 0.0 if gain else self._before.get(part, 1.0))

    def set_since(self, since: Since) -> None:
        """Have the gains act on the segment alone, or from the start of the text."""
        if since != self.since:
            self.since = since
            self.changed.emit()
            self._intervene(Interventions(self.interventions.gains, since))

    def reset(self) -> None:
        """Give all parts of the score a gain of 1."""
        self._before.clear()
        self._intervene(NONE)

    def show(self, interventions: Interventions) -> None:
        """Take over those of what is shown."""
        if interventions:
            self.since = interventions.since
        if interventions != self.interventions:
            self.interventions = interventions
            self.changed.emit()

    def take(self, interventions: Interventions, since: Since, before: Iterable[tuple[str, float]]) -> None:
        """Become what was kept once, without asking for its numbers."""
        self.interventions, self.since, self._before = interventions, since, dict(before)
        self.changed.emit()

    def _intervene(self, interventions: Interventions) -> None:
        if interventions != self.interventions:
            self.interventions = interventions
            self.changed.emit()
            self.asked.emit()


SHADINGS: tuple[Shading, ...] = get_args(Shading)
NEEDS_LOSSES: frozenset[Shading] = frozenset({"loss", "gain"})


@dataclass(frozen=True, eq=False)
class Shades:
    """What some tokens of the text are shaded by.

    Attributes:
        tokens: (N,) their positions in the text, rising.
        values: (N,) attention, 0 to 1, or nats.
        low: the value at one end of the scale: 0, or for what memory gained the negative of ``high``.
        high: the value at the other; never 0 or less.
    """

    tokens: NDArray[np.int64]
    values: NDArray[np.float32]
    low: float
    high: float

    @property
    def levels(self) -> NDArray[np.float32]:
        """(N,) the values as shares of ``high``, -1 to 1."""
        levels: NDArray[np.float32] = np.clip(self.values / np.float32(self.high), -1, 1)
        return levels


def shades_of(look: Look, losses: Losses | None, shading: Shading, query: int | None) -> Shades | None:
    """Return what to shade the text by; None where there is nothing to: no query selected, no losses.

    A loss belongs to the token that was predicted, which is the one after the query; the last is that of the first
    token after the segment.

    Args:
        look: what is shown.
        losses: of the segment's tokens, if they are known.
        shading: by what.
        query: row of the selected query, None if there is none; of the most attended memory tokens it is those that
            this query looks at most, or all queries together.
    """
    if shading == "attended":
        top = most_attended(look, query)
        if not len(top.keys):
            return None
        order = np.argsort(top.keys)
        positions, weights = look.key_positions[top.keys[order]], top.weights[order]
        return Shades(positions, weights, 0.0, _above_zero(float(weights.max())))
    if shading == "attention":
        if query is None:
            return None
        kept = look.key_positions >= 0
        values = look.terms.attention[query][kept]
        return Shades(look.key_positions[kept], values, 0.0, _above_zero(float(values.max())))
    if shading == "none" or losses is None or (shading == "gain" and not look.terms.memory):
        return None
    nats = losses.with_memory if shading == "loss" else losses.gain
    known = np.flatnonzero(np.isfinite(nats))
    if not len(known):
        return None
    values = nats[known]
    high = _above_zero(float(np.abs(values).max()))
    return Shades(look.start + 1 + known, values, 0.0 if shading == "loss" else -high, high)


def _above_zero(high: float) -> float:
    """Return the end of a scale that has a width."""
    return high if high > 0 else 1.0
