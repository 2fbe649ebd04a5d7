"""Ctrl+C as a wish."""

from __future__ import annotations

import signal
from typing import TYPE_CHECKING, Self

if TYPE_CHECKING:
    from types import FrameType


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
