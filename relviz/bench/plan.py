"""What a run measures, on which devices, and how thoroughly."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import torch

if TYPE_CHECKING:
    from collections.abc import Callable


@dataclass(frozen=True)
class Plan:
    """A run of the benchmark.

    Attributes:
        quick: less time for each figure, so that all end within 45 seconds on two cores.
        devices: where models are run, e.g. ``cpu`` and ``cuda``.
        versus: compare with BertViz and seaborn, too.
    """

    quick: bool = False
    devices: tuple[str, ...] = ("cpu",)
    versus: bool = False

    def seconds(self, thorough: float, quick: float) -> float:
        """Return how long to go on measuring."""
        return quick if self.quick else thorough


def suffix(device: str) -> str:
    """Return what a figure's id ends with on a device other than the processor."""
    return "" if device == "cpu" else f"-{device}"


def synchroniser(device: str) -> Callable[[], None]:
    """Return what waits until a device has done what it was told."""
    return torch.cuda.synchronize if device == "cuda" else _nothing


def _nothing() -> None:
    """Wait for nothing: the processor is done when the call returns."""
