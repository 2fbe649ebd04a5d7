"""Why there is no memory to tell of, and what to do about it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QCoreApplication

if TYPE_CHECKING:
    from relviz.app.session import Session


def why_no_memory(session: Session) -> str:
    """Return what has to be done for a memory: one that can hold nothing stays empty, however far one steps."""
    tr = QCoreApplication.translate
    if session.look is not None and session.look.memory_length == 0:
        return tr("NoMemory", "The memory can hold no tokens: make it longer.")
    if session.at_end:
        return tr("NoMemory", "The text ends with its first segment: make segments shorter.")
    return tr("NoMemory", "There is no memory yet: step on.")
