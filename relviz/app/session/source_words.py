"""The words of the text that a model does not know: what stands behind ``<unk>``."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from relviz.app.engine.engine import Response
    from relviz.app.session.pin import Cell
    from relviz.core.reading.look import Look

UNKNOWN = ("<unk>", "<UNK>")
"""What vocabularies call every word that they lack."""


def source_words(response: Response, look: Look, cell: Cell) -> tuple[str, str]:
    """Return what the text says where the query and the key of a cell are unknown words; empty for known ones.

    Args:
        response: holds the text and where in it each token is.
        look: what is looked at.
        cell: query and key.
    """
    places = (look.query_tokens[cell[0]], look.start + cell[0]), (look.key_tokens[cell[1]], look.key_positions[cell[1]])
    query, key = (_word(response, int(place)) if label in UNKNOWN else "" for label, place in places)
    return query, key


def _word(response: Response, place: int) -> str:
    """Return what the text says at a token; nothing for zero vectors, and for a text that says ``<unk>`` itself."""
    if not 0 <= place < len(response.tokens):
        return ""
    start, end = response.tokens.spans[place].tolist()
    word = response.request.text[start:end]
    return "" if word in UNKNOWN else word
