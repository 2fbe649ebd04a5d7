"""Where the queries and keys of one segment are, and which keys each query may see."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING

import numpy as np
import torch
from torch import Tensor

from relviz.core.interventions import NONE, Interventions

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
        causal: a query sees no later keys; otherwise all of them, at negative distances.
        token_types: the type of each of the T tokens, for a scheme that scores types; memory counts as type 0.
        restart_every: after how many tokens of the text positions start again at 0, for a scheme in which they do:
            the length of a whole segment, which the last one of a text may be short of; None for T.
        interventions: what the parts of the score are multiplied with in this pass.
    """

    segment: int
    memory: int
    start: int = 0
    reach: int | None = None
    causal: bool = True
    token_types: tuple[int, ...] | None = None
    restart_every: int | None = None
    interventions: Interventions = NONE

    @property
    def keys(self) -> int:
        """K, the number of keys."""
        return self.memory + self.segment

    @property
    def ahead(self) -> int:
        """How many negative distances are scored: -1 down to -(T - 1) where later keys are seen, else none."""
        return 0 if self.causal else self.segment - 1

    @property
    def period(self) -> int:
        """After how many tokens of the text positions start again at 0, for a scheme in which they do."""
        return self.restart_every or self.segment

    @property
    def positions(self) -> NDArray[np.int64]:
        """(K,) position in the text of each key, negative before it; the last T are the queries'."""
        return np.arange(self.start - self.memory, self.start + self.segment)

    @property
    def distances(self) -> NDArray[np.int64]:
        """(K + ahead,) distances that are scored, from -ahead up to K - 1."""
        return np.arange(-self.ahead, self.keys)

    @property
    def distance(self) -> NDArray[np.int64]:
        """(T, K) relative distance M + i - j of query i and key j; negative for keys after the query. Read-only."""
        return _distance(self.segment, self.memory)

    @property
    def visible(self) -> NDArray[np.bool_]:
        """(T, K) True where the query may see the key. Read-only."""
        return _visible(self.segment, self.memory, self.reach, self.causal)

    @property
    def masking(self) -> NDArray[np.float32]:
        """(T, K) NaN where the query may not see the key, else 0: adding it is faster than choosing. Read-only."""
        return _masking(self.segment, self.memory, self.reach, self.causal)

    def hidden(self, device: torch.device) -> Tensor:
        """(T, K) bool on the device, True where the query may *not* see the key."""
        return _hidden(self.segment, self.memory, self.reach, self.causal, device)

    def blocking(self, device: torch.device) -> Tensor:
        """(T, K) on the device, -inf where the query may *not* see the key, else 0: added faster than filled in."""
        return _blocking(self.segment, self.memory, self.reach, self.causal, device)

    def other_type(self, device: torch.device) -> Tensor:
        """(T, K) bool on the device, True where query and key are of different token types."""
        types = np.array(self.token_types)
        keys = np.concatenate([np.zeros(self.memory, types.dtype), types])
        return torch.from_numpy(types[:, None] != keys[None]).to(device)


@lru_cache(maxsize=4)  # every head of a segment asks for the same, and they are large
def _distance(segment: int, memory: int) -> NDArray[np.int64]:
    distance = memory + np.arange(segment)[:, None] - np.arange(memory + segment)[None]
    distance.setflags(write=False)
    return distance


@lru_cache(maxsize=4)
def _visible(segment: int, memory: int, reach: int | None, causal: bool) -> NDArray[np.bool_]:
    distance = _distance(segment, memory)
    visible = distance >= (0 if causal else -segment)
    if reach is not None:
        visible &= distance < reach
    visible.setflags(write=False)
    return visible


@lru_cache(maxsize=4)
def _masking(segment: int, memory: int, reach: int | None, causal: bool) -> NDArray[np.float32]:
    masking = np.where(_visible(segment, memory, reach, causal), np.float32(0), np.float32(np.nan))
    masking.setflags(write=False)
    return masking


@lru_cache(maxsize=64)
def _hidden(segment: int, memory: int, reach: int | None, causal: bool, device: torch.device) -> Tensor:
    with torch.inference_mode(False):
        return torch.from_numpy(~Positions(segment, memory, reach=reach, causal=causal).visible).to(device)


@lru_cache(maxsize=8)  # training takes turns with memories of several lengths
def _blocking(segment: int, memory: int, reach: int | None, causal: bool, device: torch.device) -> Tensor:
    blocking = np.where(_visible(segment, memory, reach, causal), np.float32(0), np.float32(-np.inf))
    with torch.inference_mode(False):  # training may ask for the same mask later, and cannot use an inference tensor
        return torch.from_numpy(blocking).to(device)


def reach_of(same_length: bool, memory_length: int) -> int | None:
    """Return how far a query sees, as in Hugging Face's and kimiyoung's code: below the memory's capacity.

    Without memory every query would see nothing there; here it still sees itself.
    """
    return max(memory_length, 1) if same_length else None
