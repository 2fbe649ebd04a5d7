"""Figure 13: training against the arithmetic that the machine can do, its operations counted by hand."""

from __future__ import annotations

import statistics
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import TYPE_CHECKING, Self

import numpy as np
import torch

from relviz.bench import models
from relviz.bench.figure import Figure, Plan, at_least
from relviz.bench.harness import cores, suffix, synchroniser
from relviz.training.config import TrainingConfig
from relviz.training.run.checkpoint import Checkpoint
from relviz.training.run.loop import Run, memory_length
from relviz.training.run.report import Report

if TYPE_CHECKING:
    from collections.abc import Iterator

    from relviz.core.config import ModelConfig

SIDE = 1024
"""Rows and columns of the product that says what the machine can do."""
REPEATS = 4
"""Products a thread does in a turn."""
PRECISIONS = {"bf16": torch.bfloat16, "fp32": torch.float32}


def measure(plan: Plan) -> Iterator[Figure]:
    """Take the figure with the settings that gave the bundled model."""
    for device in plan.devices:
        config = TrainingConfig(paths=(), output=Path(), hold_out=None, device=device)
        yield throughput(f"13{suffix(device)}", config, plan.seconds(20, 5))


def throughput(id: str, config: TrainingConfig, seconds: float, least: int = 5) -> Figure:  # noqa: A002
    """Take steps of ``relviz train`` on random tokens and matrix products in turns."""
    ids = np.array(models.random_ids(400 * config.streams * config.segment_length, config.vocab_size), np.int32)
    state = Checkpoint(config, "", "", [], [], {}, [])
    wait = synchroniser(config.device)
    threads = 1 if config.device == "cuda" else config.threads or cores()
    counts: list[int] = []
    shares: list[float] = []
    speeds: list[float] = []
    products: list[float] = []
    with Run(state, [ids], [], Report()) as run, _Products(config, threads) as product:
        run.step(0.1)
        while run.memory[0].shape[1] < config.kept:
            run.step(0.1)
        began = time.perf_counter()
        while len(shares) < least or time.perf_counter() - began < seconds:
            before = state.step
            start = time.perf_counter()
            run.step(0.1)
            wait()
            step = time.perf_counter() - start
            memory = memory_length(config, before)
            operations = training_flops(config.model, config.streams, config.segment_length, memory, threads)
            able = product.measure()
            counts.append(operations)
            shares.append(operations / step / able)
            speeds.append(config.streams * config.segment_length / step)
            products.append(able)
    updating = muon_flops(config.model) if config.optimizer == "muon" else 0
    with_muon = [share * (1 + updating / operations) for share, operations in zip(shares, counts, strict=True)]
    return at_least(
        id,
        f"training throughput against a {SIDE} x {SIDE} matrix product in {config.precision}",
        35,
        100 * statistics.median(shares),
        "%",
        f"{statistics.median(speeds):,.0f} tokens/s, {config.streams} streams of T {config.segment_length}, "
        f"M {' or '.join(map(str, config.memory_lengths))}; the machine does {statistics.median(products) / 1e9:.0f} "
        f"GFLOP/s with {threads} threads; {len(shares)} steps; only the model's products count, with those of Muon it "
        f"is {100 * statistics.median(with_muon):.0f}%",
    )


class _Products:
    """Matrix products on every core, each with one of its own, as training shares out its work."""

    def __init__(self, config: TrainingConfig, threads: int) -> None:
        self._wait = synchroniser(config.device)
        self._threads = threads
        self._pool = ThreadPoolExecutor(threads, "products", initializer=torch.set_num_threads, initargs=(1,))
        shape = (SIDE, SIDE)
        self._factor = torch.randn(shape, dtype=PRECISIONS[config.precision], device=config.device)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_error: object) -> None:
        self._pool.shutdown()

    def measure(self) -> float:
        """Return how many operations a second all threads do together."""
        start = time.perf_counter()
        for done in [self._pool.submit(self._multiply) for _ in range(self._threads)]:
            done.result()
        self._wait()
        return self._threads * REPEATS * 2 * SIDE**3 / (time.perf_counter() - start)

    def _multiply(self) -> None:
        for _ in range(REPEATS):
            self._factor @ self._factor


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
