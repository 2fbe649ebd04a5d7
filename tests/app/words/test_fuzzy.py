"""What fits what was typed."""

from __future__ import annotations

import pytest

from relviz.app.words.fuzzy import fit

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
