"""One cell in plain words and numbers: for screen readers, and for the clipboard."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QCoreApplication

from relviz.core.percent import percent
from relviz.figure.lettering.ticks import MINUS
from relviz.figure.words import comma

if TYPE_CHECKING:
    from relviz.app.session.pin import Cell
    from relviz.core.reading.look import Look


def _tr(text: str) -> str:
    return QCoreApplication.translate("CellSentence", text)


def whose_cell(look: Look, cell: Cell, words: tuple[str, str] = ("", "")) -> str:
    """Return which tokens meet in a cell, how far apart they are, and where the key is.

    Args:
        look: what is looked at.
        cell: query and key.
        words: what the text says where query and key are words that the model does not know.
    """
    row, column = cell
    back, place = int(look.terms.distance[row, column]), int(look.key_positions[column])
    sentence = _tr("query “{0}” (token {1}), key “{2}” (token {3}), distance {4}, in memory")
    if place < 0:
        sentence = _tr("query “{0}” (token {1}), key “{2}” (a zero vector, no token), distance {4}, in memory")
    elif column >= look.terms.memory:
        sentence = _tr("query “{0}” (token {1}), key “{2}” (token {3}), distance {4}, in the segment")
    labels = look.query_tokens[row], look.key_tokens[column]
    query, key = (f"{spoken(label)} {word}".rstrip() for label, word in zip(labels, words, strict=True))
    return sentence.format(query, look.start + row, key, place, str(back).replace("-", MINUS))


def what_cell(look: Look, cell: Cell, hidden: bool = False) -> str:
    """Return the terms, the score and the attention of a cell.

    Args:
        look: what is looked at.
        cell: query and key.
        hidden: whether the key is one that the user took away.
    """
    row, column = cell
    terms = look.terms
    if not terms.mask[row, column]:
        return unseen(look, cell, hidden)
    parts = [f"({part.kind.letter}) {_number(float(part.dense(terms.distance)[row, column]))}" for part in terms.parts]
    words = _tr("mean score {0}, mean attention {1}") if terms.head == "mean" else _tr("score {0}, attention {1}")
    result = words.format(_number(float(terms.score[row, column])), percent(float(terms.attention[row, column])))
    return comma().join([" ".join(parts), result])


def unseen(look: Look, cell: Cell, hidden: bool = False) -> str:
    """Return why a masked cell has no numbers: its key is hidden, comes later, or is farther back than is seen."""
    if hidden:
        return _tr("This key is hidden.")
    if look.terms.distance[cell] < 0:
        return _tr("This query may not see that key: it comes later.")
    return _tr("This query may not see that key: same_length lets it look less far back.")


def row_as_text(look: Look, row: int) -> str:
    """Return a query's row as a table, a line a key and tabs between: token, place, distance, terms, score, attention.

    Numbers have a point and as many digits as float32 holds, so that other programs can read them.
    """
    terms = look.terms
    names = ["key", "position", "distance", *(part.kind.name for part in terms.parts), "score", "attention"]
    dense = [part.dense(terms.distance)[row] for part in terms.parts]
    lines = ["\t".join(names)]
    for column, key in enumerate(look.key_tokens):
        if terms.mask[row, column]:
            numbers = [*(float(part[column]) for part in dense), float(terms.score[row, column])]
            numbers.append(float(terms.attention[row, column]))
            where = [key, str(look.key_positions[column]), str(terms.distance[row, column])]
            lines.append("\t".join([*where, *(f"{number:.8g}" for number in numbers)]))
    return "\n".join(lines)


def spoken(token: str) -> str:
    """Return a token as it can be said: without the dot that stands for a space, unless there is nothing else."""
    return token.replace("·", " ").strip() or token


def _number(value: float) -> str:
    return f"{value:.2f}".replace("-", MINUS)
