"""Whether a network has learnt anything yet."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from torch import nn

if TYPE_CHECKING:
    from relviz.core.transformer import TransformerXL


def is_untrained(network: TransformerXL) -> bool:
    """Return whether the weights are still those that were drawn at random.

    Every code that makes such a network, the reference implementation (kimiyoung/transformer-xl) among them, starts
    the biases of its layer norms at exactly 0, and the first step of training moves all of them.
    """
    norms = [module for module in network.modules() if isinstance(module, nn.LayerNorm)]
    return bool(norms) and not any(bool(norm.bias.any()) for norm in norms)


def forget_training(network: TransformerXL) -> None:
    """Drop what the config of an untrained network says of training: it was copied from another model's."""
    network.config = replace(
        network.config, trained_segment_length=None, trained_memory_length=None, trained_positions=None
    )
