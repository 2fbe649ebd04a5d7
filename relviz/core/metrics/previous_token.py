"""Heads that look one token back, at the token that came before."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from torch import Tensor


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
