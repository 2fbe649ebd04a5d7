"""What is shown under a tab: all that the window asks of a page, and what those of one figure have in common."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QLabel, QLayout, QPushButton, QWidget

from relviz.ui.widgets.figure_view import FigureView
from relviz.ui.widgets.labels import ElidedLabel
from relviz.ui.widgets.rows import column_of, row_of

if TYPE_CHECKING:
    from collections.abc import Mapping

    from PySide6.QtGui import QHideEvent, QShowEvent

    from relviz.app.exporting.export import Draw
    from relviz.app.session.session import Session
    from relviz.app.work.on_demand import OnDemand
    from relviz.app.work.work import Work
    from relviz.figure.spec import FigureSpec


class PageWidget(QWidget):
    """A page that shows nothing, can be drawn for no file, knows nothing of its own and never works by itself.

    Args:
        session: what is looked at.
        work: what computes for the window.
        parent: what it lies in.

    Attributes:
        busy: whether work of the page is under way.
        state: what a page that is put up in its place, in another language, goes on with.

    Signals:
        changed(): what ``to_dict`` says is another.
        failed(object): the exception that ended some work of the page.
        settled(): nothing is under way any more.
    """

    changed = Signal()
    failed = Signal(object)
    settled = Signal()

    def __init__(self, session: Session, work: Work, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._session, self._work = session, work
        self.setObjectName("page")
        self.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)

    @property
    def busy(self) -> bool:
        """Whether work of the page is under way."""
        return False

    def figure(self) -> FigureSpec | None:
        """Return what is shown, as a figure to be written to a file; None before there is anything to show."""
        return None

    def recipe(self) -> Draw | None:
        """Return what draws this page for any segment, for files of several; None if it is of the one shown alone."""
        return None

    def take_focus(self) -> None:
        """Take the focus when the window is opened."""
        self.setFocus()

    def release(self) -> None:
        """Release what is pinned on this page alone."""

    def reset_zoom(self) -> None:
        """Show everything again."""

    def stop(self) -> None:
        """End what the page does by itself; called before it goes."""

    # What the page alone knows

    def to_dict(self) -> dict[str, object]:
        """Return what a project keeps of it (``relviz.app.held.Part``); nothing if it is as at first."""
        return {}

    def take(self, data: Mapping[str, object]) -> None:
        """Become what ``to_dict`` said once."""

    @property
    def state(self) -> object:
        """What a page that is put up in its place goes on with."""
        return None

    @state.setter
    def state(self, state: object) -> None:
        pass


Pointed = tuple[str, tuple[float, float] | None]
"""Name of the panel under the pointer, and the place in it."""


class FigurePage(PageWidget):
    """A page of one figure, and of a line below it with the numbers of what is pointed at.

    Attributes:
        view: the figure.
        readout: the numbers.
    """

    kind: type[FigureView] = FigureView

    def _make_figure(self, name: str) -> None:
        """Make both; the figure is called ``name`` where it cannot be seen."""
        self._pointed: Pointed = "", None
        self.view = self.kind(self)
        self.view.setAccessibleName(name)
        self.readout = ElidedLabel(self)
        self.readout.setObjectName("muted")
        self.readout.setTextFormat(Qt.TextFormat.PlainText)
        self.readout.setMinimumWidth(1)  # a long token must not widen the window
        self.view.hovered.connect(self._on_hovered)
        self.view.pressed.connect(self._on_pressed)

    def _on_hovered(self, name: str, place: tuple[float, float] | None) -> None:
        self._pointed = name, place
        self._read_off()

    def _on_pressed(self, name: str, place: tuple[float, float]) -> None:
        """Select what was pressed."""

    def _read_off(self) -> None:
        """Say the numbers of what is pointed at."""


class ComputedPage(FigurePage):
    """A page whose figure is computed while it is on the screen, and at no other time.

    Attributes:
        message: says why there is no figure.
        again: has it computed that was not.
    """

    _computing: OnDemand[Any]

    def _make_message(self, again: str) -> None:
        """Make what stands in the place of a figure that is not there; ``again`` is written on the button."""
        self.message = QLabel(self)
        self.message.setAlignment(Qt.AlignmentFlag.AlignCenter)
        self.message.setObjectName("muted")
        self.message.setTextFormat(Qt.TextFormat.PlainText)
        self.message.setMinimumWidth(1)
        self.again = QPushButton(again, self)
        self.again.clicked.connect(self._computing.go_on)

    def _lay_out(self, above: QWidget | QLayout, *below: QWidget, room: tuple[int, int]) -> None:
        """Lay out what is above the figure, and below its numbers, which have so much room over and under them."""
        over, under = room  # not the label's own: another style sheet takes the margins of one not shown yet
        said = row_of(None, self.readout, margins=(12, over, 12, under))
        centre = Qt.AlignmentFlag.AlignHCenter
        column_of(self, above, (self.message, 1), (self.again, 0, centre), (self.view, 4), said, *below)

    def showEvent(self, event: QShowEvent) -> None:
        """Compute what is not known yet, now that somebody looks."""
        super().showEvent(event)
        self._computing.want(True)
        self._on_changed()

    def hideEvent(self, event: QHideEvent) -> None:
        """Compute nothing for nobody."""
        super().hideEvent(event)
        self._computing.want(False)

    def _on_changed(self) -> None:
        """Show what there is, or say why there is nothing."""
