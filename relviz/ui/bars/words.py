"""What the bars say in a few words: of a model that was chosen, of a device, of a memory that is not there."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QCoreApplication

if TYPE_CHECKING:
    from relviz.app.engine.models import Choice
    from relviz.app.session.session import Session


def sentence(choice: Choice) -> str:
    """Return why a model reads the text: ``zh-small reads this text: 0.85 tokens a character; en-small 2.91``."""
    if not choice.fits:
        return choice.model
    (name, fit), *others = choice.fits
    reads = QCoreApplication.translate("Choice", "{0} reads this text: {1:.2f} tokens a character")
    parts = [reads.format(name, fit.tokens_per_character)]
    parts += [f"{other} {its.tokens_per_character:.2f}" for other, its in others]
    return QCoreApplication.translate("Choice", "; ").join(parts)


def device_name(device: str) -> str:
    """Return the label of a device: ``CPU``, ``CUDA``, ``MPS``, or ``Auto`` for the best there is."""
    return QCoreApplication.translate("Device", "Auto") if device == "auto" else device.upper()


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
