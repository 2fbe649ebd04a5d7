"""``relviz snapshot``: the real window, as pictures."""

import re
from pathlib import Path
from typing import Annotated

import typer

from relviz.cli.open_window import is_project, read_input, read_project
from relviz.cli.options import EncodingOption, ReadingOptions
from relviz.cli.signature import OneOf
from relviz.figure.colours.palette import PALETTES, Theme
from relviz.resources import LANGUAGES
from relviz.ui.pages import PAGES

ALL = "all"


def _size(word: str) -> str:
    """Check WxH."""
    if re.fullmatch(r"[1-9]\d{2,3}x[1-9]\d{2,3}", word, re.ASCII):
        return word
    raise typer.BadParameter(f"{word!r} is no size such as 1280x800, from 100 to 9999 each way.")


def snapshot(
    *,
    output: Annotated[
        Path,
        typer.Option("--output", "-o", metavar="DIR", help="The folder for the pictures.", show_default=False),
    ],
    file: Annotated[
        str | None,
        typer.Argument(metavar="FILE", help="A text file or a project (.relviz) to open; - is standard input."),
    ] = None,
    page: Annotated[
        list[str] | None,
        OneOf((*PAGES, ALL)),
        typer.Option("--page", help="Which page; may be given several times.", show_default="all"),
    ] = None,
    theme: Annotated[
        list[Theme] | None,
        OneOf(PALETTES),
        typer.Option("--theme", help="May be given twice.", show_default="light"),
    ] = None,
    lang: Annotated[str, OneOf(LANGUAGES), typer.Option("--lang", help="Language of the window.")] = "en",
    size: Annotated[
        str, typer.Option("--size", metavar="WxH", help="Size of the window.", callback=_size)
    ] = "1280x800",
    scale: Annotated[
        float,
        typer.Option("--scale", metavar="N", min=0.5, max=4, help="Pixels of the picture per pixel of the window."),
    ] = 1.0,
    how: ReadingOptions,
    encoding: EncodingOption = "utf-8",
) -> None:
    """Take pictures of the window; needs no display."""
    text = read_input(file, encoding) if file and not is_project(file) else None
    from relviz.app.display import choose_offscreen  # noqa: PLC0415 # loads Qt

    choose_offscreen()
    kept = read_project(file, how.options) if file and is_project(file) else None
    from relviz.ui.program.snapshot import take  # noqa: PLC0415 # loads Qt's widgets

    width, _, height = size.partition("x")
    sides = int(width), int(height)
    for path in take(how.options, text, output, page or [ALL], theme or ["light"], sides, scale, lang, kept, how.start):
        typer.echo(path)
