"""How a run shows itself, and Ctrl+C as a wish."""

from __future__ import annotations

import io
import signal
from collections.abc import Iterator

import pytest

from relviz.cli.progress import Interrupt, TerminalReport, duration
from relviz.training.run.report import StepReport
from relviz.training.run.validation import Validation


class Terminal(io.StringIO):
    """A terminal that remembers what it was shown."""

    def isatty(self) -> bool:
        return True


def report(step: int, progress: float) -> StepReport:
    """Return a report with made-up numbers."""
    return StepReport(step, progress, 4.25, 1.75, 1000, 3456.0, 10.0, 125.0)


def test_off_a_terminal_there_are_lines_now_and_then() -> None:
    """The first and the last step are a line each, those in between only as time passes."""
    stream = io.StringIO()
    with TerminalReport(stream) as shown:
        for step in range(1, 5):
            shown.step(report(step, step / 4))
        shown.validated(4, Validation(4.1, 4.3, 64, 128, 1000, 4000))
    lines = stream.getvalue().splitlines()
    assert lines[0] == "step 1   25%  loss 4.250  1.750 bits/byte  3,456 tokens/s  2:05 left"
    assert lines[1].startswith("step 4  100%")
    # 4.1 nats a token, 1000 tokens over 4000 bytes: 4.1 / 4 / ln 2
    assert lines[2] == "step 4  validation loss 4.100 with memory, 4.300 without; 1.479 and 1.551 bits/byte"
    assert len(lines) == 3


def test_on_a_terminal_there_is_a_bar() -> None:
    """The bar has loss, speed and the time left; what was measured stays above it."""
    stream = Terminal()
    with TerminalReport(stream) as shown:
        shown.phase("reading the corpus")
        shown.step(report(3, 0.5))
        shown.validated(3, Validation(4.1, 4.3, 64, 128, 1000, 4000))
    text = stream.getvalue()
    assert "3,456 tokens/s" in text
    assert "validation loss 4.100" in text


@pytest.mark.parametrize(
    ("seconds", "text"), [(0, "0:00"), (59.6, "1:00"), (125, "2:05"), (3725, "1:02:05"), (float("inf"), "?")]
)
def test_durations_are_readable(seconds: float, text: str) -> None:
    """Minutes and seconds, hours if there are any."""
    assert duration(seconds) == text


@pytest.fixture(autouse=True)
def _as_in_a_terminal() -> Iterator[None]:
    """Ctrl+C interrupts, as Python has it from the start, unless a shell began the tests in the background."""
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    yield
    signal.signal(signal.SIGINT, before)


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_the_first_time_is_a_wish(number: signal.Signals) -> None:
    """Ctrl+C, or being told to end, is noted and interrupts nothing; afterwards signals do what they did before."""
    before = signal.getsignal(number)
    with Interrupt(again=False) as interrupt:
        assert not interrupt.asked()
        signal.raise_signal(number)
        assert interrupt.asked()
    assert signal.getsignal(number) is before


def test_the_second_time_ends_at_once() -> None:
    """Who presses Ctrl+C twice does not want to wait for anything to be saved."""
    with Interrupt(again=False):
        signal.raise_signal(signal.SIGINT)
        with pytest.raises(KeyboardInterrupt):
            signal.raise_signal(signal.SIGINT)


def test_under_a_launcher_the_second_time_is_the_same_wish() -> None:
    """A launcher passes on what the terminal has sent already, and may say it in other words."""
    with Interrupt(again=True) as interrupt:
        for number in (signal.SIGINT, signal.SIGINT, signal.SIGTERM):
            signal.raise_signal(number)
        assert interrupt.asked()
