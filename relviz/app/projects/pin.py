"""What stays selected: queries and keys, held by their places in the text so that they outlive another segment."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from relviz.app.kept import Whole  # noqa: TC001 # told by fields to who reads them

if TYPE_CHECKING:
    from relviz.core.reading.look import Look

Cell = tuple[int, int]
"""Query i and key j of the segment shown."""


@dataclass(frozen=True)
class Region:
    """Neighbouring queries and keys.

    Attributes:
        row: first query.
        column: first key.
        rows: how many queries, at least 1.
        columns: how many keys, at least 1.
        corner: the cell that the selection was extended to; the pinned one is opposite.
    """

    row: int
    column: int
    rows: int
    columns: int
    corner: Cell

    @property
    def extent(self) -> tuple[int, int]:
        """How many queries and keys."""
        return self.rows, self.columns

    @property
    def single(self) -> bool:
        """Whether it is one cell."""
        return self.extent == (1, 1)


@dataclass(frozen=True)
class Pin:
    """A pinned cell, and the far corner of the cells that are selected with it.

    Attributes:
        query: position in the text of the pinned query.
        key: of the pinned key.
        to_query: of the query at the other corner; ``query`` if one alone is selected.
        to_key: of the key there, likewise.
    """

    query: Whole
    key: int  # zero vectors stand before the text
    to_query: Whole
    to_key: int

    @classmethod
    def at(cls, look: Look, cell: Cell, to: Cell | None = None) -> Pin:
        """Return the pin on a cell, or on those from it to another."""
        ends = [(look.start + row, int(look.key_positions[column])) for row, column in (cell, to or cell)]
        return cls(*ends[0], *ends[1])

    def cell(self, look: Look) -> Cell | None:
        """Return the pinned cell, None if it is not in view."""
        return _cell(look, self.query, self.key)

    def corner(self, look: Look) -> Cell | None:
        """Return the cell at the other corner, None if it is not in view."""
        return _cell(look, self.to_query, self.to_key)

    def region(self, look: Look) -> Region | None:
        """Return the selected cells; the pinned one alone where the other corner is not in view."""
        cell = self.cell(look)
        if cell is None:
            return None
        corner = self.corner(look) or cell
        (top, bottom), (left, right) = (sorted(ends) for ends in zip(cell, corner, strict=True))
        return Region(top, left, bottom - top + 1, right - left + 1, corner)


def _cell(look: Look, query: int, key: int) -> Cell | None:
    row, columns = query - look.start, (look.key_positions == key).nonzero()[0]
    return (row, int(columns[0])) if 0 <= row < len(look.query_tokens) and len(columns) else None
