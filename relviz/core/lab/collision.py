"""Which tokens of memory and segment a position scheme gives the same position."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np
import torch

from relviz.core.positions import Positions
from relviz.core.schemes.absolute import AbsoluteScheme
from relviz.core.sentence import Sentence

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from relviz.core.reading.trace import Floats, SegmentTrace
    from relviz.core.schemes.base import PositionScheme

EXAMPLE = tuple("ABCDEFGH")
"""The article's text: two segments of four tokens."""
WINDOW = 4
"""The article's segment length."""


@dataclass(frozen=True)
class Place:
    """Where a key is.

    Attributes:
        token: its label.
        text_position: its position in the text, from 0.
        position: the position the scheme says it has, from 0; None for a scheme that gives tokens no positions.
        in_memory: whether it is memory.
    """

    token: str
    text_position: int
    position: int | None
    in_memory: bool

    @property
    def from_one(self) -> int | None:
        """The scheme's position, counted from 1 as the article counts."""
        return None if self.position is None else self.position + 1


@dataclass(frozen=True)
class Pair:
    """A token of the memory and one of the segment that have equal position vectors."""

    memory: Place
    segment: Place


@dataclass(frozen=True, eq=False)
class Collisions:
    """The positions of one segment's keys, and which of them collide.

    Attributes:
        scheme: name of the scheme.
        places: K of them, memory first.
        vectors: (K, d_model) the position vectors; None for a scheme that gives tokens none.
        pairs: tokens of memory and segment with equal vectors, in the order of the text; one of the segment is in
            several pairs where the memory holds several segments.
        sentence: what was found.
    """

    scheme: str
    places: tuple[Place, ...]
    vectors: Floats | None
    pairs: tuple[Pair, ...]
    sentence: str


def example(scheme: PositionScheme) -> Collisions:
    """Look at the article's second segment: A B C D in memory, E F G H read."""
    return collisions(scheme, Positions(segment=WINDOW, memory=WINDOW, start=WINDOW, restart_every=WINDOW), EXAMPLE)


def collisions_of(trace: SegmentTrace) -> Collisions:
    """Look at a segment that was read."""
    return collisions(trace.model.network.layers[0].attention.scheme, trace.where, trace.key_tokens)


def collisions(scheme: PositionScheme, where: Positions, labels: Sequence[str]) -> Collisions:
    """Find the tokens of memory and segment that have equal position vectors.

    Args:
        scheme: a position scheme, trained or not.
        where: the geometry of the segment.
        labels: K labels of the keys, memory first.
    """
    text = np.arange(where.start - where.memory, where.start + where.segment)
    if not isinstance(scheme, AbsoluteScheme):
        places = _places(labels, text, None, where.memory)
        return Collisions(scheme.name, places, None, (), _without_positions(scheme))
    index = scheme.index(where)
    vectors = scheme.vectors(index, torch.empty(0)).detach().cpu().numpy()
    places = _places(labels, text, index, where.memory)
    equal = (vectors[: where.memory, None] == vectors[None, where.memory :]).all(2)  # (M, T)
    pairs = tuple(Pair(places[memory], places[where.memory + segment]) for memory, segment in np.argwhere(equal))
    return Collisions(scheme.name, places, vectors, pairs, _sentence(pairs))


def _places(
    labels: Sequence[str], text: NDArray[np.int64], index: NDArray[np.int64] | None, memory: int
) -> tuple[Place, ...]:
    positions: list[int | None] = [None] * len(text) if index is None else index.tolist()
    return tuple(
        Place(label, at, position, number < memory)
        for number, (label, at, position) in enumerate(zip(labels, text.tolist(), positions, strict=True))
    )


def _sentence(pairs: tuple[Pair, ...]) -> str:
    if not pairs:
        return Sentence("No token of the memory has the position vector of a token of the segment.")
    last = pairs[-1]
    return Sentence(
        "{0} pairs of memory and segment have equal position vectors: {1} and {2} are both at position {3}, counted "
        "from 1, and the model cannot tell by it which is nearer.",
        len(pairs),
        last.memory.token.strip() or "␣",
        last.segment.token.strip() or "␣",
        last.memory.from_one,
    )


def _without_positions(scheme: PositionScheme) -> str:
    if scheme.describes == "nothing":
        return Sentence("No token has a position, so none can share one; nor can order be told by it.")
    return Sentence("Tokens have no positions of their own, only distances: two keys of one query never share theirs.")
