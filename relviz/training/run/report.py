"""What a run tells: its steps to whoever wants to know, and the table ``metrics.csv``."""

from __future__ import annotations

import csv
import io
from dataclasses import dataclass
from typing import TYPE_CHECKING

from relviz.core.whole_file import replace_file

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

    from relviz.training.run.validation import Validation

METRICS = "metrics.csv"
METRICS_EVERY = 20
"""Steps whose mean is a row."""
Row = dict[str, float]
COLUMNS = (
    "step",
    "tokens",
    "seconds",
    "loss",
    "bits_per_byte",
    "tokens_per_second",
    "valid_with_memory",
    "valid_without_memory",
    "valid_bits_per_byte_with_memory",
    "valid_bits_per_byte_without_memory",
)
"""A row has the first three, and then either what was learnt or what was measured."""


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


class Report:
    """Hears how a run goes; this one says nothing of it, others override what they want to tell."""

    def phase(self, name: str) -> None:
        """Hear what is done now, outside the steps."""

    def step(self, report: StepReport) -> None:
        """Hear of each step."""

    def validated(self, step: int, validation: Validation) -> None:
        """Hear of a measurement."""

    def table(self, rows: Sequence[Row]) -> None:
        """Hear what ``metrics.csv`` holds, each time it has been written."""


def measured(validation: Validation) -> Row:
    """Return the columns of a measurement."""
    return {
        "valid_with_memory": validation.with_memory,
        "valid_without_memory": validation.without_memory,
        "valid_bits_per_byte_with_memory": round(validation.bits_with_memory, 6),
        "valid_bits_per_byte_without_memory": round(validation.bits_without_memory, 6),
    }


def write_metrics(path: Path, rows: Sequence[Row]) -> None:
    """Write the rows as CSV; raises OutputError."""
    text = io.StringIO(newline="")
    writer = csv.DictWriter(text, COLUMNS)
    writer.writeheader()
    writer.writerows(rows)
    replace_file(path, text.getvalue().encode(), make_folder=True)
