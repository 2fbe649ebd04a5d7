"""Which tokens of memory and segment have equal position vectors, as maps of how far apart the vectors are."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import numpy as np

from relviz import __version__
from relviz.figure.lettering.text import SEPARATOR
from relviz.figure.spec import Axis, FigureSpec, Heatmap, Marker, Scale
from relviz.figure.views.schemes.words import RANDOM, said_of, title_of
from relviz.figure.words import figure_tr, told

if TYPE_CHECKING:
    from collections.abc import Collection, Sequence

    from relviz.core.lab.collision import Collisions, Place
    from relviz.core.reading.trace import Floats

NUMBERED = 12
"""Up to so many keys, cells have numbers."""


def collision_figure(
    collisions: Sequence[Collisions], *, from_one: bool, untrained: Collection[str] = (), where: str = ""
) -> FigureSpec:
    """Draw how far each segment token's position vector is from each key's; equal ones are framed.

    Schemes that give tokens no positions are left out, if any other is there.

    Args:
        collisions: one a scheme, of the same segment.
        from_one: count positions from 1, as the article does, else from 0.
        untrained: schemes whose weights are random.
        where: what was read, for the caption; may be empty.
    """
    with_vectors = [one for one in collisions if one.vectors is not None] or collisions
    panels = tuple(_panel(one, from_one, one.scheme in untrained) for one in with_vectors)
    across = 1 if len(panels) == 1 else 2
    grid = tuple(panels[start : start + across] for start in range(0, len(panels), across))
    counted = (
        figure_tr("positions count from 1, as in the article") if from_one else figure_tr("positions count from 0")
    )
    return FigureSpec(
        "collision",
        "",
        grid,
        SEPARATOR.join(
            (
                figure_tr("Equal position vectors of memory and segment are framed"),
                *(said_of(title_of(one.scheme), _finding(one, from_one)) for one in collisions),
                *((where,) if where else ()),
                counted,
                f"relviz {__version__}",
            )
        ),
        size=(1200, 80 + 360 * len(grid)),
    )


def _finding(collisions: Collisions, from_one: bool) -> str:
    """Say what was found, with the last pair by name."""
    if not collisions.pairs:
        return told(collisions.sentence)
    last = collisions.pairs[-1]
    place = last.segment.from_one if from_one else last.segment.position
    count = len(collisions.pairs)
    text = figure_tr(
        "{0} pairs of keys have equal vectors, and {1} and {2} both sit at position {3}: the model cannot tell by it "
        "which is nearer."
    )
    if count == 1:
        text = figure_tr("{1} and {2} both sit at position {3}: the model cannot tell by it which is nearer.")
    memory, segment = (f"“{one.token}”" for one in (last.memory, last.segment))  # a token may be a comma
    return text.format(count, memory, segment, place)


def _panel(collisions: Collisions, from_one: bool, untrained: bool) -> Heatmap:
    places = collisions.places
    memory = sum(place.in_memory for place in places)
    apart = _apart(collisions, memory)
    pairs = tuple((places.index(pair.segment) - memory, places.index(pair.memory)) for pair in collisions.pairs)
    note, same = figure_tr("distance of position vectors, 0 is equal"), not apart.any()  # NaN is not 0
    if collisions.vectors is None:
        note = figure_tr("tokens have no positions of their own")
    elif same:
        note = figure_tr("distance of position vectors: 0 everywhere, all are equal")
    labels = tuple(_label(place, from_one) for place in places)
    return Heatmap(
        f"collision_{collisions.scheme}",
        title_of(collisions.scheme),
        apart,
        replace(Scale.share(apart), percent=False, zero=same),
        Axis(figure_tr("token of the segment"), labels[memory:], tokens=True),
        Axis(figure_tr("key and its position"), labels, tokens=True),
        ink="score",
        markers=(Marker.memory(memory),) if memory else (),
        numbers=collisions.vectors is not None and len(places) <= NUMBERED,
        note=f"{note} · {figure_tr(RANDOM)}" if untrained and collisions.scheme == "learned" else note,
        framed=pairs,
    )


def _apart(collisions: Collisions, memory: int) -> Floats:
    """Return (T, K) lengths of differences, NaN for a scheme without position vectors."""
    if collisions.vectors is None:
        return np.full((len(collisions.places) - memory, len(collisions.places)), np.nan, np.float32)
    differences = collisions.vectors[memory:, None] - collisions.vectors[None]  # (T, K, d_model)
    apart: Floats = np.linalg.norm(differences, axis=2).astype(np.float32)
    return apart


def _label(place: Place, from_one: bool) -> str:
    if place.position is None:
        return place.token
    return f"{place.token} {place.from_one if from_one else place.position}"
