"""What a model loses on held-out text, against the position it works at and against the length of its memory."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal

import numpy as np

from relviz.core.lab.streams import BITS, read_streams, stretches
from relviz.core.schemes.absolute import AbsoluteScheme
from relviz.core.schemes.restart import RestartScheme
from relviz.core.sentence import Sentence

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from relviz.core.model.model import Model
    from relviz.core.reading.reading import IsCancelled, Progress

MEMORY_LENGTHS = (0, 16, 32, 64, 128, 256, 512)
BIN = 64
"""Positions that are averaged into one point."""
LENGTH = 2048
"""Positions that are read by default."""
STREAMS = 32
SCORED = 256
"""Tokens of each stretch that are counted for a memory length."""


@dataclass(frozen=True, eq=False)
class LossCurve:
    """Loss of one model over positions or memory lengths.

    Attributes:
        scheme: the model's position scheme.
        over: what ``at`` counts.
        at: (N,) first position of each bin, or the memory lengths.
        bits: (N,) mean loss in bits per token (per character, for a model of characters).
        error: (N,) standard error of the mean over the stretches, in bits: what the choice of text leaves open.
        tokens: predictions behind each point.
        inside: (N,) True where everything asked for was seen in training, absolute positions and the memory's length.
        positions_inside: (N,) True where all absolute positions were; all True for a scheme that has no positions, or
            starts them again in each segment.
        full: (N,) True where the memory was full, or as full as it can be, for every token counted.
        width: positions in a bin; 0 over memory lengths.
        sentence: how it was measured.
    """

    scheme: str
    over: Literal["position", "memory"]
    at: NDArray[np.int64]
    bits: NDArray[np.float64]
    error: NDArray[np.float64]
    tokens: int
    inside: NDArray[np.bool_]
    positions_inside: NDArray[np.bool_]
    full: NDArray[np.bool_]
    width: int
    sentence: str


Partial = Callable[[LossCurve], None]
"""Hears the curve as far as it is known."""


def loss_by_position(
    model: Model,
    ids: NDArray[np.int64],
    *,
    segment_length: int | None = None,
    memory_length: int | None = None,
    length: int = LENGTH,
    streams: int = STREAMS,
    width: int = BIN,
    progress: Progress | None = None,
    is_cancelled: IsCancelled | None = None,
    partial: Partial | None = None,
) -> LossCurve:
    """Measure the loss against the position in the text, from 0.

    Stretches of the text are read side by side, each from position 0, in segments that do not overlap, over a memory
    of fixed length; losses at the same positions are averaged. The first segment has no memory (``full`` says so).

    Args:
        model: the model.
        ids: (N,) held-out text.
        segment_length: T; the model's training length if not given.
        memory_length: M; the model's training length if not given.
        length: how many positions; fewer where the text is shorter.
        streams: how many stretches.
        width: positions in a bin.
        progress: called with the share done, 0 to 1.
        is_cancelled: asked before each segment.
        partial: called with the curve so far after each segment that completes a bin.

    Raises:
        TextError: the text is too short.
        Cancelled: ``is_cancelled`` said so.
    """
    segment, memory = _lengths(model, segment_length, memory_length)
    length = max(width, min(length, len(ids) - 1) // width * width)
    text = stretches(ids, streams, length)
    read: list[NDArray[np.float32]] = []

    def curve() -> LossCurve:
        known = sum(part.shape[1] for part in read) // width
        losses = np.concatenate(read, axis=1)[:, : known * width].reshape(len(text), known, width).mean(2) * BITS
        at = np.arange(known) * width
        positions_inside = _positions_inside(model, at + width - 1)
        return LossCurve(
            scheme=model.config.scheme,
            over="position",
            at=at,
            bits=losses.mean(0, dtype=np.float64),
            error=_error(losses),
            tokens=len(text) * width,
            inside=positions_inside & (memory <= _trained_memory(model)),
            positions_inside=positions_inside,
            full=at // segment * segment >= memory,
            width=width,
            sentence=Sentence(
                "{0} stretches of {1:,} tokens of held-out text, each read from position 0 in segments of {2} that do "
                "not overlap, over a memory of {3}; mean over all stretches, in bins of {4} positions.",
                len(text),
                length,
                segment,
                memory,
                width,
            ),
        )

    for part in read_streams(model.network, text, segment, memory, is_cancelled):
        read.append(part.nats)
        if progress:
            progress((part.start + part.nats.shape[1]) / length)
        if partial and (part.start + part.nats.shape[1]) // width > part.start // width:
            partial(curve())
    return curve()


def loss_by_memory(
    model: Model,
    ids: NDArray[np.int64],
    memory_lengths: Sequence[int] = MEMORY_LENGTHS,
    *,
    segment_length: int | None = None,
    scored: int = SCORED,
    streams: int = STREAMS,
    progress: Progress | None = None,
    is_cancelled: IsCancelled | None = None,
    partial: Partial | None = None,
) -> LossCurve:
    """Measure the loss against the length of the memory.

    The same tokens are counted for every memory length. As many tokens as fill the memory, in whole segments, are read
    before them, and positions count from there: so the memory is full from the first token counted to the last, and
    a scheme of absolute positions is asked for none that it need not know.

    Args:
        model: the model.
        ids: (N,) held-out text.
        memory_lengths: the lengths to measure at.
        segment_length: T; the model's training length if not given.
        scored: tokens of each stretch that are counted.
        streams: how many stretches.
        progress: called with the share done, 0 to 1.
        is_cancelled: asked before each segment.
        partial: called with the curve so far after each memory length.

    Raises:
        TextError: the text is too short.
        Cancelled: ``is_cancelled`` said so.
    """
    segment, _ = _lengths(model, segment_length, 0)
    before = [-(-length // segment) * segment for length in memory_lengths]  # tokens read first, in whole segments
    most = max(before)
    text = stretches(ids, streams, most + scored)
    total = sum(lead + scored for lead in before)
    done = 0
    means: list[NDArray[np.float32]] = []

    def curve() -> LossCurve:
        losses = np.stack(means, axis=1) * BITS  # (B, N)
        known = slice(len(means))
        at = np.array(memory_lengths[known], np.int64)
        positions_inside = _positions_inside(model, np.array(before[known]) + scored - 1)
        return LossCurve(
            scheme=model.config.scheme,
            over="memory",
            at=at,
            bits=losses.mean(0, dtype=np.float64),
            error=_error(losses),
            tokens=len(text) * scored,
            inside=positions_inside & (at <= _trained_memory(model)),
            positions_inside=positions_inside,
            full=np.ones(len(means), np.bool_),
            width=0,
            sentence=Sentence(
                "The same {0:,} tokens of held-out text for every memory length, in segments of {1} that do not "
                "overlap; the memory is filled before counting begins, and positions count from where it was empty.",
                len(text) * scored,
                segment,
            ),
        )

    for length, lead in zip(memory_lengths, before, strict=True):
        counted = []
        for part in read_streams(model.network, text[:, most - lead :], segment, length, is_cancelled):
            if part.start >= lead:
                counted.append(part.nats)
            done += part.nats.shape[1]
            if progress:
                progress(done / total)
        means.append(np.concatenate(counted, axis=1).mean(1))
        if partial:
            partial(curve())
    return curve()


def _lengths(model: Model, segment: int | None, memory: int | None) -> tuple[int, int]:
    """Return the lengths given, or those the model was trained with, or those it is read with."""
    config = model.config
    if segment is None:
        segment = config.trained_segment_length or config.segment_length
    if memory is None:
        memory = config.memory_length if config.trained_memory_length is None else config.trained_memory_length
    return segment, memory


def _trained_memory(model: Model) -> int:
    """Return the largest memory seen in training; where that is unknown, none is too long."""
    known = model.config.trained_memory_length
    return np.iinfo(np.int64).max if known is None else known


def _positions_inside(model: Model, last: NDArray[np.int64]) -> NDArray[np.bool_]:
    """Say for each largest position asked for whether the model was trained at it."""
    scheme = model.network.layers[0].attention.scheme
    if not isinstance(scheme, AbsoluteScheme) or isinstance(scheme, RestartScheme) or scheme.trained is None:
        return np.ones(len(last), np.bool_)
    return np.asarray(last <= scheme.trained)


def _error(losses: NDArray[np.float32]) -> NDArray[np.float64]:
    """Return the standard error of the mean over (B, N) stretches."""
    if len(losses) < 2:
        return np.full(losses.shape[1], np.nan)
    return np.asarray(losses.std(0, ddof=1, dtype=np.float64) / len(losses) ** 0.5)
