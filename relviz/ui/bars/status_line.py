"""The line at the foot of the window: where the cursor is, how exact the picture is, and how far work has got.

Badges in it say that what is shown is not what it may be taken for, and why in their tips.
"""

from __future__ import annotations

from textwrap import wrap
from typing import TYPE_CHECKING

import numpy as np
from PySide6.QtCore import QCoreApplication, Qt, QTimer
from PySide6.QtWidgets import QLabel, QProgressBar, QStatusBar, QToolButton, QWidget

from relviz.app.session.selection import beyond
from relviz.core.metrics.attention import most_over_even
from relviz.core.model.card import in_short
from relviz.core.percent import percent
from relviz.core.units import of_nats
from relviz.figure.lettering.missing_scripts import SYMBOLS, missing_scripts
from relviz.figure.lettering.text import SEPARATOR
from relviz.figure.lettering.ticks import format_number
from relviz.figure.words import list_comma, place_name, unit_name
from relviz.ui.bars.words import device_name, sentence
from relviz.ui.formula.formula_bar import words
from relviz.ui.widgets.labels import ElidedLabel
from relviz.ui.widgets.rows import row_of

if TYPE_CHECKING:
    from collections.abc import Iterator

    from relviz.app.engine.engine import Response
    from relviz.app.engine.runner import Runner
    from relviz.core.reading.look import Look
    from relviz.core.reading.losses import Losses
    from relviz.core.units import Unit

WIDEST = 80
"""Characters in a line of a tool tip."""
SHRINK = (
    *("changed", "model", "changed", "unknown", "tokens", "trained"),
    *("cost", "memory", "model", "changed", "zeros", "start"),
)
"""What gets a shorter form where there is no room, or goes if it has none left, one after the other."""
PATIENCE = 500
"""Milliseconds after which work shows progress and a way to cancel it."""
LOOKED_THROUGH = 20_000
"""Characters of a text in which those that no font has are looked for, besides the tokens shown."""
SMALLEST = 0.005
"""Share of a text from which unknown words, or parts of characters, are told of."""
EVEN = 2.0
"""Times the even share up to which attention is called almost even."""


class StatusLine(QStatusBar):
    """Segment, tokens, memory fill, model and device; progress with a cancel button for whatever takes long."""

    def __init__(self, runners: tuple[Runner, ...], parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._runners = runners
        self.where = ElidedLabel(self.tr("Loading the model…"), self)  # what does not fit is in the tool tip
        self.exactness = QLabel(self)
        for label in (self.where, self.exactness):
            label.setTextFormat(Qt.TextFormat.PlainText)
        self.badges = Badges(self)
        self.progress = QProgressBar(self)
        self.progress.setRange(0, 1000)
        self.progress.setTextVisible(False)
        self.progress.setFixedWidth(160)
        self.cancel_button = QToolButton(self)
        self.cancel_button.setText(self.tr("Cancel"))
        self.addWidget(self.where, 1)
        for widget in (self.progress, self.cancel_button, self.badges, self.exactness):
            self.addPermanentWidget(widget)
        self.progress.hide()
        self.cancel_button.hide()
        self._patience = QTimer(self)
        self._patience.setSingleShot(True)
        self._patience.setInterval(PATIENCE)
        self._patience.timeout.connect(self._on_patience_over)
        for runner in runners:
            runner.busy_changed.connect(self._on_busy)
            runner.progressed.connect(self._on_progressed)
            self.cancel_button.clicked.connect(runner.cancel)

    def show_response(self, response: Response, unit: Unit = "nats") -> None:
        """Say where the cursor is, what the segment costs if that is known, and how far the sum is from the score."""
        look = response.look
        parts = self._parts(response, unit)
        self.where.set_forms(*_forms(parts))
        why = [sentence(response.choice)] if response.choice and response.choice.fits else []
        said = [text for name, (text, *_) in parts.items() if name != "trained"]
        self.where.setToolTip("\n".join([*said, *why, response.kind, *self._of_training(response)]))
        self.badges.show_response(response)
        error = format_number(look.terms.sum_error, 2)
        letters = " + ".join(part.kind.letter for part in look.terms.parts)
        self.exactness.setText(self.tr("largest |{0} − score|  {1}").format(letters, error))

    def _parts(self, response: Response, unit: Unit) -> dict[str, tuple[str, ...]]:
        """Return the parts of the line by their names, in their order, each with its shorter forms."""
        look = response.look
        model = self.tr("{0} on {1}").format(look.model, device_name(response.device))
        parts: dict[str, tuple[str, ...]] = {
            "changed": words(look.interventions, [part.kind for part in look.terms.parts])[:3],
            "segment": (self.tr("segment {0} of 0–{1}").format(look.index, look.segments - 1),),
            "tokens": (self.tr("tokens {0}–{1}").format(look.start, look.start + len(look.query_tokens) - 1),),
            "memory": (self.tr("memory {0} of {1}").format(look.terms.memory, look.memory_length),),
            "model": (model,),
        }
        if response.choice and response.choice.fits:
            by_text = self.tr("{0}, by the text, on {1}").format(look.model, device_name(response.device))
            parts["model"] = by_text, model
        if look.first:
            parts["start"] = (self.tr("read from token {0}").format(look.first),)
        if response.initial_memory == "zeros":
            parts["zeros"] = (self.tr("memory began as zero vectors"),)
        if response.losses is not None:
            parts["cost"] = (_cost(response.losses, unit),)
        if response.unknown > 0:
            parts["unknown"] = (self.tr("{0} of the words unknown").format(percent(response.unknown, 0)),)
        if texts := _translated(response.trained_on):
            parts["trained"] = (self.tr("trained on: {0}").format(in_short(texts)),)
        return {name: forms for name, forms in parts.items() if any(forms)}

    def _of_training(self, response: Response) -> list[str]:
        """Return all that the model's card says of what it was trained on, for the tool tip."""
        if response.untrained:
            return []
        if response.trained_on:
            return wrap(self.tr("Trained on: {0}").format(_translated(response.trained_on)), WIDEST)
        return [self.tr("What it was trained on is not known: it has no card that says so.")]

    def _on_busy(self) -> None:
        if any(runner.busy for runner in self._runners):
            if not self._patience.isActive() and not self.progress.isVisible():
                self.progress.setValue(0)
                self._patience.start()
            return
        self._patience.stop()
        self.progress.hide()
        self.cancel_button.hide()

    def _on_patience_over(self) -> None:
        self.progress.show()
        self.cancel_button.show()

    def _on_progressed(self, share: float) -> None:
        self.progress.setValue(round(1000 * share))


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
        badges = self.random, self.text, self.scripts, self.hidden_keys, self.even, self.lengths
        row_of(self, *badges, spacing=6)
        for badge in badges:
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


def _forms(parts: dict[str, tuple[str, ...]]) -> Iterator[str]:
    """Yield the line, then ever shorter forms that cut no word; an ellipsis stands for what is left out.

    First goes what another part of the window says too.
    """
    left = {name: list(forms) for name, forms in parts.items()}
    yield SEPARATOR.join(forms[0] for forms in left.values())
    for name in SHRINK:
        if name not in left:
            continue
        del left[name][0]
        if not left[name]:
            del left[name]
        more = ["…"] if len(left) < len(parts) else []
        yield SEPARATOR.join([*(forms[0] for forms in left.values()), *more])


def _cost(losses: Losses, unit: Unit) -> str:
    """Return the mean losses of a segment in words; nothing where none is known."""
    if not np.isfinite(losses.with_memory).any():
        return ""
    with_memory, without = (
        of_nats(float(np.nanmean(values, dtype=np.float64)), unit)
        for values in (losses.with_memory, losses.without_memory)
    )
    text = QCoreApplication.translate("StatusLine", "loss {0:.2f} {1}, {2:.2f} without memory")
    return text.format(with_memory, unit_name(unit), without)


def _translated(paragraph: str) -> str:
    """Return what a card says of its texts in the language in use, if it is the card of a model that is bundled."""
    return QCoreApplication.translate("Cards", paragraph) if paragraph else ""
