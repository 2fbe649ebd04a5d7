"""Nats and bits: the two units that a loss is told in. Everything is computed in nats."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Literal, TypeVar

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

Unit = Literal["nats", "bits"]
UNITS: tuple[Unit, ...] = ("nats", "bits")
Value = TypeVar("Value", float, "NDArray[np.float32]", "NDArray[np.float64]")


def of_nats(value: Value, unit: Unit) -> Value:
    """Return nats in a unit: a bit is ln 2 of them."""
    return value if unit == "nats" else value / math.log(2)


def of_bits(value: Value, unit: Unit) -> Value:
    """Return bits in a unit."""
    return value if unit == "bits" else value * math.log(2)
