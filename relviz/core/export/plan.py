"""What of a reading is written into a file, and in how many goes."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from relviz import __version__
from relviz.core.sentence import Sentence
from relviz.errors import Cancelled, SettingError

if TYPE_CHECKING:
    from collections.abc import Sequence

    from relviz.core.reading.reading import IsCancelled, Progress, Reading

HELD_BYTES = 256 * 2**20
"""Arrays of a segment that are held at a time, unless a single one is larger; the others wait for another pass."""


@dataclass(frozen=True)
class Size:
    """T and K of a segment."""

    queries: int
    keys: int

    @property
    def cells(self) -> int:
        """T times K."""
        return self.queries * self.keys


@dataclass(frozen=True)
class Plan:
    """What is to be written.

    Attributes:
        meta: what the file says of itself.
        names: the arrays that are computed: parts, score, attention.
        sizes: of the segments.
        layers: which layers.
        heads: which heads.
    """

    meta: dict[str, Any]
    names: tuple[str, ...]
    sizes: tuple[Size, ...]
    layers: tuple[int, ...]
    heads: tuple[int, ...]

    @classmethod
    def of(cls, reading: Reading, segments: Sequence[int], layers: Sequence[int], heads: Sequence[int]) -> Plan:
        """Plan to write some segments, layers and heads.

        Raises:
            SettingError: there is no such segment, layer or head, or none was asked for.
        """
        model, config = reading.model, reading.model.config
        _require(Sentence("segment"), segments, len(reading), Sentence("the text"))
        _require(Sentence("layer"), layers, config.n_layer, model.name)
        _require(Sentence("head"), heads, config.n_head, model.name)
        meta = {
            "model": model.name,
            "model_sha256": model.sha256,
            "scheme": config.scheme,
            "segment_length": reading.segment_length,
            "memory_length": reading.memory_length,
            "initial_memory": reading.initial_memory,
            "segments": list(segments),
            "segments_in_text": len(reading),
            "layers": list(layers),
            "heads": list(heads),
            "version": __version__,
        }
        if reading.start:
            meta["start"] = reading.start
        if reading.interventions:
            meta["interventions"] = reading.interventions.as_data()
        places = [reading.where(index) for index in segments]
        kinds = model.network.layers[0].attention.scheme.kinds_of(places[0])
        names = (*(kind.name for kind in kinds), "score", "attention")
        sizes = tuple(Size(where.segment, where.keys) for where in places)
        return cls(meta, names, sizes, tuple(layers), tuple(heads))

    @property
    def pairs(self) -> list[tuple[int, int]]:
        """Layers and heads, heads fastest."""
        return [(layer, head) for layer in self.layers for head in self.heads]

    @property
    def heads_in_all(self) -> int:
        """How many heads of all layers together."""
        return len(self.layers) * len(self.heads)

    def passes(self, size: Size) -> list[tuple[str, ...]]:
        """Return which arrays of a segment are computed together."""
        at_once = max(1, HELD_BYTES // (4 * self.heads_in_all * size.cells))
        return [self.names[first : first + at_once] for first in range(0, len(self.names), at_once)]

    def ticks(self, by_row: bool) -> int:
        """Return how often a head will be computed."""
        return self.heads_in_all * sum(1 if by_row else len(self.passes(size)) for size in self.sizes)


class Ticker:
    """Counts heads; tells the progress and asks whether to go on."""

    def __init__(self, total: int, progress: Progress | None, is_cancelled: IsCancelled | None) -> None:
        self._total, self._done = total, 0
        self._progress, self._is_cancelled = progress, is_cancelled

    def __call__(self) -> None:
        """Count one more; raises Cancelled if it is not to be."""
        if self._is_cancelled and self._is_cancelled():
            raise Cancelled("Writing the numbers was cancelled.")
        self._done += 1
        if self._progress:
            self._progress(self._done / self._total)


def _require(what: Sentence, indices: Sequence[int], count: int, owner: str) -> None:
    """Say which segment, layer or head there is not."""
    if not indices:
        raise SettingError("There is nothing to write: choose at least one {0}.", what)
    for index in indices:
        if not 0 <= index < count:
            raise SettingError("There is no {0} {1}: {2} has {0}s 0 to {3}.", what, index, owner, count - 1)
