"""The numbers of a reading as a file, written as they are computed: what of them, in which kind of file.

A kind of file is a function that writes it and one line of ``FORMATS``.
"""

from __future__ import annotations

import csv
import io
import json
import zipfile
from dataclasses import dataclass
from math import isnan
from pathlib import Path
from typing import IO, TYPE_CHECKING, Any

import numpy as np

from relviz import __version__
from relviz.core.sentence import Sentence, either, marked
from relviz.core.whole_file import replacing
from relviz.errors import Cancelled, SettingError

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Sequence

    from numpy.typing import NDArray

    from relviz.core.reading.reading import IsCancelled, Progress, Reading
    from relviz.core.reading.trace import Floats, SegmentTrace, Terms

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


def _write_npz(file: IO[bytes], plan: Plan, traces: Iterator[SegmentTrace], tick: Ticker) -> None:
    """Write a zip of .npy files, not compressed: numpy's own format."""
    with zipfile.ZipFile(file, "w") as archive:
        _add(archive, "meta", np.array(json.dumps(plan.meta)))
        for trace in traces:
            for name, values in _arrays(plan, trace, tick):
                _add(archive, f"s{trace.index}/{name}", values)


def _add(archive: zipfile.ZipFile, name: str, values: NDArray[Any]) -> None:
    entry = zipfile.ZipInfo(f"{name}.npy")  # its date is fixed, so that the same numbers are the same bytes
    with archive.open(entry, "w", force_zip64=True) as file:
        np.lib.format.write_array(file, values, allow_pickle=False)


def _write_json(file: IO[bytes], plan: Plan, traces: Iterator[SegmentTrace], tick: Ticker) -> None:
    """Write one object, a line an array."""
    file.write(f'{{"meta": {json.dumps(plan.meta)}'.encode())
    for trace in traces:
        for name, values in _arrays(plan, trace, tick):
            file.write(f',\n"s{trace.index}/{name}": '.encode())
            for piece in _nested(values):
                file.write(piece.encode())
    file.write(b"}\n")


def _write_csv(file: IO[bytes], plan: Plan, traces: Iterator[SegmentTrace], tick: Ticker) -> None:
    """Write a table, a row a cell."""
    where = ("segment", "layer", "head", "query", "key", "query_token", "key_token", "distance", "mask")
    file.write(_lines([(*where, *plan.names)]))
    for trace in traces:
        query_tokens, key_tokens = trace.query_tokens, trace.key_tokens
        for layer, head in plan.pairs:
            tick()
            terms = trace.terms(layer, head)
            arrays = [_values(terms, name) for name in plan.names]
            for query, token in enumerate(query_tokens):
                columns = zip(
                    key_tokens,
                    terms.distance[query].tolist(),
                    terms.mask[query].astype(int).tolist(),
                    *(_texts(values[query], "") for values in arrays),
                    strict=True,
                )
                first = (trace.index, layer, head, query)
                file.write(_lines((*first, key, token, *cell) for key, cell in enumerate(columns)))


def _lines(rows: Iterable[Sequence[object]]) -> bytes:
    """Return rows of a table as they stand in the file."""
    text = io.StringIO(newline="")
    csv.writer(text, lineterminator="\n").writerows(rows)
    return text.getvalue().encode()


def _arrays(plan: Plan, trace: SegmentTrace, tick: Ticker) -> Iterator[tuple[str, NDArray[Any]]]:
    """Yield the arrays of a segment; no more of them are held than ``HELD_BYTES`` allows."""
    outer = (len(plan.layers), len(plan.heads))
    size = Size(trace.where.segment, trace.where.keys)
    shape = (*outer, size.queries, size.keys)
    yield "query_tokens", np.array(trace.query_tokens)
    yield "key_tokens", np.array(trace.key_tokens)
    yield "loss", trace.loss
    yield "mask", np.broadcast_to(trace.where.visible, shape)
    yield "distance", np.broadcast_to(trace.where.distance.astype(np.int32), shape)
    share = np.empty(shape[:3], np.float32)
    for names in plan.passes(size):
        arrays = {name: np.empty(shape, np.float32) for name in names}
        for place, (layer, head) in zip(np.ndindex(outer), plan.pairs, strict=True):
            tick()
            terms = trace.terms(layer, head)
            for name, values in arrays.items():
                values[place] = _values(terms, name)
            share[place] = terms.attention[:, : terms.memory].sum(1)
        yield from arrays.items()
    yield "memory_share", share


def _values(terms: Terms, name: str) -> Floats:
    """Return an array of the terms by its name, (T, K)."""
    if name in {"score", "attention"}:
        values: Floats = getattr(terms, name)
        return values
    part = terms.part(name)
    assert part is not None, name
    return part


def _nested(values: NDArray[Any]) -> Iterator[str]:
    """Yield an array as JSON lists, a row at a time."""
    if values.ndim == 1:
        numbers = values.dtype.kind == "f"
        yield f"[{', '.join(_texts(values, 'null'))}]" if numbers else json.dumps(values.tolist(), ensure_ascii=False)
        return
    yield "["
    for index, inner in enumerate(values):
        yield ", " if index else ""
        yield from _nested(inner)
    yield "]"


def _texts(values: Floats, nothing: str) -> list[str]:
    """Return each number in nine digits, which read back as the same float32, and ``nothing`` for NaN."""
    return [nothing if isnan(value) else f"{value:.9g}" for value in values.tolist()]


@dataclass(frozen=True)
class DataFormat:
    """A kind of file for the numbers.

    Attributes:
        suffix: how the names of its files end.
        title: what it is, in English.
        write: writes a plan's segments into a file, counting the heads as it computes them.
        bytes_of_a_cell: how many bytes a cell takes of so many numbers, roughly for text, as measured on en-small.
        by_row: whether it computes each head once, whatever the arrays would take.
    """

    suffix: str
    title: str
    write: Callable[[IO[bytes], Plan, Iterator[SegmentTrace], Ticker], None]
    bytes_of_a_cell: Callable[[int], int]
    by_row: bool = False


FORMATS: dict[str, DataFormat] = {
    one.suffix: one
    for one in (
        # float32, the distance as int32, and the mask
        DataFormat(".npz", marked("Data", "NumPy arrays"), _write_npz, lambda numbers: 4 * numbers + 5),
        DataFormat(".csv", marked("Data", "Table"), _write_csv, lambda numbers: 26 + 10 * numbers, by_row=True),
        DataFormat(".json", marked("Data", "JSON"), _write_json, lambda numbers: 10 + 12 * numbers),
    )
}
"""All kinds by their suffix, the usual one first; the command and the window's dialog take them from here."""


def write_trace(
    path: Path,
    reading: Reading,
    segments: Sequence[int],
    layers: Sequence[int],
    heads: Sequence[int],
    *,
    progress: Progress | None = None,
    is_cancelled: IsCancelled | None = None,
) -> None:
    """Write the numbers of some segments, layers and heads; the end of the file's name says how.

    ``.npz`` holds, for segment 3, ``s3/content``, ``s3/position``, ``s3/content_bias``, ``s3/position_bias`` (those
    the model has, and any other, as XLNet's ``s3/token_type``), ``s3/score``, ``s3/attention``, ``s3/mask`` and
    ``s3/distance``. All of these are (layer, head, T, K); mask and distance are the same for every layer and head, and
    are repeated so that one index fits all. Masked cells are NaN in terms and score and 0 in attention; the mask is
    True where a query may see a key.
    Beside them are ``s3/memory_share`` (layer, head, T), ``s3/loss`` (T,) in nats, ``s3/query_tokens`` (T,),
    ``s3/key_tokens`` (K,) and, once a file, ``meta``: a JSON text with the model and its hash, the lengths, the version
    and which segments, layers and heads there are, in the order of the axes. It loads with ``allow_pickle=False``.

    ``.json`` holds the same under the same names, as lists, with null for NaN; ``meta`` is an object there.

    ``.csv`` has one row a cell, masked ones included: their terms and score are empty, their attention is 0.

    Args:
        path: where to; its folder is made if need be. The file is there as a whole or not at all.
        reading: the text being read.
        segments: which segments, from 0.
        layers: which layers, from 0.
        heads: which heads, from 0.
        progress: called with the share done, 0 to 1.
        is_cancelled: asked before each head.

    Raises:
        SettingError: there is no such segment, layer, head or kind of file, or none was asked for.
        OutputError: the file cannot be written.
        Cancelled: ``is_cancelled`` said so.
    """
    plan = Plan.of(reading, segments, layers, heads)
    kind = _format_of(path)
    tick = Ticker(plan.ticks(kind.by_row), progress, is_cancelled)
    with replacing(path, make_folder=True) as file:
        kind.write(file, plan, (reading.step(index, is_cancelled=is_cancelled) for index in segments), tick)


def trace_bytes(
    reading: Reading, segments: Sequence[int], layers: Sequence[int], heads: Sequence[int], suffix: str = ".npz"
) -> int:
    """Return how large the file will be: within a few percent for .npz, roughly for the kinds that are text.

    Raises:
        SettingError: as for ``write_trace``.
    """
    plan = Plan.of(reading, segments, layers, heads)
    numbers = len(plan.names)
    of_a_cell = _format_of(Path(f"_{suffix}")).bytes_of_a_cell(numbers)
    of_a_label = 24  # a few characters of 4 bytes each
    of_a_name = 350  # what zip and numpy write round an array
    return sum(
        plan.heads_in_all * size.cells * of_a_cell
        + plan.heads_in_all * size.queries * 4
        + (size.queries + size.keys) * of_a_label
        + (numbers + 6) * of_a_name
        for size in plan.sizes
    )


def _format_of(path: Path) -> DataFormat:
    """Return the kind of file, or say which there are."""
    kind = FORMATS.get(path.suffix.lower())
    if kind is None:
        raise SettingError(
            "{0} is no kind of file that relviz writes: end its name in {1}.", path.name, either(list(FORMATS))
        )
    return kind
