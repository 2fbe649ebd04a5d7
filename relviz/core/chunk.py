"""What is kept of a segment once it has been read: the inputs of its layers."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

import numpy as np
import torch
from torch import Tensor

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from relviz.core.transformer import KeysValues, TransformerXL


@dataclass(eq=False)
class Chunk:
    """A read segment, as memory sees it.

    Only the layer inputs are kept for good. Keys and values are projected from them when needed, always from the
    same rows, since the same rows give the same bits; while the chunk is warm (in the memory) they are cached.

    Attributes:
        network: the network that read it.
        start: position of its first token in the text; negative for the zero vectors before the text.
        inputs: for each of the L layers what it took in, (1, T, d_model). These are the very tensors of the forward
            pass, not slices of one block: where an operand is aligned differently, a product may round differently.
        reuse: how many of its rows, from the first, become memory (XLNet's ``reuse_len``); None for all.
        warm: whether keys and values are cached.
    """

    network: TransformerXL
    start: int
    inputs: tuple[Tensor, ...]
    reuse: int | None = None
    warm: bool = False
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
    def project(self, layer: int) -> tuple[Tensor, Tensor, Tensor]:
        """Return the layer's queries, keys and values, each (1, H, T, d_head)."""
        return self.network.layers[layer].project(self.inputs[layer])

    def keys_values(self, layer: int) -> KeysValues:
        """Return the layer's keys and values, each (1, H, T, d_head)."""
        kept = self._projected.get(layer)
        if kept:
            return kept
        _, keys, values = self.project(layer)
        if self.warm:
            self._projected[layer] = keys, values
        return keys, values

    def remembered(self, layer: int) -> KeysValues:
        """Return the keys and values of the rows that become memory."""
        keys, values = self.keys_values(layer)
        return keys[:, :, : self.reuse], values[:, :, : self.reuse]

    def keep(self, projected: list[KeysValues]) -> None:
        """Take the keys and values that the forward pass has just computed."""
        self.warm = True
        self._projected = dict(enumerate(projected))

    def release(self) -> None:
        """Let the cached keys and values go."""
        self.warm = False
        self._projected.clear()


def memory_of(chunks: tuple[Chunk, ...], length: int, layer: int) -> KeysValues | None:
    """Return the keys and values of the last ``length`` rows that the chunks leave to memory; None without any."""
    if not length:
        return None
    keys, values = zip(*(chunk.remembered(layer) for chunk in chunks), strict=True)
    return torch.cat(keys, 2)[:, :, -length:], torch.cat(values, 2)[:, :, -length:]


def positions_of(chunks: tuple[Chunk, ...], length: int) -> NDArray[np.int64]:
    """Return the positions in the text of the rows that ``memory_of`` gives keys and values of, (M,)."""
    rows = np.concatenate([chunk.positions for chunk in chunks]) if length else np.empty(0, np.int64)
    return rows[len(rows) - length :]
