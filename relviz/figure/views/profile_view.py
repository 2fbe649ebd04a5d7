"""How profiles over the relative distance are shown: which maps, which colours, and a column for how many distances."""

from __future__ import annotations

from dataclasses import asdict, dataclass
from typing import TYPE_CHECKING, Literal

import numpy as np

from relviz.figure.lettering.ticks import MINUS
from relviz.figure.spec import Scale
from relviz.figure.views.term_view import Colours  # noqa: TC001 # fields tell of it to what reads projects

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from relviz.core.interventions import PartKind
    from relviz.figure.spec import Floats


Spacing = Literal["linear", "log"]
ALL, NO_MAP = "all", "none"
"""Values of ``beside``: the maps of all terms, or of none."""


@dataclass(frozen=True)
class ProfileView:
    """How the profiles are shown.

    Attributes:
        beside: name of the part of the score whose map stands beside that of the attention, ``all`` or ``none``.
        spacing: whether each distance has a column of its own, or columns go by the logarithm.
        colours: whether colours go by the square ``root``, by the number (``linear``) or by its logarithm.
    """

    beside: str = ALL
    spacing: Spacing = "linear"
    colours: Colours = "root"

    def shown(self, kinds: Sequence[PartKind]) -> tuple[int, ...]:
        """Return which parts of a score have maps; for one that a scheme lacks, the second of those that it has."""
        places = range(len(kinds))
        if self.beside == ALL:
            return tuple(places)
        if self.beside == NO_MAP:
            return ()
        return tuple(n for n in places if kinds[n].name == self.beside) or tuple(places[:2][-1:])

    def bins(self, distances: NDArray[np.int64]) -> Bins:
        """Return the columns that distances are shown in."""
        return Bins.logarithmic(distances) if self.spacing == "log" else Bins.linear(distances)

    def scale(self, *maps: Floats) -> Scale:
        """Return the one scale of all maps, so that they can be compared."""
        if self.colours == "log":
            return Scale.logarithmic(*maps)
        return Scale.share(*maps, power=0.5 if self.colours == "root" else 1.0)

    def as_data(self) -> dict[str, object]:
        """Return what files say of it, in JSON's types; only what differs from the usual."""
        usual = asdict(ProfileView())
        return {name: value for name, value in asdict(self).items() if value != usual[name]}


AN_OCTAVE = 4
"""Columns from a distance to twice that distance, where there are so many distances."""


@dataclass(frozen=True, eq=False)
class Bins:
    """A run of distances in columns.

    Attributes:
        distances: (D,) ascending in steps of 1.
        starts: (B,) index of the first distance of each column.
    """

    distances: NDArray[np.int64]
    starts: NDArray[np.int64]

    @classmethod
    def linear(cls, distances: NDArray[np.int64]) -> Bins:
        """Return one column a distance."""
        return cls(distances, np.arange(len(distances)))

    @classmethod
    def logarithmic(cls, distances: NDArray[np.int64]) -> Bins:
        """Return columns of about a quarter of an octave: the nearest distances have one each, the farthest share."""
        size = np.abs(distances)
        # a hair more, so that 2 to the 3rd is not missed by rounding
        octave = np.floor(AN_OCTAVE * np.log2(np.maximum(size, 1)) + 1e-9).astype(np.int64) + 1
        column = np.sign(distances) * np.where(size == 0, 0, octave)
        return cls(distances, np.flatnonzero(np.diff(column, prepend=column[0] - 1)))

    @property
    def ends(self) -> NDArray[np.int64]:
        """(B,) index after the last distance of each column."""
        return np.append(self.starts[1:], len(self.distances))

    def mean(self, values: Floats, queries: NDArray[np.int64]) -> Floats:
        """Return the means of (..., D) values in each column, (..., B).

        Args:
            values: means over queries at each distance.
            queries: (D,) how many queries that was, so that every pair of query and key counts alike.
        """
        if len(self.starts) == len(self.distances):
            return values
        sums = np.add.reduceat(values * queries, self.starts, axis=-1, dtype=np.float64)
        means: Floats = (sums / np.add.reduceat(queries, self.starts)).astype(np.float32)
        return means

    def index(self, distance: float) -> int:
        """Return the column of a distance, or of the nearest there is."""
        at = np.clip(round(distance) - int(self.distances[0]), 0, len(self.distances) - 1)
        return int(np.searchsorted(self.starts, at, "right")) - 1

    def place(self, distance: float) -> float:
        """Return where a distance is, in columns from the left end of the first; beyond both ends it goes on."""
        at = distance - float(self.distances[0])
        if not 0 <= at <= len(self.distances) - 1:
            return at + 0.5 if at < 0 else at - len(self.distances) + 0.5 + len(self.starts)
        column = self.index(distance)
        start, end = int(self.starts[column]), int(self.ends[column])
        return column + (at - start + 0.5) / (end - start)

    def range(self, column: int) -> tuple[int, int]:
        """Return the first and the last distance of a column."""
        return int(self.distances[self.starts[column]]), int(self.distances[self.ends[column] - 1])

    @property
    def labels(self) -> tuple[str, ...]:
        """The nearest distance of each column."""
        nearest = (min(self.range(column), key=abs) for column in range(len(self.starts)))
        return tuple(str(distance).replace("-", MINUS) for distance in nearest)
