"""Places that can be typed."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QCoreApplication, QObject, QTranslator

from relviz.app.words.jumps import Jump, jumps


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
