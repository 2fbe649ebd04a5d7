"""How a run shows itself."""

from __future__ import annotations

import io

import pytest

from relviz.training.run.progress import TerminalReport, duration
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
