"""The tokens that are expected next, with memory and without, side by side."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QCoreApplication

from relviz.core.percent import percent
from relviz.figure.spec import Listing, Row

if TYPE_CHECKING:
    from relviz.core.reading.next_tokens import Candidate, NextTokens
    from relviz.figure.spec import Ink

COUNT = 10
"""Candidates that are listed."""


def _tr(text: str) -> str:
    return QCoreApplication.translate("Predictions", text)


def candidates_listing(found: NextTokens, *, memory: bool = True) -> Listing:
    """Return the candidates in two columns; the token that came is marked, and listed last where it is none of them.

    Args:
        found: what is expected.
        memory: whether there is any; without, both columns would be the same, and there is one.
    """
    after = f"“{found.after}”"
    if found.came is None:
        title, note = _tr("after {0} the text ends").format(after), _tr("what is expected")
    else:
        title, note = _tr("after {0} came {1}").format(after, f"“{found.came}”"), _tr("what was expected")
    alone = _rows(found.without_memory, found.came, found.came_without, "segment")
    if memory:
        columns = _rows(found.with_memory, found.came, found.came_with, "memory"), alone
        headings = _tr("with memory"), _tr("without memory")
        return Listing("candidates", title, columns, headings, COUNT + 1, note)
    return Listing("candidates", title, (alone,), (_tr("the memory is empty"),), COUNT + 1, note)


def _rows(candidates: tuple[Candidate, ...], came: str | None, its: float, ink: Ink) -> tuple[Row, ...]:
    rows = [Row(one.label, one.probability, percent(one.probability), ink, one.came) for one in candidates]
    if came is not None and not any(one.came for one in candidates):
        rows.append(Row(came, its, percent(its), ink, marked=True))
    return tuple(rows)
