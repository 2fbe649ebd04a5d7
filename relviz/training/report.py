"""What a run tells whoever wants to know how it goes."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Protocol

if TYPE_CHECKING:
    from relviz.training.validation import Validation


@dataclass(frozen=True)
class StepReport:
    """How far a run is.

    Attributes:
        step: how many steps were taken.
        progress: how much of the run is done, from 0 to 1.
        loss: of the last steps, in nats per token, smoothed.
        tokens: how many tokens were learnt from.
        tokens_per_second: of the last steps, smoothed.
        seconds: how long the run has taken.
        seconds_left: how long it will go on.
    """

    step: int
    progress: float
    loss: float
    tokens: int
    tokens_per_second: float
    seconds: float
    seconds_left: float


class Report(Protocol):
    """Somebody who wants to know how a run goes."""

    def phase(self, name: str) -> None:
        """Hear what is done now, outside the steps."""

    def step(self, report: StepReport) -> None:
        """Hear of each step."""

    def validated(self, step: int, validation: Validation) -> None:
        """Hear of a measurement."""
