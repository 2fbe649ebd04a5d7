"""Muon for the matrices of the layers, AdamW for the rest, and how the learning rate rises and falls."""

from __future__ import annotations

from itertools import chain
from typing import TYPE_CHECKING, Any

import torch
from torch import Tensor, nn

if TYPE_CHECKING:
    from collections.abc import Sequence

    from relviz.core.model.transformer import TransformerXL
    from relviz.training.config import OptimizerName, TrainingConfig
    from relviz.training.run.shards import Shards

PEAK: dict[OptimizerName, float] = {"muon": 0.02, "adamw": 1e-3}
"""Learning rate of each optimizer at its peak unless the user gives one."""


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
