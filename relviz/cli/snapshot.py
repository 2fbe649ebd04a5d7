"""``relviz snapshot``: the real window, as pictures."""

import re
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from relviz.app.engine.options import Options
from relviz.cli.open_window import is_project, read_input, read_project
from relviz.cli.options import (
    DeviceOption,
    EncodingOption,
    InitialMemoryOption,
    Lang,
    MemoryLengthOption,
    ModelOption,
    SchemeOption,
    SegmentLengthOption,
    StartOption,
    Theme,
)
from relviz.ui.pages import PAGES

if TYPE_CHECKING:
    from relviz.figure.colours.palette import Theme as ThemeName


CHOICES = (*PAGES, "all")
"""Values of ``--page``."""


def _pages(words: list[str] | None) -> list[str] | None:
    """Check names of pages."""
    for word in words or ():
        if word not in CHOICES:
            raise typer.BadParameter(f"{word!r} is not one of {', '.join(map(repr, CHOICES))}.")
    return words


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
        typer.Option(
            "--page",
            metavar=f"<list[{'|'.join(CHOICES)}]>",
            help="Which page; may be given several times.",
            show_default="all",
            callback=_pages,
        ),
    ] = None,
    theme: Annotated[
        list[Theme] | None, typer.Option("--theme", help="May be given twice.", show_default="light")
    ] = None,
    lang: Annotated[Lang, typer.Option("--lang", help="Language of the window.")] = Lang.EN,
    size: Annotated[
        str, typer.Option("--size", metavar="WxH", help="Size of the window.", callback=_size)
    ] = "1280x800",
    scale: Annotated[
        float,
        typer.Option("--scale", metavar="N", min=0.5, max=4, help="Pixels of the picture per pixel of the window."),
    ] = 1.0,
    model: ModelOption = None,
    segment_length: SegmentLengthOption = None,
    memory_length: MemoryLengthOption = None,
    initial_memory: InitialMemoryOption = None,
    start: StartOption = 0,
    device: DeviceOption = "auto",
    scheme: SchemeOption = None,
    encoding: EncodingOption = "utf-8",
) -> None:
    """Take pictures of the window; needs no display."""
    options = Options(model, segment_length, memory_length, initial_memory, device, scheme)
    text = read_input(file, encoding) if file and not is_project(file) else None
    from relviz.app.display import choose_offscreen  # noqa: PLC0415 # loads Qt

    choose_offscreen()
    kept = read_project(file, options) if file and is_project(file) else None
    from relviz.ui.program.snapshot import take  # noqa: PLC0415 # loads Qt's widgets

    width, height = (int(side) for side in size.split("x"))
    themes: list[ThemeName] = [choice.value for choice in theme or [Theme.LIGHT]]
    for path in take(options, text, output, page or ["all"], themes, (width, height), scale, lang.value, kept, start):
        typer.echo(path)
