"""The Predictions page: what each token costs, with memory and without, and with each term off."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QCoreApplication, Qt
from PySide6.QtWidgets import QComboBox, QLabel, QWidget

from relviz.app.exporting.choices import recipe
from relviz.core.percent import percent
from relviz.core.units import of_nats
from relviz.figure.views.predictions import predictions_figure, signed
from relviz.figure.words import part_title, unit_name
from relviz.ui.pages.page_widget import ComputedPage, Pointed
from relviz.ui.widgets.rows import row_of

if TYPE_CHECKING:
    from PySide6.QtGui import QKeyEvent

    from relviz.app.exporting.export import Draw
    from relviz.app.session.session import Session
    from relviz.app.work.demands import Predicting
    from relviz.app.work.work import Work
    from relviz.core.metrics.predictions import Predictions
    from relviz.core.reading.next_tokens import NextTokens
    from relviz.core.units import Unit
    from relviz.figure.spec import FigureSpec


STEPS = {Qt.Key.Key_Left: -1, Qt.Key.Key_Right: 1}
LOWEST = 260
"""Least height of the figure, in device-independent pixels: the bar above it takes room, too."""
ALONG = ("losses", "worth")
"""Panels whose columns are the queries of the segment."""


class PredictionsPage(ComputedPage):
    """Losses along the segment, what memory and terms are worth, and what is expected after the selected query.

    A click on a token selects the query it was predicted from, as Left and Right do; a click on a term, or the box
    above, draws the loss without that term beside the others. Nothing is computed while the page is not on the screen.
    """

    def __init__(self, session: Session, work: Work, parent: QWidget | None = None) -> None:
        super().__init__(session, work, parent)
        self._computing = self._predicting = predicting = work.predicting
        self.without = QComboBox(self)
        self.without.setAccessibleName(self.tr("Term whose loss without it is drawn"))
        self.without.setSizeAdjustPolicy(QComboBox.SizeAdjustPolicy.AdjustToContents)
        self._without_label = label = QLabel(self.tr("&Draw the loss without"), self)
        label.setBuddy(self.without)
        self.means = QLabel(self)
        self.means.setWordWrap(True)
        self.means.setObjectName("muted")
        self.means.setTextFormat(Qt.TextFormat.PlainText)
        self.means.setMinimumWidth(1)
        self._make_message(self.tr("Compute the losses"))
        self.message.setWordWrap(True)
        self._make_figure(self.tr("Losses along the segment, and what is expected next"))
        self.view.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.view.setMinimumHeight(LOWEST)
        bar = row_of(None, label, self.without, (self.means, 1), margins=(12, 8, 12, 0), spacing=10)
        self._lay_out(bar, room=(4, 8))
        self.without.activated.connect(self._on_changed)
        predicting.changed.connect(self._on_changed)
        session.answered.connect(self._on_changed)
        session.selection.pin_changed.connect(self._on_changed)
        session.view_changed.connect(self._on_changed)
        self._on_changed()

    def figure(self) -> FigureSpec | None:
        """Return what is shown, as a figure to be written to a file; None before it is known."""
        found, following = self._predicting.found, self._predicting.following
        if found is None or not self._predicting.current or (following is None and not found.known.any()):
            return None
        row = self._predicting.row
        unit, without = self._session.units.view.unit, self.without.currentData()
        return predictions_figure(found, following, unit=unit, query=row, without=without)

    def recipe(self) -> Draw | None:
        """Return what draws this page for any segment, for files of several."""
        return recipe("predictions", self._session)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Select the query before or after the selected one, the first or the last of the segment."""
        look, row = self._session.look, self._predicting.row
        if look is None or not self.view.hasFocus():
            super().keyPressEvent(event)
            return
        last = len(look.query_tokens) - 1
        if event.key() in STEPS:
            step = STEPS[Qt.Key(event.key())]
            self._select((0 if step > 0 else last) if row is None else min(max(row + step, 0), last))
        elif event.key() in (Qt.Key.Key_Home, Qt.Key.Key_End):
            self._select(0 if event.key() == Qt.Key.Key_Home else last)
        else:
            super().keyPressEvent(event)

    def _on_changed(self) -> None:
        """Show what there is, or say why there is nothing."""
        if not self.isVisible():
            return
        predicting = self._predicting
        if predicting.current or self._session.response is None or predicting.stopped:
            self._show_choices()
            figure = self.figure()
            why = nothing_to_show(self._session, predicting)
            self.view.setVisible(figure is not None)
            for widget in (self.without, self._without_label):
                widget.setVisible(not why)
            self.message.setVisible(bool(why))
            self.message.setText(why)
            self.again.setVisible(predicting.stopped)
            if figure is not None:
                self.view.show_figure(figure)
        elif predicting.found is None:  # else what was shown stays until the new losses come
            self.view.hide()
            self.again.hide()
            self.message.show()
            self.message.setText(self.tr("Computing the losses…"))
        self._read_off()

    def _show_choices(self) -> None:
        """Offer the terms that the model's score has."""
        found = self._predicting.found
        names = [] if found is None else [(part_title(part.kind), part.kind.name) for part in found.parts]
        offered = [(self.without.itemText(n), self.without.itemData(n)) for n in range(1, self.without.count())]
        if offered == names and self.without.count():
            return
        chosen = self.without.currentData()
        self.without.clear()
        self.without.addItem(self.tr("no term"), None)
        for text, name in names:
            self.without.addItem(text, name)
        self.without.setCurrentIndex(max(self.without.findData(chosen), 0))

    def _read_off(self) -> None:
        """Say the means, and the numbers of what is pointed at, or else of the selected query."""
        found, unit = self._predicting.found, self._session.units.view.unit
        current = found is not None and self._predicting.current
        self.means.setText(means(found, unit) if found is not None and current else "")
        if found is None or not current or self.view.isHidden():
            self.readout.setText("")
            return
        text = read_off(found, self._predicting.following, self._pointed, self._predicting.row, unit)
        self.readout.setText(text)
        self.readout.setToolTip(text)
        self.view.setAccessibleDescription(text)

    def _on_pressed(self, name: str, place: tuple[float, float] | None) -> None:
        found = self._predicting.found
        if place is None or found is None or not self._predicting.current:
            return
        if name in ALONG:
            column = round(place[0]) if name == "losses" else int(place[0])
            self._select(min(max(column, 0), len(found.query_tokens) - 1))
        elif name == "means" and int(place[1]) > 0:  # memory, in the first line, is drawn in any case
            part = found.parts[min(int(place[1]), len(found.parts)) - 1].kind.name
            chosen = part if self.without.currentData() != part else None
            self.without.setCurrentIndex(self.without.findData(chosen) if chosen else 0)
            self._on_changed()

    def _select(self, row: int) -> None:
        look = self._session.look
        if look is not None and row != self._predicting.row:
            self._session.go_to_token(look.start + row)


def _tr(text: str) -> str:
    return QCoreApplication.translate("PredictionsPage", text)


def means(found: Predictions, unit: Unit) -> str:
    """Return the mean losses of the segment, and what memory gains; nothing where nothing is predicted."""
    if not found.known.any():
        return ""
    losses = found.losses
    with_memory, without = (of_nats(found.mean(one), unit) for one in (losses.with_memory, losses.without_memory))
    if not found.memory:
        return _tr("mean {0:.3f} {1} per token; the memory is empty").format(with_memory, unit_name(unit))
    text = _tr("mean {0:.3f} {1} per token with memory, {2:.3f} without: memory gains {3}")
    gain = of_nats(found.mean(losses.gain), unit)
    return text.format(with_memory, unit_name(unit), without, signed(gain))


def read_off(found: Predictions, following: NextTokens | None, pointed: Pointed, row: int | None, unit: Unit) -> str:
    """Return the numbers of what is pointed at, or else of the selected query; how to get any, if there is none."""
    name, place = pointed
    last = len(found.query_tokens) - 1
    if place is not None and name == "candidates" and following is not None:
        return _candidate(following, place, memory=found.memory > 0)
    if place is not None and name == "means":
        return _mean(found, int(place[1]), unit)
    if place is not None and name == "worth" and int(place[1]):
        return _without_part(found, min(int(place[0]), last), int(place[1]), unit)
    if place is not None and name in ("losses", "worth"):
        row = min(max(round(place[0]) if name == "losses" else int(place[0]), 0), last)
    if row is None or row > last:
        return _tr("Point at a token to read off what it cost; click it to see what was expected in its place.")
    return _losses(found, row, unit)


def nothing_to_show(session: Session, predicting: Predicting) -> str:
    """Return why there are no losses, and what to do; nothing where there are some."""
    found, response = predicting.found, session.response
    if response is None:
        return _tr("The losses come here once the text has been read.")
    if found is None or not predicting.current:
        return _tr("The losses of this segment were not computed.") if predicting.stopped else ""
    if found.known.any():
        return ""
    if len(found.query_tokens) > 1 or found.predicted[0] or predicting.following is None:
        return _tr("{0} predicts no next token in this segment: choose another model in the toolbar.").format(
            found.model
        )
    if found.segments == 1:
        return _tr("The text is a single token, after which nothing comes: add to it in the Text dock on the left.")
    return _tr("This segment is the last token of the text, after which nothing comes: go back a segment (Alt+Left).")


def _losses(found: Predictions, row: int, unit: Unit) -> str:
    query, came = found.query_tokens[row], found.predicted[row]
    if not found.known[row]:
        return _tr("after {0}:  no loss, since nothing that came next was predicted here").format(f"“{query}”")
    with_memory, without, gain = (
        of_nats(float(values[row]), unit)
        for values in (found.losses.with_memory, found.losses.without_memory, found.losses.gain)
    )
    if not found.memory:
        text = _tr("after {query}:  {came} cost {cost:.3f} {unit}; the memory is empty")
    else:
        text = _tr("after {query}:  {came} cost {cost:.3f} {unit} with memory, {without:.3f} without: gained {gain}")
    return text.format(
        query=f"“{query}”",
        came=f"“{came}”",
        cost=with_memory,
        unit=unit_name(unit),
        without=without,
        gain=signed(gain),
    )


def _without_part(found: Predictions, row: int, line: int, unit: Unit) -> str:
    part = found.parts[min(line, len(found.parts)) - 1]
    if not found.known[row]:
        return _losses(found, row, unit)
    cost, rise = of_nats(float(part.losses[row]), unit), of_nats(float(found.worth[part.kind.name][row]), unit)
    text = _tr("after {0}:  {1} cost {2:.3f} {3} with {4} off in all layers and heads, {5}")
    names = f"“{found.query_tokens[row]}”", f"“{found.predicted[row]}”"
    return text.format(*names, cost, unit_name(unit), part_title(part.kind), signed(rise))


def _mean(found: Predictions, line: int, unit: Unit) -> str:
    if line <= 0:
        return means(found, unit)
    part = found.parts[min(line, len(found.parts)) - 1]
    if part.already:
        return _tr("{0} is off already").format(part_title(part.kind))
    mean = of_nats(found.mean(part.losses), unit)
    rise = of_nats(found.mean(found.worth[part.kind.name]), unit)
    text = _tr("mean {0:.3f} {1} per token with {2} off, {3}; click to draw it in the chart")
    return text.format(mean, unit_name(unit), part_title(part.kind), signed(rise))


def _candidate(following: NextTokens, place: tuple[float, float], *, memory: bool) -> str:
    alone, line = bool(int(place[0])) or not memory, int(place[1] // 1)
    candidates = following.without_memory if alone else following.with_memory
    share = following.came_without if alone else following.came_with
    listed = [(one.label, one.probability) for one in candidates]
    if following.came is not None and not any(one.came for one in candidates):
        listed.append((following.came, share))
    if not 0 <= line < len(listed):
        return _tr("what is expected after {0}").format(f"“{following.after}”")
    label, probability = listed[line]
    text = _tr("{0} is expected with {1} without memory") if alone else _tr("{0} is expected with {1} with memory")
    return text.format(f"“{label}”", percent(probability))
