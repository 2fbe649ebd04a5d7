"""What was typed: places, names of commands, words of the text."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QCoreApplication, QObject, QTranslator

from relviz.app.words import typed as module
from relviz.app.words.typed import Jump, Search, fit, jumps


@pytest.mark.parametrize(
    ("typed", "jump"),
    [
        ("segment 12", Jump(segment=12)),
        ("seg12", Jump(segment=12)),
        ("layer 3", Jump(layer=3)),
        ("head 2", Jump(head=2)),
        ("L3 H2", Jump(layer=3, head=2)),
        ("l3h2", Jump(layer=3, head=2)),
        ("head 2, layer 3", Jump(layer=3, head=2)),
        ("token 400", Jump(token=400)),
        ("  T 0 ", Jump(token=0)),
    ],
)
def test_a_place_is_understood(typed: str, jump: Jump) -> None:
    """A kind of place, or its beginning, and a number name a place."""
    assert jumps(typed) == [jump]


@pytest.mark.parametrize("typed", ["", "layer", "3 layers", "x 3", "L3 L4", "layer 3 token 5", "segment -1", "l3h"])
def test_anything_else_is_no_place(typed: str) -> None:
    """A word without a number, an unknown kind, or kinds that do not go together name none."""
    assert jumps(typed) == []


def test_a_number_alone_may_be_a_segment_or_a_token() -> None:
    """Both are offered."""
    assert jumps("7") == [Jump(segment=7), Jump(token=7)]


class _Chinese(QTranslator):
    def translate(self, context: str, text: str, *rest: object) -> str:
        return {"layer": "层", "head": "头"}.get(text, "") if context == "Jumps" else ""


def test_translated_words_are_understood_beside_the_english_ones(qapp: QObject) -> None:
    """With Chinese words, both 层 3 头 2 and L3 H2 name the same place."""
    translator = _Chinese()
    QCoreApplication.installTranslator(translator)
    try:
        assert jumps("层 3 头 2") == jumps("L3 H2") == [Jump(layer=3, head=2)]
    finally:
        QCoreApplication.removeTranslator(translator)


NAMES = ("Open text…", "Open model folder…", "Export figure…", "Export data…", "Memory", "Mark most attended memory")


def _best(typed: str, names: tuple[str, ...] = NAMES) -> list[str]:
    scores = {name: score for name in names if (score := fit(typed, name)) is not None}
    return sorted(scores, key=lambda name: -scores[name])


@pytest.mark.parametrize(
    ("typed", "first"),
    [
        ("memory", "Memory"),
        ("MEMORY", "Memory"),
        ("exp fig", "Export figure…"),
        ("figure export", "Export figure…"),
        ("opn txt", "Open text…"),
        ("folder", "Open model folder…"),
        ("attended", "Mark most attended memory"),
    ],
)
def test_the_best_fit_comes_first(typed: str, first: str) -> None:
    """Words in any order and case, their beginnings, and their letters with some left out find a name."""
    assert _best(typed)[0] == first


def test_every_word_has_to_be_found() -> None:
    """A word that is nowhere in a name rules it out; so do letters in another order."""
    assert _best("open figure") == []
    assert _best("xyz") == []
    assert "Open text…" not in _best("txeo")


def test_chinese_is_found_without_spaces() -> None:
    """A part of a name in a script without spaces finds it."""
    assert _best("图形", ("导出图形…", "打开文本…")) == ["导出图形…"]


def test_the_menu_counts_less_than_the_name() -> None:
    """Of two commands, the one whose name fits goes before the one whose menu does."""
    by_name, by_menu = fit("view", "View from above", "Help"), fit("view", "Memory", "View")

    assert by_name is not None
    assert by_menu is not None
    assert by_name > by_menu > 0


def test_letters_that_stand_closer_together_fit_better() -> None:
    """One letter left out beats two; too far apart, they are no fit at all."""
    near, far, nowhere = fit("ml", "m_l"), fit("ml", "m__l"), fit("ml", "m___l")

    assert near is not None
    assert far is not None
    assert near > far
    assert nowhere is None


def _search(text: str, words: str) -> Search:
    search = Search(text, words)
    while not search.finished:
        search.go_on()
    return search


@pytest.mark.parametrize("piece", [1, 2, 3, 5, 7, 100])
@pytest.mark.parametrize("words", ["ab", "AB", "a", "bab", "ab ab", ".*", "b", "zz"])
def test_places_do_not_depend_on_the_pieces(monkeypatch: pytest.MonkeyPatch, piece: int, words: str) -> None:
    """However small the pieces, the places are those that a plain walk from left to right finds."""
    monkeypatch.setattr(module, "PIECE", piece)
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
