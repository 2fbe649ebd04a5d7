"""The table of a run, ``metrics.csv``."""

from __future__ import annotations

import csv
import io
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
