"""The Profiles page: how attention and terms fall over the relative distance, in every head."""

from __future__ import annotations

from typing import TYPE_CHECKING, cast

from PySide6.QtCore import QCoreApplication, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QKeyEvent, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QWidget

from relviz.app.exporting.choices import recipe
from relviz.core.metrics.attention import most_attended
from relviz.core.percent import percent
from relviz.figure.lettering.ticks import MINUS, format_number
from relviz.figure.views.profile_view import ALL, NO_MAP
from relviz.figure.views.profiles import profiles_figure
from relviz.figure.views.terms import title
from relviz.ui.pages.attended_memory import AttendedMemory
from relviz.ui.pages.page_widget import ComputedPage
from relviz.ui.widgets.figure_view import FigureView
from relviz.ui.widgets.rows import FoldingRow, fill, show_value

if TYPE_CHECKING:
    from collections.abc import Iterable

    from PySide6.QtGui import QShowEvent
    from PySide6.QtWidgets import QWidget

    from relviz.app.exporting.export import Draw
    from relviz.app.session.session import Session
    from relviz.app.work.demands import Profiling
    from relviz.app.work.work import Work
    from relviz.core.interventions import PartKind
    from relviz.core.metrics.profiles import Profiles
    from relviz.core.reading.look import Look
    from relviz.core.reading.trace import Floats, Head
    from relviz.figure.spec import FigureSpec
    from relviz.figure.views.profile_view import Bins


STEPS = {
    Qt.Key.Key_Up: (-1, 0),
    Qt.Key.Key_Down: (1, 0),
    Qt.Key.Key_Left: (0, -1),
    Qt.Key.Key_Right: (0, 1),
}


class ProfilesView(FigureView):
    """A figure whose rows and columns the arrow keys walk.

    Signals:
        walked(int, int): how many rows down and columns to the right.
    """

    walked = Signal(int, int)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)

    def minimumSizeHint(self) -> QSize:
        """Return the size below which nothing could be made out; what is around the figure needs room, too."""
        return QSize(420, 190)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Walk with the arrow keys."""
        step = STEPS.get(Qt.Key(event.key()))
        if step is None:
            super().keyPressEvent(event)
        else:
            self.walked.emit(*step)

    def paintEvent(self, event: QPaintEvent) -> None:
        """Draw the figure, and a frame round it while it has the keyboard."""
        super().paintEvent(event)
        if self.hasFocus():
            painter = QPainter(self)
            painter.setPen(QPen(self.palette().highlight().color(), 1))
            painter.drawRect(QRectF(self.rect()).adjusted(1.5, 1.5, -1.5, -1.5))


CURVES = ("alone", "raw")
"""Panels whose rows are not heads."""


class ProfilesPage(ComputedPage):
    """Maps of heads by distance over the curves of the chosen head, and the memory tokens that it looks at most.

    A click on a row, or Up and Down, choose a head; a click on a curve, or Left and Right, mark a distance. Nothing is
    computed while the page is not on the screen; what was shown stays until the profiles of another segment come.
    """

    kind = ProfilesView

    def __init__(self, session: Session, work: Work, parent: QWidget | None = None) -> None:
        super().__init__(session, work, parent)
        self._computing = self._profiling = profiling = work.profiling
        self._shown: tuple[Look, Profiles] | None = None
        self.controls = ProfileControls(profiling, self)
        self._make_message(self.tr("Compute the profiles"))
        self._make_figure(self.tr("Attention over the relative distance, for every head and for each term alone"))
        self.memory = AttendedMemory(session, self)
        self._lay_out(self.controls, self.memory, room=(2, 6))
        cast("ProfilesView", self.view).walked.connect(self._on_walked)
        profiling.changed.connect(self._on_changed)
        profiling.view_changed.connect(self._on_changed)
        session.answered.connect(self._on_changed)
        session.restored.connect(self._on_changed)
        session.selection.distance_changed.connect(self._on_changed)
        self._on_changed()

    def figure(self) -> FigureSpec | None:
        """Return what is shown, with the list of tokens, as a figure for a file; None before it is known."""
        left = self._session.left
        if self._shown is None or left is None:
            return None
        look = self._shown[0]  # it is behind while the profiles of what the session shows are on their way
        same = (look.start, look.key_tokens) == (left.start, left.key_tokens)
        top = most_attended(left, self.memory.query) if same else None
        return profiles_figure(*self._shown, self._profiling.view, self._session.selection.distance, top)

    def recipe(self) -> Draw | None:
        """Return what draws this page for any segment, for files of several."""
        return recipe("profiles", self._session, self._profiling.view)

    def showEvent(self, event: QShowEvent) -> None:
        """Compute what is not known yet, now that somebody looks."""
        super().showEvent(event)
        self.memory.refresh()

    def _on_changed(self) -> None:
        """Show what there is, or say why there is nothing."""
        if not self.isVisible():
            return
        look, profiling = self._session.look, self._profiling
        if look is not None and profiling.found is not None and profiling.current:
            self._shown = look, profiling.found
            self.controls.show_kinds(profiling.found.kinds)
        elif profiling.stopped:
            self._shown = None
        view, distance = profiling.view, self._session.selection.distance
        figure = None if self._shown is None else profiles_figure(*self._shown, view, distance)
        self.view.setVisible(figure is not None)
        self.again.setVisible(profiling.stopped)
        self.message.setVisible(figure is None)
        self.message.setText(
            self.tr("The profiles were not computed.")
            if profiling.stopped
            else self.tr("Computing the profiles of all heads…")
        )
        if figure is not None:
            self.view.show_figure(figure)
        self._read_off()

    def _read_off(self) -> None:
        """Say the numbers of the place under the pointer, or else of the chosen head at the marked distance."""
        if self._shown is None:
            self.readout.setText("")
            return
        look, profiles = self._shown
        bins, (name, place) = self._bins(profiles), self._pointed
        layer, head, column = look.terms.layer, look.terms.head, bins.index(self._session.selection.distance)
        if place is not None:
            column = self._column(bins, name, place[0])
            if name not in CURVES:
                layer, head = self._head_at(profiles, place[1])
        text = read_off(profiles, bins, layer, head, column, raw=name == "raw")
        numbers = text.partition(APART)[0]
        self.readout.set_forms(text, numbers, numbers.replace("  ", " "))
        self.readout.setToolTip(f"{text}\n{how_to()}")
        self.view.setAccessibleDescription(text)

    def _on_pressed(self, name: str, place: tuple[float, float]) -> None:
        if self._shown is None:
            return
        profiles = self._shown[1]
        if name in CURVES:
            bins = self._bins(profiles)
            self._session.selection.set_distance(bins.range(self._column(bins, name, place[0]))[0])
        elif name:
            self._session.choose_head(*self._head_at(profiles, place[1]))

    def _on_walked(self, down: int, right: int) -> None:
        """Go to the next head, or to the next distance that has a column."""
        if self._shown is None:
            return
        look, profiles = self._shown
        layers, heads, _ = profiles.attention.shape
        if down:
            head = 0 if look.terms.head == "mean" else look.terms.head
            row = min(max(look.terms.layer * heads + head + down, 0), layers * heads - 1)
            self._session.choose_head(*divmod(row, heads))
        else:
            bins = self._bins(profiles)
            column = min(max(bins.index(self._session.selection.distance) + right, 0), len(bins.starts) - 1)
            self._session.selection.set_distance(bins.range(column)[0])

    def _bins(self, profiles: Profiles) -> Bins:
        return self._profiling.view.bins(profiles.distances)

    def _column(self, bins: Bins, name: str, across: float) -> int:
        """Return the column at a place of a panel: curves have their points in the middle of columns."""
        if self._profiling.view.spacing == "linear":
            across -= float(bins.distances[0])
        return min(max(round(across) if name in CURVES else int(across), 0), len(bins.starts) - 1)

    def _head_at(self, profiles: Profiles, row: float) -> tuple[int, int]:
        layers, heads, _ = profiles.attention.shape
        layer, head = divmod(min(int(row), layers * heads - 1), heads)
        return layer, head


APART = "     "
"""Between the numbers and what is left out first where there is little room."""


def read_off(profiles: Profiles, bins: Bins, layer: int, head: Head, column: int, *, raw: bool) -> str:
    """Return the numbers of a head at a distance, or at the distances that share a column.

    Args:
        profiles: of the segment shown.
        bins: the columns.
        layer: index of the layer.
        head: index of the head, or ``mean``.
        column: which column.
        raw: the terms themselves, instead of the attention and what each term alone would make of it.
    """
    tr = QCoreApplication.translate
    profile = profiles.of(layer, head)

    def at(values: Floats) -> float:
        return float(bins.mean(values, profiles.queries)[column])

    first, last = bins.range(column)
    queries = int(profiles.queries[bins.starts[column] : bins.ends[column]].max())
    if raw:
        numbers = _listed((kind.letter, format_number(at(profile.raw[n]))) for n, kind in enumerate(profiles.kinds))
        whole = format_number(at(profile.raw.sum(0)))
        text = tr("Profiles", "{whose},  {where}:  mean score {whole}  =  {parts}     ({queries} of {all} queries)")
    else:
        numbers = _listed((kind.letter, percent(at(profile.alone[n]), 2)) for n, kind in enumerate(profiles.kinds))
        whole = percent(at(profile.attention), 2)
        text = tr("Profiles", "{whose},  {where}:  attention {whole};  alone {parts}     ({queries} of {all} queries)")
    return text.format(
        whose=_whose(layer, head),
        where=_where(first, last),
        whole=whole,
        parts=numbers,
        queries=queries,
        all=int(profiles.queries.max()),
    )


def how_to() -> str:
    """Return what can be done on the page."""
    return QCoreApplication.translate(
        "Profiles",
        "Point at a head or a curve to read its numbers; click a head to look at it, a curve to mark a distance.",
    )


def _whose(layer: int, head: Head) -> str:
    tr = QCoreApplication.translate
    if head == "mean":
        return tr("Profiles", "layer {0}, mean over heads").format(layer)
    return tr("Profiles", "layer {0}, head {1}").format(layer, head)


def _where(first: int, last: int) -> str:
    tr = QCoreApplication.translate
    if first == last:
        return tr("Profiles", "distance {0}").format(first).replace("-", MINUS)
    return tr("Profiles", "distances {0} to {1}").format(first, last).replace("-", MINUS)


def _listed(numbers: Iterable[tuple[str, str]]) -> str:
    return ",  ".join(f"{letter} {number}" for letter, number in numbers)


class ProfileControls(FoldingRow):
    """What is averaged over, which map stands beside that of the attention, spacing and colours."""

    def __init__(self, profiling: Profiling, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._profiling = profiling
        self._kinds: tuple[PartKind, ...] = ()
        over = ((False, self.tr("this segment")), (True, self.tr("the whole text")))
        spacing = (("linear", self.tr("linear")), ("log", self.tr("logarithmic")))
        colours = (("root", self.tr("√ colours")), ("linear", self.tr("linear")), ("log", self.tr("logarithmic")))
        self.over = self.offer(self.tr("&Over"), self.tr("Over which queries the means are"), over)
        self.beside = self.offer(self.tr("&Beside"), self.tr("What is shown beside the attention, for every head"))
        self.beside.setMinimumContentsLength(18)  # so that it does not grow when the terms are known
        self.spacing = self.offer(self.tr("Dis&tances"), self.tr("How the distances are spaced"), spacing)
        self.colours = self.offer(self.tr("Co&lours"), self.tr("Colours of the maps"), colours)
        for choice in (self.over, self.beside, self.spacing, self.colours):
            choice.activated.connect(self._on_chosen)
        profiling.view_changed.connect(self._show)
        self._show()

    def show_kinds(self, kinds: tuple[PartKind, ...]) -> None:
        """Offer the parts that the model's score has."""
        if kinds != self._kinds:
            self._kinds = kinds
            self.beside.clear()
            alone = self.tr("{0}, alone")
            fill(self.beside, ((kind.name, alone.format(title(kind))) for kind in kinds))
            fill(self.beside, ((ALL, self.tr("all terms, alone")), (NO_MAP, self.tr("nothing"))))
            self._show()

    def _on_chosen(self) -> None:
        self._profiling.set(
            beside=self.beside.currentData() or self._profiling.view.beside,
            spacing=self.spacing.currentData(),
            colours=self.colours.currentData(),
        )
        self._profiling.set_whole(self.over.currentData())

    def _show(self) -> None:
        view = self._profiling.view
        shown = view.shown(self._kinds)
        named = view.beside in {ALL, NO_MAP} or not shown
        show_value(self.beside, view.beside if named else self._kinds[shown[0]].name)
        show_value(self.spacing, view.spacing)
        show_value(self.colours, view.colours)
        self.over.setCurrentIndex(int(self._profiling.whole))
