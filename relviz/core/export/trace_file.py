"""The numbers of a reading as a file: .npz, .json or .csv, written as they are computed."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from relviz.core.export.formats import WRITERS
from relviz.core.export.plan import Plan, Ticker
from relviz.core.sentence import either
from relviz.core.whole_file import replacing
from relviz.errors import SettingError

if TYPE_CHECKING:
    from collections.abc import Sequence

    from relviz.core.reading.reading import IsCancelled, Progress, Reading

TRACE_SUFFIXES = tuple(WRITERS)
"""The kinds of file there are."""


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
    write = WRITERS[_suffix(path)]
    tick = Ticker(plan.ticks(write is WRITERS[".csv"]), progress, is_cancelled)
    with replacing(path, make_folder=True) as file:
        write(file, plan, (reading.step(index, is_cancelled=is_cancelled) for index in segments), tick)


def trace_bytes(
    reading: Reading, segments: Sequence[int], layers: Sequence[int], heads: Sequence[int], suffix: str = ".npz"
) -> int:
    """Return how large the file will be: within a few percent for .npz, roughly for the kinds that are text.

    Raises:
        SettingError: as for ``write_trace``.
    """
    plan = Plan.of(reading, segments, layers, heads)
    # of text: characters a cell, measured on en-small; of .npz: float32, the distance as int32, and the mask
    numbers = len(plan.names)
    of_a_cell = {".csv": 26 + 10 * numbers, ".json": 10 + 12 * numbers}.get(
        _suffix(Path(f"_{suffix}")), 4 * numbers + 5
    )
    of_a_label = 24  # a few characters of 4 bytes each
    of_a_name = 350  # what zip and numpy write round an array
    return sum(
        plan.heads_in_all * size.cells * of_a_cell
        + plan.heads_in_all * size.queries * 4
        + (size.queries + size.keys) * of_a_label
        + (numbers + 6) * of_a_name
        for size in plan.sizes
    )


def _suffix(path: Path) -> str:
    """Return the kind of file, or say which there are."""
    if path.suffix.lower() not in WRITERS:
        raise SettingError(
            "{0} is no kind of file that relviz writes: end its name in {1}.", path.name, either(list(WRITERS))
        )
    return path.suffix.lower()
