"""What was computed for one segment, frozen; the terms of a layer and head are computed when looked at."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cached_property
from typing import TYPE_CHECKING, Literal

import numpy as np
import torch
from numpy.lib.stride_tricks import sliding_window_view
from numpy.typing import NDArray
from torch import Tensor

from relviz.core.model.query_stream import query_stream
from relviz.core.model.transformer import join
from relviz.core.reading.chunk import Chunk, pieces_of, positions_of, read_chunk
from relviz.core.reading.memory_share import MemoryShares, memory_shares
from relviz.core.schemes.base import ALL_HEADS
from relviz.core.text.tokens import EMPTY_SLOT, Tokens
from relviz.errors import SettingError

if TYPE_CHECKING:
    from relviz.core.interventions import Interventions, PartKind
    from relviz.core.model.model import Model
    from relviz.core.positions import Positions

Floats = NDArray[np.float32]
Head = int | Literal["mean"]
CELLS_AT_ONCE = 2**24
"""Cells of attention, over all heads together, that are held at a time for what needs every head."""


@dataclass(frozen=True, eq=False)
class Part:
    """One named part of the score of one head, unmasked.

    Attributes:
        kind: its name, letter and formula, and what it varies with.
        values: (T, K) over cells, (K,) over keys, or (K + ahead,) over distances.
        first: the distance that the values over distances start with: 0, or negative where later keys are seen.
    """

    kind: PartKind
    values: Floats
    first: int = 0

    def dense(self, distance: NDArray[np.int64]) -> Floats:
        """Broadcast to the (T, K) cells whose distances are given. Read-only where a number is shared by cells."""
        if self.kind.over == "cells":
            return self.values
        if self.kind.over == "keys":
            return np.broadcast_to(self.values, distance.shape)
        queries, keys = distance.shape
        nearest = np.repeat(self.values[:1], queries - 1 + self.first)  # for later keys, where they are not scored
        falling = np.concatenate([self.values[::-1], nearest])  # a query's row is that of the one before, one place on
        return sliding_window_view(falling, keys)[queries - 1 :: -1]


@dataclass(frozen=True, eq=False)
class Terms:
    """The score of one layer and head, taken apart. All arrays are (T, K); masked cells are NaN, attention is 0 there.

    For the mean over heads every part, the score and the attention are averaged, so the attention is then not the
    softmax of the score.

    Attributes:
        parts: the named parts of the score, as the position scheme has them.
        mask: True where the query may see the key.
        masking: 0 there, NaN elsewhere.
        distance: relative distance M + i - j, as the model counts it: places in memory and segment back.
        score: what the softmax was taken of, as the forward pass computes it.
        attention: the probabilities after the softmax.
        layer: index of the layer, from 0.
        head: index of the head, from 0, or ``mean``.
        memory: M, the number of keys that are memory.
    """

    parts: tuple[Part, ...]
    mask: NDArray[np.bool_]
    masking: Floats
    distance: NDArray[np.int64]
    score: Floats
    attention: Floats
    layer: int
    head: Head
    memory: int

    def part(self, name: str) -> Floats | None:
        """Return a part by its name, (T, K), masked; None if the scheme has no such part."""
        for part in self.parts:
            if part.kind.name == name:
                return part.dense(self.distance) + self.masking
        return None

    @cached_property
    def content(self) -> Floats | None:
        """Term (a), q.k."""
        return self.part("content")

    @cached_property
    def position(self) -> Floats | None:
        """Term (b), q.W_kR R."""
        return self.part("position")

    @cached_property
    def content_bias(self) -> Floats | None:
        """Term (c), u.k: the same down a column."""
        return self.part("content_bias")

    @cached_property
    def position_bias(self) -> Floats | None:
        """Term (d), v.W_kR R: the same along a diagonal."""
        return self.part("position_bias")

    @cached_property
    def content_position(self) -> Floats | None:
        """Content-position of an absolute encoding, q.W_k p_j: what became (b)."""
        return self.part("content_position")

    @cached_property
    def position_content(self) -> Floats | None:
        """Position-content of an absolute encoding, W_q p_i.k: what became (c)."""
        return self.part("position_content")

    @cached_property
    def position_position(self) -> Floats | None:
        """Position-position of an absolute encoding, W_q p_i.W_k p_j: what became (d)."""
        return self.part("position_position")

    @cached_property
    def token_type(self) -> Floats | None:
        """Term (e), (q + s).g: XLNet's, where there are token types."""
        return self.part("token_type")

    @cached_property
    def sum_error(self) -> float:
        """Largest difference between the sum of the parts and the score, over visible cells."""
        total = np.sum([part.dense(self.distance) for part in self.parts], axis=0, dtype=np.float64)
        return float(np.abs(total - self.score, where=self.mask, out=np.zeros_like(total)).max())


@dataclass(frozen=True, eq=False)
class SegmentTrace:
    """One segment as the model read it.

    Attributes:
        model: the model.
        tokens: what is read, from the first token to the last.
        index: number of the segment, from 0.
        where: T queries over K = M + T keys, and which may see which.
        chunk: the segment's layer inputs.
        chunks: those of the segments (whole ones, oldest first) whose last M rows, of those left to memory, are it.
        memory_length: how many tokens the memory can hold; M is how many it holds now.
        segments: how many segments the text has.
        segment_length: tokens in a segment; the last one may have fewer, ``where.segment`` says how many.
        first: position in the text of the first token that is read; ``where`` and ``key_positions`` count from there.
    """

    model: Model
    tokens: Tokens
    index: int
    where: Positions
    chunk: Chunk
    chunks: tuple[Chunk, ...]
    memory_length: int
    segments: int
    segment_length: int
    first: int = 0

    @property
    def ids(self) -> NDArray[np.int64]:
        """(T,) ids of the segment's tokens."""
        return self.tokens.ids[self.where.start : self.where.start + self.where.segment]

    @property
    def query_tokens(self) -> list[str]:
        """T labels, one a row."""
        return list(self.tokens.labels[self.where.start : self.where.start + self.where.segment])

    @cached_property
    def key_positions(self) -> NDArray[np.int64]:
        """(K,) position in what is read of each key; negative for the zero vectors of an initial memory.

        They are a run without gaps, but for a model that leaves only the first tokens of each segment to memory.
        """
        own = np.arange(self.where.start, self.where.start + self.where.segment)
        return np.concatenate([positions_of(self.chunks, self.where.memory), own])

    @property
    def key_tokens(self) -> list[str]:
        """K labels, one a column: memory, then segment."""
        labels = self.tokens.labels
        return [labels[position] if position >= 0 else EMPTY_SLOT for position in self.key_positions.tolist()]

    def under(self, interventions: Interventions) -> SegmentTrace:
        """Return the segment as the model reads it with interventions, over the memory that it has here."""
        where = replace(self.where, interventions=replace(interventions, since="segment"))
        return replace(
            self,
            where=where,
            chunk=read_chunk(self.model.network, self.ids, where, self.chunks, self.chunk.reuse),
        )

    @torch.inference_mode()
    def terms(self, layer: int, head: Head) -> Terms:
        """Take the score of one layer and head apart.

        Raises:
            SettingError: there is no such layer or head.
        """
        heads = self._check(layer, head)
        score, parts = self.scored(layer, heads)
        kinds = self.model.network.layers[layer].attention.scheme.kinds_of(self.where)
        attention, shown = _host(score.softmax(3)), _host(score)
        shown += self.where.masking  # in place: what is as large as this is mostly waiting for memory
        return Terms(
            parts=tuple(
                Part(kind, _host(values), -self.where.ahead) for kind, values in zip(kinds, parts, strict=True)
            ),
            mask=self.where.visible,
            masking=self.where.masking,
            distance=self.where.distance,
            score=shown,
            attention=attention,
            layer=layer,
            head=head,
            memory=self.where.memory,
        )

    def scored(self, layer: int, heads: slice) -> tuple[Tensor, list[Tensor]]:
        """Return the score of some heads of a layer, (1, h, T, K), and its parts as the scheme has them, on the device.

        Cells a query may not see are -inf in the score, and hold anything in the parts.
        """
        module = self.model.network.layers[layer].attention
        queries, keys = self.chunk.project(layer)[0][:, heads], self.keys(layer, heads)
        score = module.score(queries, keys, self.where, heads)
        return score, module.scheme.parts(queries, keys, self.where, heads)

    @torch.inference_mode()
    def attention(self, layer: int) -> Floats:
        """Return the attention of all heads of a layer, (H, T, K)."""
        self._check(layer, 0)
        weights: Floats = self._attend(layer, ALL_HEADS).cpu().numpy()
        return weights

    def memory_share(self, layer: int, head: Head) -> Floats:
        """Return the share of each query's attention that goes to memory, (T,), 0 to 1."""
        return self.shares(layer, head).memory

    def shares(self, layer: int, head: Head) -> MemoryShares:
        """Return the shares of memory, segment and self of each query."""
        return memory_shares(self.terms(layer, head).attention, self.where.memory, self.where.visible)

    @cached_property
    def share_map(self) -> Floats:
        """(L, H) memory share of each layer and head, the mean over queries."""
        return np.stack([self.head_shares(layer) for layer in range(self.model.config.n_layer)])

    def head_shares(self, layer: int) -> Floats:
        """Return the memory share of each head of a layer, (H,), the mean over queries; it is found once.

        Some heads at a time are attended to: all of them may not fit into memory.
        """
        if layer not in self._head_shares:
            config, where = self.model.config, self.where
            heads = max(1, CELLS_AT_ONCE // (where.segment * where.keys))
            blocks = [slice(first, first + heads) for first in range(0, config.n_head, heads)]
            with torch.inference_mode():
                shares = [self._attend(layer, block)[:, :, : where.memory].sum(2).mean(1) for block in blocks]
                self._head_shares[layer] = torch.cat(shares).cpu().numpy()
        return self._head_shares[layer]

    @cached_property
    def _head_shares(self) -> dict[int, Floats]:
        return {}

    @cached_property
    def hidden(self) -> Tensor:
        """(T, d_model) output of the last layer, on the device."""
        last = self.model.config.n_layer - 1
        layer = self.model.network.layers[last]
        with torch.inference_mode():
            attended = layer.attention(self.chunk.project(last)[0], *self._keys_values(last), self.where)
            h = layer.finish(self.chunk.inputs[last], attended)
        output: Tensor = h[0]
        return output

    @cached_property
    def predicting(self) -> Tensor | None:
        """(T, d_model) outputs that the next token is predicted from, on the device; None if the model predicts none.

        Where a token's output has seen the next one (``ModelConfig.predicts_next``), they are those of the second
        stream, if there is one. In a segment that is read in both directions, content that has seen the next token
        leads there too, so that only the last row is a prediction and the others are NaN.
        """
        config, network = self.model.config, self.model.network
        if config.predicts_next:
            return self.hidden
        if not config.query_stream:
            return None
        with torch.inference_mode():
            outputs = query_stream(network, [self._keys_values(layer) for layer in range(config.n_layer)], self.where)
            if not self.where.causal:
                outputs[:-1] = torch.nan
        return outputs

    @cached_property
    def loss(self) -> Floats:
        """(T,) loss of the next token in nats, NaN at the very last token of the text.

        NaN as well where the model has no prediction (``predicting``).
        """
        following = self.tokens.ids[self.where.start + 1 : self.where.start + self.where.segment + 1]
        losses = np.full(self.where.segment, np.nan, np.float32)
        if self.predicting is None:
            return losses
        with torch.inference_mode():
            targets = torch.from_numpy(following).to(self.hidden.device)
            found = self.model.network.losses(self.predicting[: len(following)], targets)
            losses[: len(following)] = found.cpu().numpy()
        return losses

    def _attend(self, layer: int, heads: slice) -> Tensor:
        """Return the attention of some heads of a layer, (h, T, K), on the device."""
        queries, keys = self.chunk.project(layer)[0][:, heads], self.keys(layer, heads)
        return self.model.network.layers[layer].attention.score(queries, keys, self.where, heads).softmax(3)[0]

    def keys(self, layer: int, heads: slice) -> Tensor:
        """Return the keys of some heads of a layer over memory and segment, (1, h, K, d_head).

        They are joined anew even without a memory: laid out otherwise, their products may round otherwise.
        """
        memory = [keys for keys, _ in pieces_of(self.chunks, self.where.memory, layer, heads)]
        return torch.cat([*memory, self.chunk.keys_values(layer)[0][:, heads]], 2)

    def _keys_values(self, layer: int) -> tuple[Tensor, Tensor]:
        """Return the layer's keys and values over memory and segment, each (1, H, K, d_head)."""
        return join([*pieces_of(self.chunks, self.where.memory, layer), self.chunk.keys_values(layer)])

    def _check(self, layer: int, head: Head) -> slice:
        """Return the heads to compute, or say which layer or head there is not."""
        config = self.model.config
        if not 0 <= layer < config.n_layer:
            raise SettingError(
                "There is no layer {0}: {1} has layers 0 to {2}.", layer, self.model.name, config.n_layer - 1
            )
        if head == "mean":
            return ALL_HEADS
        if not 0 <= head < config.n_head:
            raise SettingError(
                "There is no head {0}: {1} has heads 0 to {2}, or mean.", head, self.model.name, config.n_head - 1
            )
        return slice(head, head + 1)


def _host(values: Tensor) -> Floats:
    """Bring (1, h, ...) values to the host, as the mean over the heads they hold."""
    array: Floats = (values[0, 0] if values.shape[1] == 1 else values[0].mean(0)).cpu().numpy()
    return array
