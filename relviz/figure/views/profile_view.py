"""How profiles over the relative distance are shown: which maps, which columns, which colours."""

from __future__ import annotations

from dataclasses import asdict, dataclass
from typing import TYPE_CHECKING, Literal

from relviz.figure.spec import Scale
from relviz.figure.views.distance_bins import Bins
from relviz.figure.views.term_view import Colours  # noqa: TC001 # fields tell of it to what reads projects

if TYPE_CHECKING:
    from collections.abc import Sequence

    import numpy as np
    from numpy.typing import NDArray

    from relviz.core.schemes.base import PartKind
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
