"""Figure 1: what it costs to keep what the pages show."""

from __future__ import annotations

from typing import TYPE_CHECKING

import torch
from torch import Tensor
from torch.nn import functional

from relviz.bench import models
from relviz.bench.figure import Figure, Plan, at_most
from relviz.bench.harness import Samples, compare, milliseconds, suffix, synchroniser
from relviz.core.reading.chunk import memory_of
from relviz.core.schemes.transformer_xl import TransformerXLScheme

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from relviz.core.model.model import Model
    from relviz.core.model.transformer import KeysValues, Layer, TransformerXL

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


@torch.inference_mode()
def plain_forward(
    network: TransformerXL, ids: Tensor, memory: list[KeysValues], tables: list[Tensor], blocking: Tensor
) -> Tensor:
    """Run a segment through the layers and return the last one's output, (1, T, d_model).

    The same weights, the same order of operations and the same fused attention as the model's own pass, written
    without any of its classes, for the scheme ``xl`` (Dai et al. 2019, section 3.3).

    Args:
        network: whose weights to use.
        ids: (1, T) the segment.
        memory: for each layer the keys and values of the memory, each (1, H, M, d_head), projected and joined.
        tables: for each layer W_kR R_d, (H, K, d_head), from the largest distance down to 0.
        blocking: (T, K) -inf where a query may not see a key, else 0.
    """
    n_head, scale = network.config.n_head, network.config.d_head**-0.5
    h = network.embed(ids)
    _, t, _ = h.shape
    for layer, (old_keys, old_values), table in zip(network.layers, memory, tables, strict=True):
        attention = layer.attention
        u, v = attention.scheme.get_parameter("u"), attention.scheme.get_parameter("v")
        x = layer.norm1(h) if layer.pre_lnorm else h
        q, k, values = attention.qkv(x).view(1, t, 3, n_head, -1).permute(2, 0, 3, 1, 4)  # (1, H, T, d_head)
        k, values = torch.cat([old_keys, k], 2), torch.cat([old_values, values], 2)  # (1, H, K, d_head)
        by_distance = (q + v[:, None]) * scale @ table.transpose(1, 2)  # (1, H, T, K)
        distances = by_distance.shape[3]
        shifted = by_distance.flatten(2)[..., t - 1 :].unfold(2, distances, max(distances - 1, 1))  # rel_shift
        mask = shifted + blocking
        mixed = functional.scaled_dot_product_attention(q + u[:, None], k, values, attn_mask=mask)
        h = h + attention.output(mixed.transpose(1, 2).flatten(2))
        if layer.pre_lnorm:
            h = h + layer.down(layer.activation(layer.up(layer.norm2(h))))
        else:
            h = layer.norm1(h)
            h = layer.norm2(h + layer.down(layer.activation(layer.up(h))))
    return h
