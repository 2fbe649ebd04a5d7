"""The interface that every position scheme has towards the body of the model."""

from __future__ import annotations

from abc import abstractmethod
from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar, Literal, NamedTuple

from torch import Tensor, nn

if TYPE_CHECKING:
    from relviz.core.config import ModelConfig
    from relviz.core.positions import Positions

Over = Literal["cells", "keys", "distances"]
ALL_HEADS = slice(None)


@dataclass(frozen=True)
class PartKind:
    """One named part of a scheme's score.

    Attributes:
        name: its name in Python and in files, e.g. ``content_bias``.
        letter: its letter in the paper's equation, e.g. ``c``.
        formula: how it is computed, for people.
        over: what it varies with: every cell (T, K), the key alone (K,), or the distance alone, (K + ahead,) values
            of the distances from ``-ahead`` up, where ``ahead`` counts the negative ones (``Positions.ahead``).
    """

    name: str
    letter: str
    formula: str
    over: Over


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
    has_token_types: ClassVar[bool] = False
    """Whether the score may depend on the types of the tokens."""

    def __init__(self, config: ModelConfig) -> None:
        super().__init__()
        self.scale = config.d_head**-0.5

    @abstractmethod
    def meet(self, queries: Tensor, keys: Tensor, where: Positions, heads: slice = ALL_HEADS) -> Meeting:
        """Return what the forward pass scores with (the fast path)."""

    @abstractmethod
    def parts(self, queries: Tensor, keys: Tensor, where: Positions, heads: slice = ALL_HEADS) -> list[Tensor]:
        """Return the scaled parts of the score, in the order of ``kinds_of`` (the shown path).

        Each is (B, H, T, K) over cells, (B, H, K) over keys or (B, H, K + ahead) over distances.
        """

    def kinds_of(self, where: Positions) -> tuple[PartKind, ...]:
        """Return which of the parts there are for a segment."""
        return self.kinds
