"""What is said of the model that was chosen by the text."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QCoreApplication

if TYPE_CHECKING:
    from relviz.app.engine.models import Choice


def sentence(choice: Choice) -> str:
    """Return why a model reads the text: ``zh-small reads this text: 0.85 tokens a character; en-small 2.91``."""
    if not choice.fits:
        return choice.model
    (name, fit), *others = choice.fits
    reads = QCoreApplication.translate("Choice", "{0} reads this text: {1:.2f} tokens a character")
    parts = [reads.format(name, fit.tokens_per_character)]
    parts += [f"{other} {its.tokens_per_character:.2f}" for other, its in others]
    return QCoreApplication.translate("Choice", "; ").join(parts)
