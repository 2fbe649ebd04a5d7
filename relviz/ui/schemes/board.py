"""What is on the Schemes page: the choice of schemes and text, and one experiment at a time."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, TypeVar

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QComboBox, QHBoxLayout, QLabel, QStackedWidget, QTabBar, QVBoxLayout, QWidget

from relviz.app.lab import ABSOLUTE, RELATIVE, LabAnswer, LabRequest, Losses, Probed
from relviz.ui.schemes.badge import RandomBadge
from relviz.ui.schemes.collision import CollisionView
from relviz.ui.schemes.losses import LossesView
from relviz.ui.schemes.picker import SchemePicker
from relviz.ui.schemes.probe import ProbeView
from relviz.ui.schemes.rewriting import RewritingView
from relviz.ui.schemes.side_by_side import SideBySide
from relviz.ui.schemes.work import SchemesWork
from relviz.ui.schemes.worked_example import WorkedExampleView

if TYPE_CHECKING:
    from relviz.app.session import Session
    from relviz.figure.palette import Palette
    from relviz.figure.spec import FigureSpec

VIEWS = ("side_by_side", "collision", "probe", "losses", "rewriting", "worked_example")
"""The experiments, in the order of their tabs."""
CHOSEN = ("restart", "count", "shaw", "xl")
"""The schemes that are shown at first: the article's argument."""
View = TypeVar("View", bound=QWidget)
COMPARING = ("side_by_side", "collision", "rewriting")
"""Experiments on a text."""


@dataclass(frozen=True, eq=False)
class BoardState:
    """What is looked at on the Schemes page, and what is known of it.

    Attributes:
        view: name of the experiment in front.
        source: number of the text in the list of texts.
        schemes: names of the schemes chosen.
        asked: what was asked for last; None to ask again.
        answer: what came of it.
        losses: the loss curves measured so far.
        measured: names of the schemes they are of; empty to measure again.
    """

    view: str
    source: int
    schemes: tuple[str, ...]
    asked: LabRequest | None
    answer: LabAnswer | None
    losses: Losses | None
    measured: tuple[str, ...]


class Board(QWidget):
    """Holds which schemes and which text are looked at, asks for what the experiment in front needs, and shows it.

    Signals:
        failed(object): an exception that a worker ended with.
        answered(): something that came from a worker is shown.
    """

    failed = Signal(object)
    answered = Signal()

    def __init__(self, session: Session, palette: Palette, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._session = session
        self._palette = palette
        self._answer: LabAnswer | None = None
        self._probed: Probed | None = None
        self._asked: LabRequest | None = None
        self._losses: Losses | None = None
        self._measured: tuple[str, ...] = ()
        self.work = SchemesWork(self)
        self.tabs = QTabBar(self)
        self.tabs.setAccessibleName(self.tr("Experiments"))
        self.tabs.setDrawBase(False)
        self.tabs.setExpanding(False)
        self.tabs.setUsesScrollButtons(True)
        self.source = QComboBox(self)
        self.source.addItem(self.tr("A–H, the article's example"))
        self.source.addItem(self.tr("the text in the window"))
        self.source.setAccessibleName(self.tr("Text that the schemes read"))
        self.source.setToolTip(
            self.tr("The article's two segments of four tokens, or the segment of your text that the window shows")
        )
        self.picker = SchemePicker(CHOSEN, self)
        self.badge = RandomBadge(self)
        self.remark = QLabel(self)
        self.remark.setObjectName("muted")
        self.remark.setMinimumWidth(1)
        self._made: dict[str, QWidget] = {}
        self.stack = QStackedWidget(self)
        for title in (
            self.tr("Side by side"),
            self.tr("Collision"),
            self.tr("Position probe"),
            self.tr("Loss"),
            self.tr("Absolute → relative"),
            self.tr("Worked example"),
        ):
            self.tabs.addTab(title)
        self._lay_out()
        self._connect()

    # The experiments, each made when it is first looked at

    @cached_property
    def side_by_side(self) -> SideBySide:
        """Position terms, score and attention of the schemes."""
        return self._add("side_by_side", SideBySide(self._palette, self))

    @cached_property
    def collision(self) -> CollisionView:
        """Equal position vectors."""
        return self._add("collision", CollisionView(self._palette, self))

    @cached_property
    def probe(self) -> ProbeView:
        """Vectors of any position or distance."""
        view = self._add("probe", ProbeView(self._palette, self))
        view.asked.connect(self.refresh)
        return view

    @cached_property
    def losses(self) -> LossesView:
        """Loss curves."""
        view = self._add("losses", LossesView(self._palette, self))
        view.wanted.connect(self._on_measure)
        view.cancelled.connect(self.work.measurer.cancel)
        self.work.measurer.busy_changed.connect(view.set_busy)
        self.work.measurer.progressed.connect(view.show_progress)
        return view

    @cached_property
    def rewriting(self) -> RewritingView:
        """The four terms, absolute and relative."""
        return self._add("rewriting", RewritingView(self._palette, self))

    @cached_property
    def worked_example(self) -> WorkedExampleView:
        """R, dimension by dimension."""
        return self._add("worked_example", WorkedExampleView(self._palette, self))

    def _add(self, name: str, view: View) -> View:
        self.stack.addWidget(view)
        self._made[name] = view
        return view

    # Building

    def _lay_out(self) -> None:
        self.picker.setContentsMargins(12, 7, 12, 3)
        self._words = QWidget(self)
        words = QHBoxLayout(self._words)
        words.setContentsMargins(12, 3, 12, 2)
        words.setSpacing(10)
        words.addWidget(self.source)
        words.addWidget(self.badge)
        words.addWidget(self.remark, 1)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(0)
        layout.addWidget(self.tabs)
        layout.addWidget(self.picker)
        layout.addWidget(self._words)
        layout.addWidget(self.stack, 1)

    def _connect(self) -> None:
        self.tabs.currentChanged.connect(self.refresh)
        self.source.currentIndexChanged.connect(self.refresh)
        self.picker.changed.connect(self.refresh)
        self._session.answered.connect(self._on_session)
        self._session.view_changed.connect(self._show)
        work = self.work
        work.compared.connect(self._on_compared)
        work.probed.connect(self._on_probed)
        work.measured.connect(self._on_measured)
        work.failed.connect(self._on_failed)

    @property
    def state(self) -> BoardState:
        """What is looked at; what is under way is asked for again by who takes it over."""
        work = self.work
        return BoardState(
            self.view,
            self.source.currentIndex(),
            self.picker.chosen,
            None if work.looker.busy else self._asked,
            self._answer,
            self._losses,
            () if work.measurer.busy else self._measured,
        )

    @state.setter
    def state(self, state: BoardState) -> None:
        for widget in (self.tabs, self.source, self.picker):
            widget.blockSignals(True)
        self.show_view(state.view)
        self.source.setCurrentIndex(state.source)
        self.picker.choose(state.schemes)
        for widget in (self.tabs, self.source, self.picker):
            widget.blockSignals(False)
        self._asked, self._answer = state.asked, state.answer
        self._losses, self._measured = state.losses, state.measured

    @property
    def view(self) -> str:
        """Name of the experiment in front."""
        return VIEWS[self.tabs.currentIndex()]

    def show_view(self, name: str) -> None:
        """Bring an experiment to the front by its name."""
        self.tabs.setCurrentIndex(VIEWS.index(name))

    def figure(self) -> FigureSpec | None:
        """Return the experiment in front, as a figure to be written to a file."""
        figure: FigureSpec | None = getattr(self, self.view).figure()
        return figure

    def release(self) -> None:
        """Release pinned cells."""
        for name in ("side_by_side", "rewriting"):
            if name in self._made:
                getattr(self, name).pin(None)

    def reset_zoom(self) -> None:
        """Show all rows and columns of the heatmaps."""
        for name in ("side_by_side", "rewriting"):
            if name in self._made:
                getattr(self, name).grid.reset_zoom()

    def set_palette(self, palette: Palette) -> None:
        """Change the colours."""
        self._palette = palette
        self._show()

    def _show(self) -> None:
        """Show in the experiment in front what is known; the others catch up when they are looked at."""
        view, palette = self.view, self._palette
        if view == "worked_example":
            self.worked_example.set_palette(palette)
        elif view == "losses":
            self.losses.show_losses(self._losses, self.picker.chosen, palette, self._session.units.unit)
        elif view == "probe" and self._probed is not None:
            self.probe.show_answer(self._probed, palette)
        elif view == "side_by_side" and self._answer is not None:
            self.side_by_side.show_answer(self._answer, self._session.maps.shared_scale, palette)
        elif view == "collision" and self._answer is not None:
            self.collision.show_answer(self._answer, palette)
        elif view == "rewriting" and self._answer is not None:
            self.rewriting.show_answer(self._answer, palette)

    def refresh(self) -> None:
        """Ask for what the experiment in front needs and does not have."""
        view, chosen = self.view, self.picker.chosen
        self.stack.setCurrentWidget(getattr(self, view))
        self.picker.setVisible(view not in {"rewriting", "worked_example"})
        self.source.setVisible(view in COMPARING)
        if view in COMPARING:
            request = self._request()
            if request is not None and request != self._asked:
                self._asked = request
                self.work.compare(request)
        elif view == "probe":
            self.work.probe(chosen, self.probe.value, None)
        elif view == "losses" and chosen != self._measured:
            self._on_measure()
        self._show()
        self._say()

    def _request(self) -> LabRequest | None:
        """Return what is to be compared; None while the window has no text yet."""
        session = self._session
        example = LabRequest(self.picker.chosen, session.layer, session.head)
        if self.source.currentIndex() == 0:
            return example
        if session.response is None:
            return None
        response, look = session.response, session.response.look
        begun = int(response.tokens.spans[look.first, 0]) if look.first else 0
        return LabRequest(
            self.picker.chosen,
            session.layer,
            session.head,
            response.tokens.text[begun:],
            int(response.tokens.spans[look.start, 0]) - begun,
            response.segment_length,
            look.memory_length,
        )

    def _on_session(self) -> None:
        """The window shows something else: follow it, if anybody looks."""
        if self.isVisible():
            self.refresh()

    def _on_compared(self, answer: LabAnswer) -> None:
        self._answer = answer
        self._show()
        self._say()
        self.answered.emit()

    def _on_probed(self, probed: Probed) -> None:
        self._probed = probed
        self._show()
        self._say()
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

    def _say(self) -> None:
        """Say what is looked at, and where weights are random."""
        parts: list[str] = []
        untrained: tuple[str, ...] = ()
        shown = self.picker.chosen
        if self.view in COMPARING and self._answer is not None:
            answer = self._answer
            untrained = answer.untrained
            shown = (ABSOLUTE, RELATIVE) if self.view == "rewriting" else answer.request.schemes
            if self.view == "collision":
                untrained = tuple(name for name in untrained if name == "learned")  # the others' are formulas
            head = self.tr("mean over heads") if answer.head == "mean" else self.tr("head {0}").format(answer.head)
            if answer.request.text is None:
                parts.append(self.tr("window of 4: A B C D in memory, E F G H read; positions count from 1"))
            else:
                parts.append(
                    self.tr("segment {0} of 0–{1}, read by characters").format(answer.segment, answer.segments - 1)
                )
            parts.append(self.tr("layer {0}, {1}").format(answer.layer, head))
        elif self.view == "probe" and self._probed is not None:
            untrained = self._probed.untrained
        self.badge.show_missing(untrained, shown)
        self.remark.setText("  ·  ".join(parts))
        self.remark.setToolTip("\n".join(parts))
        self._words.setVisible(bool(parts or untrained))

    def stop(self) -> None:
        """Let the workers finish."""
        if "rewriting" in self._made:
            self.rewriting.finish()
        self.work.stop()
