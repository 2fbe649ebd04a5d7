"""A Transformer-XL's forward pass with nothing kept: what the recording one is measured against."""

from __future__ import annotations

from typing import TYPE_CHECKING

import torch
from torch import Tensor
from torch.nn import functional

if TYPE_CHECKING:
    from relviz.core.model.transformer import KeysValues, TransformerXL


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
