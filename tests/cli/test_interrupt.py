"""Ctrl+C as a wish."""

from __future__ import annotations

import signal
from collections.abc import Iterator

import pytest

from relviz.cli.interrupt import Interrupt


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
