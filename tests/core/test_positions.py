"""Where queries and keys are, and which may see which."""

from __future__ import annotations

import numpy as np
import torch

from relviz.core.positions import Positions, reach_of


def test_distance_counts_back_from_the_query() -> None:
    """Distance is M + i - j: 0 for the token itself, negative for later keys."""
    where = Positions(segment=3, memory=2, start=6)
    assert where.keys == 5
    assert where.distance.tolist() == [[2, 1, 0, -1, -2], [3, 2, 1, 0, -1], [4, 3, 2, 1, 0]]


def test_positions_and_distances_are_listed_in_order() -> None:
    """Keys lie at consecutive positions of the text, before it at negative ones; distances ascend from the nearest."""
    where = Positions(segment=3, memory=2, start=1, causal=False)
    assert where.positions.tolist() == [-1, 0, 1, 2, 3]
    assert where.distances.tolist() == [-2, -1, 0, 1, 2, 3, 4]
    assert (where.period, Positions(3, 2, restart_every=8).period) == (3, 8)


def test_a_query_sees_itself_and_what_came_before() -> None:
    """Without a reach, a query sees memory, earlier tokens and itself."""
    assert Positions(2, 2).visible.astype(int).tolist() == [[1, 1, 1, 0], [1, 1, 1, 1]]


def test_in_both_directions_a_query_sees_everything() -> None:
    """Without causality every key is visible, and distances go down to -(T - 1)."""
    where = Positions(segment=3, memory=2, causal=False)
    assert where.visible.all()
    assert not where.hidden(torch.device("cpu")).any()
    assert (where.ahead, where.distance.min()) == (2, -2)
    assert (Positions(segment=3, memory=2).ahead, Positions(segment=1, memory=2, causal=False).ahead) == (0, 0)


def test_memory_is_of_the_first_token_type(device: str) -> None:
    """Token types are compared query by key, those of memory as type 0."""
    where = Positions(segment=3, memory=1, token_types=(0, 1, 1))
    other = where.other_type(torch.device(device))
    assert other.device.type == device
    assert other.int().tolist() == [[0, 0, 1, 1], [1, 1, 0, 0], [1, 1, 0, 0]]


def test_same_length_gives_every_query_as_many_keys_as_the_memory_holds() -> None:
    """With same_length and a full memory, every query sees memory_length keys, itself among them."""
    where = Positions(segment=3, memory=4, reach=reach_of(True, 4))
    assert where.visible.astype(int).tolist() == [[0, 1, 1, 1, 1, 0, 0], [0, 0, 1, 1, 1, 1, 0], [0, 0, 0, 1, 1, 1, 1]]


def test_same_length_without_memory_leaves_the_token_itself() -> None:
    """With same_length and a memory of 0, no row is empty: each token sees itself."""
    where = Positions(segment=3, memory=0, reach=reach_of(True, 0))
    np.testing.assert_array_equal(where.visible, np.eye(3, dtype=bool))
    assert reach_of(False, 0) is None


def test_hidden_is_the_complement_of_visible(device: str) -> None:
    """The masks live on the device and hide exactly what is not visible."""
    place = torch.device(device)
    for where in (Positions(4, 0), Positions(5, 3), Positions(3, 6, reach=2)):
        hidden = where.hidden(place)
        assert hidden.device.type == device
        np.testing.assert_array_equal(hidden.cpu().numpy(), ~where.visible)
        blocking = where.blocking(place)
        assert blocking.device.type == device
        np.testing.assert_array_equal(blocking.cpu().numpy(), np.where(where.visible, 0, -np.inf))


def test_a_mask_made_while_reading_can_be_trained_with() -> None:
    """Training may come after reading in one process: the cached mask has no strings attached."""
    where = Positions(segment=7, memory=1)
    with torch.inference_mode():
        where.blocking(torch.device("cpu"))
    score = torch.randn(7, 8, requires_grad=True)
    attention = (score + where.blocking(torch.device("cpu"))).softmax(1)
    torch.autograd.backward(attention.square().sum())
    assert score.grad is not None
