"""R of one distance as stems, dimension by dimension."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from relviz import __version__
from relviz.figure.spec import Axis, Curves, FigureSpec, Series
from relviz.figure.ticks import MINUS

if TYPE_CHECKING:
    from relviz.core.lab.worked_example import WorkedExample


def worked_example_figure(example: WorkedExample) -> FigureSpec:
    """Draw the vector, sines and cosines in colours of their own."""
    is_sine = np.array([component.function == "sin" for component in example.components])
    values = example.vector.astype(np.float32)
    return FigureSpec(
        "worked_example",
        "",
        (
            (
                Curves(
                    "vector",
                    f"R({example.number})".replace("-", MINUS),
                    np.arange(len(values), dtype=np.float32),
                    (
                        Series("sine", np.where(is_sine, values, np.nan), "score"),
                        Series("cosine", np.where(is_sine, np.nan, values), "self"),
                    ),
                    Axis("dimension"),
                    stems=True,
                ),
            ),
        ),
        f"{example.sentence}  ·  relviz {__version__}",
        size=(960, 480),
    )
