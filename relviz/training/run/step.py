"""What a step does: a segment of every stream through the network and back, on several threads, and the update.

The update is Muon's for the matrices of the layers and AdamW's for the rest.
"""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from contextlib import nullcontext
from itertools import chain, pairwise
from typing import TYPE_CHECKING, Any, NamedTuple

import torch
from torch import Tensor, nn

from relviz.core.positions import Positions
from relviz.training.data.streams import UNPREDICTABLE, Batch

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence
    from contextlib import AbstractContextManager

    from relviz.core.model.transformer import TransformerXL
    from relviz.training.config import OptimizerName, TrainingConfig

PEAK: dict[OptimizerName, float] = {"muon": 0.02, "adamw": 1e-3}
"""Learning rate of each optimizer at its peak unless the user gives one."""


def restarted(start: int, segment_length: int, every: int | None) -> int:
    """Return the position of a segment, counted from the last restart of its stream.

    Args:
        start: its position in the stream.
        segment_length: T.
        every: tokens from one restart to the next, None for no restarts; rounded down to whole segments.
    """
    return start if every is None else start % max(segment_length, every // segment_length * segment_length)


def segment_loss(network: TransformerXL, batch: Batch, memory: Sequence[Tensor]) -> tuple[Tensor, list[Tensor]]:
    """Predict the next token of a (B, T) batch.

    The memory has no gradient, but the matrices that project it do (Dai et al. 2019, section 3.2).

    Args:
        network: the network; called under autocast it computes in that precision, and the loss is float32.
        batch: ids and targets.
        memory: for each layer its inputs (B, M, d_model) for the M tokens before; may be empty.

    Returns:
        The mean loss in nats over the tokens that have a target, and for each layer its input (B, T, d_model).
    """
    filled = memory[0].shape[1] if memory else 0
    where = Positions(batch.ids.shape[1], filled, batch.start)
    projected = (
        [[layer.project_memory(rows)] for layer, rows in zip(network.layers, memory, strict=True)] if filled else None
    )
    output = network(network.embed(batch.ids), projected, where)
    targets = batch.targets.flatten()
    predicted = targets != UNPREDICTABLE
    losses = network.losses(output.hidden.flatten(0, 1)[predicted], targets[predicted])
    return losses.sum() / max(1, len(losses)), output.inputs


def products_in(precision: torch.dtype, device: torch.device) -> AbstractContextManager[object]:
    """Return a context in which matrix products are computed in that precision; weights and norms stay float32.

    Casts are not cached: the cache is one for all threads, and each weight is used once a step.
    """
    if precision == torch.float32:
        return nullcontext()
    return torch.autocast(device.type, precision, cache_enabled=False)


def carry(memory: Sequence[Tensor], inputs: Sequence[Tensor], keep: int) -> list[Tensor]:
    """Return the memory after a segment: the last ``keep`` layer inputs (B, M, d_model), without gradient."""
    joined = [
        torch.cat([*old, new.detach()], 1) for *old, new in zip(*([memory] if memory else []), inputs, strict=True)
    ]
    return recent(joined, keep)


def recent(memory: Sequence[Tensor], length: int) -> list[Tensor]:
    """Return the last ``length`` rows of a memory (B, M, d_model), one tensor a layer."""
    return [rows[:, max(0, rows.shape[1] - length) :] for rows in memory]


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


def rate(progress: float, warm_up: float) -> float:
    """Return the learning rate as a share of its peak: up in a straight line, then down to 0 in another.

    Args:
        progress: how much of the run is done, from 0 to 1.
        warm_up: share of the run in which the rate rises.
    """
    if progress < warm_up:
        return progress / warm_up
    return (1 - progress) / (1 - warm_up) if warm_up < 1 else 0.0


class Optimizer:
    """Takes a step with every parameter of a network.

    Muon makes the update of a matrix orthogonal (Jordan et al. 2024). ``attention.qkv.weight`` is three matrices on
    top of each other, and is treated as three; embeddings, biases, norms, u and v are no matrices in that sense.
    """

    def __init__(self, network: TransformerXL, config: TrainingConfig) -> None:
        self._parameters = list(network.parameters())
        self._slices: list[tuple[nn.Parameter, nn.Parameter, slice]] = []
        matrices: list[list[nn.Parameter]] = [[] for _ in network.layers]
        rest: list[nn.Parameter] = []
        for name, parameter in network.named_parameters():
            if not (name.startswith("layers.") and name.endswith(".weight") and parameter.ndim == 2):
                rest.append(parameter)
                continue
            layer = matrices[int(name.split(".")[1])]
            layer += self._split(parameter, 3) if name.endswith(".qkv.weight") else [parameter]
        peak = config.learning_rate or PEAK[config.optimizer]
        muon = config.optimizer == "muon"
        groups = [{"params": rest, "weight_decay": 0.0}]
        if not muon:
            groups.append({"params": list(chain(*matrices)), "weight_decay": config.weight_decay})
        rest_peak = config.adamw_learning_rate if muon else peak
        fused = network.device.type in {"cpu", "cuda"}
        adamw = torch.optim.AdamW(groups, lr=rest_peak, betas=(0.9, 0.95), fused=fused)
        self._optimizers: list[tuple[torch.optim.Optimizer, float]] = [(adamw, rest_peak)]
        if muon:  # one a layer, so that layers can be stepped side by side
            self._optimizers += [
                (torch.optim.Muon(layer, lr=peak, weight_decay=config.weight_decay), peak) for layer in matrices
            ]
        self._clip = config.gradient_clip

    def step(self, gradients: Sequence[Tensor | None], share: float, shards: Shards) -> None:
        """Clip the gradients, one for each parameter, and take a step with that share of the peak learning rate."""
        for parameter, gradient in zip(self._parameters, gradients, strict=True):
            parameter.grad = gradient
        torch.nn.utils.clip_grad_norm_(self._parameters, self._clip)
        for part, whole, rows in self._slices:
            part.grad = None if whole.grad is None else whole.grad[rows]
        for optimizer, peak in self._optimizers:
            for group in optimizer.param_groups:
                group["lr"] = peak * share
        shards.each(optimizer.step for optimizer, _ in self._optimizers)
        for parameter in (*self._parameters, *(part for part, _, _ in self._slices)):
            parameter.grad = None

    def state_dict(self) -> list[dict[str, Any]]:
        """Return what a checkpoint keeps."""
        return [optimizer.state_dict() for optimizer, _ in self._optimizers]

    def load_state_dict(self, states: list[dict[str, Any]]) -> None:
        """Go on from what ``state_dict`` returned, with this one's weight decay."""
        for (optimizer, _), state in zip(self._optimizers, states, strict=True):
            decays = [group["weight_decay"] for group in optimizer.param_groups]
            optimizer.load_state_dict(state)
            for group, decay in zip(optimizer.param_groups, decays, strict=True):
                group["weight_decay"] = decay

    def _split(self, parameter: nn.Parameter, parts: int) -> list[nn.Parameter]:
        """Return parameters that share the rows of another one: what is done to them is done to it."""
        rows = parameter.shape[0] // parts
        found = []
        for index in range(parts):
            where = slice(index * rows, (index + 1) * rows)
            part: Tensor = parameter.data[where]
            found.append(nn.Parameter(part))
            self._slices.append((found[-1], parameter, where))
        return found
