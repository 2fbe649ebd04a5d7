"""What is on the Schemes page: the choice of schemes and text, and one experiment at a time."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QTabBar, QVBoxLayout, QWidget

from relviz.ui.pages.schemes.choices import CHOSEN, VIEWS, Choices, Experiment
from relviz.ui.pages.schemes.controls import ReadingRow, SchemePicker
from relviz.ui.pages.schemes.experiments import Experiments
from relviz.ui.pages.schemes.work import SchemesWork
from relviz.ui.widgets.colours import colours

if TYPE_CHECKING:
    from relviz.app.lab.lab import LabAnswer, LabRequest, Losses, Probed
    from relviz.app.session.session import Session
    from relviz.figure.spec import FigureSpec

COMPARING = ("side_by_side", "collision", "rewriting")
"""Experiments on a text."""


@dataclass(frozen=True, eq=False)
class BoardState:
    """What is looked at on the Schemes page, and what is known of it.

    Attributes:
        choices: what is chosen.
        asked: what was asked for last; None to ask again.
        answer: what came of it.
        losses: the loss curves measured so far.
        measured: names of the schemes they are of; empty to measure again.
    """

    choices: Choices
    asked: LabRequest | None
    answer: LabAnswer | None
    losses: Losses | None
    measured: tuple[str, ...]


class Board(QWidget):
    """Holds which schemes and which text are looked at, asks for what the experiment in front needs, and shows it.

    Signals:
        failed(object): an exception that a worker ended with.
        answered(): something that came from a worker is shown.
        changed(): something else is chosen.
    """

    failed = Signal(object)
    answered = Signal()
    changed = Signal()

    def __init__(self, session: Session, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._session = session
        self._answer: LabAnswer | None = None
        self._probed: Probed | None = None
        self._asked: LabRequest | None = None
        self._losses: Losses | None = None
        self._measured: tuple[str, ...] = ()
        self.work = SchemesWork(self)
        self.tabs = self._make_tabs()
        self.picker = SchemePicker(CHOSEN, self)
        self.picker.setContentsMargins(12, 7, 12, 3)
        self.reading = ReadingRow(self)
        self.experiments = Experiments(self.work.measurer, self)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(0)
        layout.addWidget(self.tabs)
        layout.addWidget(self.picker)
        layout.addWidget(self.reading)
        layout.addWidget(self.experiments, 1)
        self._connect()

    def _make_tabs(self) -> QTabBar:
        tabs = QTabBar(self)
        tabs.setAccessibleName(self.tr("Experiments"))
        tabs.setDrawBase(False)
        tabs.setExpanding(False)
        tabs.setUsesScrollButtons(True)
        for title in (
            self.tr("Side by side"),
            self.tr("Collision"),
            self.tr("Position probe"),
            self.tr("Loss"),
            self.tr("Absolute → relative"),
            self.tr("Worked example"),
        ):
            tabs.addTab(title)
        return tabs

    def _connect(self) -> None:
        choices = self.tabs.currentChanged, self.reading.source.currentIndexChanged, self.picker.changed
        for choice in (*choices, self.experiments.asked):
            choice.connect(self.refresh)
            choice.connect(self.changed)
        self.experiments.chosen.connect(self.changed)
        self.experiments.wanted.connect(self._on_measure)
        self._session.answered.connect(self._on_session)
        self._session.view_changed.connect(self._show)
        colours().changed.connect(self._show)
        work = self.work
        work.compared.connect(self._on_compared)
        work.probed.connect(self._on_probed)
        work.measured.connect(self._on_measured)
        work.failed.connect(self._on_failed)

    @property
    def choices(self) -> Choices:
        """What is chosen."""
        return replace(
            self.experiments.choices,
            experiment=self.view,
            text=bool(self.reading.source.currentIndex()),
            schemes=self.picker.chosen,
        )

    def choose(self, choices: Choices) -> None:
        """Choose all of it, and show it if anybody looks."""
        source = self.reading.source
        for widget in (self.tabs, source, self.picker):
            widget.blockSignals(True)
        self.show_view(choices.experiment)
        source.setCurrentIndex(int(choices.text))
        self.picker.choose(choices.schemes)
        for widget in (self.tabs, source, self.picker):
            widget.blockSignals(False)
        self.experiments.choose(choices)
        if self.isVisible():
            self.refresh()

    @property
    def state(self) -> BoardState:
        """What is looked at; what is under way is asked for again by who takes it over."""
        work = self.work
        return BoardState(
            self.choices,
            None if work.looker.busy else self._asked,
            self._answer,
            self._losses,
            () if work.measurer.busy else self._measured,
        )

    @state.setter
    def state(self, state: BoardState) -> None:
        self._asked, self._answer = state.asked, state.answer
        self._losses, self._measured = state.losses, state.measured
        self.choose(state.choices)

    @property
    def view(self) -> Experiment:
        """Name of the experiment in front."""
        return VIEWS[self.tabs.currentIndex()]

    def show_view(self, name: str) -> None:
        """Bring an experiment to the front by its name."""
        self.tabs.setCurrentIndex(VIEWS.index(name))

    def figure(self) -> FigureSpec | None:
        """Return the experiment in front, as a figure to be written to a file."""
        return self.experiments.figure(self.view)

    def _show(self) -> None:
        """Show in the experiment in front what is known; the others catch up when they are looked at."""
        view, answer, experiments = self.view, self._answer, self.experiments
        if view == "losses":
            experiments.losses.show_losses(self._losses, self.picker.chosen, self._session.units.unit)
        elif view == "probe" and self._probed is not None:
            experiments.probe.show_answer(self._probed)
        elif view == "side_by_side" and answer is not None:
            experiments.side_by_side.show_answer(answer, self._session.maps.shared_scale)
        elif view == "collision" and answer is not None:
            experiments.collision.show_answer(answer)
        elif view == "rewriting" and answer is not None:
            experiments.rewriting.show_answer(answer)
        if view in COMPARING and answer is not None:
            self.reading.show_place(answer, view)
        elif view == "probe" and self._probed is not None:
            self.reading.show_missing(self._probed.untrained, self.picker.chosen)
        else:
            self.reading.show_missing((), ())

    def refresh(self) -> None:
        """Ask for what the experiment in front needs and does not have."""
        view, chosen = self.view, self.picker.chosen
        self.experiments.bring(view)
        self.picker.setVisible(view not in {"rewriting", "worked_example"})
        self.reading.source.setVisible(view in COMPARING)
        if view in COMPARING:
            request = self.reading.request(self._session, chosen)
            if request is not None and request != self._asked:
                self._asked = request
                self.work.compare(request)
        elif view == "probe":
            self.work.probe(chosen, self.experiments.probe.value, None)
        elif view == "losses" and chosen != self._measured:
            self._on_measure()
        self._show()

    def _on_session(self) -> None:
        """The window shows something else: follow it, if anybody looks."""
        if self.isVisible():
            self.refresh()

    def _on_compared(self, answer: LabAnswer) -> None:
        self._answer = answer
        self._show()
        self.answered.emit()

    def _on_probed(self, probed: Probed) -> None:
        self._probed = probed
        self._show()
        self.answered.emit()

    def _on_measure(self) -> None:
        self._measured = self.picker.chosen
        self.work.measure(self.picker.chosen)

    def _on_measured(self, losses: Losses) -> None:
        self._losses = losses
        self._show()
        self.answered.emit()

    def _on_failed(self, error: Exception) -> None:
        self._asked = None  # so that the same may be tried again
        self.failed.emit(error)

    def stop(self) -> None:
        """Let the workers finish."""
        self.experiments.finish()
        self.work.stop()
