"""What an experiment shows: all that the page asks of one, whichever it is, and how they are laid out."""

from __future__ import annotations

import html
import re
from typing import TYPE_CHECKING

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QFrame, QHBoxLayout, QLabel, QScrollArea, QSizePolicy, QWidget

from relviz.figure.views.schemes.rewriting import INKS
from relviz.ui.maps.grid import AFTER_LAST, FIRST_MAP, HeatmapGrid
from relviz.ui.widgets.rows import column_of

if TYPE_CHECKING:
    from collections.abc import Sequence

    from PySide6.QtGui import QResizeEvent

    from relviz.app.engine.experiments import Choices
    from relviz.app.engine.lab import LabAnswer
    from relviz.app.projects.project import Cell
    from relviz.app.session.session import Session
    from relviz.figure.colours.palette import Palette
    from relviz.figure.spec import FigureSpec
    from relviz.ui.pages.schemes.work import SchemesWork


class ExperimentView(QWidget):
    """An experiment that asks a worker for nothing itself and has nothing to be chosen, pinned or zoomed.

    What came of reading a text is ``work.answer``.

    Signals:
        asked(): another answer is needed for what is chosen now.
        chosen(): something else is chosen, and shown already.
    """

    asked = Signal()
    chosen = Signal()

    def __init__(self, work: SchemesWork, session: Session, choices: Choices, parent: QWidget) -> None:
        """Make what is shown, with what is chosen here; subclasses do."""
        super().__init__(parent)
        self._work, self._session = work, session

    def ask(self, schemes: tuple[str, ...]) -> None:
        """Ask a worker for what is needed and not there; a text is read without being asked for here."""

    def show_found(self, schemes: tuple[str, ...]) -> None:
        """Show what is known by now."""

    def figure(self) -> FigureSpec | None:
        """Return what is shown, as a figure to be written to a file; None as long as it shows nothing."""
        return None

    @property
    def weights(self) -> tuple[Sequence[str], Sequence[str]]:
        """The schemes with random weights that are known, and those that are shown."""
        return (), ()

    def choices(self, choices: Choices) -> Choices:
        """Return what is chosen on the page, with what is chosen here."""
        return choices

    def choose(self, choices: Choices) -> None:
        """Choose what there is to be chosen here."""

    def release(self) -> None:
        """Release what is pinned."""

    def reset_zoom(self) -> None:
        """Show all rows and columns of its heatmaps."""

    def finish(self) -> None:
        """Let nothing move any more."""


class ReadingView(ExperimentView):
    """An experiment on what schemes make of a text. It shows the last that came of it."""

    def __init__(self, work: SchemesWork, session: Session, choices: Choices, parent: QWidget) -> None:
        super().__init__(work, session, choices, parent)
        self._answer: LabAnswer | None = None

    def show_found(self, schemes: tuple[str, ...]) -> None:
        """Show what was read."""
        if self._work.answer is not None:
            self._answer = self._work.answer
            self._show(self._answer)

    def figure(self) -> FigureSpec | None:
        """Return what is shown, as a figure to be written to a file."""
        return None if self._answer is None else self._figure_of(self._answer)

    @property
    def weights(self) -> tuple[Sequence[str], Sequence[str]]:
        """Those of all that were compared."""
        return ((), ()) if self._answer is None else (self._answer.untrained, self._answer.request.schemes)

    def _figure_of(self, answer: LabAnswer) -> FigureSpec:
        """Draw an answer."""
        raise NotImplementedError

    def _show(self, answer: LabAnswer) -> None:
        """Show other schemes, another segment, scale or theme."""


class MapsView(ReadingView):
    """One that shows its answer in maps: a cell of them is pointed at, or pinned with a click."""

    def _make_grid(self, name: str) -> None:
        """Make the maps, called ``name`` where they cannot be seen."""
        self._hovered: Cell | None = None
        self._pinned: Cell | None = None
        self.grid = HeatmapGrid(self)
        self.grid.setAccessibleName(name)
        self.grid.hovered.connect(self._on_hovered)
        self.grid.clicked.connect(self.pin)

    @property
    def cell(self) -> Cell | None:
        """The cell to read off: the one under the pointer, else the pinned one."""
        return self._hovered or self._pinned

    def pin(self, cell: Cell | None) -> None:
        """Keep a cell selected; None releases it."""
        self._pinned = cell
        self._read_off()

    def release(self) -> None:
        """Release the pinned cell."""
        self.pin(None)

    def reset_zoom(self) -> None:
        """Show all rows and columns."""
        self.grid.reset_zoom()

    def _on_hovered(self, cell: Cell | None) -> None:
        self._hovered = cell
        self._read_off()

    def _read_off(self) -> None:
        """Mark the cell in all maps."""
        self.grid.set_cell(self.cell)


LOWEST = 260
"""Pixels of height below which a figure is not squeezed."""


class Unsqueezed(QWidget):
    """A column that asks for the least height at which nothing in it is squeezed.

    A scroll area asks for the height that would be liked at its width. A map that takes any room likes none, and words
    that wrap would be put over it.
    """

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("page")  # a scroll area would put it on the ground of the window
        self.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)

    def heightForWidth(self, width: int) -> int:
        """Return the least height of all there is, lines broken at a width."""
        layout = self.layout()
        assert layout is not None, "a column has one"
        return layout.minimumHeightForWidth(width)


class SteadyArea(QScrollArea):
    """A scroll area whose content is as wide with the scroll bar as without.

    Qt asks for the content's height while the content is being resized, when what is in it may not be laid out yet.
    Words that wrap could be too high without the bar and low enough with it: Qt would go to and fro between both
    widths, each inside the other, until the stack is full.
    """

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setWidgetResizable(True)
        self.setVerticalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOn)
        self.verticalScrollBar().rangeChanged.connect(self._on_range_changed)
        self._on_range_changed(0, 0)

    def _on_range_changed(self, low: int, high: int) -> None:
        """Show no handle where there is nothing to scroll; the style leaves that of a disabled bar out."""
        self.verticalScrollBar().setEnabled(high > low)


def scrolled(content: QWidget, parent: QWidget) -> QScrollArea:
    """Return an area that fills its room with ``content``, or scrolls it, also with the keyboard."""
    area = SteadyArea(parent)
    area.setWidget(content)
    return area


def over_words(view: QWidget, words: QWidget, parent: QWidget) -> QScrollArea:
    """Return a figure and the words under it, which scroll where both have no room."""
    view.setMinimumHeight(LOWEST)
    content = Unsqueezed(parent)
    column_of(content, (view, 1), words)
    return scrolled(content, parent)


COLUMN_GAP = 8
"""Pixels between the words of a column and those of the next."""
ABOVE, BELOW = 4, 2
"""Pixels over the first row and under the last."""


class WordRow(QHBoxLayout):
    """Widgets over or under maps, each as wide as its column whatever it says."""

    def __init__(self, corner: QWidget | None) -> None:
        super().__init__()
        self.setSpacing(0)
        self.setContentsMargins(FIRST_MAP if corner is None else 0, 0, AFTER_LAST, 0)
        if corner is not None:
            corner.setFixedWidth(FIRST_MAP)
            corner.setContentsMargins(0, 0, COLUMN_GAP, 0)
            self.addWidget(corner)

    def add(self, widget: QWidget) -> None:
        """Add what stands at the next column."""
        policy = widget.sizePolicy()
        policy.setHorizontalPolicy(QSizePolicy.Policy.Ignored)
        widget.setSizePolicy(policy)
        widget.setContentsMargins(0, 0, COLUMN_GAP, 0)
        self.addWidget(widget, 1)


class MapColumns(Unsqueezed):
    """A grid of maps, and rows of words over and under it that begin where the maps begin, to the pixel."""

    def __init__(self, grid: HeatmapGrid, columns: int, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._grid, self._columns = grid, columns
        self._rows = column_of(self, (grid, 1), margins=None)
        self._fit()

    def add_above(self, corner: QWidget | None = None) -> WordRow:
        """Add a row between the maps and what is over them; ``corner`` stands left of the first column."""
        row = WordRow(corner)
        self._rows.insertLayout(self._rows.indexOf(self._grid), row)
        return row

    def add_below(self) -> WordRow:
        """Add a row under all there is."""
        row = WordRow(None)
        self._rows.addLayout(row)
        return row

    def set_columns(self, columns: int) -> None:
        """Take another number of columns."""
        self._columns = columns
        self._fit()

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Share out another width."""
        super().resizeEvent(event)
        self._fit()

    def _fit(self) -> None:
        """Leave pixels at the right, else columns would begin between pixels, where no widget can."""
        self._rows.setContentsMargins(0, ABOVE, (self.width() - FIRST_MAP - AFTER_LAST) % self._columns, BELOW)


_LETTER = re.compile(r"\(([abcd])\)")


def coloured(text: str, palette: Palette) -> str:
    """Return text as HTML in which ``(a)`` to ``(d)`` have the colours of their terms."""
    return _LETTER.sub(
        lambda found: f"<b style='color:{palette.inks[INKS[found[1]]]}'>{found[1]}</b>", html.escape(text)
    )


def rich_label(parent: QWidget, name: str) -> QLabel:
    """Return a wrapped label for rich text that never widens the window."""
    label = QLabel(parent)
    label.setAccessibleName(name)
    label.setTextFormat(Qt.TextFormat.RichText)
    label.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
    label.setWordWrap(True)
    label.setMinimumWidth(1)
    label.setAlignment(Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignTop)
    return label
