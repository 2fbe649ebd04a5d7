"""The command itself: which subcommands it has.

Nothing here loads torch or Qt; the subcommands do, once their arguments are understood.
"""

from __future__ import annotations

import typer

from relviz.cli.bench import bench
from relviz.cli.lab import lab
from relviz.cli.models import models
from relviz.cli.render.command import render
from relviz.cli.snapshot import snapshot
from relviz.cli.trace import trace
from relviz.cli.train import train
from relviz.cli.window import FileOrCommand, window

app = typer.Typer(cls=FileOrCommand, pretty_exceptions_enable=False)
app.callback(invoke_without_command=True)(window)
app.command()(render)
app.command()(trace)
app.add_typer(models, name="models")
app.command()(train)
app.command()(snapshot)
app.command()(bench)
app.add_typer(lab, name="lab")
