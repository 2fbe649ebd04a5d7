"""What sets the heads of a model apart on one segment: several measures of every head, found in one pass."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, NamedTuple

import numpy as np
import torch
from torch import Tensor
from torch.nn import functional

from relviz.core.metrics import MEASURES
from relviz.core.metrics.head_measures import HeadMeasures
from relviz.core.metrics.profiles import dense_part
from relviz.core.reading.trace import CELLS_AT_ONCE
from relviz.errors import Cancelled

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from numpy.typing import NDArray

    from relviz.core.reading.trace import Floats, Head, SegmentTrace


ROWS, COLUMNS = 64, 192
"""A thumbnail has at most so many cells; each is the strongest of those it stands for."""
CELLS_OF_MEANS = 2**26
"""Beyond so many cells in the maps of all layers together, no thumbnails of means are made."""


@torch.inference_mode()
def measure_heads(
    trace: SegmentTrace,
    progress: Callable[[float], None] | None = None,
    is_cancelled: Callable[[], bool] | None = None,
) -> HeadMeasures:
    """Measure all heads of a segment, outside of the forward pass.

    Args:
        trace: the segment.
        progress: told the share that is done, 0 to 1.
        is_cancelled: asked between some heads of a layer and those of the next.

    Raises:
        Cancelled: ``is_cancelled`` said so.
    """
    config, where = trace.model.config, trace.where
    device = trace.chunk.inputs[0].device
    follows = _follows(trace)
    cells = Cells(
        torch.from_numpy(where.visible.copy()).to(device),
        torch.from_numpy(where.distance.astype(np.float32)).to(device),
        torch.from_numpy(follows).to(device),
        where.memory,
        uniform_share(where.visible, where.memory),
    )
    of_attention = [measure for measure in MEASURES.values() if measure.place]
    blocks = _blocks(config.n_head, where.segment * where.keys)
    total = where.segment * where.keys * config.n_layer
    averaged = (
        torch.zeros(config.n_layer, where.segment, where.keys, device=device) if total <= CELLS_OF_MEANS else None
    )
    numbers: list[Tensor] = []  # a block of heads: (measures, L, h)
    maps: list[Tensor] = []  # a block of heads: (L + 1, h, r, c)
    for place, heads in enumerate(blocks):
        found, shown = [], []
        over_layers = torch.zeros(heads.stop - heads.start, where.segment, where.keys, device=device)
        for layer in range(config.n_layer):
            if is_cancelled and is_cancelled():
                raise Cancelled("Measuring the heads was cancelled.")
            score, parts = trace.scored(layer, heads)
            attention = score.softmax(3)[0]
            numbers_of = torch.stack([measure.of(attention, cells) for measure in of_attention])
            found.append(torch.cat([numbers_of, _spreads(trace, layer, parts, cells)]))
            shown.append(_small(attention))
            over_layers += attention / config.n_layer
            if averaged is not None:
                averaged[layer] += attention.sum(0) / config.n_head
            if progress:
                progress((place * config.n_layer + layer + 1) / (len(blocks) * config.n_layer))
        numbers.append(torch.stack(found, 1))
        maps.append(torch.stack([*shown, _small(over_layers)]))
    kinds = trace.model.network.layers[0].attention.scheme.kinds_of(where)
    measured = torch.cat(numbers, 2).cpu().numpy()  # (measures, L, H)
    names = (*(measure.name for measure in of_attention), *(kind.name for kind in kinds))
    return HeadMeasures(
        values=dict(zip(names, measured, strict=True)),
        kinds=kinds,
        repeated=int(follows.any(1).sum()),
        thumbnails=_thumbnails(torch.cat(maps, 1), averaged, cells.visible),
        memory=where.memory / where.keys,
    )


class Cells(NamedTuple):
    """What measures know of the cells of a segment, beside the attention.

    Attributes:
        visible: (T, K) bool, which the query sees.
        distance: (T, K) relative distance.
        follows: (T, K) bool, which keys follow an earlier occurrence of the query's token.
        memory: M.
        uniform: what memory would get if all visible keys were weighted alike, the mean over queries.
    """

    visible: Tensor
    distance: Tensor
    follows: Tensor
    memory: int
    uniform: float


def of_memory(attention: Tensor, cells: Cells) -> Tensor:
    """Return the share of the attention that goes to memory."""
    return memory_share_of_heads(attention, cells.memory)


def lift(attention: Tensor, cells: Cells) -> Tensor:
    """Return the memory share over the uniform share; NaN without memory."""
    return of_memory(attention, cells) / (cells.uniform or math.nan)


def of_self(attention: Tensor, cells: Cells) -> Tensor:
    """Return the attention on the query's own token."""
    return attention_at_distance(attention, cells.memory, 0).mean(1)


def of_previous(attention: Tensor, cells: Cells) -> Tensor:
    """Return the attention on the token before; NaN (the mean of none) where no query has one in view."""
    return attention_at_distance(attention, cells.memory).mean(1)


def mean_distance(attention: Tensor, cells: Cells) -> Tensor:
    """Return the attention-weighted mean of the relative distance."""
    return (attention * cells.distance).sum(2).mean(1)


def entropy(attention: Tensor, _: Cells) -> Tensor:
    """Return the entropy of the attention in bits."""
    bits: Tensor = torch.special.entr(attention).sum(2).mean(1) / math.log(2)
    return bits


def induction(attention: Tensor, cells: Cells) -> Tensor:
    """Return the attention on what followed an earlier occurrence; NaN (the mean of none) without such queries."""
    repeated = cells.follows.any(1)
    return torch.where(cells.follows, attention, 0.0).sum(2)[:, repeated].mean(1)


def _blocks(heads: int, cells: int) -> list[slice]:
    """Return some heads at a time: the attention of all of them may not fit into memory."""
    step = max(1, CELLS_AT_ONCE // cells)
    return [slice(first, min(first + step, heads)) for first in range(0, heads, step)]


def _follows(trace: SegmentTrace) -> NDArray[np.bool_]:
    """Return (T, K) True where the query sees the key, and the token before the key is the query's.

    The query's own place is left out: what follows the occurrence right before it is itself.
    """
    where, ids, places = trace.where, trace.tokens.ids, trace.key_positions
    # (K,) the token before each key; the first token has none, and a zero vector neither
    before = np.where(places > 0, ids[np.maximum(places, 1) - 1], -1)
    follows: NDArray[np.bool_] = (before[None] == trace.ids[:, None]) & where.visible & (where.distance > 0)
    return follows


def _spreads(trace: SegmentTrace, layer: int, parts: list[Tensor], cells: Cells) -> Tensor:
    """Return the share of each part of the score in the sum of their standard deviations, (P, h)."""
    kinds = trace.model.network.layers[layer].attention.scheme.kinds_of(trace.where)
    count = cells.visible.sum()
    spreads = []
    for kind, part in zip(kinds, parts, strict=True):
        values = torch.where(cells.visible, dense_part(kind, part, trace.where)[0], 0.0)  # (h, T, K)
        mean = values.sum((1, 2), keepdim=True) / count
        spreads.append((torch.where(cells.visible, values - mean, 0.0).square().sum((1, 2)) / count).sqrt())
    deviations = torch.stack(spreads)
    return deviations / deviations.sum(0)


def _small(maps: Tensor) -> Tensor:
    """Return (n, T, K) maps in at most so many cells, each the strongest of those it stands for."""
    size = min(maps.shape[1], ROWS), min(maps.shape[2], COLUMNS)
    return functional.adaptive_max_pool2d(maps[None], size)[0]


def _thumbnails(maps: Tensor, averaged: Tensor | None, visible: Tensor) -> Floats:
    """Put the maps of heads, (L + 1, H, r, c), and those averaged over heads, (L, T, K), into one array."""
    layers, _, rows, columns = maps.shape
    beside = torch.full((layers, 1, rows, columns), math.nan, device=maps.device)
    if averaged is not None:
        beside[:-1, 0] = _small(averaged)
        beside[-1, 0] = _small(averaged.mean(0, keepdim=True))[0]
    seen = _small(visible[None].to(maps.dtype)) > 0
    thumbnails: Floats = torch.where(seen, torch.cat([maps, beside], 1), math.nan).cpu().numpy()
    return thumbnails


@torch.inference_mode()
def heads_alike(trace: SegmentTrace, layer: int, head: Head, is_cancelled: Callable[[], bool] | None = None) -> Floats:
    """Return how alike the attention of every head is to that of one head, (L, H), 1 for the same and 0 for no overlap.

    It is 1 less the Jensen-Shannon divergence of their attention in bits, the mean over the T queries: the distance of
    heads of Clark et al. 2019, "What Does BERT Look At?", section 6, which adds it up over the tokens in nats.

    Args:
        trace: the segment.
        layer: of the head that the others are held against.
        head: its index, or ``mean`` for the mean of the layer's attention.
        is_cancelled: asked between some heads of a layer and those of the next.

    Raises:
        SettingError: there is no such layer or head.
        Cancelled: ``is_cancelled`` said so.
    """
    config, where = trace.model.config, trace.where
    one = torch.from_numpy(trace.terms(layer, head).attention).to(trace.chunk.inputs[0].device)  # (T, K)
    step = max(1, CELLS_AT_ONCE // (where.segment * where.keys))
    rows: list[Floats] = []
    for number in range(config.n_layer):
        found: list[Tensor] = []
        for first in range(0, config.n_head, step):
            if is_cancelled and is_cancelled():
                raise Cancelled("Comparing the heads was cancelled.")
            attention = trace.scored(number, slice(first, min(first + step, config.n_head)))[0].softmax(3)[0]
            found.append(1 - _divergence(attention, one).mean(1))
        rows.append(torch.cat(found).clamp(0, 1).cpu().numpy())
    return np.stack(rows)


def _divergence(attention: Tensor, one: Tensor) -> Tensor:
    """Return the Jensen-Shannon divergence in bits, 0 to 1, of (h, T, K) rows and those of one head (T, K): (h, T)."""
    entr = torch.special.entr
    apart = entr((attention + one) / 2) - (entr(attention) + entr(one)) / 2
    divergence: Tensor = apart.sum(2) / math.log(2)
    return divergence


def memory_share_of_heads(attention: Tensor, memory: int) -> Tensor:
    """Return the share of each head's attention that goes to memory, the mean over queries, (...,), 0 to 1.

    Args:
        attention: (..., T, K) probabilities.
        memory: M, the first M of the K keys are memory.
    """
    return attention[..., :memory].sum(-1).mean(-1)


def uniform_share(mask: NDArray[np.bool_], memory: int) -> float:
    """Return what memory gets if a query weights all keys it sees alike, the mean over queries, 0 to 1.

    For query i of a causal segment that is M / (M + i + 1): 0.81 on average for T = 64 and M = 128.

    Args:
        mask: (T, K) True where the query may see the key.
        memory: M, the first M of the K keys are memory.
    """
    return float((mask[:, :memory].sum(1) / mask.sum(1)).mean())


def attention_at_distance(attention: Tensor, memory: int, distance: int = 1) -> Tensor:
    """Return what each query pays to the key at a relative distance, (..., queries that have such a key).

    The mean over queries at distance 1 is the score of a previous-token head (Elhage et al. 2021, "A Mathematical
    Framework for Transformer Circuits"; Olsson et al. 2022, "In-context Learning and Induction Heads").

    Args:
        attention: (..., T, K) probabilities.
        memory: M, the first M of the K keys are memory.
        distance: relative distance M + i - j, from 0; queries without a key that far back are left out.
    """
    return attention.diagonal(memory - distance, dim1=-2, dim2=-1)


class TermSizes:
    """Gathers, over segments, the root mean square and the standard deviation of each term over visible cells.

    The terms are those of Dai et al. 2019, section 3.3, scaled by 1/sqrt(d_head) as in the score, and, with other
    schemes, whatever parts these have.
    """

    def __init__(self) -> None:
        self._cells = 0
        self._sums: Tensor | None = None  # (parts, H) float64
        self._squares: Tensor | None = None

    def add(self, parts: Sequence[Tensor], visible: Tensor) -> None:
        """Take in one layer's terms of a segment.

        Args:
            parts: for each term its values in all cells, (B, H, T, K).
            visible: (T, K) bool, True where the query may see the key.
        """
        seen = torch.stack([part[..., visible] for part in parts]).double()  # (parts, B, H, cells)
        sums, squares = seen.sum((1, 3)), seen.square().sum((1, 3))
        self._sums = sums if self._sums is None else self._sums + sums
        self._squares = squares if self._squares is None else self._squares + squares
        self._cells += seen.shape[1] * seen.shape[3]

    @property
    def norms(self) -> Tensor:
        """(parts, H) root mean square over cells: the norm of a term's map over the square root of its cells."""
        assert self._squares is not None, "nothing was added"
        return (self._squares / self._cells).sqrt()

    @property
    def spreads(self) -> Tensor:
        """(parts, H) standard deviation over cells; 0 for a map of one colour."""
        assert self._sums is not None, "nothing was added"
        assert self._squares is not None, "nothing was added"
        variance = self._squares / self._cells - (self._sums / self._cells).square()
        return variance.clamp_min(0).sqrt()
