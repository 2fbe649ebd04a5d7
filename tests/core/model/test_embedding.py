"""Adaptive embedding and softmax, against a plain computation of each cluster."""

from __future__ import annotations

from itertools import pairwise
from typing import Any

import pytest
import torch
from torch import Tensor

from relviz.core.model.embedding import AdaptiveEmbedding, TiedEmbedding, embedding_of
from relviz.errors import ModelError
from tests.fixtures import models

SHAPES: list[dict[str, Any]] = [
    {"cutoffs": [10, 30, 60], "div_val": 2, "tie_projs": [False, True, True, False]},
    {"cutoffs": [10, 30, 60], "div_val": 2, "tie_projs": [], "cluster_order": "reversed"},
    {"cutoffs": [50], "div_val": 1},
    {"cutoffs": [50], "div_val": 1, "d_embed": 8, "tie_projs": [True]},
    {"cutoffs": [10, 30, 60], "div_val": 1, "d_embed": 8, "cluster_order": "reversed"},
    {"cutoffs": [], "div_val": 1, "d_embed": 8, "tie_projs": [True]},
    {"cutoffs": [], "div_val": 3},
    {"cutoffs": [40], "div_val": 4, "tie_weight": False},
    {"tie_weight": False},
]


def dense(embedding: AdaptiveEmbedding, config: Any, hidden: Tensor, bias: Tensor) -> Tensor:
    """Return log probabilities computed cluster by cluster in float64, each word by its own product."""
    state = {name: tensor.double() for name, tensor in embedding.state_dict().items()}
    bounds = [0, *config.cutoffs, config.vocab_size]
    logits = []
    for cluster, (start, end) in enumerate(pairwise(bounds)):
        table = state.get(f"output_tables.{cluster}", state[f"tables.{cluster}"])
        shared = state.get(f"projections.{cluster if config.div_val > 1 else 0}")
        projection = state.get(f"output_projections.{cluster}", shared)
        narrow = hidden.double() if projection is None else hidden.double() @ projection
        words = narrow @ table.T + bias[start:end].double()
        if cluster == 0 and config.cutoffs:
            words = torch.cat([words, narrow @ state["cluster_weight"].T + state["cluster_bias"]], 1)
        logits.append(words.log_softmax(1))
    head = logits[0]
    columns = list(range(bounds[1], head.shape[1]))
    if config.cluster_order == "reversed":
        columns.reverse()
    tails = [head[:, column, None] + tail for column, tail in zip(columns, logits[1:], strict=True)]
    return torch.cat([head[:, : bounds[1]], *tails], 1)


@pytest.mark.parametrize("shape", SHAPES, ids=str)
def test_probabilities_are_those_of_a_cluster_times_those_within(shape: dict[str, Any]) -> None:
    """Log probabilities are the plain ones, sum to 1, and losses of targets are theirs."""
    network = models.network(**shape)
    embedding = network.embedding
    assert isinstance(embedding, AdaptiveEmbedding)
    hidden = torch.randn(97, 22, generator=torch.Generator().manual_seed(1))
    with torch.inference_mode():
        known = network.log_probabilities(hidden)
        losses = network.losses(hidden, torch.arange(97).flip(0))
    expected = dense(embedding, network.config, hidden, network.output_bias)
    torch.testing.assert_close(known.double(), expected, atol=1e-5, rtol=1e-5)
    torch.testing.assert_close(known.double().exp().sum(1), torch.ones(97, dtype=torch.float64), atol=1e-6, rtol=0)
    torch.testing.assert_close(losses, -known.gather(1, torch.arange(97).flip(0)[:, None])[:, 0])
    torch.testing.assert_close(network.log_probabilities(hidden.view(1, 97, 22))[0], known)


@pytest.mark.parametrize("shape", SHAPES, ids=str)
def test_each_word_has_the_vector_of_its_cluster(shape: dict[str, Any]) -> None:
    """Ids of all clusters, mixed in a batch, get the rows of their tables, projected and scaled."""
    network = models.network(**shape)
    embedding, config = network.embedding, network.config
    assert isinstance(embedding, AdaptiveEmbedding)
    ids = torch.randperm(97, generator=torch.Generator().manual_seed(2))[:96].view(3, 32)
    bounds = [0, *config.cutoffs, 97]
    for place, token in enumerate(ids.flatten().tolist()):
        cluster = max(index for index, start in enumerate(bounds) if start <= token)
        row = embedding.tables[cluster][token - bounds[cluster]]
        if len(embedding.projections):
            row = embedding.projections[cluster if config.div_val > 1 else 0] @ row
        torch.testing.assert_close(network.embed(ids).view(96, -1)[place], row * 22**0.5)


def test_a_plain_vocabulary_has_one_matrix() -> None:
    """Without clusters, and with full width, the embedding is the one that relviz trains."""
    assert isinstance(embedding_of(models.config()), TiedEmbedding)
    assert [name for name, _ in models.network().named_parameters() if "layers" not in name] == [
        "output_bias",
        "embedding.weight",
    ]


@pytest.mark.parametrize("shape", [{}, SHAPES[0]], ids=["plain", "adaptive"])
def test_a_reading_scores_targets_alone(shape: dict[str, Any]) -> None:
    """The loss of a segment is that of its next tokens in the full distribution."""
    trace = models.reading(models.model(**shape), 40, 8, 8).step(2)
    with torch.inference_mode():
        known = trace.model.network.log_probabilities(trace.hidden)
    following = torch.from_numpy(trace.tokens.ids[17:25])
    torch.testing.assert_close(torch.from_numpy(trace.loss), -known.gather(1, following[:, None])[:, 0])


@pytest.mark.parametrize("shape", [SHAPES[0], SHAPES[4]], ids=str)
def test_gradients_reach_every_weight(shape: dict[str, Any]) -> None:
    """A loss over words of all clusters moves every table and projection."""
    network = models.network(**shape)
    ids = torch.arange(97)
    hidden = network.embed(ids[None])[0]
    network.losses(hidden, ids.flip(0)).mean().backward()
    for name, parameter in network.named_parameters():
        if name.startswith(("embedding", "output_bias")):
            assert parameter.grad is not None, name
            assert parameter.grad.abs().sum() > 0, name


@pytest.mark.parametrize(
    ("changes", "reason"),
    [
        ({"cutoffs": [30, 20]}, "cutoffs must ascend"),
        ({"cutoffs": [97]}, "cutoffs must ascend"),
        ({"cutoffs": [0, 5]}, "cutoffs must ascend"),
        ({"cutoffs": 5}, "cutoffs must be a list"),
        ({"cutoffs": [True]}, "cutoffs must be a list"),
        ({"tie_projs": [1]}, "tie_projs must be a list"),
        ({"div_val": 0}, "div_val must be"),
        ({"div_val": 23, "cutoffs": [5]}, "no width"),
        ({"d_embed": 0}, "d_embed must be"),
        ({"cluster_order": "up"}, "cluster_order must be"),
        ({"tie_weight": 1}, "tie_weight must be"),
        ({"n_positions": 0}, "n_positions must be"),
    ],
)
def test_settings_out_of_range_are_named(changes: dict[str, Any], reason: str) -> None:
    """A setting that no embedding can have is a ModelError that names it."""
    with pytest.raises(ModelError, match=reason):
        models.config(**changes)


def test_lists_of_a_json_file_become_tuples() -> None:
    """A config compares equal to itself after a round through JSON."""
    config = models.config(cutoffs=[3, 9], tie_projs=[True, False])
    assert config.cutoffs == (3, 9)
    assert type(config).from_dict(config.to_dict()) == config
