"""Badges that say that what is shown is not what it may be taken for, and why in their tips."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QHBoxLayout, QLabel, QWidget

from relviz.app.session.bounds import beyond
from relviz.core.metrics.evenness import most_over_even
from relviz.core.percent import percent
from relviz.figure.lettering.missing_scripts import SYMBOLS, missing_scripts
from relviz.figure.lettering.ticks import format_number
from relviz.figure.words import list_comma, place_name

if TYPE_CHECKING:
    from relviz.app.engine.engine import Response
    from relviz.core.reading.look import Look

LOOKED_THROUGH = 20_000
"""Characters of a text in which those that no font has are looked for, besides the tokens shown."""
SMALLEST = 0.005
"""Share of a text from which unknown words, or parts of characters, are told of."""
EVEN = 2.0
"""Times the even share up to which attention is called almost even."""


class Badges(QWidget):
    """Badges, each there only while it has something to say.

    They are about random weights, the text, fonts, keys that were taken away, attention that prefers nothing, and
    lengths and distances.
    """

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._response: Response | None = None
        self._distance = 0
        self._missing_in: tuple[str, int] | None = None  # the text and the segment that were looked through last
        self.random = self._badge(self.tr("random weights"))
        self.text = self._badge(self.tr("unfamiliar text"))
        self.scripts = self._badge("")
        self.hidden_keys = self._badge("")
        self.even = self._badge(self.tr("almost even"))
        self.lengths = self._badge(self.tr("beyond training"))
        layout = QHBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(6)
        for badge in (self.random, self.text, self.scripts, self.hidden_keys, self.even, self.lengths):
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
        self.random.setVisible(response.untrained)
        self.random.setToolTip(
            self.tr("{0} was never trained: its numbers are chance, and say nothing of a language.").format(
                response.look.model
            )
        )
        self._show_text(response)
        self._show_fonts(response)
        self._show_lengths()

    def show_distance(self, distance: int) -> None:
        """Show the badges for another relative distance."""
        self._distance = distance
        self._show_lengths()

    def show_attention(self, look: Look) -> None:
        """Say so where the attention shown is almost even; of chance alone the badge of random weights tells."""
        untrained = self._response is not None and self._response.untrained
        most = most_over_even(look.terms.attention, look.terms.mask)
        told = most <= EVEN and not untrained
        self.even.setVisible(told)
        if told:
            tip = self.tr(
                "Of {0}, no key gets more than {1} times the even share, which each of n keys has when it gets 1/n: "
                "colours may make small differences look large.\nThis badge comes where that is {2} times at most, "
                "counting queries that see 8 keys or more. The head may do little here; if all heads are like that, "
                "the weights may not be those of a trained model."
            )
            place = place_name(look.terms.layer, look.terms.head)
            self.even.setToolTip(tip.format(place, format_number(most, 3), format_number(EVEN)))

    def show_hidden(self, keys: int) -> None:
        """Show how many keys the user took away."""
        text = self.tr("1 key hidden") if keys == 1 else self.tr("{0} keys hidden").format(keys)
        self.hidden_keys.setText(text)
        self.hidden_keys.setToolTip(
            self.tr(
                "The attention on the other keys is renormalised, for this layer and head alone: on the pages Terms "
                "and Memory, in the text, the timeline and the inspector.\nThe maps of all heads and the other pages "
                "count every key. Shift+H shows them again."
            )
        )
        self.hidden_keys.setVisible(keys > 0)

    def _show_text(self, response: Response) -> None:
        """Say how much of the text the model does not know, if that is worth saying."""
        incomplete = response.fit.incomplete if response.fit is not None else 0.0
        if response.unknown >= SMALLEST:
            self.text.setText(self.tr("{0} unknown words").format(percent(response.unknown, 0)))
        elif incomplete >= SMALLEST:
            self.text.setText(self.tr("{0} incomplete characters").format(percent(incomplete, 0)))
        else:
            self.text.setText(self.tr("unfamiliar text"))
        told = response.foreign or max(response.unknown, incomplete) >= SMALLEST
        self.text.setVisible(told)
        self.text.setToolTip(self._of_text(response) if told else "")

    def _of_text(self, response: Response) -> str:
        parts = []
        if response.foreign:
            parts.append(self.tr("Most of this text is outside what {0} knows.").format(response.look.model))
        if response.unknown > 0:
            parts.append(self.tr("{0} of its words are not in its vocabulary.").format(percent(response.unknown, 0)))
        elif response.fit is not None:
            of_text = self.tr("It needs {0:.2f} tokens a character; {1} of them are parts of a character.")
            parts.append(of_text.format(response.fit.tokens_per_character, percent(response.fit.incomplete, 0)))
        if response.foreign:
            parts.append(self.tr("What its heads do here says little about what they have learnt."))
        return "\n".join(parts)

    def _show_fonts(self, response: Response) -> None:
        """Say which scripts of the text no font has; it is found out once a segment."""
        here = response.request.text, response.look.index
        if here == self._missing_in:
            return
        self._missing_in = here
        text, look = response.tokens.text, response.look
        shown = "".join(look.key_tokens)
        missing = missing_scripts(sorted(set(text[:LOOKED_THROUGH]) | set(shown)))
        self.scripts.setVisible(bool(missing))
        if not missing:
            return
        symbols = self.tr("some symbols")
        names = list_comma().join(symbols if script == SYMBOLS else script for script in missing)
        first = next(iter(missing)) or symbols
        label = self.tr("no font for {0}") if len(missing) == 1 else self.tr("no font for {0} …")
        self.scripts.setText(label.format(first))
        self.scripts.setToolTip(
            self.tr(
                "No font on this computer has {0}: boxes stand for their characters ({1}), here and in figures.\n"
                "The numbers are not touched by it. Install a font, for example of the Noto family, and start relviz "
                "again."
            ).format(names, list_comma().join(f"U+{ord(character):04X}" for character in missing.values()))
        )

    def _show_lengths(self) -> None:
        if self._response is None:
            return
        tip = self._of_lengths(self._response)
        if tip != self.lengths.toolTip():
            self.lengths.setToolTip(tip)
        self.lengths.setVisible(bool(tip))

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
