"""What a run tells whoever wants to know how it goes."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Protocol

if TYPE_CHECKING:
    from collections.abc import Sequence

    from relviz.training.run.metrics_file import Row
    from relviz.training.run.validation import Validation


@dataclass(frozen=True)
class StepReport:
    """How far a run is.

    Attributes:
        step: how many steps were taken.
        progress: how much of the run is done, from 0 to 1.
        loss: of the last steps, in nats per token, smoothed.
        bits_per_byte: the same loss in bits per byte, where tokens are as long as they are in the whole training text.
        tokens: how many tokens were learnt from.
        tokens_per_second: of the last steps, smoothed.
        seconds: how long the run has taken.
        seconds_left: how long it will go on.
    """

    step: int
    progress: float
    loss: float
    bits_per_byte: float
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

    def table(self, rows: Sequence[Row]) -> None:
        """Hear what ``metrics.csv`` holds, each time it has been written."""


class Silence:
    """A report that nobody reads."""

    def phase(self, name: str) -> None:
        """Say nothing."""

    def step(self, report: StepReport) -> None:
        """Say nothing."""

    def validated(self, step: int, validation: Validation) -> None:
        """Say nothing."""

    def table(self, rows: Sequence[Row]) -> None:
        """Say nothing."""
