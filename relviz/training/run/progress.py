"""How a run shows itself: a bar on a terminal, a line now and then elsewhere."""

from __future__ import annotations

import sys
import time
from typing import TYPE_CHECKING, Self, TextIO

from rich.console import Console
from rich.progress import BarColumn, Progress, TextColumn

from relviz.core.percent import percent

if TYPE_CHECKING:
    from collections.abc import Sequence
    from types import TracebackType

    from relviz.training.run.report import Row, StepReport
    from relviz.training.run.validation import Validation

LINE_EVERY = 15.0
"""Seconds between two lines where there is no terminal."""


class TerminalReport:
    """Reports to standard error."""

    def __init__(self, stream: TextIO | None = None) -> None:
        self._stream = stream or sys.stderr
        self._last = 0.0
        self._bar: Progress | None = None
        if self._stream.isatty():
            columns = (TextColumn("{task.description}"), BarColumn(), TextColumn("{task.fields[numbers]}"))
            self._bar = Progress(*columns, console=Console(file=self._stream))
            self._task = self._bar.add_task("training", total=1.0, numbers="")

    def __enter__(self) -> Self:
        if self._bar:
            self._bar.start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if self._bar:
            self._bar.stop()

    def phase(self, name: str) -> None:
        """Show what is done now."""
        if self._bar:
            self._bar.update(self._task, description=name)
        else:
            self._line(f"{name} ...")

    def step(self, report: StepReport) -> None:
        """Move the bar, or write a line if the last one is some time ago."""
        numbers = (
            f"{percent(report.progress, 0):>4}  loss {report.loss:.3f}  {report.bits_per_byte:.3f} bits/byte  "
            f"{report.tokens_per_second:,.0f} tokens/s  {duration(report.seconds_left)} left"
        )
        if self._bar:
            self._bar.update(self._task, completed=report.progress, description="training", numbers=numbers)
        elif time.monotonic() - self._last >= LINE_EVERY or report.progress >= 1:
            self._line(f"step {report.step}  {numbers}")

    def validated(self, step: int, validation: Validation) -> None:
        """Write down what was measured."""
        text = (
            f"step {step}  validation loss {validation.with_memory:.3f} with memory, "
            f"{validation.without_memory:.3f} without; {validation.bits_with_memory:.3f} and "
            f"{validation.bits_without_memory:.3f} bits/byte"
        )
        self.say(text)

    def say(self, text: str) -> None:
        """Write a line that stays."""
        if self._bar:
            self._bar.console.print(text, highlight=False, markup=False)
        else:
            self._line(text)

    def table(self, rows: Sequence[Row]) -> None:
        """Leave the table alone: it is a file that whoever wants to can open."""

    def _line(self, text: str) -> None:
        print(text, file=self._stream, flush=True)
        self._last = time.monotonic()


def duration(seconds: float) -> str:
    """Return a duration as ``h:mm:ss`` or ``m:ss``."""
    if seconds == float("inf"):
        return "?"
    minutes, rest = divmod(round(seconds), 60)
    hours, minutes = divmod(minutes, 60)
    return f"{hours}:{minutes:02}:{rest:02}" if hours else f"{minutes}:{rest:02}"
