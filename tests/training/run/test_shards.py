"""Streams shared out between threads."""

from __future__ import annotations

import pytest
import torch

from relviz.core.config import ModelConfig
from relviz.core.model.transformer import TransformerXL
from relviz.training.data.segment import segment_loss
from relviz.training.data.streams import UNPREDICTABLE, Batch
from relviz.training.run.shards import Shards


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
