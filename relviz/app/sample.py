"""The text that a newcomer sees."""

from __future__ import annotations

from relviz.resources import resource


def sample_text() -> str:
    """Return the page that the window opens with when it is given nothing to read."""
    return resource("texts", "sample_en.txt").read_text(encoding="utf-8")
