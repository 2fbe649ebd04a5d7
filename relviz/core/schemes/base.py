"""The interface that every position scheme has towards the body of the model."""

from __future__ import annotations

from abc import abstractmethod
from typing import TYPE_CHECKING, ClassVar, Literal, NamedTuple, Self

from torch import Tensor, nn

from relviz.core.interventions import PartKind, gained

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from relviz.core.config import ModelConfig
    from relviz.core.positions import Positions

Describes = Literal["position", "distance", "nothing"]
ALL_HEADS = slice(None)


class Meeting(NamedTuple):
    """Queries and keys as they meet: score = queries . keys / sqrt(d_head) + bias.

    Attributes:
        queries: (B, H, T, d_head).
        keys: (B, H, K, d_head).
        bias: (B or 1, H, T, K), already scaled, or None. Cells a query may not see hold anything.
    """

    queries: Tensor
    keys: Tensor
    bias: Tensor | None


class PositionScheme(nn.Module):
    """Turns positions into scores, for one layer.

    The model gives it queries and keys without positions and takes back what meets in the dot product;
    the body does not know which scheme it runs. ``heads`` says which heads ``queries`` and ``keys`` hold.
    """

    name: ClassVar[str]
    kinds: ClassVar[tuple[PartKind, ...]]
    describes: ClassVar[Describes]
    """What it has vectors or numbers for: positions in the text, distances between tokens, or nothing."""
    about: ClassVar[str]
    """What it does, in a sentence for people."""
    missing: ClassVar[str]
    """Which of the four terms it lacks, in a sentence for people."""
    has_token_types: ClassVar[bool] = False
    """Whether the score may depend on the types of the tokens."""
    adds_to_values: ClassVar[bool] = False
    """Whether the output of the attention depends on positions too, beside the score (``added``)."""

    def __init__(self, config: ModelConfig) -> None:
        super().__init__()
        self.config = config
        self.scale = config.d_head**-0.5

    def initialise(self) -> None:
        """Draw what is not to be drawn as all weights are, for training; called without gradient, after those."""

    @abstractmethod
    def meet(self, queries: Tensor, keys: Tensor, where: Positions, heads: slice = ALL_HEADS) -> Meeting:
        """Return what the forward pass scores with (the fast path), the gains of ``where.interventions`` folded in."""

    @abstractmethod
    def parts(self, queries: Tensor, keys: Tensor, where: Positions, heads: slice = ALL_HEADS) -> list[Tensor]:
        """Return the scaled parts of the score after their gains, in the order of ``kinds_of`` (the shown path).

        Each is (B, H, T, K) over cells, (B, H, K) over keys or (B, H, K + ahead) over distances.
        """

    @abstractmethod
    def vector(self, at: int, period: int | None = None) -> NDArray[np.float32] | None:
        """Return what the scheme holds for a position or distance, without running the model.

        Args:
            at: a position in the text from 0, or a distance, as ``describes`` says.
            period: T of the reading, for positions that restart; None for the model's own.

        Returns:
            A vector, or a number a head; None if it holds nothing there.
        """

    def gains(self, where: Positions) -> tuple[float, ...]:
        """Return what each part of ``kinds`` is multiplied with."""
        return tuple(where.interventions.gain(kind.name) for kind in self.kinds)

    def weighted(self, parts: list[Tensor], where: Positions) -> list[Tensor]:
        """Return parts, the first ones of ``kinds``, times their gains."""
        return [gained(part, gain) for part, gain in zip(parts, self.gains(where), strict=False)]

    def kinds_of(self, where: Positions) -> tuple[PartKind, ...]:
        """Return which of the parts there are for a segment."""
        return self.kinds

    def added(self, attention: Tensor, where: Positions, heads: slice = ALL_HEADS) -> Tensor:
        """Return what positions add to the mixed values, (B, H, T, d_head), for attention (B, H, T, K).

        Only for a scheme that ``adds_to_values``.
        """
        raise NotImplementedError(f"the scheme {self.name} adds nothing to the values")

    def bind(self, qkv: nn.Linear) -> None:
        """Get to know the layer's projections, which the vectors of absolute positions go through as tokens do."""

    def share(self, first: Self) -> None:
        """Take from the first layer's scheme what all layers have in common."""

    @property
    def trained(self) -> int | None:
        """Largest position or distance seen in training, None where unknown or where there is none."""
        if self.describes == "nothing" or self.config.trained_segment_length is None:
            return None
        return self.config.trained_segment_length + (self.config.trained_memory_length or 0) - 1
