"""Figure 13: training against the arithmetic that the machine can do."""

from __future__ import annotations

import statistics
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import TYPE_CHECKING, Self

import numpy as np
import torch

from relviz.bench import models
from relviz.bench.figure import Figure, at_least
from relviz.bench.flops import muon_flops, training_flops
from relviz.bench.machine import cores
from relviz.bench.plan import Plan, suffix, synchroniser
from relviz.training.config import TrainingConfig
from relviz.training.run.checkpoint import Checkpoint
from relviz.training.run.loop import Run, memory_length
from relviz.training.run.report import Report

if TYPE_CHECKING:
    from collections.abc import Iterator

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
