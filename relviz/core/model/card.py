"""What a model card says of the texts that a model was trained on."""

from __future__ import annotations

import re

_HEADING = re.compile(r"^#+\s.*\bdata\b.*$", re.IGNORECASE)
_END = re.compile(r"[.:;,](?:\s|$)|[。：；，]")


def trained_on(card: str) -> str:
    """Return the first paragraph under the heading that speaks of data, on one line; empty if there is none.

    Args:
        card: the text of a ``MODEL_CARD.md``, or of the ``README.md`` of a model on the hub.
    """
    lines = iter(card.splitlines())
    for line in lines:
        if _HEADING.match(line):
            break
    paragraph: list[str] = []
    for line in lines:
        if line.startswith("#") or (paragraph and not line.strip()):
            break
        if line.strip():
            paragraph.append(line.strip())
    return " ".join(paragraph)


def in_short(paragraph: str) -> str:
    """Return the beginning of a sentence that is enough to name what it is about, e.g. ``English prose``."""
    return _END.split(paragraph, maxsplit=1)[0]
