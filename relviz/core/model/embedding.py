"""Words to vectors and back: the input embedding and the output layer, which share their matrices."""

from __future__ import annotations

from abc import abstractmethod
from typing import TYPE_CHECKING

import torch
from torch import Tensor, nn
from torch.nn import functional

if TYPE_CHECKING:
    from collections.abc import Iterator

    from relviz.core.config import ModelConfig


class WordEmbedding(nn.Module):
    """What every embedding has towards the body of the model.

    The bias of the output layer, (vocab_size,), belongs to the network and is handed in.
    """

    def __init__(self, config: ModelConfig) -> None:
        super().__init__()
        self.scale = config.d_model**0.5 if config.scale_embeddings else None

    def embed(self, ids: Tensor) -> Tensor:
        """Return the input of layer 0 for (B, T) ids: vectors times sqrt(d_model) or as they are, (B, T, d_model)."""
        vectors = self.look_up(ids)
        return vectors if self.scale is None else vectors * self.scale

    @abstractmethod
    def look_up(self, ids: Tensor) -> Tensor:
        """Return the vectors of (B, T) ids, (B, T, d_model)."""

    @abstractmethod
    def log_probabilities(self, hidden: Tensor, bias: Tensor) -> Tensor:
        """Return (..., vocab_size) natural-log probabilities of the next token for (..., d_model) outputs."""

    @abstractmethod
    def losses(self, hidden: Tensor, targets: Tensor, bias: Tensor) -> Tensor:
        """Return the (N,) losses in nats of (N,) next tokens for (N, d_model) outputs."""


class TiedEmbedding(WordEmbedding):
    """One vector of full width a word, used at the input and at the output."""

    def __init__(self, config: ModelConfig) -> None:
        super().__init__(config)
        self.weight = nn.Parameter(torch.empty(config.vocab_size, config.d_model))

    def look_up(self, ids: Tensor) -> Tensor:
        """Return the vectors of (B, T) ids, (B, T, d_model)."""
        return functional.embedding(ids, self.weight)

    def log_probabilities(self, hidden: Tensor, bias: Tensor) -> Tensor:
        """Return (..., vocab_size) natural-log probabilities of the next token for (..., d_model) outputs."""
        return functional.log_softmax(functional.linear(hidden, self.weight, bias), dim=-1)

    def losses(self, hidden: Tensor, targets: Tensor, bias: Tensor) -> Tensor:
        """Return the (N,) losses in nats of (N,) next tokens for (N, d_model) outputs."""
        logits = functional.linear(hidden, self.weight, bias).float()  # it may be half as wide under autocast
        return functional.cross_entropy(logits, targets, reduction="none")


class AdaptiveEmbedding(WordEmbedding):
    """Frequent words with wide vectors, rare ones with narrow vectors, in clusters of the vocabulary.

    Adaptive input embedding (Baevski and Auli 2018) and adaptive softmax (Grave et al. 2017) as in
    kimiyoung/transformer-xl (``AdaptiveEmbedding``, ``ProjectedAdaptiveLogSoftmax``). The first cluster, the head, has
    an entry for each of its words and one for each further cluster: p(word) = p(cluster) p(word | cluster).

    Attributes:
        ends: where each cluster ends, in ids.
        tables: for each cluster its vectors, (words, width).
        projections: (d_model, width): one a cluster, or one for all of them, or none where widths are d_model.
        output_tables: as ``tables``, for the output; empty where they are the same.
        output_projections: those of the output that are not shared with the input, by the number of their cluster.
        cluster_weight: (clusters - 1, d_embed) vectors of the further clusters, in the order of ``cluster_order``.
        cluster_bias: (clusters - 1,).
    """

    def __init__(self, config: ModelConfig) -> None:
        super().__init__(config)
        self.ends = (*config.cutoffs, config.vocab_size)
        self.reversed = config.cluster_order == "reversed"
        clusters = range(len(self.ends))
        widths = [config.embedding_width // config.div_val**cluster for cluster in clusters]
        words = [end - start for start, end in self._bounds()]

        def tables() -> nn.ParameterList:
            return nn.ParameterList(torch.empty(*shape) for shape in zip(words, widths, strict=True))

        self.tables = tables()
        self.output_tables = nn.ParameterList() if config.tie_weight else tables()
        projected = config.div_val > 1 or widths[0] != config.d_model
        distinct = clusters if config.div_val > 1 else clusters[:1]
        inputs = distinct if projected else ()
        self.projections = nn.ParameterList(torch.empty(config.d_model, widths[cluster]) for cluster in inputs)
        own = [cluster for cluster in clusters if projected and not config.ties_projection(cluster)]
        self.output_projections = nn.ParameterDict(
            {str(cluster): torch.empty(config.d_model, widths[cluster]) for cluster in own}
        )
        if config.cutoffs:
            self.cluster_weight = nn.Parameter(torch.empty(len(config.cutoffs), widths[0]))
            self.cluster_bias = nn.Parameter(torch.empty(len(config.cutoffs)))

    def look_up(self, ids: Tensor) -> Tensor:
        """Return the vectors of (B, T) ids, (B, T, d_model)."""
        vectors: Tensor | None = None
        for cluster, (start, end) in enumerate(self._bounds()):
            inside = (ids >= start) & (ids < end)
            rows = functional.embedding(ids[inside] - start, self.tables[cluster])  # (N, width)
            projection = self._projection(cluster)
            if projection is not None:
                rows = functional.linear(rows, projection)  # (N, d_model)
            if vectors is None:
                vectors = rows.new_zeros(*ids.shape, rows.shape[-1])
            vectors = vectors.masked_scatter(inside[..., None], rows)
        assert vectors is not None, "there is at least one cluster"
        return vectors

    def log_probabilities(self, hidden: Tensor, bias: Tensor) -> Tensor:
        """Return (..., vocab_size) natural-log probabilities of the next token for (..., d_model) outputs."""
        head = self._head(hidden, bias)
        tails = [
            head[..., self._column(cluster), None] + self._tail(cluster, hidden, bias)
            for cluster in range(1, len(self.ends))
        ]
        return torch.cat([head[..., : self.ends[0]], *tails], dim=-1)

    def losses(self, hidden: Tensor, targets: Tensor, bias: Tensor) -> Tensor:
        """Return the (N,) losses in nats of (N,) next tokens for (N, d_model) outputs.

        Of each cluster only the rows whose target lies in it are computed.
        """
        head = self._head(hidden, bias)  # (N, ends[0] + clusters - 1)
        known = head.new_empty(len(targets))
        for cluster, (start, end) in enumerate(self._bounds()):
            rows = ((targets >= start) & (targets < end)).nonzero()[:, 0]
            if not len(rows):
                continue
            within = (targets[rows] - start)[:, None]
            if cluster:
                tail = self._tail(cluster, hidden[rows], bias)
                known[rows] = head[rows, self._column(cluster)] + tail.gather(1, within)[:, 0]
            else:
                known[rows] = head[rows].gather(1, within)[:, 0]
        return -known

    def _bounds(self) -> Iterator[tuple[int, int]]:
        """Return the first id of each cluster, and the id after its last."""
        return zip((0, *self.ends[:-1]), self.ends, strict=True)

    def _column(self, cluster: int) -> int:
        """Return the column of the head that holds a cluster's own probability.

        WORKAROUND https://github.com/kimiyoung/transformer-xl: its PyTorch code reads these columns from the end
        (``head_logprob[:, -i]``), its TensorFlow code and Hugging Face's from the front.
        """
        return self.ends[0] + (len(self.ends) - 1 - cluster if self.reversed else cluster - 1)

    def _head(self, hidden: Tensor, bias: Tensor) -> Tensor:
        """Return (..., ends[0] + clusters - 1) log probabilities of the head's words, then of the further clusters."""
        narrow = self._narrow(0, hidden)
        logits = functional.linear(narrow, self._output_table(0), bias[: self.ends[0]])
        if len(self.ends) > 1:  # the outputs are joined, not the weights, which are large
            logits = torch.cat([logits, functional.linear(narrow, self.cluster_weight, self.cluster_bias)], dim=-1)
        return functional.log_softmax(logits, dim=-1)

    def _tail(self, cluster: int, hidden: Tensor, bias: Tensor) -> Tensor:
        """Return (..., words) log probabilities of a cluster's words, given the cluster."""
        own = bias[self.ends[cluster - 1] : self.ends[cluster]]
        logits = functional.linear(self._narrow(cluster, hidden), self._output_table(cluster), own)
        return functional.log_softmax(logits, dim=-1)

    def _narrow(self, cluster: int, hidden: Tensor) -> Tensor:
        """Project (..., d_model) outputs to the width of a cluster."""
        name = str(cluster)
        projection = self.output_projections[name] if name in self.output_projections else self._projection(cluster)
        return hidden if projection is None else hidden @ projection

    def _projection(self, cluster: int) -> Tensor | None:
        """Return the input's projection of a cluster, (d_model, width)."""
        if not len(self.projections):
            return None
        projection: Tensor = self.projections[cluster if len(self.projections) > 1 else 0]
        return projection

    def _output_table(self, cluster: int) -> Tensor:
        table: Tensor = (self.output_tables if len(self.output_tables) else self.tables)[cluster]
        return table


def embedding_of(config: ModelConfig) -> WordEmbedding:
    """Return the embedding that a config describes."""
    plain = not config.cutoffs and config.embedding_width == config.d_model and config.tie_weight
    return TiedEmbedding(config) if plain and config.div_val == 1 else AdaptiveEmbedding(config)
