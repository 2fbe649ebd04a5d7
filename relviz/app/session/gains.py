"""What the parts of the score are multiplied with: a part of the session's state."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Signal

from relviz.core.interventions import LARGEST_GAIN, NONE, Interventions, Since

if TYPE_CHECKING:
    from collections.abc import Iterable


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
