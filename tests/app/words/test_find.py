"""Finding words in a text."""

from __future__ import annotations

import pytest

from relviz.app.words import find
from relviz.app.words.find import Search


def _search(text: str, words: str) -> Search:
    search = Search(text, words)
    while not search.finished:
        search.go_on()
    return search


@pytest.mark.parametrize("piece", [1, 2, 3, 5, 7, 100])
@pytest.mark.parametrize("words", ["ab", "AB", "a", "bab", "ab ab", ".*", "b", "zz"])
def test_places_do_not_depend_on_the_pieces(monkeypatch: pytest.MonkeyPatch, piece: int, words: str) -> None:
    """However small the pieces, the places are those that a plain walk from left to right finds."""
    monkeypatch.setattr(find, "PIECE", piece)
    text = "ab abab Ab.*aBAB b ab ab ab ab"
    expected, at = [], text.lower().find(words.lower())
    while at >= 0:
        expected.append(at)
        at = text.lower().find(words.lower(), at + len(words))

    assert _search(text, words).starts == expected


def test_places_are_characters_of_the_text(monkeypatch: pytest.MonkeyPatch) -> None:
    """A letter that grows when its case changes, as the Turkish İ does, moves no place."""
    search = _search("İİİ🙂 Café CAFÉ", "café")
    assert [search.text[slice(*search.span(number))] for number in range(2)] == ["Café", "CAFÉ"]


def test_next_and_previous_wrap() -> None:
    """After the last place comes the first, before the first the last."""
    search = _search("one two one two", "one")
    assert [search.following(at) for at in (0, 1, 8, 9)] == [0, 1, 1, 0]
    assert [search.preceding(at) for at in (15, 11, 10, 3, 2)] == [1, 1, 0, 0, 1]
    assert _search("one", "two").following(0) is None
    assert _search("one", "").starts == []
