"""The command itself: ``relviz [FILE]``, which opens the window, and which subcommands it has.

Nothing here loads torch or Qt; the subcommands do, once their arguments are understood.
"""

import difflib
from pathlib import Path
from typing import Annotated, Any

import typer
from typer.core import TyperGroup

from relviz import __version__
from relviz.cli.bench import bench
from relviz.cli.lab import lab
from relviz.cli.models import models
from relviz.cli.open_window import open_window
from relviz.cli.options import EncodingOption, ReadingOptions
from relviz.cli.render.command import render
from relviz.cli.signature import OneOf, flat
from relviz.cli.snapshot import snapshot
from relviz.cli.trace import trace
from relviz.cli.train import train
from relviz.errors import TextError
from relviz.resources import LANGUAGES


class FileOrCommand(TyperGroup):
    """A command whose first word is a subcommand if there is one of that name, and a file to open otherwise."""

    # typer.Context is what users of typer are given for the class that it vendors and overrides with

    def get_params(self, ctx: typer.Context) -> list[Any]:  # type: ignore[override]
        """Return the parameters; the usage line of a subcommand is not to show the window's FILE."""
        params = super().get_params(ctx)
        return params if ctx.command is self else [param for param in params if param.param_type_name != "argument"]

    def parse_args(self, ctx: typer.Context, args: list[str]) -> list[str]:  # type: ignore[override]
        """Leave the arguments of a subcommand to it; take the others for the window."""
        if args and args[0] in self.commands:
            return super().parse_args(ctx, ["", *args])  # the window's FILE, which nobody asks for
        if args and not args[0].startswith("-"):
            self._ask(args[0])
        ctx.allow_interspersed_args = True
        return super().parse_args(ctx, args)

    def resolve_command(  # type: ignore[override]
        self, ctx: typer.Context, args: list[str]
    ) -> tuple[str | None, Any, list[str]]:
        """Complain of a second FILE, which would be taken for a subcommand."""
        if ctx.params["file"]:
            for word in (ctx.params["file"], args[0]):
                if word in self.commands:
                    ctx.fail(f"The command comes first: relviz {word} ...")
            ctx.fail(f"One file at a time: {args[0]} is one too many.")
        return super().resolve_command(ctx, args)

    def _ask(self, word: str) -> None:
        """Ask whether a word that is no file is a misspelt subcommand."""
        close = difflib.get_close_matches(word, self.commands, n=1)
        try:
            exists = Path(word).exists()
        except (OSError, ValueError):  # too long for a name
            exists = False
        if close and not exists:
            raise TextError(f"There is no file {word}: did you mean {close[0]}?")


def _show_version(asked: bool) -> None:
    if asked:
        typer.echo(f"relviz {__version__}")
        raise typer.Exit


def window(
    *,
    ctx: typer.Context,
    file: Annotated[
        str | None,
        typer.Argument(
            metavar="FILE",
            help="A text file, a project (.relviz) or a PNG that relviz made to open; - is standard input.",
        ),
    ] = None,
    how: ReadingOptions,
    encoding: EncodingOption = "utf-8",
    lang: Annotated[
        str | None,
        OneOf(LANGUAGES),
        typer.Option("--lang", help="Language of the window, this time.", show_default="the one chosen last"),
    ] = None,
    version: Annotated[  # noqa: ARG001 # its callback does it
        bool, typer.Option("--version", callback=_show_version, is_eager=True, help="Show the version and exit.")
    ] = False,
) -> None:
    """See how a Transformer-XL pays attention across segments.

    With a FILE, or with nothing, it opens the window. Segments, layers and heads count from 0.
    """
    if ctx.invoked_subcommand:
        return
    raise typer.Exit(open_window(file or "", how.options, encoding, lang, how.start))


app = typer.Typer(cls=FileOrCommand, pretty_exceptions_enable=False)
app.callback(invoke_without_command=True)(flat(window))
app.command()(flat(render))
app.command()(flat(trace))
app.add_typer(models, name="models")
app.command()(flat(train))
app.command()(flat(snapshot))
app.command()(flat(bench))
app.add_typer(lab, name="lab")
