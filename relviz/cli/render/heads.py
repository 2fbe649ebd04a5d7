"""The options of ``relviz render --view heads``, and what draws it."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Annotated, Literal

import typer

from relviz.errors import SettingError

if TYPE_CHECKING:
    from relviz.core.reading.look import Look
    from relviz.core.reading.trace import Head, SegmentTrace
    from relviz.core.schemes.base import PartKind
    from relviz.figure.spec import FigureSpec
    from relviz.figure.views.heads_view import HeadsView
    from relviz.figure.writing.job import Compared

_PANEL = "The heads view"
# These repeat relviz.core.metrics.heads.OF_ATTENTION and relviz.figure.views.heads_view.ORDERS, which load torch; a
# test holds them against each other.
OF_ATTENTION = ("memory", "lift", "self", "previous", "distance", "entropy", "induction")
ALIKE = "alike"
Order = Literal["number", "layer", "all"]

MetricOption = Annotated[
    str,
    typer.Option(
        "--metric",
        metavar="NAME",
        help=f"What --view heads colours the heads by: {', '.join(OF_ATTENTION)}, alike for how alike they are to "
        "the head that --layer and --head name, or a part of the score, e.g. position for how much of its variation is "
        "term (b).",
        rich_help_panel=_PANEL,
    ),
]
OrderOption = Annotated[
    Order,
    typer.Option(
        "--order",
        help="How --view heads sorts the heads: by number, or by the measure within each layer or over all of them.",
        rich_help_panel=_PANEL,
    ),
]
MeansOption = Annotated[
    bool,
    typer.Option("--means", help="Show the means over heads and over layers in --view heads.", rich_help_panel=_PANEL),
]


def check_metric(metric: str, kinds: tuple[PartKind, ...], model: str) -> None:
    """See that the heads of a model can be measured so.

    Raises:
        SettingError: they cannot.
    """
    names = (*OF_ATTENTION, ALIKE, *(kind.name for kind in kinds))
    if metric not in names:
        raise SettingError(
            "There is no measure {0} of the heads of {1}: choose one of {2}.", metric, model, ", ".join(names)
        )


def of_heads(view: HeadsView, layer: int, head: Head) -> Compared:
    """Return what draws the heads of a segment; files are named after measure and order, e.g. ``heads_lift_s003``.

    Args:
        view: how.
        layer: of the head that the others are held against, where the measure is how alike they are.
        head: that head.
    """
    from relviz.figure.writing.job import Compared  # noqa: PLC0415 # loads torch and Qt

    drawn = _Drawn(view, layer, head)
    return Compared(drawn.stem, drawn.draw)


@dataclass(frozen=True)
class _Drawn:
    """Draws one view of the heads."""

    view: HeadsView
    layer: int
    head: Head

    def stem(self, look: Look) -> str:
        from relviz.figure.writing.job import segment_stem  # noqa: PLC0415 # loads torch and Qt

        order = "" if self.view.order == "number" else f"-by-{self.view.order}"
        to = ""
        if self.view.metric == ALIKE:
            to = f"-to-l{self.layer}-{self.head if self.head == 'mean' else f'h{self.head}'}"
        return f"heads_{self.view.metric}{to}{order}{'-means' if self.view.means else ''}_{segment_stem(look)}"

    def draw(self, trace: SegmentTrace) -> FigureSpec:
        from relviz.core.metrics.alike import heads_alike  # noqa: PLC0415
        from relviz.core.metrics.heads import measure_heads  # noqa: PLC0415
        from relviz.core.reading.look import look_at  # noqa: PLC0415 # loads torch
        from relviz.figure.views.heads import heads_figure  # noqa: PLC0415

        measures = measure_heads(trace)
        if self.view.metric == ALIKE:
            alike = heads_alike(trace, self.layer, self.head)
            measures = replace(measures, values=measures.values | {ALIKE: alike})
        return heads_figure(look_at(trace, self.layer, self.head), measures, self.view)
