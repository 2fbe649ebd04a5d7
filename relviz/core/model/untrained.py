"""Whether a network has learnt anything yet, and what may then be said of it."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from relviz.core.model.transformer import TransformerXL


def is_untrained(network: TransformerXL) -> bool:
    """Return whether the weights are still those that were drawn at random.

    Every code that makes such a network, the reference implementation (kimiyoung/transformer-xl) among them, starts
    the biases of its layer norms at exactly 0, and the first step of training moves all of them.
    """
    from torch import nn  # noqa: PLC0415 # the command line asks for the names below without it

    norms = [module for module in network.modules() if isinstance(module, nn.LayerNorm)]
    return bool(norms) and not any(bool(norm.bias.any()) for norm in norms)


def is_norm_bias(name: str) -> bool:
    """Whether a tensor in one of relviz's own weights files is the bias of a layer norm, which training moves."""
    return "norm" in name and name.endswith(".bias")


def forget_training(network: TransformerXL) -> None:
    """Drop what an untrained network's config says of training: it was copied from another model's.

    Whoever reads a model from a file calls this, so that nothing which is said or drawn of it can claim a training.
    A network that is trained keeps all.
    """
    if not is_untrained(network):
        return
    network.config = replace(
        network.config, trained_segment_length=None, trained_memory_length=None, trained_positions=None
    )
    for layer in network.layers:
        layer.attention.scheme.config = network.config
