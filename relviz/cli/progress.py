"""A progress bar on standard error, if that is a terminal."""

from __future__ import annotations

import sys
from contextlib import contextmanager
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator


@contextmanager
def progress_bar(title: str) -> Iterator[Callable[[float], None]]:
    """Give a function to be told the share done, 0 to 1; without a terminal it does nothing."""
    if not sys.stderr.isatty():
        yield _silent
        return
    from rich.console import Console  # noqa: PLC0415 # only a terminal needs it
    from rich.progress import Progress  # noqa: PLC0415

    with Progress(console=Console(stderr=True), transient=True) as bar:
        task = bar.add_task(title, total=1.0)
        yield lambda share: bar.update(task, completed=share)


def _silent(share: float) -> None:
    """Show nothing."""
    del share
