"""Cells of one picture and their partners in another: real readings, and partners worked out by hand."""

from __future__ import annotations

import numpy as np
import pytest

from relviz.core.model.model import Model
from relviz.core.reading.alignment import Alignment, Match, align, common
from relviz.core.reading.look import Look, look_at
from relviz.core.reading.reading import Reading, tokenise
from relviz.core.text.tokens import Tokens
from tests.fixtures import models

TEXT = "the sand and the pits of the sand by the sea, and the sand again and again"


def _ids(segment_length: int, memory_length: int, segment: int) -> tuple[Tokens, Look]:
    """A look at one of fifty ids."""
    reading = models.reading(models.model(), 50, segment_length, memory_length)
    return reading.tokens, look_at(reading.step(segment), 1, 2)


def _text(model: Model, text: str, segment: int = 0, segment_length: int = 8) -> tuple[Tokens, Look]:
    tokens = tokenise(model, text)
    return tokens, look_at(Reading(model, tokens, segment_length, 16, None).step(segment), 0, 0)


def _align(match: Match, a: tuple[Tokens, Look], b: tuple[Tokens, Look]) -> Alignment:
    return align(match, *a, *b)


@pytest.mark.parametrize("match", ["tokens", "distances"])
def test_a_picture_is_its_own_partner(match: Match) -> None:
    """Every cell is its own partner, so that the difference is 0 at each visible cell and masked at the others."""
    a = _ids(8, 16, 3)
    alignment, terms = _align(match, a, a), a[1].terms
    difference = alignment.difference(terms.score, terms.score)

    assert alignment.counted(terms.mask, terms.mask) == (int(terms.mask.sum()), int(terms.mask.sum()))
    np.testing.assert_array_equal(difference, np.where(terms.mask, 0, np.nan))


def test_a_longer_memory_is_aligned_by_token() -> None:
    """Segment 3 (tokens 24-31) over a memory of 8 (16-23) and of 16 (8-23): key j of A is key j + 8 of B."""
    a, b = _ids(8, 8, 3), _ids(8, 16, 3)
    alignment = _align("tokens", a, b)

    assert alignment.partner_rows.tolist() == list(range(8))
    assert alignment.partner_columns.tolist() == [-1] * 8 + list(range(16))
    assert alignment.partner((2, 11)) == (2, 3)
    assert alignment.partner((2, 7)) is None
    difference = alignment.difference(a[1].terms.score, b[1].terms.score)
    for row in range(8):
        for column in range(24):
            both = column >= 8 and column - 8 <= 8 + row
            expected = b[1].terms.score[row, column] - a[1].terms.score[row, column - 8] if both else np.nan
            np.testing.assert_array_equal(difference[row, column], np.float32(expected))
    seen = sum(8 + row + 1 for row in range(8))  # keys of the short memory and of the segment up to the query
    assert alignment.counted(a[1].terms.mask, b[1].terms.mask) == (seen, seen + 8 * 8)


def test_other_segments_have_no_query_in_common_but_all_distances() -> None:
    """Of segments 2 and 3 no query is the same token; by distance, all cells of one are those of the other."""
    a, b = _ids(8, 16, 2), _ids(8, 16, 3)
    by_token, by_distance = _align("tokens", a, b), _align("distances", a, b)

    assert by_token.counted(a[1].terms.mask, b[1].terms.mask)[0] == 0
    assert by_token.partner_columns.tolist() == [*range(8, 24), *[-1] * 8]  # keys 8-31 of the text; A has 0-23
    assert len(by_token.rows) == 16
    assert len(by_token.columns) == 32
    counted = by_distance.counted(a[1].terms.mask, b[1].terms.mask)
    assert counted[0] == counted[1] == int(b[1].terms.mask.sum())
    assert by_distance.partner((3, 5)) == (3, 5)


def test_distances_are_the_same_over_other_lengths() -> None:
    """T = 8 over M = 8 against T = 4 over M = 16: partners have the same row and the same distance M + i - j."""
    a, b = _ids(8, 8, 3), _ids(4, 16, 5)
    alignment = _align("distances", a, b)
    distance_a, distance_b = a[1].terms.distance, b[1].terms.distance

    for row in range(4):
        for column in range(20):
            partner = alignment.partner((row, column))
            alike = [
                (i, j) for i in range(8) for j in range(16) if i == row and distance_a[i, j] == distance_b[row, column]
            ]
            assert ([] if partner is None else [partner]) == alike


def test_places_know_the_cells_on_both_sides() -> None:
    """Laid over each other, each place shows the numbers of the cells that it names, or nothing."""
    a, b = _ids(8, 8, 3), _ids(8, 16, 3)
    alignment = _align("tokens", a, b)
    over_a, over_b = alignment.over_a(a[1].terms.attention), alignment.over_b(b[1].terms.attention)

    assert over_a.shape == over_b.shape == (8, 24)
    assert alignment.at((0, 0)) == (None, (0, 0))
    assert alignment.at((0, 8)) == ((0, 0), (0, 8))
    assert np.isnan(over_a[0, 0])
    assert over_a[3, 12] == a[1].terms.attention[3, 4]
    assert over_b[3, 12] == b[1].terms.attention[3, 12]


def test_a_word_that_was_changed_has_no_partner(model: Model) -> None:
    """After an edit, tokens before and after it are still the same ones, wherever they have moved to."""
    other = TEXT.replace("pits", "wide pools")
    a, b = _text(model, TEXT, segment_length=200), _text(model, other, segment_length=200)
    alignment = _align("tokens", a, b)
    edited = TEXT.index("pits")
    for row, partner in enumerate(alignment.partner_rows.tolist()):
        start, end = b[0].spans[row].tolist()
        piece = other[start:end]
        if end <= edited:
            assert a[0].spans[partner].tolist() == [start, end]
        elif start >= edited + len("wide pools"):
            moved = [start - len("wide pools") + len("pits"), end - len("wide pools") + len("pits")]
            assert a[0].spans[partner].tolist() == moved
            assert TEXT[moved[0] : moved[1]] == piece
    assert (alignment.partner_rows == -1).any()


def test_other_tokenisers_meet_where_their_tokens_have_the_same_characters(model: Model) -> None:
    """Letters against pieces of words: only tokens with one letter to them, white space aside, are the same."""
    tokens, look = _text(model, TEXT, segment_length=200)
    letters = Tokens(TEXT, np.arange(len(TEXT)), np.array([(n, n + 1) for n in range(len(TEXT))]), list(TEXT))
    alignment = align("tokens", tokens, look, letters, _of_letters(letters))
    pieces = [(place, int(start), TEXT[start:end]) for place, (start, end) in enumerate(tokens.spans)]
    for row, partner in enumerate(alignment.partner_rows.tolist()):
        alone = {start: place for place, start, piece in pieces if piece == TEXT[row]}
        spaced = {start + 1: place for place, start, piece in pieces if piece == f" {TEXT[row]}"}
        assert partner == (alone | spaced).get(row, -1)
    assert (alignment.partner_rows >= 0).any()


def test_words_stand_side_by_side_without_places_for_the_space_between_them(model: Model) -> None:
    """A text laid over itself has as many places as tokens, each the same in both."""
    a = _text(model, TEXT, segment=1)
    alignment = _align("tokens", a, a)

    assert len(alignment.rows) == len(a[1].query_tokens)
    assert len(alignment.columns) == len(a[1].key_tokens)
    assert alignment.rows.same.all()
    assert alignment.columns.same.all()


def test_texts_without_anything_in_common_have_no_partner(model: Model) -> None:
    """Another text altogether has no token that is the same, and it is counted as such."""
    a, b = _text(model, "aaaa aaaa aaaa"), _text(model, "bbbb bbbb bbbb")
    alignment = _align("tokens", a, b)

    assert alignment.counted(a[1].terms.mask, b[1].terms.mask)[0] == 0
    assert np.isnan(alignment.difference(a[1].terms.score, b[1].terms.score)).all()


def test_empty_slots_are_told_apart_by_how_far_before_the_text_they_are() -> None:
    """Memories of 4 and 8 zero vectors before the first segment: the last four are the same slots."""
    readings = [models.reading(models.model(), 20, 4, memory, initial_memory="zeros") for memory in (4, 8)]
    a, b = ((reading.tokens, look_at(reading.step(0), 0, 0)) for reading in readings)
    alignment = align("tokens", *a, *b)

    assert alignment.partner_columns.tolist() == [-1] * 4 + [0, 1, 2, 3] + [4, 5, 6, 7]


def _of_letters(letters: Tokens) -> Look:
    """A look at one segment of as many ids as there are letters; alignment asks it for places alone."""
    reading = models.reading(models.model(), len(letters), len(letters), 8)
    return look_at(reading.step(0), 0, 0)


@pytest.mark.parametrize(
    ("one", "other", "found"),
    [("aa", "aaa", (2, 0)), ("abcab", "ab", (2, 0)), ("the end", "the other end", (4, 3)), ("ab", "ab", (2, 0))],
)
def test_no_character_is_at_the_beginning_and_at_the_end(one: str, other: str, found: tuple[int, int]) -> None:
    """What two texts have in common is counted once, however often it is repeated."""
    assert common(one, other) == found
