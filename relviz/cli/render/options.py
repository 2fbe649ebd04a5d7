"""The options of ``relviz render --view schemes``: which experiments, on which schemes, and what they ask."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import Annotated, Literal

import typer

from relviz.app.lab.models import LAB_SCHEMES

_PANEL = "The schemes view"
DEFAULT = "restart,count,shaw,xl"
FARTHEST = 512_000
"""The largest position or distance to be asked for, as on the page."""
WIDEST = 512
"""The largest d_model of the worked example, as on the page."""
# These two repeat relviz.core.sinusoid.Layout and relviz.core.lab.worked_example.Sign, which load numpy and torch; a
# test holds them against each other.
Layout = Literal["interleaved", "halves"]
Sign = Literal["article", "back"]


class Experiment(StrEnum):
    """Values of ``--experiment``, in the order of the page's tabs."""

    SIDE_BY_SIDE = "side-by-side"
    COLLISION = "collision"
    PROBE = "probe"
    LOSSES = "losses"
    REWRITING = "rewriting"
    WORKED_EXAMPLE = "worked-example"
    ALL = "all"


@dataclass(frozen=True)
class Experiments:
    """What is to be drawn of the schemes view.

    Attributes:
        chosen: the experiments, without ``all``.
        schemes: names of the schemes that are compared.
        example: whether the article's letters are read in place of the text.
        position: the position or distance that the probe asks for.
        distance: tokens back, of the worked example.
        d_model: width of its vector.
        layout: order of its dimensions.
        sign: what the number in its formulas counts.
    """

    chosen: tuple[Experiment, ...]
    schemes: tuple[str, ...]
    example: bool
    position: int
    distance: int
    d_model: int
    layout: Layout
    sign: Sign


def chosen_experiments(words: list[Experiment] | None) -> tuple[Experiment, ...]:
    """Return each experiment asked for once, all of them for ``all``; side by side if none is."""
    if words and Experiment.ALL in words:
        return tuple(one for one in Experiment if one is not Experiment.ALL)
    return tuple(dict.fromkeys(words or [Experiment.SIDE_BY_SIDE]))


def chosen_schemes(words: str) -> tuple[str, ...]:
    """Return each scheme of a list once."""
    return tuple(dict.fromkeys(words.split(",")))


def _names(words: str) -> str:
    """Check a list of schemes."""
    for word in words.split(","):
        if word not in LAB_SCHEMES:
            raise typer.BadParameter(f"{word!r} is none of {', '.join(LAB_SCHEMES)}, with commas between them.")
    return words


SchemesOption = Annotated[
    str,
    typer.Option(
        "--schemes",
        metavar="NAME,...",
        help=f"Which schemes --view schemes compares, of {', '.join(LAB_SCHEMES)}; each with the model trained for it.",
        callback=_names,
        rich_help_panel=_PANEL,
    ),
]
ExperimentOption = Annotated[
    list[Experiment] | None,
    typer.Option(
        "--experiment",
        help="What --view schemes draws; may be given several times. Losses are measured now, which takes minutes.",
        show_default="side-by-side",
        rich_help_panel=_PANEL,
    ),
]
ExampleOption = Annotated[
    bool,
    typer.Option(
        "--example",
        help="Compare on the article's letters, A B C D in memory and E F G H read, and not on FILE.",
        rich_help_panel=_PANEL,
    ),
]
PositionOption = Annotated[
    int,
    typer.Option(
        "--position",
        metavar="N",
        min=0,
        max=FARTHEST,
        help="The position or distance that the probe asks for.",
        rich_help_panel=_PANEL,
    ),
]
DistanceOption = Annotated[
    int,
    typer.Option(
        "--distance",
        metavar="N",
        min=-FARTHEST,
        max=FARTHEST,
        help="The worked example's distance, in tokens back.",
        rich_help_panel=_PANEL,
    ),
]
WidthOption = Annotated[
    int,
    typer.Option(
        "--d-model",
        metavar="N",
        min=2,
        max=WIDEST,
        help="The worked example's d_model, even.",
        rich_help_panel=_PANEL,
    ),
]
LayoutOption = Annotated[
    Layout,
    typer.Option(
        "--layout",
        help="Whether sines and cosines take turns in the worked example, or all sines come first.",
        rich_help_panel=_PANEL,
    ),
]
SignOption = Annotated[
    Sign,
    typer.Option(
        "--sign",
        help="What the worked example's formulas count: j - i as the article, or i - j, tokens back, as the code.",
        rich_help_panel=_PANEL,
    ),
]
