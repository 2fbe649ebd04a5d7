"""Figure 1: what it costs to keep what the pages show."""

from __future__ import annotations

from typing import TYPE_CHECKING

import torch

from relviz.bench import models
from relviz.bench.figure import Figure, at_most
from relviz.bench.harness import Samples, compare, milliseconds
from relviz.bench.plain import plain_forward
from relviz.bench.plan import Plan, suffix, synchroniser
from relviz.core.reading.chunk import memory_of
from relviz.core.schemes import TransformerXLScheme

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from relviz.core.model.model import Model
    from relviz.core.model.transformer import Layer

QUICK_LAYERS = 2
MOST = 60
"""Rounds, which are segments to be read."""


def measure(plan: Plan) -> Iterator[Figure]:
    """Take the figure for the bundled model and for wt103's large shape."""
    for device in plan.devices:
        yield recording(
            f"1a{suffix(device)}",
            f"recording forward pass against plain, {models.BUNDLED}, T {models.SEGMENT}, M {models.MEMORY}",
            models.bundled(device),
            (models.SEGMENT, models.MEMORY),
            plan.seconds(8, 2),
        )
        layers = QUICK_LAYERS if plan.quick else models.LARGE.n_layer
        yield recording(
            f"1b{suffix(device)}",
            "recording forward pass against plain, wt103's large shape, T 128, M 1600",
            models.large(layers, device),
            (models.LARGE.segment_length, models.LARGE.memory_length),
            plan.seconds(20, 3),
            f"{layers} of {models.LARGE.n_layer} layers, all alike" if plan.quick else f"{layers} layers",
        )


def recording(id: str, title: str, model: Model, lengths: tuple[int, int], seconds: float, on: str = "") -> Figure:  # noqa: A002
    """Compare reading a segment at a full memory with the plain pass over the same segment and memory.

    The plain pass is given the memory's keys and values as one tensor a layer, so joining them from what is kept
    counts as recording.
    """
    samples, difference = _compare(model, *lengths, seconds, synchroniser(model.device.type))
    recorded, plain = samples.median("recording"), samples.median("plain")
    detail = (
        f"{milliseconds(recorded)} against {milliseconds(plain)} a segment, medians of {samples.rounds}; outputs "
        f"differ by {difference:.1g}; output layer left out of both" + (f"; {on}" if on else "")
    )
    return at_most(id, title, 1.05, samples.ratio("recording", "plain"), "x", detail)


def _compare(
    model: Model, segment_length: int, memory_length: int, seconds: float, synchronise: Callable[[], None]
) -> tuple[Samples, float]:
    filling = -(-memory_length // segment_length)
    reading = models.reading_of(model, filling + 1 + MOST + 2, segment_length, memory_length)  # 2 to warm up
    last = reading.step(filling)
    network, memory = model.network, last.where.memory
    with torch.inference_mode():
        joined = [memory_of(last.chunks, memory, layer) for layer in range(model.config.n_layer)]
        tables = [scheme_of(layer).table(last.where.keys) for layer in network.layers]
    pairs = [pair for pair in joined if pair]
    blocking = last.where.blocking(model.device)
    ids = torch.from_numpy(last.ids)[None].to(model.device)
    output = plain_forward(network, ids, pairs, tables, blocking)
    difference = float((output[0] - last.hidden).abs().max())
    samples = compare(
        {
            "recording": lambda: reading.forward().hidden,
            "plain": lambda: plain_forward(network, ids, pairs, tables, blocking),
        },
        seconds,
        least=5,
        most=MOST,
        synchronise=synchronise,
        shortest=0,  # each turn is another segment
    )
    return samples, difference


def scheme_of(layer: Layer) -> TransformerXLScheme:
    """Return a layer's position scheme, which is Transformer-XL's here."""
    scheme = layer.attention.scheme
    assert isinstance(scheme, TransformerXLScheme)
    return scheme
