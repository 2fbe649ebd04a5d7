"""Where the queries and keys of one segment are, and which keys each query may see."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING

import numpy as np
import torch
from torch import Tensor

if TYPE_CHECKING:
    from numpy.typing import NDArray


@dataclass(frozen=True)
class Positions:
    """The geometry of one forward pass: T queries over K = M + T keys.

    Attributes:
        segment: T, tokens in the segment.
        memory: M, tokens in the memory now (the fill).
        start: position in the text of the segment's first token.
        reach: a query sees keys at distances below it (``same_length``); None for all earlier keys.
    """

    segment: int
    memory: int
    start: int = 0
    reach: int | None = None

    @property
    def keys(self) -> int:
        """K, the number of keys."""
        return self.memory + self.segment

    @property
    def distance(self) -> NDArray[np.int64]:
        """(T, K) relative distance M + i - j of query i and key j; negative for keys after the query."""
        return self.memory + np.arange(self.segment)[:, None] - np.arange(self.keys)[None]

    @property
    def visible(self) -> NDArray[np.bool_]:
        """(T, K) True where the query may see the key."""
        distance = self.distance
        visible = distance >= 0
        return visible if self.reach is None else visible & (distance < self.reach)

    def hidden(self, device: torch.device) -> Tensor:
        """(T, K) bool on the device, True where the query may *not* see the key."""
        return _hidden(self.segment, self.memory, self.reach, device)


@lru_cache(maxsize=64)
def _hidden(segment: int, memory: int, reach: int | None, device: torch.device) -> Tensor:
    with torch.inference_mode(False):  # training may ask for the same mask later, and cannot use an inference tensor
        return torch.from_numpy(~Positions(segment, memory, reach=reach).visible).to(device)


def reach_of(same_length: bool, memory_length: int) -> int | None:
    """Return how far a query sees, as in Hugging Face's and kimiyoung's code: below the memory's capacity.

    Without memory every query would see nothing there; here it still sees itself.
    """
    return max(memory_length, 1) if same_length else None
