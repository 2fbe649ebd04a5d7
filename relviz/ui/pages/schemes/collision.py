"""Which tokens of memory and segment sit at the same position."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import Qt

from relviz.app.engine.experiments import EXPERIMENTS, Choices, Seen
from relviz.figure.views.schemes.words import said_of, title_of
from relviz.figure.words import told
from relviz.ui.pages.schemes.view import ReadingView, over_words, rich_label
from relviz.ui.widgets.figure_view import FigureView
from relviz.ui.widgets.rows import column_of

if TYPE_CHECKING:
    from collections.abc import Sequence

    from PySide6.QtWidgets import QWidget

    from relviz.app.engine.lab import LabAnswer
    from relviz.app.session.session import Session
    from relviz.core.lab.collision import Collisions, Place
    from relviz.figure.spec import FigureSpec
    from relviz.ui.pages.schemes.work import SchemesWork


class CollisionView(ReadingView):
    """How alike the position vectors are, with equal ones of memory and segment framed and named."""

    def __init__(self, work: SchemesWork, session: Session, choices: Choices, parent: QWidget) -> None:
        super().__init__(work, session, choices, parent)
        self.view = FigureView(self)
        self.view.setAccessibleName(self.tr("Equal position vectors"))
        self.findings = rich_label(self, self.tr("What was found"))
        self.findings.setContentsMargins(12, 2, 12, 8)
        column_of(self, over_words(self.view, self.findings, self))
        self.view.hovered.connect(self._on_hovered)
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)

    @property
    def weights(self) -> tuple[Sequence[str], Sequence[str]]:
        """Learned positions alone: the vectors of the others are formulas."""
        answer = self._answer
        if answer is None:
            return (), ()
        return tuple(name for name in answer.untrained if name == "learned"), answer.request.schemes

    def _figure_of(self, answer: LabAnswer) -> FigureSpec:
        return EXPERIMENTS["collision"].draw(answer, Seen())

    def _show(self, answer: LabAnswer) -> None:
        self.view.show_figure(self._figure_of(answer))
        self.findings.setText("<br>".join(self._finding(one) for one in answer.collisions))

    def _finding(self, found: Collisions) -> str:
        return said_of(f"<b>{title_of(found.scheme)}</b>", self._sentence(found))

    def _sentence(self, found: Collisions) -> str:
        assert self._answer is not None, "there is an answer"
        if not found.pairs:
            return told(found.sentence)
        from_one = self._answer.request.text is None
        last = found.pairs[-1]
        text = self.tr(
            "{0} and {1} both sit at position {2} of their segment, from 0: the model cannot tell by it which is "
            "nearer."
        )
        if from_one:
            text = self.tr(
                "{0} and {1} both sit at position {2}, counted from 1: the model cannot tell by it which is nearer."
            )
        more = self.tr(" {0} such pairs.").format(len(found.pairs)) if len(found.pairs) > 1 else ""
        return text.format(_name(last.memory), _name(last.segment), _position(last.memory, from_one)) + more

    def _on_hovered(self, name: str, place: tuple[float, float] | None) -> None:
        """Name the two tokens of the cell under the pointer in its tool tip."""
        found = self._found(name)
        if found is None or place is None:
            self.view.setToolTip("")
            return
        memory = sum(one.in_memory for one in found.places)
        key, token = found.places[int(place[0])], found.places[memory + int(place[1])]
        equal = any(pair.memory is key and pair.segment is token for pair in found.pairs)
        assert self._answer is not None, "there is an answer"
        from_one = self._answer.request.text is None
        text = self.tr("{0} at {1} and {2} at {3}: equal") if equal else self.tr("{0} at {1} and {2} at {3}")
        if key.position is None:
            self.view.setToolTip(self.tr("{0} and {1} have no positions").format(key.token, token.token))
        else:
            self.view.setToolTip(
                text.format(key.token, _position(key, from_one), token.token, _position(token, from_one))
            )

    def _found(self, name: str) -> Collisions | None:
        found = self._answer.collisions if self._answer else ()
        return next((one for one in found if f"collision_{one.scheme}" == name), None)


def _position(place: Place, from_one: bool) -> int | None:
    return place.from_one if from_one else place.position


def _name(place: Place) -> str:
    return f"<b>{place.token}</b>"
