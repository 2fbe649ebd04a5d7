"""Where a place in a text is after an edit."""

from __future__ import annotations


def moved(place: int, before: str, after: str) -> int:
    """Return where a character of a text is after an edit; one that was taken away is where the edit began.

    The beginning of a text stays its beginning, whatever is put before it.
    """
    pairs = enumerate(zip(before[:place], after, strict=False))
    same = next((number for number, (old, new) in pairs if old != new), min(place, len(after)))
    return place if same >= place else max(same, place + len(after) - len(before))
