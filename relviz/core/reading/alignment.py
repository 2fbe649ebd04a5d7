"""Which cell of one picture belongs to which cell of another: two segments, heads or models held against each other."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal

import numpy as np
from numpy.typing import NDArray

from relviz.core.reading.overlay import Overlay, by_place, by_span

if TYPE_CHECKING:
    from collections.abc import Callable

    from relviz.core.reading.look import Look
    from relviz.core.text.tokens import Tokens

Match = Literal["tokens", "distances"]
Cell = tuple[int, int]
Values = NDArray[np.floating]


@dataclass(frozen=True, eq=False)
class Alignment:
    """The queries and keys of A laid over those of B.

    Attributes:
        match: by what they are matched.
        rows: the queries.
        columns: the keys.
        partner_rows: (T of B,) for each query of B the same query of A, -1 for none.
        partner_columns: (K of B,) for each key of B the same key of A, -1 for none.
    """

    match: Match
    rows: Overlay
    columns: Overlay
    partner_rows: NDArray[np.int64]
    partner_columns: NDArray[np.int64]

    def over_a(self, values: Values) -> Values:
        """Return (T, K) values of A at the places that A and B have together, NaN where A has nothing."""
        return _taken(values, self.rows.a, self.columns.a)

    def over_b(self, values: Values) -> Values:
        """Return (T, K) values of B at the places that A and B have together, NaN where B has nothing."""
        return _taken(values, self.rows.b, self.columns.b)

    def for_b(self, values: Values) -> Values:
        """Return (T, K) values of A at B's cells, NaN where a cell of B has no partner in A."""
        return _taken(values, self.partner_rows, self.partner_columns)

    def difference(self, a: Values, b: Values) -> Values:
        """Return (T, K) values of B less those of their partners in A; NaN where there is none, or one is NaN."""
        less: Values = b - self.for_b(a)
        return less

    def partner(self, cell: Cell) -> Cell | None:
        """Return the cell of A that is the same as a cell of B, None if there is none."""
        row, column = int(self.partner_rows[cell[0]]), int(self.partner_columns[cell[1]])
        return (row, column) if row >= 0 and column >= 0 else None

    def at(self, place: Cell) -> tuple[Cell | None, Cell | None]:
        """Return the cells of A and of B at a place that they have together, None where one has nothing there."""
        row, column = place
        a = int(self.rows.a[row]), int(self.columns.a[column])
        b = int(self.rows.b[row]), int(self.columns.b[column])
        return a if min(a) >= 0 else None, b if min(b) >= 0 else None

    def counted(self, a: NDArray[np.bool_], b: NDArray[np.bool_]) -> tuple[int, int]:
        """Return how many visible cells of B have a visible partner in A, and how many visible cells B has.

        Args:
            a: (T, K) True for the visible cells of A.
            b: of B.
        """
        held = _taken(a.astype(np.float32), self.partner_rows, self.partner_columns)
        return int(np.count_nonzero(b & (held == 1))), int(np.count_nonzero(b))


def align(match: Match, tokens_a: Tokens, a: Look, tokens_b: Tokens, b: Look) -> Alignment:
    """Find the partners of B's queries and keys in A.

    By ``tokens``, two are the same if they stand at the same characters of the text, white space round them aside.
    Where the texts differ, that is asked of what they have in common, their beginnings and their ends. Empty slots of
    the memory are the same if they are equally far before the first token read. By ``distances``, queries are the same
    that have the same place in their segments, and their cells that have the same relative distance.

    Args:
        match: what makes a partner.
        tokens_a: the text of A in tokens.
        a: what is looked at in A.
        tokens_b: the text of B.
        b: what is looked at in B.
    """
    if match == "distances":
        counts = [(look.terms.memory, len(look.query_tokens)) for look in (a, b)]
        rows = by_place((0, counts[0][1]), (0, counts[1][1]))
        columns = by_place(*counts)  # M + i - j and i are the same where j - M is
    else:
        spans_a = _spans(tokens_a, a, tokens_b.text, after=False)
        spans_b = _spans(tokens_b, b, tokens_a.text, after=True)
        rows, columns = (
            by_span(of_a[:, :2], of_b[:, :2], of_a[:, 2:], of_b[:, 2:])
            for of_a, of_b in zip(spans_a, spans_b, strict=True)
        )
    return Alignment(match, rows, columns, rows.partners(len(b.query_tokens)), columns.partners(len(b.key_tokens)))


def _taken(values: Values, rows: NDArray[np.int64], columns: NDArray[np.int64]) -> Values:
    """Return the values at rows and columns, NaN where one of these is -1."""
    taken: Values = values[np.ix_(np.maximum(rows, 0), np.maximum(columns, 0))]
    taken[rows < 0] = np.nan
    taken[:, columns < 0] = np.nan
    return taken


def _spans(tokens: Tokens, look: Look, other: str, *, after: bool) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """Return the spans of the queries and of the keys, (T, 4) and (K, 4), in characters that both texts count alike.

    A token's are two: without the white space round it, and with it.

    Both texts begin at 0 with what their beginnings have in common; then comes the rest of A, that of B, and what their
    ends have in common.

    Args:
        tokens: the text in tokens.
        look: what is looked at.
        other: the other text.
        after: whether this is B, whose rest comes after that of A.
    """
    head, tail = common(tokens.text, other)
    size, inserted = len(tokens.text), len(other) - head - tail
    border = head if after else size - tail  # what comes from here on makes room for the rest of the other text
    positions = look.key_positions
    spans = np.stack([positions, positions + 1] * 2, axis=1)  # of empty slots, before the text
    held = positions >= 0
    found = np.concatenate([_solid(tokens, positions[held]), tokens.spans[positions[held]]], axis=1)
    found[:, ::2] += np.where(found[:, ::2] >= border, inserted, 0)
    found[:, 1::2] += np.where(found[:, 1::2] > border, inserted, 0)
    spans[held] = found
    return spans[len(positions) - len(look.query_tokens) :], spans


def _solid(tokens: Tokens, positions: NDArray[np.int64]) -> NDArray[np.int64]:
    """Return the spans of some tokens, (n, 2), without white space round them, none of them empty."""
    spans = tokens.spans[positions].copy()
    for place, (start, end) in enumerate(spans.tolist()):
        piece = tokens.text[start:end]
        if solid := piece.strip():
            begin = start + len(piece) - len(piece.lstrip())
            spans[place] = begin, begin + len(solid)
    for place in np.flatnonzero(spans[:, 0] == spans[:, 1])[::-1].tolist():  # a sign of the tokenizer's own
        spans[place] = spans[place + 1] if place + 1 < len(spans) else spans[place] + (0, 1)
    return spans


def common(one: str, other: str) -> tuple[int, int]:
    """Return how many characters the beginnings and then the ends of two texts have in common."""
    if one == other:
        return len(one), 0
    shorter = min(len(one), len(other))
    head = _longest(shorter, lambda count: one[:count] == other[:count])
    tail = _longest(shorter - head, lambda count: one[len(one) - count :] == other[len(other) - count :])
    return head, tail


def _longest(most: int, holds: Callable[[int], bool]) -> int:
    """Return the largest count up to ``most`` for which something holds that holds for all smaller ones."""
    low = 0
    while low < most:
        middle = (low + most + 1) // 2
        low, most = (middle, most) if holds(middle) else (low, middle - 1)
    return low
