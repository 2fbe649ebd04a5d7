"""How well what somebody has begun to type fits the name of a command."""

from __future__ import annotations

import re

_WHOLE, _BEGINNING, _INSIDE, _SCATTERED = 4.0, 3.0, 2.0, 1.0
"""What a typed word earns: as a word of the name, as the beginning of one, inside it, or as letters in their order."""


def fit(typed: str, name: str, path: str = "") -> float | None:
    """Return how well a name fits what was typed, higher is better; None if it does not.

    Every typed word has to be found: as a word, as the beginning or the inside of one, or with its letters scattered
    over the name in their order. The path, such as the menu, counts half.

    Args:
        typed: words in any order and case.
        name: what the command is called.
        path: where else a word may be found.
    """
    total = 0.0
    for word in typed.casefold().split():
        best = max(_word(word, name.casefold()), _word(word, path.casefold()) / 2)
        if not best:
            return None
        total += best
    return total - len(name) / 1000  # of two that fit alike, the shorter one


def _word(word: str, name: str) -> float:
    words = re.findall(r"\w+", name)
    if word in words:
        return _WHOLE
    if any(part.startswith(word) for part in words):
        return _BEGINNING
    if word in name:
        return _INSIDE
    return _scattered(word, name)


def _scattered(word: str, name: str) -> float:
    """Return more for letters that stand closer together; 0 if one is missing, and for a single letter."""
    at, first = -1, -1
    for letter in word:
        at = name.find(letter, at + 1)
        if at < 0:
            return 0.0
        first = at if first < 0 else first
    spread = at - first + 1
    return _SCATTERED * len(word) / spread if len(word) > 1 and spread <= 2 * len(word) else 0.0
