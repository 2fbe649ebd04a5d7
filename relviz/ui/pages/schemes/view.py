"""What an experiment shows: all that the page asks of one, whichever it is."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QWidget

if TYPE_CHECKING:
    from collections.abc import Sequence

    from relviz.app.session.session import Session
    from relviz.figure.spec import FigureSpec
    from relviz.ui.pages.schemes.choices import Choices
    from relviz.ui.pages.schemes.work import SchemesWork


class ExperimentView(QWidget):
    """An experiment on chosen schemes that needs nothing from a worker and has nothing to be chosen, pinned or zoomed.

    Attributes:
        on_text: whether it reads a text: what came of that is ``work.answer``.
        of_schemes: whether schemes are chosen for it.

    Signals:
        asked(): another answer is needed for what is chosen now.
        chosen(): something else is chosen, and shown already.
    """

    asked = Signal()
    chosen = Signal()
    on_text = False
    of_schemes = True

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
