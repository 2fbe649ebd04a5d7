"""R of one distance, dimension by dimension: as stems, and as a page with the working beside them."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import numpy as np

from relviz import __version__
from relviz.core.lab.worked_example import SIGN_SENTENCE
from relviz.figure.lettering.ticks import MINUS
from relviz.figure.spec import Axis, Curves, FigureSpec, Heatmap, Scale, Series
from relviz.figure.words import figure_tr, sentences, told

if TYPE_CHECKING:
    from relviz.core.lab.worked_example import Component, WorkedExample

LINE, ROWS = 18, 128
"""Height of a dimension's line in pixels, and how many have one; of more, some stand for their neighbours."""


def worked_example_figure(example: WorkedExample) -> FigureSpec:
    """Draw the vector, sines and cosines in colours of their own."""
    return FigureSpec(
        "worked_example",
        "",
        ((_stems(example),),),
        f"{told(example.sentence)}  ·  relviz {__version__}",
        size=(960, 480),
    )


def worked_example_page(example: WorkedExample) -> FigureSpec:
    """Draw the vector as ``worked_example_figure`` does, and left of it each dimension with formula and value."""
    values = example.vector.astype(np.float32)[:, None]
    working = Heatmap(
        "working",
        figure_tr("value"),
        values,
        Scale(-1.0, 1.0, "signed"),
        Axis(figure_tr("dimension"), tuple(map(_working, example.components))),
        Axis("", (" ",)),
        ink="score",
    )
    return replace(
        worked_example_figure(example),
        grid=((working, _stems(example)),),
        caption=f"{sentences((told(example.sentence), told(SIGN_SENTENCE)))}  ·  relviz {__version__}",
        widths=(0.14, 1.0),
        size=(1200, max(420, 170 + LINE * min(len(values), ROWS))),
    )


def _stems(example: WorkedExample) -> Curves:
    is_sine = np.array([component.function == "sin" for component in example.components])
    values = example.vector.astype(np.float32)
    return Curves(
        "vector",
        f"R({example.number})".replace("-", MINUS),
        np.arange(len(values), dtype=np.float32),
        (
            Series(figure_tr("sine"), np.where(is_sine, values, np.nan), "score"),
            Series(figure_tr("cosine"), np.where(is_sine, np.nan, values), "self"),
        ),
        Axis(figure_tr("dimension")),
        stems=True,
    )


def _working(component: Component) -> str:
    """Return the line of a dimension in three columns, e.g. ``0``, ``sin(-2 / 10000^(0/8))`` and ``= -0.909297``."""
    value = f"= {component.value:+.6f}"
    return "\t".join((str(component.dimension), component.formula, value)).replace("-", MINUS)
