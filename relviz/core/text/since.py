"""A text from one of its tokens on."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from relviz.errors import SettingError

if TYPE_CHECKING:
    from relviz.core.text.tokens import Tokens


def since(tokens: Tokens, first: int) -> Tokens:
    """Return a text's tokens from a position on; spans stay those of the whole text.

    Raises:
        SettingError: there is no such token.
    """
    if not first:
        return tokens
    if not 0 < first < len(tokens):
        raise SettingError("Reading cannot start at token {0}: the text has tokens 0 to {1}.", first, len(tokens) - 1)
    labels = _LaterLabels(tokens.labels, first)
    return replace(tokens, ids=tokens.ids[first:], spans=tokens.spans[first:], labels=labels)


class _LaterLabels(Sequence[str]):
    """Labels from a place on, looked up in those of the whole text: a token may be the end of a character."""

    def __init__(self, labels: Sequence[str], first: int) -> None:
        self._labels, self._first = labels, first

    def __len__(self) -> int:
        return len(self._labels) - self._first

    def __getitem__(self, index):  # type: ignore[no-untyped-def] # both overloads in one line
        places = range(self._first, len(self._labels))[index]
        return [self._labels[place] for place in places] if isinstance(index, slice) else self._labels[places]
