"""What is on the Schemes page: the choice of schemes and text, and one experiment at a time."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, TypeVar

from PySide6.QtCore import QCoreApplication, Signal
from PySide6.QtWidgets import QStackedWidget, QTabBar, QWidget

from relviz.app.engine.experiments import CHOSEN, EXPERIMENTS, Choices
from relviz.ui.pages import load
from relviz.ui.pages.schemes import WIDGETS
from relviz.ui.pages.schemes.controls import ReadingRow, SchemePicker
from relviz.ui.pages.schemes.view import ExperimentView
from relviz.ui.pages.schemes.work import SchemesWork
from relviz.ui.widgets.colours import colours
from relviz.ui.widgets.rows import column_of, row_of

if TYPE_CHECKING:
    from relviz.app.engine.lab import LabAnswer, LabRequest, Losses
    from relviz.app.session.session import Session
    from relviz.figure.spec import FigureSpec

Kind = TypeVar("Kind", bound=ExperimentView)


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

    Each experiment is made when it is first looked at.

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
        self._chosen = Choices()  # also in experiments that are not made yet
        self._made: dict[str, ExperimentView] = {}
        self.work = SchemesWork(self)
        self.tabs = QTabBar(self)
        self.tabs.setAccessibleName(self.tr("Experiments"))
        self.tabs.setDrawBase(False)
        self.tabs.setExpanding(False)
        self.tabs.setUsesScrollButtons(True)
        for name in WIDGETS:
            self.tabs.addTab(QCoreApplication.translate("Board", EXPERIMENTS[name].title))
        self.picker = SchemePicker(CHOSEN, self)
        self.reading = ReadingRow(self)
        self.stack = QStackedWidget(self)
        column_of(self, self.tabs, row_of(None, self.picker, margins=(12, 7, 12, 3)), self.reading, (self.stack, 1))
        for choice in (self.tabs.currentChanged, self.reading.source.currentIndexChanged, self.picker.changed):
            choice.connect(self._on_asked)
        session.answered.connect(self._on_session)
        session.view_changed.connect(self._show)
        colours().changed.connect(self._show)
        self.work.found.connect(self._on_found)
        self.work.failed.connect(self.failed)

    # Experiments

    @property
    def view(self) -> str:
        """Name of the experiment in front."""
        return [*WIDGETS][self.tabs.currentIndex()]

    @property
    def front(self) -> ExperimentView:
        """What is shown of it, made now if need be."""
        return self._view(self.view)

    def of(self, kind: type[Kind]) -> Kind:
        """Return the experiment of a class, made now if need be."""
        name = next(name for name, place in WIDGETS.items() if place.endswith(f":{kind.__name__}"))
        view = self._view(name)
        assert isinstance(view, kind), "experiments are told apart by the names of their classes"
        return view

    def _view(self, name: str) -> ExperimentView:
        if name not in self._made:
            made: type[ExperimentView] = load(WIDGETS[name])
            view = self._made[name] = made(self.work, self._session, self._chosen, self)
            view.asked.connect(self._on_asked)
            view.chosen.connect(self.changed)
            self.stack.addWidget(view)
        return self._made[name]

    def show_view(self, name: str) -> None:
        """Bring an experiment to the front by its name."""
        self.tabs.setCurrentIndex([*WIDGETS].index(name))

    def figure(self) -> FigureSpec | None:
        """Return the experiment in front, as a figure to be written to a file; None as long as it shows nothing."""
        return self.front.figure()

    def release(self) -> None:
        """Release pinned cells."""
        for view in self._made.values():
            view.release()

    def reset_zoom(self) -> None:
        """Show all rows and columns of the heatmaps."""
        for view in self._made.values():
            view.reset_zoom()

    # What is chosen

    @property
    def choices(self) -> Choices:
        """What is chosen."""
        chosen = self._chosen
        for view in self._made.values():
            chosen = view.choices(chosen)
        text = bool(self.reading.source.currentIndex())
        return replace(chosen, experiment=self.view, text=text, schemes=self.picker.chosen)

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
        self._chosen = choices
        for view in self._made.values():
            view.choose(choices)
        if self.isVisible():
            self.refresh()

    @property
    def state(self) -> BoardState:
        """What is looked at; what is under way is asked for again by who takes it over."""
        work = self.work
        asked = None if work.looker.busy else work.asked
        return BoardState(self.choices, asked, work.answer, work.losses, () if work.measurer.busy else work.measured)

    @state.setter
    def state(self, state: BoardState) -> None:
        work = self.work
        work.asked, work.answer, work.losses, work.measured = state.asked, state.answer, state.losses, state.measured
        self.choose(state.choices)

    # Asking and showing

    def refresh(self) -> None:
        """Ask for what the experiment in front needs and does not have."""
        view, chosen, experiment = self.front, self.picker.chosen, EXPERIMENTS[self.view]
        self.stack.setCurrentWidget(view)
        self.picker.setVisible(experiment.fixed is None)
        self.reading.source.setVisible(experiment.on_text)
        if experiment.on_text and (request := self.reading.request(self._session, chosen)) is not None:
            self.work.compare(request)
        view.ask(chosen)
        self._show()

    def _show(self) -> None:
        """Show in the experiment in front what is known; the others catch up when they are looked at."""
        view = self.front
        view.show_found(self.picker.chosen)
        self.reading.show_place(self.work.answer if EXPERIMENTS[self.view].on_text else None, *view.weights)

    def _on_asked(self) -> None:
        self.refresh()
        self.changed.emit()

    def _on_session(self) -> None:
        """The window shows something else: follow it, if anybody looks."""
        if self.isVisible():
            self.refresh()

    def _on_found(self) -> None:
        self._show()
        self.answered.emit()

    def stop(self) -> None:
        """Let the workers finish."""
        for view in self._made.values():
            view.finish()
        self.work.stop()
