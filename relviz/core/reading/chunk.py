"""What is kept of a segment once it has been read: the inputs of its layers."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

import numpy as np
import torch
from torch import Tensor

from relviz.core.model.transformer import join
from relviz.core.schemes.base import ALL_HEADS

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from relviz.core.model.transformer import KeysValues, Projection, TransformerXL
    from relviz.core.positions import Positions


@dataclass(eq=False)
class Chunk:
    """A read segment, as memory sees it, or as far into the layers as it was needed.

    Only the layer inputs are kept for good. Queries, keys and values are projected from them when needed, always from
    the same rows, since the same rows give the same bits; while the chunk is warm (in the memory, or in view) keys and
    values are cached, and while it is in view, queries.

    Attributes:
        network: the network that read it.
        start: position of its first token in the text; negative for the zero vectors before the text.
        inputs: for each layer, from the first on, what it took in, (1, T, d_model): of all L, or of fewer where a jump
            needed no more. These are the very tensors of the forward pass, not slices of one block: where an operand
            is aligned differently, a product may round differently.
        reuse: how many of its rows, from the first, become memory (XLNet's ``reuse_len``); None for all.
        warm: whether what is projected is cached.
    """

    network: TransformerXL
    start: int
    inputs: tuple[Tensor, ...]
    reuse: int | None = None
    warm: bool = False
    _queries: dict[int, Tensor] = field(default_factory=dict, repr=False)
    _projected: dict[int, KeysValues] = field(default_factory=dict, repr=False)

    def __len__(self) -> int:
        """T, the number of tokens."""
        return self.inputs[0].shape[1]

    @property
    def positions(self) -> NDArray[np.int64]:
        """Position in the text of each of the rows that become memory."""
        return np.arange(self.start, self.start + len(self))[: self.reuse]

    @property
    def bytes(self) -> int:
        """Size of what is kept for good."""
        return sum(layer.numel() * layer.element_size() for layer in self.inputs)

    @torch.inference_mode()
    def project(self, layer: int) -> Projection:
        """Return the layer's queries, keys and values, each (1, H, T, d_head)."""
        if layer in self._queries:
            return self._queries[layer], *self._projected[layer]
        queries, keys, values = self.network.layers[layer].project(self.inputs[layer])
        if self.warm:
            self._queries[layer], self._projected[layer] = queries, (keys, values)
        return queries, keys, values

    def keys_values(self, layer: int) -> KeysValues:
        """Return the layer's keys and values, each (1, H, T, d_head)."""
        kept = self._projected.get(layer)
        if kept:
            return kept
        _, keys, values = self.project(layer)
        return keys, values

    def remembered(self, layer: int, rows: slice, heads: slice = ALL_HEADS) -> KeysValues:
        """Return the keys and values of some of the rows that become memory; views, no copies."""
        keys, values = self.keys_values(layer)
        return keys[:, heads, rows], values[:, heads, rows]

    @torch.inference_mode()
    def deepen(self, layers: int, where: Positions, chunks: tuple[Chunk, ...]) -> None:
        """Run on until the inputs of so many layers are known, over the memory that earlier chunks leave.

        Each of those has to know the inputs of one layer less, at least. The output of the last layer is not computed:
        whoever wants it has all that it takes (``SegmentTrace.hidden``).
        """
        for index in range(len(self.inputs) - 1, layers - 1):
            h, (queries, keys, values) = self.network.layers[index](
                self.inputs[index], pieces_of(chunks, where.memory, index), where
            )
            self.inputs += (h,)
            self._queries[index], self._projected[index] = queries, (keys, values)

    def settle(self) -> None:
        """Let the queries go, which only the segment in view is asked for.

        Keys and values are copied, since they share a block with the queries; on their own they are joined faster, too.
        """
        self.warm = True
        if self._queries:
            self._queries.clear()
            self._projected = {
                layer: (keys.contiguous(), values.contiguous()) for layer, (keys, values) in self._projected.items()
            }

    def release(self) -> None:
        """Let all that was projected go."""
        self.warm = False
        self._queries.clear()
        self._projected.clear()


@torch.inference_mode()
def read_chunk(
    network: TransformerXL,
    ids: NDArray[np.int64],
    where: Positions,
    chunks: tuple[Chunk, ...],
    reuse: int | None,
    layers: int | None = None,
) -> Chunk:
    """Run one segment of (T,) ids into the network, over the memory that earlier chunks leave it.

    It goes as far as the input of the last layer, or of so many ``layers`` alone.
    """
    h = network.embed(torch.from_numpy(ids).to(network.device)[None])
    chunk = Chunk(network, where.start, (h,), reuse, warm=True)
    chunk.deepen(layers or network.config.n_layer, where, chunks)
    return chunk


def memory_of(chunks: tuple[Chunk, ...], length: int, layer: int) -> KeysValues | None:
    """Return the keys and values of the last ``length`` rows that the chunks leave to memory; None without any."""
    return join(pieces_of(chunks, length, layer)) if length else None


def pieces_of(chunks: tuple[Chunk, ...], length: int, layer: int, heads: slice = ALL_HEADS) -> list[KeysValues]:
    """Return what ``memory_of`` joins: a piece a chunk, oldest first, each (1, h, rows, d_head); views, no copies."""
    pieces: list[KeysValues] = []
    for chunk in reversed(chunks):
        if not length:
            break
        left = min(len(chunk), chunk.reuse or len(chunk))
        rows = min(left, length)
        pieces.append(chunk.remembered(layer, slice(left - rows, left), heads))
        length -= rows
    return pieces[::-1]


def positions_of(chunks: tuple[Chunk, ...], length: int) -> NDArray[np.int64]:
    """Return the positions in the text of the rows that ``memory_of`` gives keys and values of, (M,)."""
    rows = np.concatenate([chunk.positions for chunk in chunks]) if length else np.empty(0, np.int64)
    return rows[len(rows) - length :]
