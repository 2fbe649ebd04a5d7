"""Two runs of tokens laid over each other, so that what is the same in both stands at the same place."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

Places = NDArray[np.int64]


@dataclass(frozen=True, eq=False)
class Overlay:
    """One axis for two runs, A and B.

    Attributes:
        a: (N,) index in A of what stands at each place, -1 for nothing. A token of A that is several tokens in B
            stands at several places.
        b: (N,) index in B, likewise.
        same: (N,) whether what stands there is the same in both.
    """

    a: Places
    b: Places
    same: NDArray[np.bool_]

    def __len__(self) -> int:
        return len(self.a)

    def partners(self, count: int) -> Places:
        """Return (count,) indices in A of what is the same as each of B's ``count`` tokens, -1 for nothing."""
        found = np.full(count, -1, np.int64)
        found[self.b[self.same]] = self.a[self.same]
        return found

    def places(self, first: int, last: int) -> tuple[int, int] | None:
        """Return the first and the last place of B's tokens ``first`` to ``last``, None if they have none."""
        found = np.flatnonzero((self.b >= first) & (self.b <= last))
        return (int(found[0]), int(found[-1])) if len(found) else None


def by_place(a: tuple[int, int], b: tuple[int, int]) -> Overlay:
    """Lay two runs over each other by counting from a place that both have.

    Args:
        a: how many of A's come before that place, and how many from it on.
        b: of B's, likewise.
    """
    places = np.arange(-max(a[0], b[0]), max(a[1], b[1]))
    at_a, at_b = (np.where((places >= -before) & (places < after), places + before, -1) for before, after in (a, b))
    return Overlay(at_a, at_b, (at_a >= 0) & (at_b >= 0))


def by_span(a: Places, b: Places, wide_a: Places | None = None, wide_b: Places | None = None) -> Overlay:
    """Lay two runs of tokens over each other by where they stand in a text.

    Tokens are the same if their spans are. Parts of one character, which share its span, are the same one by one if
    there are equally many.

    Args:
        a: (n, 2) start and end of A's tokens, in order; they overlap only where they are equal.
        b: (m, 2) of B's.
        wide_a: (n, 2) spans that are at least as wide, so that a token stands also where else the other run alone would
            have one, such as at white space that belongs to it; None for no wider ones.
        wide_b: (m, 2) of B's, likewise.
    """
    (spans_a, first_a, count_a), (spans_b, first_b, count_b) = _groups(a), _groups(b)
    cuts = np.unique(np.concatenate([spans_a.ravel(), spans_b.ravel()]))
    pieces = np.stack([cuts[:-1], cuts[1:]], axis=1)  # (P, 2): each within one token of A and of B, or none
    pieces = pieces[(_covering(spans_a, pieces) >= 0) | (_covering(spans_b, pieces) >= 0)]
    at_a = _covering(spans_a if wide_a is None else _joined(wide_a, first_a, count_a), pieces)
    at_b = _covering(spans_b if wide_b is None else _joined(wide_b, first_b, count_b), pieces)
    parts_a, parts_b = (np.where(at >= 0, count[at], 0) for at, count in ((at_a, count_a), (at_b, count_b)))
    both = (at_a >= 0) & (at_b >= 0)
    same = both & (spans_a[at_a] == spans_b[at_b]).all(1) & (parts_a == parts_b)
    parts = np.maximum(parts_a, parts_b)
    piece = np.repeat(np.arange(len(parts)), parts)
    part = np.arange(len(piece)) - np.repeat(parts.cumsum() - parts, parts)  # 0, 1, … within each piece
    index_a, index_b = (
        np.where(at[piece] >= 0, first[at[piece]] + part * own[piece] // parts[piece], -1)
        for at, first, own in ((at_a, first_a, parts_a), (at_b, first_b, parts_b))
    )
    return Overlay(index_a, index_b, same[piece])


def _groups(spans: Places) -> tuple[Places, Places, Places]:
    """Return the spans without repetition, (g, 2), and of each the first token, (g,), and how many there are, (g,)."""
    new = np.ones(len(spans), np.bool_)
    new[1:] = (spans[1:] != spans[:-1]).any(1)
    first = np.flatnonzero(new)
    return spans[first], first, np.diff(np.append(first, len(spans)))


def _joined(wide: Places, first: Places, count: Places) -> Places:
    """Return the wide spans of tokens that share their span, (g, 2): from that of the first to that of the last."""
    return np.stack([wide[first, 0], wide[first + count - 1, 1]], axis=1)


def _covering(spans: Places, pieces: Places) -> Places:
    """Return which span holds each piece, (P,), -1 for none."""
    if not len(spans):
        return np.full(len(pieces), -1, np.int64)
    index = np.searchsorted(spans[:, 0], pieces[:, 0], side="right") - 1
    return np.where((index >= 0) & (spans[index, 1] >= pieces[:, 1]), index, -1)
