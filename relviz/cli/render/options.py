"""The options of ``relviz render`` beside those of reading: the files, the schemes view and the heads view."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Annotated

import typer

from relviz.app.engine.experiments import EXPERIMENTS, WIDEST, Choices, Example
from relviz.cli.signature import OneOf
from relviz.core.lab.worked_example import Sign  # noqa: TC001 # typer reads it
from relviz.core.metrics import ALIKE, MEASURES, Order
from relviz.core.schemes import lab_schemes
from relviz.core.sinusoid import FARTHEST, Layout  # typer reads it
from relviz.core.units import Unit  # noqa: TC001 # typer reads it
from relviz.figure.colours.palette import PALETTES, Theme
from relviz.figure.writing.formats import ANIMATED, FORMATS, Animated, Format
from relviz.resources import LANGUAGES

if TYPE_CHECKING:
    from relviz.app.engine.experiments import Experiment

_SCHEMES, _HEADS = "The schemes view", "The heads view"
_MEASURES = ", ".join(name for name in MEASURES if name != ALIKE)
USUAL = Choices()
"""What is chosen where nobody chooses, as on the page."""
ALL = "all"
OPTIONS = {one.option: one for one in EXPERIMENTS.values()}
"""Values of ``--experiment`` beside ``all``, in the order of the page's tabs."""


@dataclass(frozen=True)
class FileOptions:
    """Which files, and how they look.

    Attributes:
        format_: kinds of file; None for PNG.
        duration: milliseconds that a segment stays in an animation.
        dpi: pixels per inch.
        theme: the colours.
        lang: the language of the words.
        unit: what losses are told in.
    """

    format_: Annotated[
        list[Format | Animated] | None,
        OneOf((*FORMATS, *ANIMATED)),
        typer.Option(
            "--format",
            help="Kind of file; may be given several times. A gif or apng goes through all the segments asked for.",
            show_default="png",
        ),
    ] = None
    duration: Annotated[
        int,
        typer.Option("--duration", metavar="MS", min=20, max=60_000, help="How long a segment stays in a gif or apng."),
    ] = 700
    dpi: Annotated[
        int, typer.Option("--dpi", metavar="N", min=24, max=1200, help="Dots per inch of a png, gif or apng.")
    ] = 150
    theme: Annotated[Theme, OneOf(PALETTES), typer.Option("--theme", help="The colours.")] = "light"
    lang: Annotated[str, OneOf(LANGUAGES), typer.Option("--lang", help="Language of the words in the figures.")] = "en"
    unit: Annotated[Unit, typer.Option("--unit", help="What losses are told in.")] = "nats"


def _names(words: str) -> str:
    """Check a list of schemes."""
    for word in words.split(","):
        if word not in lab_schemes():
            raise typer.BadParameter(f"{word!r} is none of {', '.join(lab_schemes())}, with commas between them.")
    return words


@dataclass(frozen=True)
class SchemesOptions:
    """What is to be drawn of the schemes view.

    Attributes:
        experiment: the experiments asked for, see ``chosen``.
        schemes: names of the schemes that are compared, see ``compared``.
        example: whether the article's letters are read in place of the text.
        position: the position or distance that the probe asks for.
        distance: tokens back, of the worked example.
        d_model: width of its vector.
        layout: order of its dimensions.
        sign: what the number in its formulas counts.
    """

    experiment: Annotated[
        list[str] | None,
        OneOf((*OPTIONS, ALL)),
        typer.Option(
            "--experiment",
            help="What --view schemes draws; may be given several times. Losses are measured now, which takes minutes.",
            show_default="side-by-side",
            rich_help_panel=_SCHEMES,
        ),
    ] = None
    schemes: Annotated[
        str,
        typer.Option(
            "--schemes",
            metavar="NAME,...",
            help=f"Which schemes --view schemes compares, of {', '.join(lab_schemes())}; each with the model trained "
            "for it.",
            callback=_names,
            rich_help_panel=_SCHEMES,
        ),
    ] = ",".join(USUAL.schemes)
    example: Annotated[
        bool,
        typer.Option(
            "--example",
            help="Compare on the article's letters, A B C D in memory and E F G H read, and not on FILE.",
            rich_help_panel=_SCHEMES,
        ),
    ] = False
    position: Annotated[
        int,
        typer.Option(
            "--position",
            metavar="N",
            min=0,
            max=FARTHEST,
            help="The position or distance that the probe asks for.",
            rich_help_panel=_SCHEMES,
        ),
    ] = USUAL.position
    distance: Annotated[
        int,
        typer.Option(
            "--distance",
            metavar="N",
            min=-FARTHEST,
            max=FARTHEST,
            help="The worked example's distance, in tokens back.",
            rich_help_panel=_SCHEMES,
        ),
    ] = USUAL.example.distance
    d_model: Annotated[
        int,
        typer.Option(
            "--d-model",
            metavar="N",
            min=2,
            max=WIDEST,
            help="The worked example's d_model, even.",
            rich_help_panel=_SCHEMES,
        ),
    ] = USUAL.example.width
    layout: Annotated[
        Layout,
        typer.Option(
            "--layout",
            help="Whether sines and cosines take turns in the worked example, or all sines come first.",
            rich_help_panel=_SCHEMES,
        ),
    ] = USUAL.example.layout
    sign: Annotated[
        Sign,
        typer.Option(
            "--sign",
            help="What the worked example's formulas count: j - i as the article, or i - j, tokens back, as the code.",
            rich_help_panel=_SCHEMES,
        ),
    ] = USUAL.example.sign

    @property
    def chosen(self) -> tuple[Experiment, ...]:
        """Each experiment asked for once, all of them for ``all``; the first of all if none is."""
        names = self.experiment or [*OPTIONS][:1]
        return tuple(OPTIONS[name] for name in (OPTIONS if ALL in names else dict.fromkeys(names)))

    @property
    def compared(self) -> tuple[str, ...]:
        """Each scheme of the list once."""
        return tuple(dict.fromkeys(self.schemes.split(",")))

    @property
    def choices(self) -> Choices:
        """The same, as one would choose it on the page."""
        example = Example(self.distance, self.d_model, self.layout, self.sign)
        return Choices(schemes=self.compared, position=self.position, example=example)


@dataclass(frozen=True)
class HeadsOptions:
    """How the heads view shows the heads.

    Attributes:
        metric: by which measure.
        order: how they are sorted.
        means: whether means are shown.
    """

    metric: Annotated[
        str,
        typer.Option(
            "--metric",
            metavar="NAME",
            help=f"What --view heads colours the heads by: {_MEASURES}, "
            "alike for how alike they are to the head that --layer and --head name, or a part of the score, e.g. "
            "position for how much of its variation is term (b).",
            rich_help_panel=_HEADS,
        ),
    ] = "memory"
    order: Annotated[
        Order,
        typer.Option(
            "--order",
            help="How --view heads sorts the heads: by number, or by the measure within each layer or over all of "
            "them.",
            rich_help_panel=_HEADS,
        ),
    ] = "number"
    means: Annotated[
        bool,
        typer.Option(
            "--means", help="Show the means over heads and over layers in --view heads.", rich_help_panel=_HEADS
        ),
    ] = False
