"""u and v as strips: the vectors whose dot products with a key and with W_kR R_d are terms (c) and (d)."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

from relviz.figure.lettering.ticks import MINUS, format_number
from relviz.figure.spec import Axis, Heatmap, Scale
from relviz.figure.words import figure_tr

if TYPE_CHECKING:
    from relviz.core.reading.encoding import BiasVectors
    from relviz.core.reading.look import Look
    from relviz.figure.spec import Floats

STRIP_SHARE = 0.22
"""Height of a strip, of that of the other plots."""


def bias_strips(look: Look, biases: BiasVectors, distance: int, at: int, key: int) -> tuple[Heatmap, Heatmap]:
    """Draw u and v, with the numbers that they make of a key and of a distance.

    A note reads on from its title, the vector's name: v · W_kR R(d), then what scaling and gain make of it, the term.
    Both strips have one scale, whose bar is beside the right one.

    Args:
        look: what is looked at.
        biases: its vectors.
        distance: d, in tokens back.
        at: its row among the distances.
        key: column of the key, memory then segment.
    """
    with_key = figure_tr("· k({0}) = {1}, {2} = {3} (c) of that key").format(
        look.key_tokens[key], *_numbers(look, biases.by_key[key], "content_bias", len(biases.u))
    )
    with_distance = figure_tr("· W_kR R({0}) = {1}, {2} = {3} (d)").format(
        str(distance).replace("-", MINUS),
        *_numbers(look, biases.by_distance[at], "position_bias", len(biases.v)),
    )
    scale, rows, columns = _scale(biases.u, biases.v), Axis(labels=("",)), Axis()
    return (
        Heatmap("u", "u", biases.u[None], scale, rows, columns, ink="content_bias", note=with_key, bar=False),
        Heatmap("v", "v", biases.v[None], scale, rows, columns, ink="position_bias", note=with_distance),
    )


def _scale(*vectors: Floats) -> Scale:
    """Return a scale that holds both vectors and whose ends have two digits: longer ones would take the plots' room."""
    exact = Scale.signed(*vectors).high
    unit = 10.0 ** (math.floor(math.log10(exact)) - 1)
    end = math.ceil(exact / unit) * unit
    return Scale(-end, end, "signed")


def _numbers(look: Look, product: float, term: str, d_head: int) -> tuple[str, str, str]:
    """Return a dot product, what makes a term of it, and the term."""
    gain = look.interventions.gain(term)
    scaling = f"/ √{d_head}" if gain == 1 else f"/ √{d_head} × {gain:g}"
    return format_number(float(product)), scaling, format_number(float(product) * d_head**-0.5 * gain)
