"""The ``relviz`` command; one file a subcommand."""

from relviz.cli.entry import main

__all__ = ["main"]
