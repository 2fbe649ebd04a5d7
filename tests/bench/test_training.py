"""The operations of a training step, counted by hand."""

from __future__ import annotations

from relviz.bench.training import muon_flops, training_flops
from relviz.core.config import ModelConfig

CONFIG = ModelConfig(vocab_size=7, n_layer=1, n_head=1, d_model=2, d_head=3, d_inner=5)


def test_a_step_without_memory() -> None:
    """One stream of one token: each product by hand, thrice, but for W_kR R, which has no factor to pass on to."""
    queries_keys_values = 2 * 1 * 2 * 9  # (1, 2) times (2, 9)
    output = 2 * 1 * 3 * 2  # (1, 3) times (3, 2)
    feed_forward = 2 * 1 * 2 * 5 + 2 * 1 * 5 * 2
    attention = 3 * (2 * 1 * 3 * 1)  # content, position and values, one key
    positions = 2 * 1 * 2 * 3  # R_0 times W_kR
    words = 2 * 1 * 2 * 7
    by_hand = 3 * (queries_keys_values + output + feed_forward + attention + words) + 2 * positions
    assert by_hand == 3 * (36 + 12 + 40 + 18 + 28) + 2 * 12
    assert training_flops(CONFIG, streams=1, segment=1, memory=0) == by_hand


def test_memory_is_projected_without_a_gradient() -> None:
    """A token in memory adds keys and values (forward, and the weight's gradient), one more key, and one more R_d."""
    memory_keys_values = 2 * 1 * 2 * 6
    more_attention = 3 * (2 * 1 * 3 * 1)
    more_positions = 2 * 1 * 2 * 3
    without = training_flops(CONFIG, streams=1, segment=1, memory=0)
    added = 2 * memory_keys_values + 3 * more_attention + 2 * more_positions
    assert training_flops(CONFIG, streams=1, segment=1, memory=1) - without == added


def test_a_large_model_takes_about_six_operations_per_weight_and_token() -> None:
    """Kaplan et al. 2020: 6 N a token, where attention is short; W_kR and its table are beside the point."""
    config = ModelConfig(vocab_size=100, n_layer=4, n_head=16, d_model=1024, d_head=64, d_inner=4096)
    weights = 4 * (4 * 1024 * 1024 + 2 * 1024 * 4096)
    flops = training_flops(config, streams=8, segment=16, memory=0)
    assert abs(flops / (8 * 16) / (6 * weights) - 1) < 0.05


def test_muon_makes_seven_matrices_a_layer_orthogonal() -> None:
    """Of X (m, n): X X^T is 2 m m n, its square 2 m m m, and that times X 2 m m n again, five times over."""
    square_like = 5 * (2 * 2 * 2 * 3 + 2 * 2 * 2 * 2 + 2 * 2 * 2 * 3)  # q, k, v, output and W_kR: 2 by 3
    feed_forward = 2 * (2 * 2 * 2 * 5 + 2 * 2 * 2 * 2 + 2 * 2 * 2 * 5)  # up and down: 2 by 5
    assert muon_flops(CONFIG) == 5 * (square_like + feed_forward)
