"""Scripts for which this computer has no font."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from PySide6.QtGui import QFont, QFontDatabase, QFontMetricsF, QRawFont

from relviz.figure.lettering import missing_scripts as module
from relviz.figure.lettering.missing_scripts import SYMBOLS, missing_scripts

pytestmark = pytest.mark.usefixtures("qapp")


@pytest.fixture(autouse=True)
def _anew() -> Iterator[None]:
    module._missing.cache_clear()
    yield
    module._missing.cache_clear()


@pytest.mark.parametrize("character", ["a", "é", "Ж", "中", "ሰ", "ག", "ก", "\U00012000", "☃"])
def test_a_character_is_missing_where_no_family_has_it(character: str) -> None:
    """What is said agrees with asking each installed font by itself."""
    drawn = any(
        QRawFont.fromFont(QFont(family)).supportsCharacter(ord(character)) for family in QFontDatabase.families()
    )
    assert bool(missing_scripts(character)) == (not drawn)


def test_scripts_are_named_and_symbols_come_last(monkeypatch: pytest.MonkeyPatch) -> None:
    """With a font of Latin letters alone, each other script is named once, with the first character that lacks."""

    class Latin(QFontMetricsF):
        def inFontUcs4(self, character: int) -> bool:
            return character < 0x250

    monkeypatch.setattr(module, "metrics", lambda _size: Latin(QFont()))
    assert missing_scripts("a🙂ሰላም དེ 中文, अ") == {
        "Ethiopic": "ሰ",
        "Tibetan": "ད",
        "CJK": "中",
        "Devanagari": "अ",
        SYMBOLS: "🙂",
    }


def test_what_is_not_drawn_is_not_missed(monkeypatch: pytest.MonkeyPatch) -> None:
    """Spaces, line ends, joiners, selectors of emoji and private characters need no glyph."""

    class Empty(QFontMetricsF):
        def inFontUcs4(self, _character: int) -> bool:
            return False

    monkeypatch.setattr(module, "metrics", lambda _size: Empty(QFont()))
    assert missing_scripts(" \n\t\u00a0\u200b\u200d\ufe0f\ue000\ufeff") == {}
