"""Loss against the position in the text and against the length of the memory, a curve a scheme."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from relviz import __version__
from relviz.core.units import of_bits
from relviz.figure.lettering.text import SEPARATOR
from relviz.figure.spec import Axis, Band, Curves, FigureSpec
from relviz.figure.views.schemes.words import listed, measured, said_of, series_of
from relviz.figure.words import figure_tr, told, unit_name

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from relviz.core.lab.checks import Check
    from relviz.core.lab.loss_curves import LossCurve
    from relviz.core.reading.trace import Floats
    from relviz.core.units import Unit

LEGEND = 200
"""Width of the figure for each scheme, so that both legends name all of them."""


def losses_figure(
    by_position: Mapping[str, LossCurve],
    by_memory: Mapping[str, LossCurve],
    schemes: Sequence[str],
    trained_positions: int | None,
    trained_memory: int | None,
    checks: Sequence[Check] = (),
    unit: Unit = "bits",
) -> FigureSpec:
    """Draw the curves as far as they are known.

    Args:
        by_position: scheme to its loss over positions.
        by_memory: scheme to its loss over memory lengths.
        schemes: those to draw, in order.
        trained_positions: how many positions were seen in training, None where unknown.
        trained_memory: the longest memory seen in training, None where unknown.
        checks: what the papers report, for the caption; those about other schemes are left out.
        unit: what losses are told in.
    """
    return FigureSpec(
        "losses",
        "",
        (
            (
                _curves(
                    "position",
                    figure_tr("loss against position"),
                    figure_tr("position in the text, from 0"),
                    [by_position[name] for name in schemes if name in by_position],
                    None if trained_positions is None else trained_positions - 1,
                    unit,
                ),
                _curves(
                    "memory",
                    figure_tr("loss against memory length"),
                    figure_tr("tokens in memory"),
                    [by_memory[name] for name in schemes if name in by_memory],
                    trained_memory,
                    unit,
                ),
            ),
        ),
        SEPARATOR.join((*sentences(by_position, by_memory), *held(checks, schemes, unit), f"relviz {__version__}")),
        size=(max(1300, LEGEND * len(schemes)), 720 if checks else 560),
    )


def sentences(*curves: Mapping[str, LossCurve]) -> tuple[str, ...]:
    """Return how the curves were measured, each sentence once."""
    return tuple(dict.fromkeys(told(curve.sentence) for known in curves for curve in known.values()))


def held(checks: Sequence[Check], schemes: Sequence[str], unit: Unit) -> tuple[str, ...]:
    """Return for each scheme drawn whether it shows what the papers report, with what was measured."""
    return tuple(
        (figure_tr("{0}: shown ({1})") if check.met else figure_tr("{0}: not shown by these models ({1})")).format(
            said_of(listed(check.schemes), told(check.claim)), measured(check, unit)
        )
        for check in checks
        if check.met is not None and set(check.schemes) & set(schemes)
    )


def _curves(name: str, title: str, axis: str, curves: Sequence[LossCurve], trained: int | None, unit: Unit) -> Curves:
    """Draw curves over one axis; those that are not known to its end yet are NaN there."""
    places = sorted({int(place) + curve.width // 2 for curve in curves for place in curve.at})
    x = np.array(places, np.float32)
    return Curves(
        name,
        title,
        x,
        tuple(series_of(curve.scheme, of_bits(_on(curve, places), unit)) for curve in curves),
        Axis(axis),
        y_title=figure_tr("{0} per character").format(unit_name(unit)),
        bands=(Band(0.0, float(trained), figure_tr("trained")),) if trained is not None else (),
    )


def _on(curve: LossCurve, places: list[int]) -> Floats:
    """Return a curve's values at places, NaN where it has none."""
    known = {int(place) + curve.width // 2: bits for place, bits in zip(curve.at, curve.bits, strict=True)}
    return np.array([known.get(place, np.nan) for place in places], np.float32)
