"""One segment over its memory: what has a gradient, and what is carried on."""

from __future__ import annotations

import pytest
import torch

from relviz.core.config import ModelConfig
from relviz.core.model.transformer import TransformerXL
from relviz.core.positions import Positions
from relviz.training.data.segment import carry, recent, segment_loss
from relviz.training.data.streams import UNPREDICTABLE, Batch

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
