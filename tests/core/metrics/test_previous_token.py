"""Attention at a relative distance."""

from __future__ import annotations

import torch

from relviz.core.metrics.previous_token import attention_at_distance


def test_previous_token_by_hand() -> None:
    """With a memory of 1 every query has a token before it: keys 0, 1 and 2 for queries 0, 1 and 2."""
    attention = torch.tensor([[0.9, 0.1, 0, 0], [0.2, 0.5, 0.3, 0], [0.1, 0.2, 0.6, 0.1]])
    torch.testing.assert_close(attention_at_distance(attention, 1), torch.tensor([0.9, 0.5, 0.6]))


def test_the_first_token_has_none_before_it() -> None:
    """Without a memory the first query is left out."""
    attention = torch.tensor([[1.0, 0, 0], [0.7, 0.3, 0], [0.1, 0.8, 0.1]])
    torch.testing.assert_close(attention_at_distance(attention, 0), torch.tensor([0.7, 0.8]))


def test_is_what_a_double_loop_finds() -> None:
    """At any distance it is the cells with M + i - j = d, for all heads."""
    attention = torch.rand(2, 3, 5, 12)
    for distance in range(10):
        expected = [attention[..., i, j] for i in range(5) for j in range(12) if 7 + i - j == distance]
        torch.testing.assert_close(attention_at_distance(attention, 7, distance), torch.stack(expected, -1))
