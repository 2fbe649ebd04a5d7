"""Characters of the text and positions of the editor."""

from __future__ import annotations

import numpy as np

from relviz.ui.text.edit import ShownText


def test_characters_beyond_the_basic_plane_count_twice() -> None:
    """Qt counts an emoji as two; a position within one belongs to it."""
    shown = ShownText.of("a🙂b")
    assert [shown.position(character) for character in range(4)] == [0, 1, 3, 4]
    assert [shown.character(position) for position in range(5)] == [0, 1, 1, 2, 3]


def test_an_excerpt_begins_later() -> None:
    """Of an excerpt only its own characters have places; others are taken to its ends."""
    shown = ShownText.of("🙂bc", first=10)
    assert (shown.end, shown.position(3), shown.position(11), shown.position(99)) == (13, 0, 2, 4)
    assert shown.holds(10, 13)
    assert not shown.holds(9, 12)
    assert not shown.holds(11, 14)
    assert shown.positions(np.array([2, 10, 12, 13])).tolist() == [0, 3]
    assert shown.character(2) == 11
