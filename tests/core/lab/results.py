"""Results of the lab, made up."""

from __future__ import annotations

from typing import Any

from relviz.core.lab.measure import MEMORY_LENGTHS, LabResult


def result(scheme: str, seed: int = 0, **changes: Any) -> LabResult:
    """Return a result that is the same everywhere but for the changes."""
    values: dict[str, Any] = {
        "name": f"lab-{scheme}",
        "scheme": scheme,
        "seed": seed,
        "parameters": 600_000,
        "positions": (0, 64),
        "by_position": (2.5, 2.5),
        "inside": 2.5,
        "beyond": 2.5,
        "memory_lengths": MEMORY_LENGTHS,
        "by_memory": (2.5,) * len(MEMORY_LENGTHS),
        "by_memory_error": (0.01,) * len(MEMORY_LENGTHS),
        "largest_difference": 1e-6,
        "in_segments": 2.5,
        "as_one": 2.5,
    }
    return LabResult(**values | changes)


def at_memory(**losses: float) -> tuple[float, ...]:
    """Return the losses at all memory lengths: those given as ``m64=2.3``, each kept until the next one."""
    given = {int(name[1:]): loss for name, loss in losses.items()}
    found, last = [], 2.5
    for length in MEMORY_LENGTHS:
        last = given.get(length, last)
        found.append(last)
    return tuple(found)
