"""Rich text on the labels of the Schemes page."""

from __future__ import annotations

import html
import re
from typing import TYPE_CHECKING

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QLabel, QWidget

from relviz.figure.views.schemes.rewriting import INKS

if TYPE_CHECKING:
    from relviz.figure.colours.palette import Palette

_LETTER = re.compile(r"\(([abcd])\)")


def coloured(text: str, palette: Palette) -> str:
    """Return text as HTML in which ``(a)`` to ``(d)`` have the colours of their terms."""
    return _LETTER.sub(
        lambda found: f"<b style='color:{palette.inks[INKS[found[1]]]}'>{found[1]}</b>", html.escape(text)
    )


def rich_label(parent: QWidget, name: str) -> QLabel:
    """Return a wrapped label for rich text that never widens the window."""
    label = QLabel(parent)
    label.setAccessibleName(name)
    label.setTextFormat(Qt.TextFormat.RichText)
    label.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
    label.setWordWrap(True)
    label.setMinimumWidth(1)
    label.setAlignment(Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignTop)
    return label
