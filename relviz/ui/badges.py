"""Badges that say that what is shown is outside what the model has learnt, and why in their tips."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QHBoxLayout, QLabel, QWidget

from relviz.app.bounds import beyond

if TYPE_CHECKING:
    from relviz.app.engine import Response


class Badges(QWidget):
    """Two badges, each there only while it has something to say: one for the text, one for lengths and distances."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._response: Response | None = None
        self._distance = 0
        self.text = self._badge(self.tr("unfamiliar text"))
        self.lengths = self._badge(self.tr("beyond training"))
        layout = QHBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(6)
        for badge in (self.text, self.lengths):
            layout.addWidget(badge)
            badge.hide()

    def _badge(self, text: str) -> QLabel:
        badge = QLabel(text, self)
        badge.setObjectName("badge")
        badge.setTextFormat(Qt.TextFormat.PlainText)
        return badge

    def show_response(self, response: Response) -> None:
        """Show the badges of what is shown."""
        self._response = response
        self.text.setVisible(response.foreign)
        self.text.setToolTip(self._of_text(response) if response.foreign else "")
        self._show_lengths()

    def show_distance(self, distance: int) -> None:
        """Show the badges for another relative distance."""
        self._distance = distance
        self._show_lengths()

    def _show_lengths(self) -> None:
        if self._response is None:
            return
        tip = self._of_lengths(self._response)
        if tip != self.lengths.toolTip():
            self.lengths.setToolTip(tip)
        self.lengths.setVisible(bool(tip))

    def _of_text(self, response: Response) -> str:
        parts = [self.tr("Most of this text is outside what {0} knows.").format(response.look.model)]
        if response.unknown > 0:
            parts.append(self.tr("{0:.0%} of its words are not in its vocabulary.").format(response.unknown))
        elif response.fit is not None:
            of_text = self.tr("It needs {0:.2f} tokens a character; {1:.0%} of them are parts of a character.")
            parts.append(of_text.format(response.fit.tokens_per_character, response.fit.incomplete))
        parts.append(self.tr("What its heads do here says little about what they have learnt."))
        return "\n".join(parts)

    def _of_lengths(self, response: Response) -> str:
        """Return what is beyond training, a line each; nothing if nothing is."""
        found = beyond(response, self._distance)
        segment, memory = response.trained
        parts = []
        if found.segment is not None:
            parts.append(self.tr("Segments of {0} tokens: trained with {1} at most.").format(found.segment, segment))
        if found.memory is not None:
            parts.append(self.tr("A memory of {0} tokens: trained with {1} at most.").format(found.memory, memory))
        if found.distance is not None and segment is not None:
            new = self.tr("Distance {0} on the Encoding page: trained with {1} at most.")
            parts.append(new.format(found.distance, segment + (memory or 0) - 1))
        if parts:
            parts.append(self.tr("The encoding of such distances is well defined, but the model has not met it."))
        return "\n".join(parts)
