"""The encoding of relative distances, and what one head makes of it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np
import torch

from relviz.core.interventions import gained
from relviz.core.schemes.learned_relative import LearnedRelativeScheme
from relviz.core.schemes.transformer_xl import TransformerXLScheme
from relviz.core.sinusoid import sinusoid

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from relviz.core.reading.trace import Floats, Head, SegmentTrace


@dataclass(frozen=True, eq=False)
class BiasVectors:
    """u and v of one head, and what they make of keys and distances: terms (c) and (d) before scaling and gains.

    Attributes:
        u: (d_head,).
        v: (d_head,).
        by_key: (K,) u . k_j of every key, memory then segment; term (c) is this / sqrt(d_head), times its gain.
        by_distance: (D,) v . W_kR R_d; term (d) is this / sqrt(d_head), times its gain.
    """

    u: Floats
    v: Floats
    by_key: Floats
    by_distance: Floats


@dataclass(frozen=True, eq=False)
class Encoding:
    """R_d for a run of distances, and what a layer's head makes of it.

    Distances below 0 are keys after the query, which a causal model never scores (``scores_ahead``); they are here
    because the formula has them.

    Attributes:
        distances: (D,) in tokens, ascending in steps of 1.
        vectors: (D, d_model) R_d, sine half and cosine half, clamped as the model clamps; or what was learned instead.
        similarity: (D,) R_d . R_0.
        projected: (D, d_head) W_kR R_d of the head.
        position_bias: (D,) term (d), v . W_kR R_d / sqrt(d_head), after its gain.
        position: (T, D) term (b) of each query, q . W_kR R_d / sqrt(d_head), after its gain.
        clamp: distance beyond which all share one vector, None without a limit.
        trained: largest distance seen in training, None where unknown.
        scores_ahead: whether negative distances are scored.
        learned: whether the vectors are learned ones, of all heads side by side, and have no sines and cosines.
        biases: u and v; None for a scheme that lacks one of them, and for the mean over heads: the mean of products is
            not the product of means.
    """

    distances: NDArray[np.int64]
    vectors: Floats
    similarity: Floats
    projected: Floats
    position_bias: Floats
    position: Floats
    clamp: int | None
    trained: int | None
    scores_ahead: bool
    learned: bool = False
    biases: BiasVectors | None = None

    def index(self, distance: int) -> int:
        """Return the row of a distance, the nearest there is."""
        return int(np.clip(distance - self.distances[0], 0, len(self.distances) - 1))


def has_encoding(trace: SegmentTrace) -> bool:
    """Whether the model's scheme has vectors of distances that ``encode`` shows."""
    scheme = trace.model.network.layers[0].attention.scheme
    return isinstance(scheme, (TransformerXLScheme, LearnedRelativeScheme))


@torch.inference_mode()
def encode(trace: SegmentTrace, layer: int, head: Head) -> Encoding:
    """Compute the encoding of every distance that the reading of this text, or the training, can bring about.

    For the mean over heads, projections and terms are averaged over the heads.
    """
    config = trace.model.config
    attention = trace.model.network.layers[layer].attention
    scheme = attention.scheme
    if not isinstance(scheme, (TransformerXLScheme, LearnedRelativeScheme)):
        raise TypeError(f"the scheme {scheme.name} has no vectors R_d")
    heads = slice(None) if head == "mean" else slice(head, head + 1)
    trained = None
    if config.trained_segment_length is not None:
        trained = config.trained_segment_length + (config.trained_memory_length or 0) - 1
    filled = min(trace.memory_length + trace.where.segment, len(trace.tokens))  # the text has no more
    longest = max(filled - 1, trace.where.keys - 1, trained or 0)
    distances = np.arange(1 - trace.where.segment, longest + 1)
    clamp = config.clamp_len if config.clamp_len > 0 else None
    if isinstance(scheme, LearnedRelativeScheme):
        distances, clamp = distances[distances >= 0], scheme.clamp  # its tables have no negative distances
        table, bias = scheme.encode(torch.from_numpy(distances))
        vectors = table.transpose(0, 1).flatten(1).cpu().numpy()  # (D, H * d_head)
        r, position_bias = table[heads], bias[heads]
    else:
        clamped = distances if clamp is None else np.clip(distances, -clamp, clamp)
        vectors = sinusoid(clamped, config.d_model)
        r = scheme.encode(torch.from_numpy(distances))[heads]  # (h, D, d_head)
        position_bias = (r @ scheme.v[heads, :, None]).squeeze(2) * scheme.scale  # (h, D)
    biases = None
    if isinstance(scheme, TransformerXLScheme) and head != "mean":
        u, v = scheme.u[head], scheme.v[head]  # (d_head,), the layer's own or those of all layers
        keys = trace.keys(layer, heads)[0, 0]  # (K, d_head)
        biases = BiasVectors(*(values.cpu().numpy().copy() for values in (u, v, keys @ u, r[0] @ v)))
    queries = trace.chunk.project(layer)[0][0, heads]  # (h, T, d_head)
    _, b, _, d, *_ = scheme.gains(trace.where)
    return Encoding(
        distances=distances,
        vectors=vectors,
        similarity=vectors @ vectors[-distances[0]],
        projected=r.mean(0).cpu().numpy(),
        position_bias=gained(position_bias.mean(0), d).cpu().numpy(),
        position=gained((queries @ r.transpose(1, 2) * scheme.scale).mean(0), b).cpu().numpy(),
        clamp=clamp,
        trained=trained,
        scores_ahead=not trace.where.causal,
        learned=isinstance(scheme, LearnedRelativeScheme),
        biases=biases,
    )
