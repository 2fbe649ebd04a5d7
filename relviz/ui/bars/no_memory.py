"""Why there is no memory to tell of, and what to do about it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QCoreApplication

if TYPE_CHECKING:
    from relviz.app.session.session import Session


def why_no_memory(session: Session) -> str:
    """Return what has to be done for tokens of memory to be there, where none are."""
    tr, look = QCoreApplication.translate, session.look
    if look is None:
        return tr("NoMemory", "There is no memory yet: step on.")
    if look.terms.memory > 0:
        return tr("NoMemory", "All tokens of the memory are hidden: show them again.")
    if look.memory_length == 0:
        return tr("NoMemory", "The memory can hold no tokens: make it longer.")
    if look.segments > 1:
        return tr("NoMemory", "There is no memory yet: step on.")
    if len(look.query_tokens) > 1:
        return tr("NoMemory", "The text ends with its first segment: make segments shorter.")
    return tr("NoMemory", "Nothing comes before the only token of the text.")
