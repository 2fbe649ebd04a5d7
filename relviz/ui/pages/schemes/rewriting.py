"""From absolute to relative: the four terms in pairs, and a formula that turns from one into the other."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, cast

from PySide6.QtCore import QEasingCurve, QPointF, QSize, Qt, QVariantAnimation
from PySide6.QtGui import QColor, QPainter, QPaintEvent
from PySide6.QtWidgets import QButtonGroup, QLabel, QSizePolicy, QToolButton, QWidget

from relviz.app.engine.experiments import EXPERIMENTS, Choices, Seen
from relviz.app.engine.lab import ABSOLUTE, RELATIVE
from relviz.core.lab.rewriting import REWRITINGS
from relviz.figure.lettering import fonts
from relviz.figure.views.schemes.rewriting import INKS
from relviz.figure.words import told
from relviz.ui.pages.schemes.view import MapColumns, MapsView, rich_label
from relviz.ui.widgets.colours import colours
from relviz.ui.widgets.rows import column_of, row_of

if TYPE_CHECKING:
    from collections.abc import Sequence

    from PySide6.QtGui import QHideEvent

    from relviz.app.engine.lab import LabAnswer
    from relviz.app.session.session import Session
    from relviz.core.lab.rewriting import Rewriting, Span
    from relviz.figure.spec import FigureSpec, Heatmap
    from relviz.ui.pages.schemes.work import SchemesWork

SIZE, SMALL, GAP = 17, 12, 5.0
HEIGHT = 40
RISE = 11.0
"""How far a symbol that comes or goes moves, in pixels."""


class FormulaTerm(QWidget):
    """A term's symbols, slot by slot; what the rewriting leaves alone stays, and what it changes gives way."""

    def __init__(self, rewriting: Rewriting, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._rewriting = rewriting
        self._progress = 1.0
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self._name()

    @property
    def text(self) -> str:
        """The formula that is shown, or is turned into."""
        spans = self._rewriting.relative if self._progress >= 0.5 else self._rewriting.absolute
        return " ".join(span.text for span in spans if span.text)

    @property
    def progress(self) -> float:
        """How far it has turned: 0 absolute, 1 relative."""
        return self._progress

    def set_progress(self, progress: float) -> None:
        """Show the formula on its way: 0 absolute, 1 relative."""
        self._progress = progress
        self._name()
        self.update()

    def _name(self) -> None:
        self.setAccessibleName(self.tr("Formula of term {0}").format(self._rewriting.letter))
        self.setAccessibleDescription(self.text)

    def sizeHint(self) -> QSize:
        """Return room for one line and for symbols that come and go."""
        return QSize(150, HEIGHT)

    def minimumSizeHint(self) -> QSize:
        """Return the same height; any width will do."""
        return QSize(1, HEIGHT)

    def paintEvent(self, event: QPaintEvent) -> None:
        """Paint the slots one after the other, each as far as it has turned."""
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setRenderHint(QPainter.RenderHint.TextAntialiasing)
        before, after = self._rewriting.absolute, self._rewriting.relative
        x, y = 0.0, HEIGHT / 2 + 0.36 * SIZE
        if self._rewriting.letter != "a":
            painter.setFont(fonts.font(SIZE))
            painter.setPen(QColor(colours().palette.muted))
            painter.drawText(QPointF(x, y), "+")
            x += fonts.text_width("+", SIZE) + GAP
        for number, (old, new) in enumerate(zip(before, after, strict=True)):
            turned = _turned(self._progress, number, len(before))
            width = (1 - turned) * _width(old) + turned * _width(new)
            if not old.changed:
                self._paint(painter, QPointF(x, y), old, 1.0)
            else:
                self._paint(painter, QPointF(x, y - turned * RISE), old, 1 - turned)
                self._paint(painter, QPointF(x, y + (1 - turned) * RISE), new, turned)
            x += width

    def _paint(self, painter: QPainter, at: QPointF, span: Span, strength: float) -> None:
        """Write a symbol: what follows an underscore is lowered."""
        if not span.text or strength <= 0:
            return
        colour = QColor(colours().palette.inks[INKS[span.letter]] if span.changed else colours().palette.text)
        colour.setAlphaF(strength)
        painter.setPen(colour)
        base, _, below = span.text.partition("_")
        painter.setFont(fonts.font(SIZE, bold=span.changed))
        painter.drawText(at, base)
        if below:
            painter.setFont(fonts.font(SMALL, bold=span.changed))
            painter.drawText(at + QPointF(fonts.text_width(base, SIZE, bold=span.changed), 4), below)


def _width(span: Span) -> float:
    """Return the room of a symbol and of the gap after it; none for an empty slot."""
    if not span.text:
        return 0.0
    base, _, below = span.text.partition("_")
    bold = span.changed
    return fonts.text_width(base, SIZE, bold=bold) + fonts.text_width(below, SMALL, bold=bold) + GAP


def _turned(progress: float, slot: int, slots: int) -> float:
    """Return how far a slot has turned: one begins when the one before is half done."""
    ends = (slots + 1) / 2
    return min(max(progress * ends - slot / 2, 0.0), 1.0)


DURATION = 900
"""Milliseconds that the formula takes to turn."""


class RewritingView(MapsView):
    """The formula of each term over its two maps: counting on above, Transformer-XL below."""

    def __init__(self, work: SchemesWork, session: Session, choices: Choices, parent: QWidget) -> None:
        super().__init__(work, session, choices, parent)
        self.absolute, self.relative = QToolButton(self), QToolButton(self)
        self.absolute.setText(self.tr("&Absolute"))
        self.relative.setText(self.tr("&Relative"))
        self.absolute.setToolTip(self.tr("The score with positions added to queries and keys, multiplied out"))
        self.relative.setToolTip(self.tr("What Transformer-XL makes of it"))
        self._choice = QButtonGroup(self)
        for button in (self.absolute, self.relative):
            button.setCheckable(True)
            self._choice.addButton(button)
        (self.relative if choices.relative else self.absolute).setChecked(True)
        self.score = QLabel(f"<small>{self.tr('score × √d =')}</small>", self)
        self.score.setObjectName("muted")
        self.names = [QLabel(self) for _ in REWRITINGS]
        self.terms = [FormulaTerm(rewriting, self) for rewriting in REWRITINGS]
        self.sentences = [rich_label(self, self.tr("What was rewritten")) for _ in REWRITINGS]
        self._make_grid(self.tr("Heatmaps of the terms, absolute over relative"))
        self._animation = QVariantAnimation(self)
        self._animation.setDuration(DURATION)
        self._animation.setEasingCurve(QEasingCurve.Type.InOutCubic)
        self._animation.valueChanged.connect(self._on_turned)
        self._lay_out()
        self._choice.buttonClicked.connect(self._on_chosen)
        self._choice.buttonClicked.connect(self.chosen)
        self.finish()
        self._write()

    def _lay_out(self) -> None:
        choice = row_of(None, self.absolute, self.relative, margins=(12, 6, 12, 2), spacing=4)
        choice.addSpacing(10)
        hint = QLabel(
            self.tr(
                "Here positions are added to the inputs of queries and keys in each layer; the original Transformer "
                "adds them once, to the embeddings."
            ),
            self,
        )
        hint.setObjectName("muted")
        hint.setWordWrap(True)
        choice.addWidget(hint, 1)
        self.score.setAlignment(Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter)
        columns = MapColumns(self.grid, len(REWRITINGS), self)
        for row, widgets in (
            (columns.add_above(), self.names),
            (columns.add_above(corner=self.score), self.terms),
            (columns.add_above(), self.sentences),
        ):
            for widget in widgets:
                row.add(widget)
        column_of(self, choice, (columns, 1), spacing=2)

    @property
    def weights(self) -> tuple[Sequence[str], Sequence[str]]:
        """Those of the two that are set side by side."""
        return ((), ()) if self._answer is None else (self._answer.untrained, (ABSOLUTE, RELATIVE))

    def _figure_of(self, answer: LabAnswer) -> FigureSpec:
        return EXPERIMENTS["rewriting"].draw(answer, Seen())

    def _show(self, answer: LabAnswer) -> None:
        figure = self._figure_of(answer)
        above, below = cast("tuple[tuple[Heatmap, ...], ...]", figure.grid)
        named = (
            tuple(replace(panel, title=f"{panel.title[0]}  {self.tr('absolute')}") for panel in above),
            tuple(replace(panel, title=f"{panel.title[0]}  {self.tr('relative')}") for panel in below),
        )  # the formula over them has their names, which are too long for narrow maps
        self.grid.set_panels(named)
        shape = figure.grid[0][0].values.shape  # type: ignore[union-attr] # all of them are maps
        if self._pinned and not (self._pinned[0] < shape[0] and self._pinned[1] < shape[1]):
            self._pinned = None
        self._hovered = None
        self._read_off()
        self._write()

    def choices(self, choices: Choices) -> Choices:
        """Add the form of the formula."""
        return replace(choices, relative=self.relative.isChecked())

    def choose(self, choices: Choices) -> None:
        """Turn the formula into its relative form, or back."""
        (self.relative if choices.relative else self.absolute).setChecked(True)
        self._on_chosen()

    def finish(self) -> None:
        """Show the end of a turn that is under way."""
        self._animation.stop()
        self._on_turned(float(self.relative.isChecked()))

    def _on_chosen(self) -> None:
        self._animation.stop()
        self._animation.setStartValue(self.terms[0].progress)
        self._animation.setEndValue(float(self.relative.isChecked()))
        self._write()
        if self.isVisible():
            self._animation.start()
        else:
            self.finish()

    def _on_turned(self, progress: object) -> None:
        for term in self.terms:
            term.set_progress(float(cast("float", progress)))

    def _write(self) -> None:
        """Name the terms as the choice has them, and say what was changed."""
        relative = self.relative.isChecked()
        for rewriting, name, sentence in zip(REWRITINGS, self.names, self.sentences, strict=True):
            title = rewriting.relative_name if relative else rewriting.absolute_name
            colour = colours().palette.inks[INKS[rewriting.letter]]
            name.setText(f"<b style='color:{colour}'>{rewriting.letter}&nbsp; {told(title)}</b>")
            sentence.setText(f"<small>{told(rewriting.sentence)}</small>")

    def hideEvent(self, event: QHideEvent) -> None:
        """Leave no animation running behind another page."""
        self.finish()
        super().hideEvent(event)
