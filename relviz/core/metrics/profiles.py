"""How attention, and each term of the score, falls over the relative distance: every head, of one segment or many."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np
import torch
from torch.nn import functional

from relviz.core.reading.trace import CELLS_AT_ONCE
from relviz.core.schemes.learned_relative import LearnedRelativeScheme
from relviz.core.schemes.shaw import ShawScheme
from relviz.core.schemes.transformer_xl import TransformerXLScheme
from relviz.errors import Cancelled

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from relviz.core.reading.trace import Floats


if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from numpy.typing import NDArray
    from torch import Tensor

    from relviz.core.interventions import PartKind
    from relviz.core.positions import Positions
    from relviz.core.reading.trace import Floats, Head, SegmentTrace
    from relviz.core.schemes.base import PositionScheme

    Progress = Callable[[float], None]


@dataclass(frozen=True, eq=False)
class Profile:
    """The profiles of one head, or the mean of those of a layer's heads. D distances, P parts of the score.

    Attributes:
        attention: (D,) mean attention at each distance.
        alone: (P, D) the same for the softmax of each part alone.
        raw: (P, D) mean of each part's own numbers.
    """

    attention: Floats
    alone: Floats
    raw: Floats


@dataclass(frozen=True, eq=False)
class Profiles:
    """Means over the queries of a segment, at each relative distance, for L layers of H heads.

    The mean at a distance is over the queries that see a key at that distance, and over no others: of T queries over M
    memory tokens, all see the distances 0 to M, and only the last one sees M + T - 1. What a query may not see counts
    neither as a zero nor at all. So the means times ``queries`` add up to T over all distances.

    ``attention`` is what Figure 5, and ``alone`` is what Figure 7 of Dai et al. 2019, appendix D, shows, there without
    (c), over the memory's length of distances, and averaged over a whole validation set (``GatheredProfiles``).
    A term's softmax alone is no share of the attention: exponentials multiply.

    Attributes:
        distances: (D,) relative distances M + i - j that any query sees, ascending in steps of 1.
        queries: (D,) how many queries see each.
        kinds: the P parts of the score.
        attention: (L, H, D) mean attention.
        alone: (P, L, H, D) mean of the softmax that each part would have alone, over the keys that the query sees.
        raw: (P, L, H, D) mean of each part itself, scaled as in the score and after its gain.
        segment: T; beyond it there is only memory.
        memory: M, how many tokens the memory holds; what lies beyond is seen by some queries only.
        clamp: distance from which on all share one vector, None without a limit.
        trained: largest distance seen in training, None where unknown.
        segments: how many segments the queries are of (``GatheredProfiles``).
    """

    distances: NDArray[np.int64]
    queries: NDArray[np.int64]
    kinds: tuple[PartKind, ...]
    attention: Floats
    alone: Floats
    raw: Floats
    segment: int
    memory: int
    clamp: int | None
    trained: int | None
    segments: int = 1

    def of(self, layer: int, head: Head) -> Profile:
        """Return the profiles of a head, or the mean over the heads of a layer."""
        heads = slice(None) if head == "mean" else slice(head, head + 1)
        return Profile(
            self.attention[layer, heads].mean(0),
            self.alone[:, layer, heads].mean(1),
            self.raw[:, layer, heads].mean(1),
        )


def sums_by_distance(values: Tensor, mask: Tensor, memory: int) -> Tensor:
    """Return the sum of (..., T, K) values at each distance, (..., K + T - 1), from -(T - 1) up to K - 1.

    Args:
        values: one number for each query and key; what is masked is left out, whatever it holds.
        mask: (T, K) True where the query may see the key.
        memory: M, so that query i and key j are M + i - j apart.
    """
    queries, keys = values.shape[-2:]
    assert keys == memory + queries, "keys are memory and segment"
    seen = torch.where(mask, values, 0.0).flip(-2)
    # Each row one place further to the right than the one before: then cells of one distance are below each other.
    padded = functional.pad(seen, (0, queries)).flatten(-2)[..., :-queries]
    columns = padded.reshape(*values.shape[:-1], keys + queries - 1)
    sums: Tensor = columns.sum(-2).flip(-1)
    return sums


@torch.inference_mode()
def profiles_of(
    trace: SegmentTrace, progress: Progress | None = None, is_cancelled: Callable[[], bool] | None = None
) -> Profiles:
    """Compute the profiles of all heads of a segment, outside of the forward pass.

    Args:
        trace: the segment.
        progress: told the share of the layers that are done, 0 to 1.
        is_cancelled: asked between some heads and the next.

    Raises:
        Cancelled: ``is_cancelled`` said so.
    """
    model, where = trace.model, trace.where
    config, scheme = model.config, model.network.layers[0].attention.scheme
    mask = torch.from_numpy(where.visible.copy())
    counts = sums_by_distance(torch.ones(mask.shape), mask, where.memory).numpy().astype(np.int64)
    seen = np.flatnonzero(counts)
    first, last = int(seen[0]), int(seen[-1]) + 1
    layers: list[Tensor] = []
    for layer in range(config.n_layer):
        blocks = []
        for heads in _blocks(trace):
            if is_cancelled and is_cancelled():
                raise Cancelled("Computing the profiles was cancelled.")
            blocks.append(_sums(trace, layer, heads))
        layers.append(torch.cat(blocks, 1)[..., first:last])  # (1 + 2 P, H, D)
        if progress:
            progress((layer + 1) / config.n_layer)
    sums = torch.stack(layers, 1).cpu().numpy()  # (1 + 2 P, L, H, D)
    means: Floats = (sums / counts[first:last]).astype(np.float32)
    kinds = scheme.kinds_of(where)
    trained = None
    if config.trained_segment_length is not None:
        trained = config.trained_segment_length + (config.trained_memory_length or 0) - 1
    return Profiles(
        distances=np.arange(first, last) - (where.segment - 1),
        queries=counts[first:last],
        kinds=kinds,
        attention=means[0],
        alone=means[1 : 1 + len(kinds)],
        raw=means[1 + len(kinds) :],
        segment=where.segment,
        memory=where.memory,
        clamp=_clamp(scheme),
        trained=trained,
    )


def _blocks(trace: SegmentTrace) -> Iterator[slice]:
    """Yield some heads at a time: all of them may not fit into memory."""
    heads = max(1, CELLS_AT_ONCE // (trace.where.segment * trace.where.keys))
    for first in range(0, trace.model.config.n_head, heads):
        yield slice(first, min(first + heads, trace.model.config.n_head))


def _sums(trace: SegmentTrace, layer: int, heads: slice) -> Tensor:
    """Return the sums by distance of the attention, of each part's softmax alone, and of each part, (1 + 2 P, h, D)."""
    where = trace.where
    score, parts = trace.scored(layer, heads)
    mask, blocking = ~where.hidden(score.device), where.blocking(score.device)
    kinds = trace.model.network.layers[layer].attention.scheme.kinds_of(where)
    dense = [dense_part(kind, part, where) for kind, part in zip(kinds, parts, strict=True)]
    alone = [(cells + blocking).softmax(-1) for cells in dense]
    return torch.stack(
        [sums_by_distance(cells, mask, where.memory)[0] for cells in (score.softmax(-1), *alone, *dense)]
    )


def dense_part(kind: PartKind, part: Tensor, where: Positions) -> Tensor:
    """Return one number for each cell, (1, h, T, K)."""
    if kind.over == "cells":
        return part
    if kind.over == "keys":
        return part[..., None, :].expand(*part.shape[:-1], where.segment, where.keys)
    index = torch.from_numpy((where.distance + where.ahead).clip(0)).to(part.device)
    return part[..., index]


def _clamp(scheme: PositionScheme) -> int | None:
    """Return the distance from which on the scheme tells distances apart no more, None if there is none."""
    if isinstance(scheme, LearnedRelativeScheme):
        return scheme.clamp
    if isinstance(scheme, ShawScheme):
        return scheme.config.clip
    limited = isinstance(scheme, TransformerXLScheme) and scheme.config.clamp_len > 0
    return scheme.config.clamp_len if limited else None


class GatheredProfiles:
    """Gathers the profiles of segments: the mean at a distance is then over all their queries that see it.

    So the figures of Dai et al. 2019, appendix D, were made of a whole validation set.
    """

    def __init__(self) -> None:
        self._last: Profiles | None = None
        self._first = 0  # the first distance of the sums
        self._sums: NDArray[np.float64] = np.zeros(0)  # (1 + 2 P, L, H, D)
        self._queries: NDArray[np.int64] = np.zeros(0, np.int64)  # (D,)
        self._lengths = 0, 0
        self._segments = 0

    @property
    def segments(self) -> int:
        """How many segments were taken in."""
        return self._segments

    def add(self, profiles: Profiles) -> None:
        """Take in the profiles of one more segment of the same reading."""
        means = np.concatenate([profiles.attention[None], profiles.alone, profiles.raw])
        first, last = int(profiles.distances[0]), int(profiles.distances[-1])
        if self._last is None:
            self._first = first
            self._sums = np.zeros((*means.shape[:-1], 0))
        before = max(self._first - first, 0)
        after = max(last + 1 - (self._first + len(self._queries)), 0)
        self._sums = np.pad(self._sums, [(0, 0)] * 3 + [(before, after)])
        self._queries = np.pad(self._queries, (before, after))
        self._first -= before
        place = slice(first - self._first, last + 1 - self._first)
        self._sums[..., place] += means.astype(np.float64) * profiles.queries
        self._queries[place] += profiles.queries
        self._lengths = max(self._lengths[0], profiles.segment), max(self._lengths[1], profiles.memory)
        self._segments += profiles.segments
        self._last = profiles

    @property
    def mean(self) -> Profiles:
        """The profiles of all of them; T and M are those of the longest."""
        assert self._last is not None, "nothing was gathered"
        means: Floats = (self._sums / self._queries).astype(np.float32)
        parts = len(self._last.kinds)
        return Profiles(
            distances=self._first + np.arange(len(self._queries)),
            queries=self._queries.copy(),
            kinds=self._last.kinds,
            attention=means[0],
            alone=means[1 : 1 + parts],
            raw=means[1 + parts :],
            segment=self._lengths[0],
            memory=self._lengths[1],
            clamp=self._last.clamp,
            trained=self._last.trained,
            segments=self._segments,
        )
