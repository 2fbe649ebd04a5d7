"""The six experiments of the Schemes page, one in front."""

from __future__ import annotations

from dataclasses import replace
from functools import cached_property
from typing import TYPE_CHECKING, TypeVar

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QStackedWidget, QWidget

from relviz.ui.pages.schemes.choices import Choices
from relviz.ui.pages.schemes.collision import CollisionView
from relviz.ui.pages.schemes.losses import LossesView
from relviz.ui.pages.schemes.probe import ProbeView
from relviz.ui.pages.schemes.rewriting import RewritingView
from relviz.ui.pages.schemes.side_by_side import SideBySide
from relviz.ui.pages.schemes.worked_example import WorkedExampleView

if TYPE_CHECKING:
    from relviz.app.engine.runner import LatestRunner
    from relviz.figure.spec import FigureSpec

View = TypeVar("View", bound=QWidget)
WITH_CELLS = ("side_by_side", "rewriting")
"""Experiments in which a cell can be pinned and maps be enlarged."""


class Experiments(QStackedWidget):
    """Makes each experiment when it is first looked at, and knows what is chosen in those not made yet.

    Signals:
        asked(): another position is asked for.
        wanted(): loss curves are to be measured.
        chosen(): the other form of the formula is chosen, or something else is to be worked out.
    """

    asked = Signal()
    wanted = Signal()
    chosen = Signal()

    def __init__(self, measurer: LatestRunner, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._measurer = measurer
        self._chosen = Choices()
        self._made: dict[str, QWidget] = {}

    @cached_property
    def side_by_side(self) -> SideBySide:
        """Position terms, score and attention of the schemes."""
        return self._add("side_by_side", SideBySide(self))

    @cached_property
    def collision(self) -> CollisionView:
        """Equal position vectors."""
        return self._add("collision", CollisionView(self))

    @cached_property
    def probe(self) -> ProbeView:
        """Vectors of any position or distance."""
        view = self._add("probe", ProbeView(self._chosen.position, self))
        view.asked.connect(self.asked)
        return view

    @cached_property
    def losses(self) -> LossesView:
        """Loss curves."""
        view = self._add("losses", LossesView(self))
        view.wanted.connect(self.wanted)
        view.cancelled.connect(self._measurer.cancel)
        self._measurer.busy_changed.connect(view.set_busy)
        self._measurer.progressed.connect(view.show_progress)
        return view

    @cached_property
    def rewriting(self) -> RewritingView:
        """The four terms, absolute and relative."""
        view = self._add("rewriting", RewritingView(self._chosen.relative, self))
        view.chosen.connect(self.chosen)
        return view

    @cached_property
    def worked_example(self) -> WorkedExampleView:
        """R, dimension by dimension."""
        view = self._add("worked_example", WorkedExampleView(self._chosen.example, self))
        view.chosen.connect(self.chosen)
        return view

    def _add(self, name: str, view: View) -> View:
        self.addWidget(view)
        self._made[name] = view
        return view

    def bring(self, name: str) -> None:
        """Bring an experiment to the front."""
        self.setCurrentWidget(getattr(self, name))

    def figure(self, name: str) -> FigureSpec | None:
        """Return an experiment as a figure to be written to a file; None as long as it shows nothing."""
        figure: FigureSpec | None = getattr(self, name).figure()
        return figure

    @property
    def choices(self) -> Choices:
        """What was chosen for all of the page, with what has been chosen in the experiments since."""
        chosen = self._chosen
        if "probe" in self._made:
            chosen = replace(chosen, position=self.probe.value)
        if "rewriting" in self._made:
            chosen = replace(chosen, relative=self.rewriting.relative.isChecked())
        if "worked_example" in self._made:
            chosen = replace(chosen, example=self.worked_example.chosen_example)
        return chosen

    def choose(self, choices: Choices) -> None:
        """Choose what there is to be chosen in the experiments."""
        self._chosen = choices
        if "probe" in self._made:
            self.probe.set_value(choices.position)
        if "rewriting" in self._made:
            self.rewriting.choose(choices.relative)
        if "worked_example" in self._made:
            self.worked_example.choose(choices.example)

    def release(self) -> None:
        """Release pinned cells."""
        for name in WITH_CELLS:
            if name in self._made:
                getattr(self, name).pin(None)

    def reset_zoom(self) -> None:
        """Show all rows and columns of the heatmaps."""
        for name in WITH_CELLS:
            if name in self._made:
                getattr(self, name).grid.reset_zoom()

    def finish(self) -> None:
        """Let nothing move any more."""
        if "rewriting" in self._made:
            self.rewriting.finish()
