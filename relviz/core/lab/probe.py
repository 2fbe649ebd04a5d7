"""Ask a scheme for any position or distance: what it answers, and whether it ever was trained there."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal

import numpy as np

from relviz.core.schemes.absolute import AbsoluteScheme
from relviz.core.schemes.distance_bias import DistanceBiasScheme
from relviz.core.schemes.learned import LearnedScheme
from relviz.core.schemes.restart import RestartScheme
from relviz.core.schemes.rotary import RotaryScheme
from relviz.core.schemes.shaw import ShawScheme
from relviz.core.schemes.t5 import T5Scheme
from relviz.core.sentence import Sentence
from relviz.core.sinusoid import FARTHEST

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from relviz.core.reading.trace import Floats
    from relviz.core.schemes.base import Describes, PositionScheme

Kind = Literal["vector", "bias", "angle", "nothing"]
COMPARED = 512
"""At most so many trained positions are compared with."""


@dataclass(frozen=True, eq=False)
class Probe:
    """What a scheme answers.

    Attributes:
        scheme: its name.
        describes: what the number asked for is.
        asked: a position from 0, or a distance.
        vector: what it holds there: a vector (kind ``vector``), a number a head (``bias``), or sine and cosine of each
            pair's angle side by side (``angle``); None where it holds nothing (``nothing``).
        kind: what the vector is.
        used: the position or distance whose row is taken, which is another one where the scheme clips or restarts;
            None where there is no row.
        trained: first and last position or distance seen in training; None where unknown or where there is none.
        similarity: largest cosine between this vector and one seen in training; None for other kinds and where unknown.
        nearest: the position or distance of that one.
        sentence: the answer, for people.
        for_values: what is added to the values beside that, (H * d_head,), for a scheme that adds to them (Shaw's a_V,
            where ``vector`` is a_K); None for the others.
    """

    scheme: str
    describes: Describes
    asked: int
    vector: Floats | None
    kind: Kind
    used: int | None
    trained: tuple[int, int] | None
    similarity: float | None
    nearest: int | None
    sentence: str
    for_values: Floats | None = None

    @property
    def inside(self) -> bool:
        """Whether what was asked for was seen in training."""
        return self.trained is not None and self.trained[0] <= self.asked <= self.trained[1]


def grid(points: int = 200, largest: int = FARTHEST) -> NDArray[np.int64]:
    """Return whole numbers from 0 to the largest, ascending, spaced about evenly on a logarithmic scale, (N,).

    There are fewer than asked for where neighbours would be the same number.
    """
    spaced = np.round(np.geomspace(1, largest + 1, points)).astype(np.int64) - 1
    return np.unique(spaced)


def probe(scheme: PositionScheme, asked: int, period: int | None = None) -> Probe:
    """Ask a scheme for a position or distance, as its ``describes`` says.

    Args:
        scheme: the scheme of a layer of a trained model.
        asked: a position from 0, or a distance.
        period: T of the reading, for positions that restart; None for the model's own.
    """
    vector = scheme.vector(asked, period)
    kind = _kind(scheme, vector)
    trained = None if scheme.trained is None else (0, scheme.trained)
    used = None if vector is None else _used(scheme, asked, period)
    similarity, nearest = (
        _similarity(scheme, vector, period) if vector is not None and kind == "vector" else (None, None)
    )
    return Probe(
        scheme=scheme.name,
        describes=scheme.describes,
        asked=asked,
        vector=vector,
        kind=kind,
        used=used,
        trained=trained,
        similarity=similarity,
        nearest=nearest,
        sentence=_sentence(scheme, asked, used, vector is not None),
        for_values=value_vector(scheme, asked),
    )


def value_vector(scheme: PositionScheme, asked: int) -> Floats | None:
    """Return what a scheme adds to the values at a distance, (H * d_head,); None for one that leaves them alone."""
    return scheme.value_vector(asked) if isinstance(scheme, ShawScheme) else None


def _kind(scheme: PositionScheme, vector: Floats | None) -> Kind:
    if vector is None:
        return "nothing"
    if isinstance(scheme, DistanceBiasScheme):
        return "bias"
    return "angle" if isinstance(scheme, RotaryScheme) else "vector"


def _used(scheme: PositionScheme, asked: int, period: int | None) -> int:
    """Return the position or distance whose row the scheme takes."""
    if isinstance(scheme, RestartScheme):
        return asked % (period or scheme.config.segment_length)
    if isinstance(scheme, ShawScheme):
        return min(max(asked, scheme.first), scheme.config.clip)
    clamp = scheme.config.clamp_len
    if scheme.describes == "distance" and not isinstance(scheme, (DistanceBiasScheme, RotaryScheme)) and clamp > 0:
        return min(max(asked, -clamp), clamp)
    return asked


def _similarity(scheme: PositionScheme, vector: Floats, period: int | None) -> tuple[float | None, int | None]:
    """Return the largest cosine with a vector seen in training, and where that is."""
    if scheme.trained is None:
        return None, None
    places = np.unique(np.linspace(0, scheme.trained, min(scheme.trained + 1, COMPARED)).astype(np.int64))
    known = [scheme.vector(int(place), period) for place in places]
    table = np.array([row for row in known if row is not None], np.float64)
    norms = np.linalg.norm(table, axis=1) * np.linalg.norm(vector)
    cosine = np.divide(table @ vector, norms, out=np.zeros(len(table)), where=norms > 0)
    best = int(cosine.argmax())
    return float(cosine[best]), int(places[best])


def _sentence(scheme: PositionScheme, asked: int, used: int | None, there: bool) -> str:
    """Say what the scheme holds there, and whether it was seen in training."""
    what = Sentence("position {0:,}" if scheme.describes == "position" else "distance {0:,}", asked)
    known = "" if scheme.trained is None else _known(scheme, asked)
    if scheme.describes == "nothing":
        return Sentence("There is no vector and no number: this scheme holds nothing for positions or distances.")
    if not there:
        rows = len(scheme.positions) if isinstance(scheme, LearnedScheme) else 0
        return Sentence(
            "There is no vector for {0}: the table ends after {1:,} rows. A program can fail here, or clip and take "
            "row {2:,} for all positions beyond, as relviz does; either way nothing was learned.",
            what,
            rows,
            rows - 1,
        )
    if isinstance(scheme, RestartScheme):
        return Sentence(
            "The token at {0} gets the vector of place {1:,} in its segment, as do those of all other segments.",
            what,
            used,
        )
    if isinstance(scheme, ShawScheme) and used != asked:
        return Sentence(
            "For {0} the row of distance {1:,} is taken, as for all distances beyond: they share one row, for keys and "
            "for values.",
            what,
            used,
        )
    if isinstance(scheme, ShawScheme):
        return Sentence(
            "The vector of {0} is a row of a learned table, which goes up to distance {1:,}; so is what it adds to the "
            "values.",
            what,
            scheme.config.clip,
        )
    if isinstance(scheme, T5Scheme) and asked >= scheme.config.max_distance:
        return Sentence(
            "For {0} each head adds the number of the last bucket, as for all distances of {1:,} and more.{2}",
            what,
            scheme.config.max_distance,
            known,
        )
    if isinstance(scheme, DistanceBiasScheme):
        return Sentence("For {0} each head adds one number to the score, and there is no vector.{1}", what, known)
    if isinstance(scheme, RotaryScheme):
        return Sentence(
            "For {0} each pair of dimensions is turned by an angle of its own; nothing is added.{1}", what, known
        )
    if used != asked:
        return Sentence("For {0} the vector of distance {1:,} is taken, as for all distances beyond.", what, used)
    if isinstance(scheme, AbsoluteScheme) and not isinstance(scheme, LearnedScheme):
        return Sentence("The vector of {0} is well defined: a formula gives it, not a table.{1}", what, known)
    if isinstance(scheme, LearnedScheme):
        rows = len(scheme.positions)
        return Sentence("The vector of {0} is row {1:,} of a table of {2:,}.{3}", what, asked, rows, known)
    return Sentence(
        "The vector R of {0} is well defined: a formula gives it, there is no table to end.{1}", what, known
    )


def _known(scheme: PositionScheme, asked: int) -> str:
    last = scheme.trained
    if last is None:
        return ""
    if 0 <= asked <= last:
        return Sentence(" It was seen in training, which went from 0 to {0:,}.", last)
    return Sentence(" It was never seen in training, which went from 0 to {0:,}.", last)
