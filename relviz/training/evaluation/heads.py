"""Documents read side by side, each with a memory of its own, and what the heads do there and in runs that repeat."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

import numpy as np
import torch
from torch import Tensor

from relviz.core.metrics.heads import TermSizes, attention_at_distance, memory_share_of_heads, uniform_share
from relviz.core.metrics.induction import induction_scores, repeated_run
from relviz.core.reading.reading import Reading
from relviz.core.text.tokens import Tokens

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from numpy.typing import NDArray

    from relviz.core.model.model import Model
    from relviz.core.model.transformer import KeysValues
    from relviz.core.positions import Positions


@dataclass(frozen=True, eq=False)
class Together:
    """One segment of each document that still has one.

    Attributes:
        documents: (B,) which documents, as they were given.
        lengths: (B,) how many of the T tokens are the document's; what follows them is filling.
        where: T queries over K = M + T keys, and which may see which; the same for all.
        losses: (B, T) loss of the next token in nats, NaN where the document has none.
        queries: for each layer (B, H, T, d_head).
        keys: for each layer (B, H, K, d_head), memory first.
    """

    documents: NDArray[np.int64]
    lengths: NDArray[np.int64]
    where: Positions
    losses: NDArray[np.float32]
    queries: Sequence[Tensor]
    keys: Sequence[Tensor]

    @property
    def whole(self) -> int:
        """How many of the documents, the first ones, fill the segment."""
        return int((self.lengths == self.where.segment).sum())


@torch.inference_mode()
def read_together(
    model: Model, documents: Sequence[Tokens], segment_length: int, memory_length: int
) -> Iterator[Together]:
    """Read documents from first to last segment; the losses are those of ``relviz.read`` on each of them alone.

    Every document begins with an empty memory, whatever the model's default, and carries it from segment to segment.
    Where a document ends within a segment the rest is filled up: no token of the document sees what comes after it.

    Raises:
        TextError: a document is empty, or has tokens that the model does not know.
        SettingError: a length is out of range.
    """
    order = np.argsort([-len(tokens) for tokens in documents], kind="stable")  # the shortest drop out from the end
    readings = [Reading(model, documents[index], segment_length, memory_length, "empty") for index in order]
    memory: list[KeysValues] = []
    for number in range(len(readings[0])):
        active = sum(len(reading) > number for reading in readings)
        where = replace(readings[0].where(number), segment=segment_length)
        ids = np.zeros((active, segment_length + 1), np.int64)
        lengths = np.empty(active, np.int64)
        for row, reading in enumerate(readings[:active]):
            own = reading.tokens.ids[where.start : where.start + segment_length + 1]
            ids[row, : len(own)] = own
            lengths[row] = min(segment_length, len(reading.tokens) - where.start)
        losses, queries, memory = _forward(model, ids, [(k[:active], v[:active]) for k, v in memory], where)
        for row, reading in enumerate(readings[:active]):
            losses[row, max(0, len(reading.tokens) - 1 - where.start) :] = np.nan
        yield Together(order[:active], lengths, where, losses, queries, [keys for keys, _ in memory])
        memory = [(_last(keys, memory_length), _last(values, memory_length)) for keys, values in memory]


def _forward(
    model: Model, ids: NDArray[np.int64], memory: Sequence[KeysValues], where: Positions
) -> tuple[NDArray[np.float32], list[Tensor], list[KeysValues]]:
    """Predict the next token of (B, T + 1) ids.

    Returns:
        The (B, T) losses, the queries of each layer, and its keys and values over memory and segment.
    """
    network = model.network
    batch = torch.from_numpy(ids).to(network.device)
    output = network(network.embed(batch[:, :-1]), [[pair] for pair in memory], where)
    losses = network.losses(output.hidden.flatten(0, 1), batch[:, 1:].flatten()).view(len(ids), -1)
    own = [(keys, values) for _, keys, values in output.projected]
    if memory:
        own = [(torch.cat([mk, k], 2), torch.cat([mv, v], 2)) for (mk, mv), (k, v) in zip(memory, own, strict=True)]
    return losses.cpu().numpy(), [queries for queries, _, _ in output.projected], own


def _last(rows: Tensor, length: int) -> Tensor:
    """Return the last rows of (B, H, K, d_head)."""
    return rows[:, :, max(0, rows.shape[2] - length) :]


TERMS_EVERY = 16
"""Of so many segments with a full memory the first is looked at for the sizes of the terms."""


class HeadMeasures:
    """Takes segments in, and gives means over them.

    Attention at distance 1 is counted for every whole segment, shares and terms where the memory is full.
    """

    def __init__(self, model: Model, memory_length: int) -> None:
        self._model = model
        self._memory_length = memory_length
        shape = model.config.n_layer, model.config.n_head
        self._before, self._before_count = torch.zeros(shape, dtype=torch.float64), 0
        self._share, self._share_count = torch.zeros(shape, dtype=torch.float64), 0
        self._full_steps = 0
        self._sizes = [TermSizes() for _ in range(model.config.n_layer)]
        self.uniform_share = float("nan")
        """What memory gets if all visible keys are weighted alike, where it is full."""

    @torch.inference_mode()
    def add(self, step: Together) -> None:
        """Take in the whole segments of a step."""
        count, where = step.whole, step.where
        full = where.memory == self._memory_length
        if not count:
            return
        for layer, module in enumerate(self._model.network.layers):
            queries, keys = step.queries[layer][:count], step.keys[layer][:count]
            weights = module.attention.score(queries, keys, where).softmax(3)  # (B, H, T, K)
            before = attention_at_distance(weights, where.memory).double()  # (B, H, queries)
            self._before[layer] += before.sum((0, 2)).cpu()
            if full:
                self._share[layer] += memory_share_of_heads(weights, where.memory).double().sum(0).cpu()
            if full and self._full_steps % TERMS_EVERY == 0:
                parts = module.attention.scheme.parts(queries, keys, where)
                kinds = module.attention.scheme.kinds_of(where)
                visible = ~where.hidden(queries.device)
                cells = [_dense(part, kind.over, where) for part, kind in zip(parts, kinds, strict=True)]
                self._sizes[layer].add([part.expand(count, -1, -1, -1) for part in cells], visible)
        self._before_count += count * before.shape[2]
        if full:
            self._full_steps += 1
            self._share_count += count
            self.uniform_share = uniform_share(where.visible, where.memory)

    @property
    def previous_token(self) -> NDArray[np.float64]:
        """(L, H) mean attention at distance 1."""
        mean: NDArray[np.float64] = (self._before / self._before_count).numpy()
        return mean

    @property
    def memory_share(self) -> NDArray[np.float64]:
        """(L, H) mean share of the attention that goes to memory, where it is full."""
        mean: NDArray[np.float64] = (self._share / self._share_count).numpy()
        return mean

    @property
    def norms(self) -> NDArray[np.float64]:
        """(terms, L, H) root mean square of each term over visible cells, where the memory is full."""
        norms: NDArray[np.float64] = torch.stack([sizes.norms.cpu() for sizes in self._sizes], 1).numpy()
        return norms

    @property
    def spreads(self) -> NDArray[np.float64]:
        """(terms, L, H) standard deviation of each term over visible cells, where the memory is full."""
        spreads: NDArray[np.float64] = torch.stack([sizes.spreads.cpu() for sizes in self._sizes], 1).numpy()
        return spreads


@torch.inference_mode()
def measure_induction(
    model: Model, segment_length: int, memory_length: int, length: int, draws: int
) -> NDArray[np.float64]:
    """Return each head's mean attention on the token after the earlier occurrence, (L, H), over random runs.

    The draws are the same each time.

    Raises:
        SettingError: the vocabulary is too small for so many different tokens, or the run too long for a segment.
    """
    config = model.config
    total = np.zeros((config.n_layer, config.n_head))
    for seed in range(draws):
        run = repeated_run(config.vocab_size, segment_length, memory_length, length, seed)
        reading = Reading(model, Tokens.from_ids(run.ids.tolist()), segment_length, memory_length, "empty")
        trace = reading.step(len(reading) - 1)
        for layer in range(config.n_layer):
            total[layer] += induction_scores(torch.from_numpy(trace.attention(layer)), run).double().numpy()
    return total / draws


def _dense(part: Tensor, over: str, where: Positions) -> Tensor:
    """Broadcast a part of the score to cells, (B, H, T, K); those that a query may not see hold anything."""
    if over == "cells":
        return part
    if over == "keys":
        return part[:, :, None].expand(-1, -1, where.segment, -1)
    columns = torch.from_numpy(where.distance.clip(min=-where.ahead) + where.ahead).to(part.device)
    return part[:, :, columns]
