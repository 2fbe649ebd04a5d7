"""How many floating-point operations training takes, counted by hand."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from relviz.core.config import ModelConfig


def training_flops(config: ModelConfig, streams: int, segment: int, memory: int, tables: int = 1) -> int:
    """Return the operations of one training step: the matrix products, forward and backward.

    A product of (m, k) and (k, n) takes 2 m k n. Backward takes two of that size, one for each factor's gradient; one
    where a factor has no gradient, as the memory and R have none. What a causal mask hides is computed, and counted.
    Softmax, norms, activations, the embedding and the optimizer are left out, so the count is a low one.

    Args:
        config: the shape of the model.
        streams: B, texts read side by side.
        segment: T, tokens in a segment.
        memory: M, tokens in memory.
        tables: how often W_kR R is computed, once for each thread that takes some of the streams.
    """
    width, keys = config.n_head * config.d_head, memory + segment
    rows = streams * segment
    queries_keys_values = 2 * rows * config.d_model * 3 * width
    output = 2 * rows * width * config.d_model
    feed_forward = 2 * 2 * rows * config.d_model * config.d_inner
    attention = 3 * 2 * rows * keys * width  # (q + u) k, (q + v) r, and the values
    memory_keys_values = 2 * streams * memory * config.d_model * 2 * width
    positions = 2 * tables * keys * config.d_model * width
    layer = 3 * (queries_keys_values + output + feed_forward + attention) + 2 * (memory_keys_values + positions)
    words = 3 * 2 * rows * config.d_model * config.vocab_size
    return config.n_layer * layer + words


def muon_flops(config: ModelConfig, iterations: int = 5) -> int:
    """Return the operations that Muon takes once a step to make the updates of the layers' matrices orthogonal.

    An iteration on a matrix X of m rows and n columns, m <= n, is X X^T, its square, and that times X (Jordan et al.
    2024; ``torch.optim.Muon``). Queries, keys and values are three matrices.
    """
    width = config.n_head * config.d_head
    shapes = 5 * [(width, config.d_model)] + 2 * [(config.d_inner, config.d_model)]  # q, k, v, output, W_kR; up, down
    sides = [(min(shape), max(shape)) for shape in shapes]
    return config.n_layer * iterations * sum(4 * m * m * n + 2 * m**3 for m, n in sides)
