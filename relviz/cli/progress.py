"""What a command that takes long shows of its progress, on standard error, and how Ctrl+C asks it to stop."""

from __future__ import annotations

import signal
import sys
import time
from contextlib import contextmanager
from typing import TYPE_CHECKING, Self, TextIO

from relviz.core.percent import percent
from relviz.training.run.report import Report

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from types import FrameType, TracebackType

    from rich.progress import Progress

    from relviz.training.run.report import StepReport
    from relviz.training.run.validation import Validation

LINE_EVERY = 15.0
"""Seconds between two lines where there is no terminal."""


@contextmanager
def progress_bar(title: str) -> Iterator[Callable[[float], None]]:
    """Give a function to be told the share done, 0 to 1; until then the bar pulses, and without a terminal is none."""
    if not sys.stderr.isatty():
        yield _silent
        return
    from rich.console import Console  # noqa: PLC0415 # only a terminal needs it
    from rich.progress import Progress  # noqa: PLC0415

    with Progress(console=Console(stderr=True), transient=True) as bar:
        task = bar.add_task(title, total=None)
        yield lambda share: bar.update(task, completed=share, total=1.0)


def _silent(share: float) -> None:
    """Show nothing."""
    del share


class TerminalReport(Report):
    """Shows how a training run goes: a bar on a terminal, a line now and then elsewhere."""

    def __init__(self, stream: TextIO | None = None) -> None:
        self._stream = stream or sys.stderr
        self._last = 0.0
        self._bar: Progress | None = None
        if self._stream.isatty():
            from rich.console import Console  # noqa: PLC0415 # only a terminal needs it
            from rich.progress import BarColumn, Progress, TextColumn  # noqa: PLC0415

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


class Interrupt:
    """Turns Ctrl+C, and being told to end, into a wish, so that the run can be saved; a second one ends it at once.

    Under a launcher that does not: from there a single Ctrl+C comes twice, once from the terminal and once passed on.
    """

    def __init__(self, again: bool) -> None:
        self._again = again
        self._asked = False

    def __enter__(self) -> Self:
        self._before = {number: signal.signal(number, self._ask) for number in (signal.SIGINT, signal.SIGTERM)}
        return self

    def __exit__(self, *_error: object) -> None:
        self._restore()

    def asked(self) -> bool:
        """Whether somebody wants the run to stop."""
        return self._asked

    def _ask(self, _signal: int, _frame: FrameType | None) -> None:
        self._asked = True
        if not self._again:
            self._restore()

    def _restore(self) -> None:
        for number, handler in self._before.items():
            signal.signal(number, handler)
