"""The options that several subcommands share, and how their words are understood."""

from __future__ import annotations

import sys
from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Literal

import typer

from relviz.app.options import Options
from relviz.cli.model_folder import require_scheme
from relviz.cli.progress import progress_bar
from relviz.core.text_file import decode_text, read_text
from relviz.errors import SettingError

if TYPE_CHECKING:
    from collections.abc import Callable

    from relviz.core.reading import Reading

# These repeat relviz.core.device.DEVICES, relviz.core.schemes.SCHEMES and relviz.figure.views.VIEWS, which load torch;
# a test holds them against each other. What may be given several times is an enumeration, since typer takes no list of
# literals.
Device = Literal["auto", "cpu", "cuda", "mps"]
Scheme = Literal["xl", "xlnet", "learned-relative"]
Start = Literal["empty", "zeros"]


class View(StrEnum):
    """Values of ``--view``."""

    TERMS = "terms"
    MEMORY = "memory"
    ENCODING = "encoding"


class Theme(StrEnum):
    """Values of ``--theme``."""

    LIGHT = "light"
    DARK = "dark"


DEFAULTS = Options()
_READING = "How the text is read"


def number_or(*words: str) -> Callable[[str], str]:
    """Return a check that a word of the command line is a number from 0, or one of some words."""

    def check(value: str) -> str:
        if value in words or (value.isascii() and value.isdecimal()):
            return value
        raise typer.BadParameter(f"{value!r} is neither a number from 0 nor {' or '.join(words)}.")

    return check


FileArgument = Annotated[
    str, typer.Argument(metavar="FILE", help="A text file; - is standard input.", show_default=False)
]
SegmentOption = Annotated[
    str,
    typer.Option("--segment", metavar="N|last|all", help="Which segment, from 0.", callback=number_or("last", "all")),
]
ModelOption = Annotated[
    str,
    typer.Option(
        "--model",
        metavar="NAME|PATH|REPO",
        help="A bundled model, a model folder or file, or a repository fetched with `relviz models get`.",
        rich_help_panel=_READING,
    ),
]
SegmentLengthOption = Annotated[
    int | None,
    typer.Option(
        "--segment-length",
        metavar="T",
        min=1,
        help="Tokens in a segment; the model's own if not given.",
        rich_help_panel=_READING,
    ),
]
MemoryLengthOption = Annotated[
    int | None,
    typer.Option(
        "--memory-length",
        metavar="M",
        min=0,
        help="Tokens that the memory can hold; the model's own if not given.",
        rich_help_panel=_READING,
    ),
]
InitialMemoryOption = Annotated[
    Start | None,
    typer.Option(
        "--initial-memory",
        help="What the memory holds before the first segment; the model's own if not given.",
        rich_help_panel=_READING,
    ),
]
DeviceOption = Annotated[Device, typer.Option("--device", help="Where to compute.", rich_help_panel=_READING)]
SchemeOption = Annotated[
    Scheme | None,
    typer.Option("--scheme", help="The position scheme; it must be the model's.", rich_help_panel=_READING),
]
EncodingOption = Annotated[
    str, typer.Option("--encoding", metavar="NAME", help="How the text file is encoded.", rich_help_panel=_READING)
]


def read_input(file: str, encoding: str) -> str:
    """Return the text that FILE names.

    Raises:
        TextError: it cannot be read.
    """
    if file == "-":
        return decode_text(sys.stdin.buffer.read(), "standard input", encoding)
    return read_text(Path(file), encoding)


def open_reading(text: str, options: Options, scheme: str | None) -> Reading:
    """Load the model that the options name, and start reading with it.

    Raises:
        ModelError: there is no such model, or it is damaged.
        SettingError: it has another position scheme, or a length or device does not exist.
        TextError: there is nothing to read.
    """
    from relviz.checkpoints import load_model  # noqa: PLC0415 # loads torch
    from relviz.core.reading import read  # noqa: PLC0415 # loads torch

    with progress_bar("loading the model") as progress:
        model = load_model(options.model, options.device, progress)
    require_scheme(scheme, options.model, model.config.scheme)
    return read(model, text, options.segment_length, options.memory_length, options.initial_memory)


def pick_segments(word: str, reading: Reading) -> list[int]:
    """Return the segments that ``--segment`` asks for.

    Raises:
        SettingError: there is no such segment.
    """
    if word == "last":
        return [len(reading) - 1]
    return pick("segment", word, len(reading), "the text")


def pick(what: str, word: str, count: int, owner: str) -> list[int]:
    """Return what ``--layer``, ``--head`` or ``--segment`` asks for: one number, or all of them.

    Raises:
        SettingError: there is no such number; the message says which there are.
    """
    if word == "all":
        return list(range(count))
    if int(word) >= count:
        there_are = f"{what}s 0 to {count - 1}" if count > 1 else f"{what} 0 alone"
        raise SettingError(f"There is no {what} {word}: {owner} has {there_are}.")
    return [int(word)]
