"""The streams of a step, shared out between threads."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from itertools import pairwise
from typing import TYPE_CHECKING, NamedTuple

import torch

from relviz.training.data.segment import products_in, segment_loss
from relviz.training.data.streams import Batch

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence

    from torch import Tensor

    from relviz.core.model.transformer import TransformerXL


class Learnt(NamedTuple):
    """What a step has found out.

    Attributes:
        loss: mean over all tokens, in nats.
        inputs: for each layer its input (B, T, d_model), without gradient.
        gradients: one for each parameter of the network, None where the loss does not depend on it.
    """

    loss: float
    inputs: list[Tensor]
    gradients: list[Tensor | None]


class Shards:
    """Threads that each take some of the streams through the network and back.

    Each computes with one core. They meet once a step, where threads that share every matrix product meet a thousand
    times: on a machine that does other things as well, the latter mostly wait for one another.
    """

    def __init__(self, threads: int) -> None:
        self._threads = threads
        self._pool = ThreadPoolExecutor(threads, "training", initializer=torch.set_num_threads, initargs=(1,))

    def close(self) -> None:
        """Let the threads go."""
        self._pool.shutdown()

    def each(self, tasks: Iterable[Callable[[], object]]) -> None:
        """Do all of the tasks, side by side."""
        for done in [self._pool.submit(task) for task in tasks]:
            done.result()

    def learn(self, network: TransformerXL, batch: Batch, memory: Sequence[Tensor], precision: torch.dtype) -> Learnt:
        """Find the loss of a batch and its gradients.

        Args:
            network: the network; its parameters and their gradients are left alone.
            batch: (B, T) ids and targets.
            memory: for each layer its rows (B, M, d_model).
            precision: of matrix products.
        """
        streams = len(batch.ids)
        bounds = [streams * number // self._threads for number in range(self._threads + 1)]
        rows = [slice(start, end) for start, end in pairwise(bounds)]
        parts = list(self._pool.map(lambda part: _learn(network, batch, memory, part, precision), rows))
        gradients = [
            None if first is None else torch.stack([first, *others]).sum(0) if others else first
            for first, *others in zip(*(part.gradients for part in parts), strict=True)
        ]
        inputs = [torch.cat(layer) for layer in zip(*(part.inputs for part in parts), strict=True)]
        return Learnt(sum(part.loss for part in parts), inputs, gradients)


def _learn(
    network: TransformerXL, batch: Batch, memory: Sequence[Tensor], rows: slice, precision: torch.dtype
) -> Learnt:
    """Take some streams through the network and back; loss and gradients are their share of the mean over all."""
    part = Batch(batch.ids[rows], batch.targets[rows], batch.start)
    with products_in(precision, batch.ids.device):
        loss, inputs = segment_loss(network, part, [layer[rows] for layer in memory])
    loss = loss * (part.predicted / max(1, batch.predicted))
    gradients = torch.autograd.grad(loss, list(network.parameters()), allow_unused=True)
    return Learnt(float(loss.detach()), [layer.detach() for layer in inputs], list(gradients))
