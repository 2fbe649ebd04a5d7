"""How alike the attention of all heads is to that of one of them."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

import numpy as np
import torch

from relviz.core.reading.trace import CELLS_AT_ONCE
from relviz.errors import Cancelled

if TYPE_CHECKING:
    from collections.abc import Callable

    from torch import Tensor

    from relviz.core.reading.trace import Floats, Head, SegmentTrace


@torch.inference_mode()
def heads_alike(trace: SegmentTrace, layer: int, head: Head, is_cancelled: Callable[[], bool] | None = None) -> Floats:
    """Return how alike the attention of every head is to that of one head, (L, H), 1 for the same and 0 for no overlap.

    It is 1 less the Jensen-Shannon divergence of their attention in bits, the mean over the T queries: the distance of
    heads of Clark et al. 2019, "What Does BERT Look At?", section 6, which adds it up over the tokens in nats.

    Args:
        trace: the segment.
        layer: of the head that the others are held against.
        head: its index, or ``mean`` for the mean of the layer's attention.
        is_cancelled: asked between some heads of a layer and those of the next.

    Raises:
        SettingError: there is no such layer or head.
        Cancelled: ``is_cancelled`` said so.
    """
    config, where = trace.model.config, trace.where
    one = torch.from_numpy(trace.terms(layer, head).attention).to(trace.chunk.inputs[0].device)  # (T, K)
    step = max(1, CELLS_AT_ONCE // (where.segment * where.keys))
    rows: list[Floats] = []
    for number in range(config.n_layer):
        found: list[Tensor] = []
        for first in range(0, config.n_head, step):
            if is_cancelled and is_cancelled():
                raise Cancelled("Comparing the heads was cancelled.")
            attention = trace.scored(number, slice(first, min(first + step, config.n_head)))[0].softmax(3)[0]
            found.append(1 - _divergence(attention, one).mean(1))
        rows.append(torch.cat(found).clamp(0, 1).cpu().numpy())
    return np.stack(rows)


def _divergence(attention: Tensor, one: Tensor) -> Tensor:
    """Return the Jensen-Shannon divergence in bits, 0 to 1, of (h, T, K) rows and those of one head (T, K): (h, T)."""
    entropy = torch.special.entr
    apart = entropy((attention + one) / 2) - (entropy(attention) + entropy(one)) / 2
    divergence: Tensor = apart.sum(2) / math.log(2)
    return divergence
