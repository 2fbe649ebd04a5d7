"""XLNet's second stream, which predicts tokens without having seen them (Yang et al. 2019, section 2.3)."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import torch
from torch import Tensor
from torch.nn import functional

if TYPE_CHECKING:
    from collections.abc import Sequence

    from relviz.core.model.transformer import KeysValues, TransformerXL
    from relviz.core.positions import Positions


def query_stream(network: TransformerXL, content: Sequence[KeysValues], where: Positions) -> Tensor:
    """Return (T, d_model) outputs of the query stream: row i predicts the token after token i, from all up to token i.

    A query starts as the one learned vector that stands for a token not seen, at the place of the token it predicts,
    and attends with the content stream's weights to the content of earlier tokens. The last row is what Hugging Face's
    recipe computes: a dummy token at the end that nobody sees, and a target mapping that picks it.

    Args:
        network: one with a query stream.
        content: for each layer the keys and values of memory and segment, (1, H, K, d_head), of the content stream.
        where: T queries over K keys.
    """
    types = where.token_types and (*where.token_types, where.token_types[-1])
    beyond = replace(where, segment=where.segment + 1, causal=True, token_types=types)  # one place more, not filled
    itself = torch.from_numpy(beyond.distance == 0).to(network.device)
    g = network.mask_embedding.expand(1, beyond.segment, -1)
    for layer, pair in zip(network.layers, content, strict=True):
        keys, values = (functional.pad(rows, (0, 0, 0, 1)) for rows in pair)  # (1, H, K + 1, d_head)
        queries, _, _ = layer.project(g)
        score = layer.attention.score(queries, keys, beyond).masked_fill(itself, -torch.inf)
        mixed = layer.attention.mix(
            score.softmax(3), values, beyond
        )  # NaN in the first row if there is no memory: nothing is left to see
        g = layer.finish(g, layer.attention.output(mixed.transpose(1, 2).flatten(2)))
    return g[0, 1:]
