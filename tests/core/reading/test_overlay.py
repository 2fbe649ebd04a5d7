"""Two runs of tokens laid over each other, worked out by hand."""

from __future__ import annotations

import numpy as np

from relviz.core.reading.overlay import Overlay, by_place, by_span


def _spans(*spans: tuple[int, int]) -> np.ndarray:
    return np.array(spans, np.int64)


def _read(overlay: Overlay) -> tuple[list[int], list[int], list[bool]]:
    return overlay.a.tolist(), overlay.b.tolist(), overlay.same.tolist()


def test_runs_that_overlap_share_places() -> None:
    """Of tokens 0-3 and 2-5 of one text, the middle two stand at the same places; the others stand alone."""
    a = _spans((0, 2), (2, 3), (3, 7), (7, 9))
    b = _spans((3, 7), (7, 9), (9, 10))

    assert _read(by_span(a, b)) == (
        [0, 1, 2, 3, -1],
        [-1, -1, 0, 1, 2],
        [False, False, True, True, False],
    )


def test_runs_without_anything_in_common_stand_side_by_side() -> None:
    """Two segments of one text: no place is shared, and what comes first in the text is first."""
    assert _read(by_span(_spans((4, 6), (6, 8)), _spans((0, 1), (1, 4)))) == (
        [-1, -1, 0, 1],
        [0, 1, -1, -1],
        [False] * 4,
    )


def test_a_token_cut_in_two_by_the_other_stands_at_two_places() -> None:
    """A reads "sand pits" as sand|pits, B as s|and|pits: sand is at two places and the same as neither; pits is."""
    a = _spans((0, 4), (5, 9))
    b = _spans((0, 1), (1, 4), (5, 9))
    overlay = by_span(a, b)

    assert _read(overlay) == ([0, 0, 1], [0, 1, 2], [False, False, True])
    assert overlay.partners(3).tolist() == [-1, -1, 1]
    assert overlay.places(1, 2) == (1, 2)


def test_cuts_at_different_places_give_the_finest_pieces() -> None:
    """A cuts 0-3-6, B cuts 0-2-6: three pieces, of which nothing is the same."""
    assert _read(by_span(_spans((0, 3), (3, 6)), _spans((0, 2), (2, 6)))) == (
        [0, 0, 1],
        [0, 1, 1],
        [False] * 3,
    )


def test_parts_of_a_character_are_matched_one_by_one() -> None:
    """Three byte tokens of one character match three, in order; against one token they match nothing."""
    three, one = _spans((0, 1), (0, 1), (0, 1), (1, 2)), _spans((0, 1), (1, 2))

    assert _read(by_span(three, three)) == ([0, 1, 2, 3], [0, 1, 2, 3], [True] * 4)
    assert _read(by_span(three, one)) == ([0, 1, 2, 3], [0, 0, 0, 1], [False, False, False, True])


def test_white_space_of_a_token_is_part_of_it_where_the_other_has_a_token_there() -> None:
    """A reads "a b" as a|·b, B as a|·|b: b is the same in both, and A's token stands at the space, too."""
    a, wide = _spans((0, 1), (2, 3)), _spans((0, 1), (1, 3))
    b = _spans((0, 1), (1, 2), (2, 3))

    assert _read(by_span(a, b, wide, b)) == ([0, 1, 1], [0, 1, 2], [True, False, True])
    assert _read(by_span(a, b)) == ([0, -1, 1], [0, 1, 2], [True, False, True])
    assert _read(by_span(a, a, wide, wide)) == ([0, 1], [0, 1], [True, True])  # nobody has a token there


def test_places_are_counted_from_one_that_both_have() -> None:
    """A memory of 2 and one of 4 before 3 and 2 tokens: aligned where the segment begins."""
    overlay = by_place((2, 3), (4, 2))

    assert _read(overlay) == (
        [-1, -1, 0, 1, 2, 3, 4],
        [0, 1, 2, 3, 4, 5, -1],
        [False, False, True, True, True, True, False],
    )
    assert overlay.partners(6).tolist() == [-1, -1, 0, 1, 2, 3]
