"""The ``relviz`` command; one file a subcommand."""

from relviz.cli.command import main

__all__ = ["main"]
