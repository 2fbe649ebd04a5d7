"""Loss against the position in the text and against the length of the memory, a curve a scheme."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from relviz import __version__
from relviz.figure.spec import Axis, Band, Curves, FigureSpec
from relviz.figure.views.schemes_words import series_of

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from relviz.core.lab.loss_curves import LossCurve
    from relviz.core.trace import Floats


def losses_figure(
    by_position: Mapping[str, LossCurve],
    by_memory: Mapping[str, LossCurve],
    schemes: Sequence[str],
    trained_positions: int | None,
    trained_memory: int | None,
) -> FigureSpec:
    """Draw the curves as far as they are known.

    Args:
        by_position: scheme to its loss over positions.
        by_memory: scheme to its loss over memory lengths.
        schemes: those to draw, in order.
        trained_positions: how many positions were seen in training, None where unknown.
        trained_memory: the longest memory seen in training, None where unknown.
    """
    return FigureSpec(
        "losses",
        "",
        (
            (
                _curves(
                    "position",
                    "loss against position",
                    "position in the text, from 0",
                    [by_position[name] for name in schemes if name in by_position],
                    None if trained_positions is None else trained_positions - 1,
                ),
                _curves(
                    "memory",
                    "loss against memory length",
                    "tokens in memory",
                    [by_memory[name] for name in schemes if name in by_memory],
                    trained_memory,
                ),
            ),
        ),
        "  ·  ".join((*sentences(by_position, by_memory), f"relviz {__version__}")),
        size=(1300, 560),
    )


def sentences(*curves: Mapping[str, LossCurve]) -> tuple[str, ...]:
    """Return how the curves were measured, each sentence once."""
    return tuple(dict.fromkeys(curve.sentence for known in curves for curve in known.values()))


def _curves(name: str, title: str, axis: str, curves: Sequence[LossCurve], trained: int | None) -> Curves:
    """Draw curves over one axis; those that are not known to its end yet are NaN there."""
    places = sorted({int(place) + curve.width // 2 for curve in curves for place in curve.at})
    x = np.array(places, np.float32)
    return Curves(
        name,
        title,
        x,
        tuple(series_of(curve.scheme, _on(curve, places)) for curve in curves),
        Axis(axis),
        y_title="bits per character",
        bands=(Band(0.0, float(trained), "trained"),) if trained is not None else (),
    )


def _on(curve: LossCurve, places: list[int]) -> Floats:
    """Return a curve's values at places, NaN where it has none."""
    known = {int(place) + curve.width // 2: bits for place, bits in zip(curve.at, curve.bits, strict=True)}
    return np.array([known.get(place, np.nan) for place in places], np.float32)
