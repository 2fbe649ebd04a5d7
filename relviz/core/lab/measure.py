"""What is measured on one model of the lab, as one frozen result that a file can hold."""

from __future__ import annotations

from dataclasses import asdict, dataclass
from typing import TYPE_CHECKING, Any

from relviz.core.lab.agreement import agreement
from relviz.core.lab.loss_curves import BIN, LossCurve, loss_by_memory, loss_by_position
from relviz.errors import TextError

if TYPE_CHECKING:
    from collections.abc import Mapping

    import numpy as np
    from numpy.typing import NDArray

    from relviz.core.model.model import Model
    from relviz.core.reading.reading import IsCancelled, Progress

MEMORY_LENGTHS = (0, 16, 32, 64, 128, 256, 512, 1024)
"""Up to sixteen times the memory that the models of the lab were trained with."""
LENGTH = 2048
STREAMS = 64
AGREEMENT_TOKENS = 512
TRAINED_POSITIONS = 512
"""Positions that the models of the lab were trained at, from 0."""


@dataclass(frozen=True)
class LabResult:
    """What one trained model loses on held-out text, in bits per character.

    Attributes:
        name: of the model's folder.
        scheme: its position scheme.
        seed: of its training.
        parameters: numbers in it.
        positions: first position of each bin.
        by_position: the loss in each bin, over the memory it was trained with.
        inside: mean of the bins with full memory within the trained positions.
        beyond: mean of those beyond them.
        memory_lengths: M.
        by_memory: the loss at each M.
        by_memory_error: its standard error over the stretches of text.
        largest_difference: largest difference of one token's loss, read in segments and as one.
        in_segments: mean loss of 512 tokens, read in segments over a memory of all before.
        as_one: the same tokens, read as one segment.
    """

    name: str
    scheme: str
    seed: int
    parameters: int
    positions: tuple[int, ...]
    by_position: tuple[float, ...]
    inside: float
    beyond: float
    memory_lengths: tuple[int, ...]
    by_memory: tuple[float, ...]
    by_memory_error: tuple[float, ...]
    largest_difference: float
    in_segments: float
    as_one: float

    def at_memory(self, length: int) -> float:
        """Return the loss at a memory length that was measured."""
        return self.by_memory[self.memory_lengths.index(length)]

    def to_dict(self) -> dict[str, Any]:
        """Return plain values, numbers to four decimals."""
        return {name: _plain(value) for name, value in asdict(self).items()}

    @classmethod
    def from_dict(cls, values: Mapping[str, Any]) -> LabResult:
        """Build a result from the values of ``to_dict``.

        Raises:
            TextError: a value is missing.
        """
        try:
            plain: dict[str, Any] = {
                n: tuple(value) if isinstance(value, list) else value for n, value in values.items()
            }
            return cls(**plain)
        except TypeError as error:
            raise TextError("The results of the lab are damaged ({0}): measure them again.", error) from error


def measure(
    model: Model,
    ids: NDArray[np.int64],
    seed: int,
    *,
    streams: int = STREAMS,
    length: int = LENGTH,
    progress: Progress | None = None,
    is_cancelled: IsCancelled | None = None,
) -> LabResult:
    """Measure one model of the lab on (N,) tokens of held-out text.

    Raises:
        TextError: the text is too short.
        Cancelled: ``is_cancelled`` said so.
    """

    def half(first: float) -> Progress:
        def tell(share: float) -> None:
            if progress:
                progress(first + share / 2)

        return tell

    position = loss_by_position(model, ids, length=length, streams=streams, progress=half(0), is_cancelled=is_cancelled)
    memory = loss_by_memory(model, ids, MEMORY_LENGTHS, streams=streams, progress=half(0.5), is_cancelled=is_cancelled)
    both = agreement(model, ids[: AGREEMENT_TOKENS + 1])
    return LabResult(
        name=model.name,
        scheme=model.config.scheme,
        seed=seed,
        parameters=sum(parameter.numel() for parameter in model.network.parameters()),
        positions=tuple(position.at.tolist()),
        by_position=tuple(position.bits.tolist()),
        inside=_mean(position, 0, TRAINED_POSITIONS),
        beyond=_mean(position, TRAINED_POSITIONS, length),
        memory_lengths=tuple(memory.at.tolist()),
        by_memory=tuple(memory.bits.tolist()),
        by_memory_error=tuple(memory.error.tolist()),
        largest_difference=both.largest,
        in_segments=both.in_segments,
        as_one=both.as_one,
    )


def _mean(curve: LossCurve, start: int, end: int) -> float:
    """Return the mean over the bins from one position to another in which the memory was full."""
    chosen = curve.full & (curve.at >= start) & (curve.at + BIN <= end)
    return float(curve.bits[chosen].mean())


def _plain(value: object) -> object:
    if isinstance(value, tuple):
        return [_plain(item) for item in value]
    return round(value, 6 if abs(value) < 1e-3 else 4) if isinstance(value, float) else value
