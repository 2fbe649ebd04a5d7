"""What is kept of a segment once it has been read: the inputs of its layers."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

import torch
from torch import Tensor

if TYPE_CHECKING:
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
        warm: whether keys and values are cached.
    """

    network: TransformerXL
    start: int
    inputs: tuple[Tensor, ...]
    warm: bool = False
    _projected: dict[int, KeysValues] = field(default_factory=dict, repr=False)

    def __len__(self) -> int:
        """T, the number of tokens."""
        return self.inputs[0].shape[1]

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

    def keep(self, projected: list[KeysValues]) -> None:
        """Take the keys and values that the forward pass has just computed."""
        self.warm = True
        self._projected = dict(enumerate(projected))

    def release(self) -> None:
        """Let the cached keys and values go."""
        self.warm = False
        self._projected.clear()


def memory_of(chunks: tuple[Chunk, ...], length: int, layer: int) -> KeysValues | None:
    """Return the keys and values of the last ``length`` rows of the chunks; None if there are none."""
    if not length:
        return None
    keys, values = zip(*(chunk.keys_values(layer) for chunk in chunks), strict=True)
    return torch.cat(keys, 2)[:, :, -length:], torch.cat(values, 2)[:, :, -length:]
