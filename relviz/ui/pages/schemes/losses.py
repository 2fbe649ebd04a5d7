"""The loss of each trained scheme, measured while one looks on."""

from __future__ import annotations

import html
from dataclasses import replace
from typing import TYPE_CHECKING

from PySide6.QtWidgets import (
    QLabel,
    QProgressBar,
    QSizePolicy,
    QToolButton,
    QWidget,
)

from relviz.app.engine.experiments import EXPERIMENTS, Choices, Seen
from relviz.app.engine.lab import Losses
from relviz.figure.spec import Curves
from relviz.figure.views.schemes.losses import held, sentences
from relviz.figure.views.schemes.words import listed
from relviz.ui.pages.schemes.view import ExperimentView, over_words, rich_label
from relviz.ui.widgets.colours import colours
from relviz.ui.widgets.figure_view import FigureView
from relviz.ui.widgets.rows import column_of, row_of

if TYPE_CHECKING:
    from relviz.app.session.session import Session
    from relviz.core.units import Unit
    from relviz.figure.spec import FigureSpec, Panel, Series
    from relviz.ui.pages.schemes.work import SchemesWork

SOLID, DASHED = "━━", "╍╍"
"""Samples of lines, in letters."""


class LossesView(ExperimentView):
    """Loss against position and against memory length, drawn as it becomes known."""

    def __init__(self, work: SchemesWork, session: Session, choices: Choices, parent: QWidget) -> None:
        super().__init__(work, session, choices, parent)
        self._losses = Losses({}, {})
        self._schemes: tuple[str, ...] = ()
        self._unit: Unit = "bits"
        self.run = QToolButton(self)
        self.run.setText(self.tr("Measure"))
        self.run.setToolTip(self.tr("Measure the loss of the chosen schemes on held-out text"))
        self.cancel = QToolButton(self)
        self.cancel.setText(self.tr("Cancel"))
        self.progress = QProgressBar(self)
        self.progress.setRange(0, 1000)
        self.progress.setTextVisible(False)
        self.progress.setFixedWidth(180)
        self.progress.setAccessibleName(self.tr("Share measured"))
        self.state = QLabel(self)
        self.state.setObjectName("muted")
        self.state.setMinimumWidth(1)
        self.legend = rich_label(self, self.tr("Lines of the schemes"))
        self.legend.setContentsMargins(12, 6, 12, 0)
        self.view = FigureView(self)
        self.view.setAccessibleName(self.tr("Loss curves of the schemes"))
        self.method = rich_label(self, self.tr("How it is measured, and what the papers report"))
        self.method.setContentsMargins(12, 2, 12, 8)
        parts = self.run, self.cancel, self.progress, (self.state, 1)
        bar = row_of(None, *parts, margins=(12, 6, 12, 0), spacing=10)
        self.view.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Ignored)
        column_of(self, bar, self.legend, (over_words(self.view, self.method, self), 1))
        self.run.clicked.connect(self._on_run)
        self.cancel.clicked.connect(work.measurer.cancel)
        work.measurer.busy_changed.connect(self.set_busy)
        work.measurer.progressed.connect(self.show_progress)
        self.set_busy(False)

    def ask(self, schemes: tuple[str, ...]) -> None:
        """Have the curves of these schemes measured, if they are not."""
        if schemes != self._work.measured:
            self._work.measure(schemes)

    def _on_run(self) -> None:
        self._work.measure(self._schemes)

    def show_found(self, schemes: tuple[str, ...]) -> None:
        """Show the curves so far."""
        self.show_losses(self._work.losses, schemes, self._session.units.view.unit)

    def figure(self) -> FigureSpec | None:
        """Return what is shown, as a figure to be written to a file; None before anything was measured."""
        return self._figure(self._losses) if self._losses.by_position else None

    def _figure(self, losses: Losses) -> FigureSpec:
        return EXPERIMENTS["losses"].draw(losses, Seen(self._schemes, self._unit))

    def show_losses(self, losses: Losses | None, schemes: tuple[str, ...], unit: Unit = "bits") -> None:
        """Show the curves so far; None keeps those there are."""
        self._unit = unit
        if losses is not None:
            self._losses = losses
        self._schemes = schemes
        figure = self._figure(replace(self._losses, checks=()))  # those are below
        self.view.show_figure(replace(figure, grid=tuple(tuple(map(_bare, row)) for row in figure.grid)))
        self.legend.setText(
            " &nbsp; ".join(
                f"<span style='color:{colours().palette.inks[one.ink]}'><b>{DASHED if one.dashed else SOLID}</b></span>"
                f"&nbsp;{one.label.replace(' ', '&nbsp;')}"
                for one in _series(figure)
            )
        )
        self._write()

    def set_busy(self, busy: bool) -> None:
        """Show progress and a way to end it, or a way to begin."""
        self.run.setVisible(not busy)
        self.cancel.setVisible(busy)
        self.progress.setVisible(busy)
        if busy:
            self.progress.setValue(0)
        self._write()

    def show_progress(self, share: float) -> None:
        """Show the share that is measured."""
        self.progress.setValue(round(1000 * share))

    def _write(self) -> None:
        losses = self._losses
        missing = [name for name in self._schemes if name in losses.untrained]
        if missing:
            self.state.setText(
                self.tr("Not measured, since no trained model is installed: {0}").format(listed(missing))
            )
        elif self.run.isHidden():
            self.state.setText(self.tr("measuring…"))
        else:
            self.state.setText(self.tr("measured now, on this computer") if losses.by_position else "")
        self.state.setToolTip(self.state.text())
        lines = (
            *sentences(losses.by_position, losses.by_memory),
            *held(losses.checks, self._schemes, self._unit),
        )
        shown = "<br>".join(map(html.escape, lines)) or self.tr(
            "Held-out text is read in segments that do not overlap, over a memory of fixed length."
        )
        self.method.setText(f"<small>{shown}</small>")


def _bare(panel: Panel) -> Panel:
    """Return curves without names: the legend over both plots has room for all of them."""
    assert isinstance(panel, Curves), "losses are curves"
    return replace(panel, series=tuple(replace(one, label="") for one in panel.series))


def _series(figure: FigureSpec) -> tuple[Series, ...]:
    """Return the curves of both plots, each scheme's once."""
    found = {
        one.label: one for row in figure.grid for panel in row if isinstance(panel, Curves) for one in panel.series
    }
    return tuple(found.values())
