"""Exceptions that nobody caught, from whichever thread."""

from __future__ import annotations

import sys
import threading
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable
    from types import TracebackType


def report_uncaught(report: Callable[[Exception], object]) -> None:
    """Have them reported from now on, as well as written to standard error; ``report`` may be called in any thread."""

    def on_exception(kind: type[BaseException], error: BaseException, trace: TracebackType | None) -> None:
        sys.__excepthook__(kind, error, trace)
        if isinstance(error, Exception):
            report(error)

    def on_thread_exception(caught: threading.ExceptHookArgs) -> None:
        if caught.exc_value is not None:
            on_exception(caught.exc_type, caught.exc_value, caught.exc_traceback)

    sys.excepthook = on_exception
    threading.excepthook = on_thread_exception
