"""A segment through the network, on one thread or several, and which optimizer has which parameter at which rate."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest
import torch

from relviz.core.config import ModelConfig
from relviz.core.model.transformer import TransformerXL
from relviz.core.positions import Positions
from relviz.training.config import TrainingConfig
from relviz.training.data.streams import UNPREDICTABLE, Batch
from relviz.training.run.step import Optimizer, Shards, carry, rate, recent, segment_loss

if TYPE_CHECKING:
    from collections.abc import Iterator

T, B = 6, 3


@pytest.fixture
def network() -> TransformerXL:
    """A tiny model with weights large enough for attention to matter."""
    torch.manual_seed(0)
    network = TransformerXL(ModelConfig(vocab_size=50, n_layer=2, n_head=2, d_model=16, d_head=8, d_inner=32))
    with torch.no_grad():
        for parameter in network.parameters():
            parameter.add_(torch.randn_like(parameter) * 0.2)
    return network


def batch(number: int) -> Batch:
    """Return random ids."""
    ids = torch.randint(50, (B, T + 1), generator=torch.Generator().manual_seed(number))
    return Batch(ids[:, :-1], ids[:, 1:], number * T)


def test_without_memory_the_loss_is_that_of_the_models_own_probabilities(network: TransformerXL) -> None:
    """The loss is the mean of -log p(next token), as the model's log_probabilities give it."""
    first = batch(0)
    loss, inputs = segment_loss(network, first, [])
    output = network(network.embed(first.ids), None, Positions(T, 0))
    expected = -network.log_probabilities(output.hidden).gather(2, first.targets[..., None]).mean()
    torch.testing.assert_close(loss, expected)
    assert all(torch.equal(ours, theirs) for ours, theirs in zip(inputs, output.inputs, strict=True))


def test_memory_gives_what_one_long_segment_gives(network: TransformerXL) -> None:
    """Two segments, the second over the memory of the first, lose what one segment of twice the length loses."""
    first, second = batch(0), batch(1)
    losses = []
    memory: list[torch.Tensor] = []
    for part in (first, second):
        loss, inputs = segment_loss(network, part, memory)
        losses.append(loss)
        memory = carry(memory, inputs, 2 * T)
    whole = Batch(torch.cat([first.ids, second.ids], 1), torch.cat([first.targets, second.targets], 1), 0)
    together, _ = segment_loss(network, whole, [])
    torch.testing.assert_close(sum(losses) / 2, together, rtol=1e-5, atol=1e-6)


def test_memory_has_no_gradient_but_its_projection_has(network: TransformerXL) -> None:
    """The gradient does not reach back into memory; with memory the matrices that project it learn something else."""
    _, inputs = segment_loss(network, batch(0), [])
    memory = carry([], inputs, T)
    assert not any(rows.requires_grad for rows in memory)
    weight = network.layers[0].attention.qkv.weight
    gradients = [
        torch.autograd.grad(segment_loss(network, batch(1), rows)[0], weight)[0]
        for rows in (memory, [torch.zeros_like(rows) for rows in memory], [])
    ]
    assert not torch.allclose(gradients[0], gradients[1])
    assert not torch.allclose(gradients[0], gradients[2])


def test_memory_is_the_last_layer_inputs(network: TransformerXL) -> None:
    """After several segments the memory of each layer is the last rows of its inputs, oldest first."""
    memory: list[torch.Tensor] = []
    seen: list[list[torch.Tensor]] = []
    for number in range(3):
        _, inputs = segment_loss(network, batch(number), memory)
        seen.append(inputs)
        memory = carry(memory, inputs, 10)
    for layer, rows in enumerate(memory):
        everything = torch.cat([inputs[layer] for inputs in seen], 1)
        assert torch.equal(rows, everything[:, -10:])


@pytest.mark.parametrize(("length", "rows"), [(0, 0), (2, 2), (6, 6), (9, 6)])
def test_the_most_recent_rows_are_used(length: int, rows: int) -> None:
    """Of a memory the last rows are taken, all of them if there are fewer, none if the length is 0."""
    memory = [torch.arange(6.0).view(1, 6, 1)]
    assert recent(memory, length)[0].flatten().tolist() == list(range(6))[6 - rows :]


def test_no_loss_is_taken_where_nothing_foretells_a_token(network: TransformerXL) -> None:
    """The mean is over the tokens that have a target; with none at all the loss is 0."""
    first = batch(0)
    targets = first.targets.clone()
    targets[1, 2:] = UNPREDICTABLE
    loss, _ = segment_loss(network, first._replace(targets=targets), [])
    output = network(network.embed(first.ids), None, Positions(T, 0))
    each = -network.log_probabilities(output.hidden).gather(2, first.targets[..., None])[..., 0]
    expected = (each.sum() - each[1, 2:].sum()) / (B * T - (T - 2))
    torch.testing.assert_close(loss, expected)
    nothing = first._replace(targets=torch.full_like(targets, UNPREDICTABLE))
    assert float(segment_loss(network, nothing, [])[0].detach()) == 0


@pytest.mark.parametrize("threads", [1, 2, 3])
def test_threads_together_learn_what_one_learns(threads: int) -> None:
    """Loss, gradients and layer inputs are those of the whole batch, also where it does not divide evenly."""
    torch.manual_seed(0)
    network = TransformerXL(ModelConfig(vocab_size=50, n_layer=2, n_head=2, d_model=16, d_head=8, d_inner=32))
    ids = torch.randint(50, (5, 9))
    targets = ids[:, 1:].clone()
    targets[4, 1:] = UNPREDICTABLE  # so that streams count for unlike shares
    batch = Batch(ids[:, :-1], targets, 0)
    memory = [torch.randn(5, 4, 16) for _ in network.layers]
    loss, inputs = segment_loss(network, batch, memory)
    expected = torch.autograd.grad(loss, list(network.parameters()))
    shards = Shards(threads)
    learnt = shards.learn(network, batch, memory, torch.float32)
    shards.close()
    assert learnt.loss == pytest.approx(float(loss.detach()), rel=1e-5)
    for ours, theirs in zip(learnt.gradients, expected, strict=True):
        assert ours is not None
        torch.testing.assert_close(ours, theirs, rtol=1e-4, atol=1e-6)
    for rows, theirs in zip(learnt.inputs, inputs, strict=True):
        torch.testing.assert_close(rows, theirs.detach())
    assert all(parameter.grad is None for parameter in network.parameters())


def test_a_fault_in_a_thread_is_raised() -> None:
    """What goes wrong in a thread is not swallowed."""
    shards = Shards(2)
    with pytest.raises(ZeroDivisionError):
        shards.each([lambda: 1 // 0])
    shards.close()


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
