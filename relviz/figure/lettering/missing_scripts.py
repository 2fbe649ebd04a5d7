"""Scripts for which this computer has no font: their characters are drawn as boxes, on screen and in figures."""

from __future__ import annotations

import unicodedata
from functools import cache
from typing import TYPE_CHECKING

from relviz.figure.lettering.fonts import LABEL, metrics

if TYPE_CHECKING:
    from collections.abc import Iterable

SYMBOLS = ""
"""What stands for characters that belong to no script, emoji among them."""
_KINDS = frozenset(
    {
        "CAPITAL",
        "SMALL",
        "LETTER",
        "SYLLABLE",
        "SYLLABICS",
        "IDEOGRAPH",
        "SIGN",
        "VOWEL",
        "CONSONANT",
        "SUBJOINED",
        "DIGIT",
        "NUMBER",
        "MARK",
        "TONE",
        "LIGATURE",
        "INDEPENDENT",
        "DEPENDENT",
        "FINAL",
        "MEDIAL",
        "INITIAL",
        "UNIFIED",
        "COMPATIBILITY",
        "RADICAL",
        "COMBINING",
    }
)
"""Words of Unicode's names of characters with which the name of the script ends."""


def missing_scripts(characters: Iterable[str]) -> dict[str, str]:
    """Return the scripts that cannot be drawn, each with the first of its characters that is missing.

    Qt looks for a character in the fonts that figures name first, and then in all others there are.

    Args:
        characters: single characters; spaces, marks on letters and those that Unicode has no name for are passed over.
            Needs a QGuiApplication, and is asked in its thread.

    Returns:
        Names as Unicode has them, e.g. ``Ethiopic``, or ``SYMBOLS``; in the order in which they are met, the symbols
        last.
    """
    found: dict[str, str] = {}
    for character in characters:
        script = _missing(character)
        if script is not None:
            found.setdefault(script, character)
    if SYMBOLS in found:  # a script says more
        found[SYMBOLS] = found.pop(SYMBOLS)
    return found


@cache
def _missing(character: str) -> str | None:
    """Return the script of a character that no font has; None if one has it, or it is not drawn."""
    name, category = unicodedata.name(character, ""), unicodedata.category(character)
    if not name or category[0] in "CZM":
        return None
    if metrics(LABEL).inFontUcs4(ord(character)):
        return None
    if category[0] not in "LN":
        return SYMBOLS
    words = name.split()
    end = next((place for place, word in enumerate(words) if word in _KINDS), 1)
    script = " ".join(words[: max(end, 1)])
    return script if script == "CJK" else script.title()
