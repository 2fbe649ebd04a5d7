"""The options that several subcommands share, and how their words are understood."""

from __future__ import annotations

import re
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from relviz.app.engine.models import Options, choose, opens
from relviz.cli.progress import progress_bar
from relviz.cli.signature import OneOf
from relviz.core.config import InitialMemory  # noqa: TC001 # typer reads it
from relviz.core.device import DEVICES
from relviz.core.interventions import NONE, Interventions, Since
from relviz.core.schemes import SCHEMES
from relviz.errors import SettingError

if TYPE_CHECKING:
    from collections.abc import Callable

    from relviz.core.reading.reading import Reading

_READING = "How the text is read"


def number_or(*words: str) -> Callable[[str], str]:
    """Return a check that a word of the command line is a number from 0, or one of some words."""

    def check(value: str) -> str:
        if value in words or (value.isascii() and value.isdecimal()):
            return value
        raise typer.BadParameter(f"{value!r} is neither a number from 0 nor {' or '.join(words)}.")

    return check


def _gains(values: list[str] | None) -> list[str] | None:
    """Check that each word is the name of a part and a number, e.g. ``position=0``."""
    for value in values or []:
        if not re.fullmatch(r"[a-z_]+=\d+(\.\d+)?", value, re.ASCII):
            raise typer.BadParameter(f"{value!r} is not a part and a number, such as position=0.")
    return values


FileArgument = Annotated[
    str, typer.Argument(metavar="FILE", help="A text file; - is standard input.", show_default=False)
]
SegmentOption = Annotated[
    str,
    typer.Option("--segment", metavar="N|last|all", help="Which segment, from 0.", callback=number_or("last", "all")),
]
EncodingOption = Annotated[
    str, typer.Option("--encoding", metavar="NAME", help="How the text file is encoded.", rich_help_panel=_READING)
]
DeviceOption = Annotated[
    str, OneOf(DEVICES), typer.Option("--device", help="Where to compute.", rich_help_panel=_READING)
]


@dataclass(frozen=True)
class ReadingOptions:
    """How a text is read; None leaves a choice to the model.

    Attributes:
        model: which one; None for the bundled one that fits the text.
        segment_length: T.
        memory_length: how many tokens the memory can hold.
        initial_memory: what it holds before the first segment.
        start: the token with which reading begins.
        device: where to compute.
        scheme: the position scheme.
    """

    model: Annotated[
        str | None,
        typer.Option(
            "--model",
            metavar="NAME|PATH|REPO",
            help="A bundled model, a model folder or file, or a repository fetched with `relviz models get`; the "
            "bundled one that fits the text if not given.",
            rich_help_panel=_READING,
        ),
    ] = None
    segment_length: Annotated[
        int | None,
        typer.Option(
            "--segment-length",
            metavar="T",
            min=1,
            help="Tokens in a segment; the model's own if not given.",
            rich_help_panel=_READING,
        ),
    ] = None
    memory_length: Annotated[
        int | None,
        typer.Option(
            "--memory-length",
            metavar="M",
            min=0,
            help="Tokens that the memory can hold; the model's own if not given.",
            rich_help_panel=_READING,
        ),
    ] = None
    initial_memory: Annotated[
        InitialMemory | None,
        typer.Option(
            "--initial-memory",
            help="What the memory holds before the first segment; the model's own if not given.",
            rich_help_panel=_READING,
        ),
    ] = None
    start: Annotated[
        int,
        typer.Option(
            "--start",
            metavar="N",
            min=0,
            help="Begin at token N, with an empty memory, as if nothing stood before it.",
            rich_help_panel=_READING,
        ),
    ] = 0
    device: DeviceOption = "auto"
    scheme: Annotated[
        str | None,
        OneOf(SCHEMES),
        typer.Option(
            "--scheme",
            help="The position scheme: the model's own, or one that needs no weights the model lacks.",
            show_default="the model's",
            rich_help_panel=_READING,
        ),
    ] = None

    @property
    def options(self) -> Options:
        """The same without ``start``, which counts tokens here and characters there."""
        lengths = self.segment_length, self.memory_length, self.initial_memory
        model = self.model
        if model is not None and Path(model).exists():  # which comes before a name of one that comes with relviz
            model = str(Path(model).absolute())
        return Options(model, *lengths, self.device, self.scheme)


@dataclass(frozen=True)
class GainOptions:
    """What the parts of the score are multiplied with.

    Attributes:
        gain: a part and a number, each.
        gain_from: from where on.
    """

    gain: Annotated[
        list[str] | None,
        typer.Option(
            "--gain",
            metavar="PART=N",
            help="Multiply a part of the score, e.g. position=0 for none of term (b), 0 to 2; may be given several "
            "times.",
            show_default="1 for all",
            callback=_gains,
            rich_help_panel=_READING,
        ),
    ] = None
    gain_from: Annotated[
        Since,
        typer.Option(
            "--gain-from",
            help="Gains act from the start of the text, memory included, or on each segment alone, over its true "
            "memory.",
            rich_help_panel=_READING,
        ),
    ] = "start"

    @property
    def interventions(self) -> Interventions:
        """The same, checked.

        Raises:
            SettingError: a gain is out of range.
        """
        pairs = (word.partition("=") for word in self.gain or [])
        return Interventions(tuple((name, float(gain)) for name, _, gain in pairs), self.gain_from)


def open_reading(text: str, options: Options, interventions: Interventions = NONE, start: int = 0) -> Reading:
    """Load the model that the options name, or else the one that fits the text, and start reading with it.

    Args:
        text: the text.
        options: how it is read.
        interventions: what the parts of the score are multiplied with.
        start: the token with which reading begins.

    Raises:
        ModelError: there is no such model, or it is damaged.
        SettingError: it cannot be read with that position scheme, a length, device or token does not exist, or its
            score has no part that there is a gain for.
        TextError: there is nothing to read.
    """
    from relviz.checkpoints import load_model, with_scheme  # noqa: PLC0415 # loads torch
    from relviz.core.reading.reading import read, tokenise  # noqa: PLC0415 # loads torch

    name = opens(options.model or choose(text).model)
    with progress_bar("loading the model") as progress:
        model = load_model(name, options.device, progress)
    model = with_scheme(model, options.scheme or model.config.scheme)
    lengths = options.segment_length, options.memory_length, options.initial_memory
    if not start and options.start:
        start = tokenise(model, text).at_character(options.start)
    return read(model, text, *lengths, interventions=interventions, start=start)


def say_choice(text: str, options: Options) -> None:
    """Say on standard error which model the text has chosen, and how to choose another; once all else is done."""
    choice = choose(text) if options.model is None else None
    if choice is None or len(choice.fits) < 2:
        return
    (name, fit), (other, its) = choice.fits[:2]
    typer.echo(
        f"{name} reads this text: {fit.tokens_per_character:.2f} tokens a character; {other} needs "
        f"{its.tokens_per_character:.2f} (--model {other} reads with that)",
        err=True,
    )


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
