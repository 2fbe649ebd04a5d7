"""Which place of the text is asked for, while its numbers may be on their way."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from relviz.app.engine.engine import Response


class Destination:
    """Holds the place: a token, until the text is edited a character, whose token is known with the answer.

    Attributes:
        token: a token of the segment, by its position in the text; None before the first answer.
        query: the token whose row is to be selected once it is there; None to leave what is selected.
        character: the character at which the place is kept while the text is edited.
    """

    def __init__(self) -> None:
        self.token: int | None = None
        self.query: int | None = None
        self.character: int | None = None

    def go(self, token: int | None) -> None:
        """Go to a token, or to the first segment with a full memory, and to nothing else."""
        self.token, self.query, self.character = token, None, None

    def segment(self, response: Response | None) -> int:
        """Return the index of the segment that is asked for, in the segments of what is shown."""
        if response is None or self.token is None:
            return 0
        return (self.token - response.look.first) // response.segment_length

    def arrive(self, response: Response, *, selected: bool) -> int | None:
        """Be there, and return the row to be selected, None if there is none.

        Args:
            response: what came.
            selected: whether anything is selected, whose row is kept while the text is edited.
        """
        look = response.look
        if self.character is not None:
            self.token = response.tokens.at_character(self.character)
            self.query = self.token if selected else None
        if self.token is None or not 0 <= self.token - look.start < len(look.query_tokens):
            self.token = look.start  # else it stays: other lengths show the segment that holds it
        row = None if self.query is None else self.query - look.start
        self.query = self.character = None
        return row if row is not None and 0 <= row < len(look.query_tokens) else None

    def place(self, response: Response | None, text: str, query: int | None) -> int | None:
        """Return the character at which a text is looked at; None if nobody knows.

        Args:
            response: what is shown.
            text: what is to be read by now.
            query: the token selected in what is shown; None to go by the segment.
        """
        if self.character is not None or response is None:
            return self.character
        if response.request.text != text or self.segment(response) != response.look.index:
            return None
        return int(response.tokens.spans[response.look.start if query is None else query, 0])


def moved(place: int, before: str, after: str) -> int:
    """Return where a character of a text is after an edit; one that was taken away is where the edit began.

    The beginning of a text stays its beginning, whatever is put before it.
    """
    pairs = enumerate(zip(before[:place], after, strict=False))
    same = next((number for number, (old, new) in pairs if old != new), min(place, len(after)))
    return place if same >= place else max(same, place + len(after) - len(before))
