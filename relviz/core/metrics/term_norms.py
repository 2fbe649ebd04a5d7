"""How large the terms of the score are beside one another."""

from __future__ import annotations

from typing import TYPE_CHECKING

import torch
from torch import Tensor

if TYPE_CHECKING:
    from collections.abc import Sequence


class TermSizes:
    """Gathers, over segments, the root mean square and the standard deviation of each term over visible cells.

    The terms are those of Dai et al. 2019, section 3.3, scaled by 1/sqrt(d_head) as in the score, and, with other
    schemes, whatever parts these have.
    """

    def __init__(self) -> None:
        self._cells = 0
        self._sums: Tensor | None = None  # (parts, H) float64
        self._squares: Tensor | None = None

    def add(self, parts: Sequence[Tensor], visible: Tensor) -> None:
        """Take in one layer's terms of a segment.

        Args:
            parts: for each term its values in all cells, (B, H, T, K).
            visible: (T, K) bool, True where the query may see the key.
        """
        seen = torch.stack([part[..., visible] for part in parts]).double()  # (parts, B, H, cells)
        sums, squares = seen.sum((1, 3)), seen.square().sum((1, 3))
        self._sums = sums if self._sums is None else self._sums + sums
        self._squares = squares if self._squares is None else self._squares + squares
        self._cells += seen.shape[1] * seen.shape[3]

    @property
    def norms(self) -> Tensor:
        """(parts, H) root mean square over cells: the norm of a term's map over the square root of its cells."""
        assert self._squares is not None, "nothing was added"
        return (self._squares / self._cells).sqrt()

    @property
    def spreads(self) -> Tensor:
        """(parts, H) standard deviation over cells; 0 for a map of one colour."""
        assert self._sums is not None, "nothing was added"
        assert self._squares is not None, "nothing was added"
        variance = self._squares / self._cells - (self._sums / self._cells).square()
        return variance.clamp_min(0).sqrt()
