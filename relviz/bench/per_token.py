"""Figure 12: what memory saves when a text is read token by token (Dai et al. 2019, Table 9)."""

from __future__ import annotations

from typing import TYPE_CHECKING

import torch

from relviz.bench import models
from relviz.bench.figure import Figure, shown
from relviz.bench.harness import compare, milliseconds
from relviz.bench.plan import Plan, suffix, synchroniser
from relviz.core.positions import Positions

if TYPE_CHECKING:
    from collections.abc import Iterator

    from relviz.core.model.model import Model

PAPER = {800: 363, 1800: 773, 2800: 1409, 3800: 1874}
"""How many times slower recomputing was at each attention length."""
SEGMENT = 128
"""Tokens that are read at once with memory, as the paper's evaluation does."""


def measure(plan: Plan) -> Iterator[Figure]:
    """Take the figure at the paper's attention lengths."""
    for device in plan.devices:
        model = models.bundled(device)
        for letter, (length, paper) in zip("abcd", PAPER.items(), strict=True):
            yield saving(f"12{letter}{suffix(device)}", model, length, SEGMENT, paper, plan.seconds(8, 4))


def saving(id: str, model: Model, length: int, segment: int, paper: int | None, seconds: float) -> Figure:  # noqa: A002
    """Compare the cost of a token with memory with that of reading its whole context anew.

    Args:
        id: of the figure.
        model: what to read with.
        length: how many tokens before the last one of the segment, and itself, are attended to.
        segment: tokens that are read at once with memory.
        paper: the paper's ratio at that length, None if it has none.
        seconds: how long to go on.
    """
    filling = -(-(length - segment) // segment)
    reading = models.reading_of(model, filling + 12, segment, length - segment)
    reading.step(filling)
    network = model.network
    ids = torch.tensor([models.random_ids(length, model.config.vocab_size)], device=model.device)
    alone = Positions(length, 0)

    @torch.inference_mode()
    def whole_context() -> None:
        network(network.embed(ids), None, alone)

    samples = compare(
        {"memory": lambda: reading.forward().hidden, "whole": whole_context},
        seconds,
        least=3,
        most=8,
        synchronise=synchroniser(model.device.type),
        shortest=0,
    )
    ratio = samples.ratio("whole", "memory") * segment
    beside = f"; the paper's 12 to 64 layers on a GPU: {paper:,}" if paper else ""
    return shown(
        id,
        f"a token by reading {length:,} tokens anew against with memory, {model.name}"
        + (f" (paper: {paper:,})" if paper else ""),
        ratio,
        "x",
        f"{milliseconds(samples.median('whole'))} against {milliseconds(samples.median('memory') / segment)} a token, "
        f"{segment} at once{beside}; output layer left out of both",
    )
