"""Learning rates, and which optimizer has which parameter."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest
import torch

from relviz.core.model.transformer import TransformerXL
from relviz.training.config import TrainingConfig
from relviz.training.run.shards import Shards
from relviz.training.run.step import Optimizer, rate

if TYPE_CHECKING:
    from collections.abc import Iterator


@pytest.fixture
def shards() -> Iterator[Shards]:
    """Two threads."""
    shards = Shards(2)
    yield shards
    shards.close()


@pytest.mark.parametrize(
    ("progress", "expected"), [(0.0, 0.0), (0.05, 0.5), (0.1, 1.0), (0.55, 0.5), (0.91, 0.1), (1.0, 0.0)]
)
def test_the_rate_rises_and_falls_in_straight_lines(progress: float, expected: float) -> None:
    """From 0 up to the peak at the end of the warm-up, and down to 0 at the end of the run."""
    assert rate(progress, 0.1) == pytest.approx(expected)


def test_without_warm_up_the_rate_starts_at_its_peak() -> None:
    """A warm-up of 0 is none."""
    assert rate(0, 0) == 1


@pytest.mark.parametrize("optimizer", ["muon", "adamw"])
def test_a_step_moves_every_parameter(settings: dict[str, Any], shards: Shards, optimizer: Any) -> None:
    """No parameter is left out, whichever the optimizer."""
    config = TrainingConfig(**settings | {"optimizer": optimizer})
    torch.manual_seed(0)
    network = TransformerXL(config.model)
    before = {name: parameter.detach().clone() for name, parameter in network.named_parameters()}
    gradients = [torch.randn_like(parameter) for parameter in network.parameters()]
    Optimizer(network, config).step(gradients, 1.0, shards)
    assert [name for name, parameter in network.named_parameters() if torch.equal(parameter, before[name])] == []


def test_muon_takes_queries_keys_and_values_apart(settings: dict[str, Any], shards: Shards) -> None:
    """The update of each of the three stacked matrices is orthogonal by itself: its singular values are all alike."""
    config = TrainingConfig(**settings | {"weight_decay": 0.0, "learning_rate": 0.5})
    torch.manual_seed(0)
    network = TransformerXL(config.model)
    weight = network.layers[0].attention.qkv.weight
    before = weight.detach().clone()
    gradients = [torch.randn_like(parameter) for parameter in network.parameters()]
    Optimizer(network, config).step(gradients, 1.0, shards)
    for update in (weight.detach() - before).chunk(3):
        values = torch.linalg.svdvals(update) / 0.5
        assert values.min() > 0.5  # Newton-Schulz leaves them between about 0.7 and 1.2
        assert values.max() < 1.5


def test_a_rate_of_zero_changes_nothing(settings: dict[str, Any], shards: Shards) -> None:
    """At the end of the run, where the rate is 0, a step leaves the weights as they are."""
    config = TrainingConfig(**settings)
    network = TransformerXL(config.model)
    before = [parameter.detach().clone() for parameter in network.parameters()]
    gradients = [torch.randn_like(parameter) for parameter in network.parameters()]
    Optimizer(network, config).step(gradients, 0.0, shards)
    assert all(torch.equal(a, b) for a, b in zip(before, network.parameters(), strict=True))
