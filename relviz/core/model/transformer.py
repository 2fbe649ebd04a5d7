"""The body of a Transformer-XL (Dai et al. 2019, section 3; kimiyoung/transformer-xl, ``mem_transformer.py``)."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple, cast

import torch
from torch import Tensor, nn
from torch.nn import functional

from relviz.core.model.attention import Attention
from relviz.core.model.embedding import embedding_of
from relviz.core.schemes import SCHEMES
from relviz.errors import ModelError

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from relviz.core.config import ModelConfig
    from relviz.core.positions import Positions

ACTIVATIONS: dict[str, Callable[[Tensor], Tensor]] = {"relu": functional.relu, "gelu": functional.gelu}
KeysValues = tuple[Tensor, Tensor]
"""Keys and values of one layer, each (B, H, M, d_head)."""
Projection = tuple[Tensor, Tensor, Tensor]
"""Queries, keys and values of one layer, each (B, H, T, d_head)."""


class Output(NamedTuple):
    """What one forward pass gives.

    Attributes:
        inputs: for each layer its input (B, T, d_model): what becomes memory.
        projected: for each layer the queries, keys and values of the segment, each (B, H, T, d_head).
        hidden: (B, T, d_model), the last layer's output.
    """

    inputs: list[Tensor]
    projected: list[Projection]
    hidden: Tensor


class Layer(nn.Module):
    """Attention and feed-forward, each with a residual connection and a layer norm after it (or before it)."""

    def __init__(self, config: ModelConfig) -> None:
        super().__init__()
        self.pre_lnorm = config.pre_lnorm
        self.attention = Attention(config, SCHEMES[config.scheme].load()(config))
        self.norm1 = nn.LayerNorm(config.d_model, eps=config.layer_norm_epsilon)
        self.up = nn.Linear(config.d_model, config.d_inner)
        self.down = nn.Linear(config.d_inner, config.d_model)
        self.norm2 = nn.LayerNorm(config.d_model, eps=config.layer_norm_epsilon)
        self.activation = ACTIVATIONS[config.activation]

    def project(self, h: Tensor) -> Projection:
        """Return queries, keys and values of layer inputs (B, T, d_model), each (B, H, T, d_head)."""
        return self.attention.project(self.norm1(h) if self.pre_lnorm else h)

    def project_memory(self, h: Tensor) -> KeysValues:
        """Return keys and values of layer inputs (B, M, d_model), each (B, H, M, d_head)."""
        return self.attention.project_memory(self.norm1(h) if self.pre_lnorm else h)

    def forward(self, h: Tensor, memory: Sequence[KeysValues], where: Positions) -> tuple[Tensor, Projection]:
        """Return the layer's output (B, T, d_model) and the segment's own queries, keys and values.

        The memory comes in pieces, oldest first, so that it is copied once: together with the segment.
        """
        q, k, v = self.project(h)
        keys, values = join([*memory, (k, v)])
        return self.finish(h, self.attention(q, keys, values, where)), (q, k, v)

    def finish(self, h: Tensor, attended: Tensor) -> Tensor:
        """Return the layer's output (B, T, d_model) for its input and what the attention made of it."""
        if self.pre_lnorm:
            h = h + attended
            return h + self.feed_forward(self.norm2(h))
        h = self.norm1(h + attended)
        output: Tensor = self.norm2(h + self.feed_forward(h))
        return output

    def feed_forward(self, h: Tensor) -> Tensor:
        """Return W2 relu(W1 h + b1) + b2, or with another activation."""
        fed: Tensor = self.down(self.activation(self.up(h)))
        return fed


def join(pieces: Sequence[KeysValues]) -> KeysValues:
    """Lay keys and values of one layer end to end, in one copy; a single piece stays as it is."""
    if len(pieces) == 1:
        return pieces[0]
    keys, values = zip(*pieces, strict=True)
    return torch.cat(keys, 2), torch.cat(values, 2)


class TransformerXL(nn.Module):
    """A Transformer-XL language model; input and output embeddings are one module."""

    def __init__(self, config: ModelConfig) -> None:
        super().__init__()
        if config.scheme not in SCHEMES:
            raise ModelError("scheme must be one of {0}, not {1!r}.", ", ".join(SCHEMES), config.scheme)
        self.config = config
        self.embedding = embedding_of(config)
        # A ModuleList does not say what it holds; to the type checker this is a sequence of layers.
        self.layers = cast("Sequence[Layer]", nn.ModuleList(Layer(config) for _ in range(config.n_layer)))
        self.output_bias = nn.Parameter(torch.empty(config.vocab_size))
        if config.query_stream:
            self.mask_embedding = nn.Parameter(torch.empty(config.d_model))  # what stands for a token not seen
        for layer in self.layers[1:]:
            layer.attention.scheme.share(self.layers[0].attention.scheme)
        if not self.output_bias.is_meta:  # on the meta device there is nothing to draw, and it would load half of torch
            self.initialise()

    @torch.no_grad()
    def initialise(self) -> None:
        """Draw weights from N(0, 0.02), as the reference does; norms start at 1, biases of layers at 0."""
        for name, parameter in self.named_parameters():
            if "norm" in name:
                parameter.fill_(float(name.endswith("weight")))
            elif name.endswith("bias"):
                parameter.zero_()
            else:
                parameter.normal_(0.0, 0.02)
        for layer in self.layers:
            layer.attention.scheme.initialise()

    @property
    def device(self) -> torch.device:
        """Where the weights are."""
        return self.output_bias.device

    def embed(self, ids: Tensor) -> Tensor:
        """Return the input of layer 0 for (B, T) ids: embeddings, times sqrt(d_model) or not, (B, T, d_model)."""
        return self.embedding.embed(ids)

    def forward(self, h: Tensor, memory: Sequence[Sequence[KeysValues]] | None, where: Positions) -> Output:
        """Run layer inputs (B, T, d_model) through all layers over a memory: for each its pieces, oldest first."""
        inputs, projected = [], []
        for index, layer in enumerate(self.layers):
            inputs.append(h)
            h, own = layer(h, memory[index] if memory else (), where)
            projected.append(own)
        return Output(inputs, projected, h)

    def log_probabilities(self, hidden: Tensor) -> Tensor:
        """Return (..., vocab_size) natural-log probabilities of the next token for (..., d_model) outputs."""
        return self.embedding.log_probabilities(hidden, self.output_bias)

    def losses(self, hidden: Tensor, targets: Tensor) -> Tensor:
        """Return the (N,) losses in nats of (N,) next tokens for (N, d_model) outputs, without all probabilities."""
        return self.embedding.losses(hidden, targets, self.output_bias)
