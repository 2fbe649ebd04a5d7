"""Finds words in a text of any length, a piece at a time, so that nobody waits for the end of a book."""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right

PIECE = 200_000
"""Characters gone through at a time."""


class Search:
    """The places of some words in a text, upper and lower case alike.

    Attributes:
        text: where it looks.
        words: what it looks for.
        starts: characters at which the words were found so far, rising; places do not overlap.
    """

    def __init__(self, text: str, words: str) -> None:
        self.text, self.words = text, words
        self.starts: list[int] = []
        self._ends: list[int] = []
        self._pattern = re.compile(re.escape(words), re.IGNORECASE)
        self._done = 0 if words else len(text)

    @property
    def finished(self) -> bool:
        """Whether the whole text was gone through."""
        return self._done >= len(self.text)

    def go_on(self) -> None:
        """Go through the next piece."""
        end = self._done + PIECE
        overlap = min(end + len(self.words) - 1, len(self.text))  # a place may begin in this piece and end in the next
        following = end
        for match in self._pattern.finditer(self.text, self._done, overlap):
            if match.start() >= end:
                break
            self.starts.append(match.start())
            self._ends.append(match.end())
            following = max(following, match.end())
        self._done = following

    def span(self, number: int) -> tuple[int, int]:
        """Return the characters, from and to, of a place."""
        return self.starts[number], self._ends[number]

    def following(self, character: int) -> int | None:
        """Return the number of the first place at a character or after it; the first of all after the last."""
        return bisect_left(self.starts, character) % len(self.starts) if self.starts else None

    def preceding(self, character: int) -> int | None:
        """Return the number of the last place that ends by a character; the last of all before the first."""
        return (bisect_right(self._ends, character) - 1) % len(self.starts) if self.starts else None
