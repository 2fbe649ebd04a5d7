"""The line at the foot of the window: where the cursor is, how exact the picture is, and how far work has got."""

from __future__ import annotations

from textwrap import wrap
from typing import TYPE_CHECKING

import numpy as np
from PySide6.QtCore import QCoreApplication, Qt, QTimer
from PySide6.QtWidgets import QLabel, QProgressBar, QStatusBar, QToolButton, QWidget

from relviz.core.model.card import in_short
from relviz.core.percent import percent
from relviz.core.units import of_nats
from relviz.figure.lettering.text import SEPARATOR
from relviz.figure.lettering.ticks import format_number
from relviz.figure.views.units import unit_name
from relviz.ui.bars.badges import Badges
from relviz.ui.bars.choice import sentence
from relviz.ui.bars.device_name import device_name
from relviz.ui.formula.formula_bar import words
from relviz.ui.widgets.elided_label import ElidedLabel

if TYPE_CHECKING:
    from collections.abc import Iterator

    from relviz.app.engine.engine import Response
    from relviz.app.engine.runner import Runner
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
