"""Places in a text that is edited."""

from __future__ import annotations

import pytest

from relviz.app.session.destination import moved

TEXT = "one two three"


@pytest.mark.parametrize(
    ("after", "expected"),
    [
        ("one two three four", 8),
        ("one two, three", 9),
        ("a one two three", 10),
        ("two three", 4),
        ("one x three", 6),
        ("one ee", 4),
        ("", 0),
        (TEXT, 8),
    ],
)
def test_a_place_keeps_its_word(after: str, expected: int) -> None:
    """The beginning of "three" is followed through edits before, behind and over it."""
    assert moved(8, TEXT, after) == expected


def test_the_beginning_stays() -> None:
    """What is put before the whole text is read, too."""
    assert moved(0, TEXT, "zero " + TEXT) == 0
