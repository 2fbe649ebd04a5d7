"""The kinds of file that numbers are written into."""

from __future__ import annotations

import csv
import io
import json
import zipfile
from math import isnan
from typing import IO, TYPE_CHECKING, Any

import numpy as np

from relviz.core.export.plan import Size

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Sequence

    from numpy.typing import NDArray

    from relviz.core.export.plan import Plan, Ticker
    from relviz.core.reading.trace import Floats, SegmentTrace, Terms


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


WRITERS: dict[str, Callable[[IO[bytes], Plan, Iterator[SegmentTrace], Ticker], None]] = {
    ".npz": _write_npz,
    ".csv": _write_csv,
    ".json": _write_json,
}


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
