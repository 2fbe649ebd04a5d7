"""Where characters of the text are in the editor, which holds a part of it and counts in UTF-16 units."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from numpy.typing import NDArray


@dataclass(frozen=True, eq=False)
class ShownText:
    """The part of a text that an editor shows.

    Attributes:
        first: character of the text with which it begins.
        units: (N + 1,) UTF-16 units before each of its N characters, and before its end: Qt counts those.
    """

    first: int
    units: NDArray[np.int64]

    @classmethod
    def of(cls, shown: str, first: int = 0) -> ShownText:
        """Return the places of what is shown."""
        codes = np.frombuffer(shown.encode("utf-32-le", "surrogatepass"), np.uint32)
        return cls(first, np.concatenate([[0], np.cumsum(1 + (codes > 0xFFFF))]).astype(np.int64))

    @property
    def end(self) -> int:
        """The character of the text after the last one shown."""
        return self.first + len(self.units) - 1

    def holds(self, start: int, end: int) -> bool:
        """Whether the characters from ``start`` to ``end`` are shown."""
        return self.first <= start and end <= self.end

    def position(self, character: int) -> int:
        """Return the editor's position of a character of the text, the nearest for one that is not shown."""
        return int(self.units[min(max(character, self.first), self.end) - self.first])

    def positions(self, characters: NDArray[np.int64]) -> NDArray[np.int64]:
        """Return the editor's positions of those of some characters that are shown."""
        shown = characters[(characters >= self.first) & (characters < self.end)]
        return self.units[shown - self.first]

    def character(self, position: int) -> int:
        """Return the character of the text at a position of the editor."""
        return int(np.searchsorted(self.units, position, side="right")) - 1 + self.first
