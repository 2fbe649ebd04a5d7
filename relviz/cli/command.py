"""The command itself: which subcommands it has, and how it ends.

Nothing here loads torch or Qt; the subcommands do, once their arguments are understood.
"""

from __future__ import annotations

import os
import sys
from typing import TYPE_CHECKING

import typer

from relviz.cli.bench import bench
from relviz.cli.models import models
from relviz.cli.render import render
from relviz.cli.snapshot import snapshot
from relviz.cli.trace import trace
from relviz.cli.train import train
from relviz.cli.window import FileOrCommand, window
from relviz.errors import RelvizError

if TYPE_CHECKING:
    from collections.abc import Sequence

DEBUG = "RELVIZ_DEBUG"
"""Environment variable: if set, an unexpected error shows where it happened."""

app = typer.Typer(cls=FileOrCommand, pretty_exceptions_enable=False)
app.callback(invoke_without_command=True)(window)
app.command()(render)
app.command()(trace)
app.add_typer(models, name="models")
app.command()(train)
app.command()(snapshot)
app.command()(bench)


def main(arguments: Sequence[str] | None = None) -> None:
    """Run the command and exit: 0 done, 1 the request failed, 2 wrong usage, 130 interrupted.

    Args:
        arguments: the words after ``relviz``; those of the process if None.
    """
    # torch reads it when it loads. Its threads wait for each other by spinning, by default for so long that beside
    # another busy program a step took 745 ms instead of 7; spinning briefly, it takes 16 ms there and 8 on its own.
    os.environ.setdefault("GOMP_SPINCOUNT", "1000")
    try:
        app(args=arguments, prog_name="relviz")
    except RelvizError as error:
        _fail(str(error))
    except MemoryError:
        _fail("There is not enough memory for that: choose a shorter segment or memory.")
    except KeyboardInterrupt:
        sys.exit(130)
    except Exception as error:  # the edge of the program: whatever it is, it is shown
        if os.environ.get(DEBUG):
            raise
        _fail(f"Something went wrong that should not have ({type(error).__name__}: {error}): {DEBUG}=1 shows where.")


def _fail(message: str) -> None:
    """Say in one line what happened, and exit."""
    typer.echo(f"relviz: {' '.join(message.split())}", err=True)
    sys.exit(1)
