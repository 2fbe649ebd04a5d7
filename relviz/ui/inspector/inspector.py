"""The inspector: the selected cells and their rows, as numbers and as bars that add up."""

from __future__ import annotations

import html
from dataclasses import dataclass
from typing import TYPE_CHECKING

from PySide6.QtCore import QLineF, QPointF, QRectF, QSize, Qt, QTimer, Signal
from PySide6.QtGui import (
    QColor,
    QFontMetricsF,
    QGuiApplication,
    QKeySequence,
    QLinearGradient,
    QPainter,
    QPaintEvent,
    QPen,
    QShortcut,
)
from PySide6.QtWidgets import QFrame, QScrollArea, QSizePolicy, QToolButton, QWidget

from relviz.core.percent import percent
from relviz.figure.lettering import fonts
from relviz.figure.lettering.text import draw_text
from relviz.figure.lettering.ticks import elide
from relviz.figure.words import comma
from relviz.ui.inspector.text import SPAN, Reading, next_table, next_text, read_off, signed
from relviz.ui.widgets.colours import colours, muted
from relviz.ui.widgets.labels import SteadyLabel
from relviz.ui.widgets.rows import column_of, row_of

if TYPE_CHECKING:
    from PySide6.QtGui import QResizeEvent

    from relviz.app.session.session import Session
    from relviz.core.reading.next_tokens import NextTokens
    from relviz.figure.spec import Ink

SHARE_INKS: tuple[Ink, ...] = ("memory", "segment", "self")
ROW, BAR, GAP, EDGE = 18, 12.0, 6.0, 3.0
"""Height of a row of the waterfall and of a bar, what is left free beside it, and width of the strip of colour beside
the name of a share."""
SIDE, VEIL = 8, 20
"""Room left and right, where the scroll bar is, and the height over which what goes on below the edge fades out."""
PATIENCE = 120
"""Milliseconds for which a selection rests before the next token is asked for."""


class Inspector(QScrollArea):
    """Shows the cell under the pointer, else what is selected; Shift and a click select several queries and keys.

    Signals:
        asked(int): what is expected after this query of the segment is wanted.
    """

    asked = Signal(int)

    def __init__(self, session: Session, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._session = session
        self._reading: Reading | None = None
        self._next: NextTokens | None = None
        self._asked_for: int | None = None  # place in the text of the token whose next one was asked for
        self._patience = QTimer(self, singleShot=True, interval=PATIENCE)
        self._patience.timeout.connect(self._ask)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setAccessibleName(self.tr("Selected cells"))
        self.setWidgetResizable(True)
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self._body = body = QWidget(self)
        self.setObjectName("inspector")
        body.setObjectName("inspector_body")
        self.setWidget(body)
        self._tokens, self._attention, self._row_title, self._next_table = (SteadyLabel(body) for _ in range(4))
        self.tokens, self.attention = self._tokens.label, self._attention.label
        self.row, self.next = self._row_title.label, self._next_table.label
        self.waterfall = Waterfall(body)
        self.shares = _Shares(body)
        self.copy_button = QToolButton(body)
        self.copy_button.setObjectName("copy")
        self.copy_button.setText(self.tr("Copy"))
        self.copy_button.setToolTip(self.tr("Copy tokens and numbers as text."))
        self.copy_button.clicked.connect(self.copy)
        copying = QShortcut(QKeySequence(QKeySequence.StandardKey.Copy), self)
        copying.setContext(Qt.ShortcutContext.WidgetWithChildrenShortcut)
        copying.activated.connect(self.copy)
        result = row_of(None, (self._attention, 1), self.copy_button, spacing=None)
        parts = self._tokens, self.waterfall, result, self._row_title, self.shares, self._next_table
        layout = column_of(body, *parts, margins=(SIDE, 0, 0, 4), spacing=4)
        layout.addStretch(1)
        self._veil = _Veil(self)
        self.verticalScrollBar().rangeChanged.connect(self._place_veil)
        self.verticalScrollBar().valueChanged.connect(self._place_veil)
        session.answered.connect(self._on_answered)
        session.selection.changed.connect(self._refresh)
        session.view_changed.connect(self._refresh)
        colours().changed.connect(self._refresh)
        self._refresh()

    def hurry(self) -> None:
        """Ask for the next token at once, however short the selection has rested."""
        if self._patience.isActive():
            self._patience.stop()
            self._ask()

    def copy(self) -> None:
        """Put what is shown on the clipboard, as text."""
        if self._reading is not None:
            QGuiApplication.clipboard().setText(self.as_text())

    def as_text(self) -> str:
        """Return what is shown, as plain text; empty if nothing is selected."""
        if self._reading is None:
            return ""
        known = self._next is not None and not self._next_table.isHidden() and self._session.selection.hovered is None
        following = [next_text(self._next, self._session.units.view.unit)] if known and self._next else []
        return "\n".join([self._reading.as_text(), *following])

    def show_next(self, found: NextTokens | None) -> None:
        """Show what is expected after the selected query, with and without memory."""
        self._next = found
        self._refresh()

    def _on_answered(self) -> None:
        self._next = self._asked_for = None  # the same token may be expected otherwise now
        self._refresh()

    def _row(self) -> int | None:
        """Return the query that is selected, if it is one alone."""
        region = self._session.selection.region
        return region.row if region is not None and region.rows == 1 else None

    def _ask(self) -> None:
        look, row = self._session.look, self._row()
        if look is None or row is None or look.start + row == self._asked_for or not self.isVisible():
            return
        self._asked_for = look.start + row
        self.asked.emit(row)

    def _refresh_next(self) -> None:
        """Show what is known of the selected query's next token, and ask for it once the selection rests."""
        look, row, found = self._session.look, self._row(), self._next
        known = found is not None and look is not None and row is not None and found.position == look.start + row
        self._next_table.setVisible(known)
        if found is not None and look is not None and row is not None and known:
            unit = self._session.units.view.unit
            self._next_table.set_text(next_table(found, look.query_tokens[row], colours().palette, unit, self._room))
        elif row is not None:
            self._patience.start()

    def _refresh(self) -> None:
        self._refresh_next()
        session, selection = self._session, self._session.selection
        look, hidden = session.left, session.maps.view.hidden
        reading = None if look is None else read_off(look, selection.hovered, selection.region, hidden)
        self._reading = reading
        for widget in (self._attention, self._row_title, self.shares, self.copy_button):
            widget.setVisible(reading is not None)
        self.waterfall.setVisible(reading is not None and reading.numbers is not None)
        if reading is None:
            self.setAccessibleDescription("")
            self._tokens.set_text(
                muted(self.tr("Click a cell of a map; click another with Shift to select all between them."))
            )
            return
        self.setAccessibleDescription(self.as_text())
        heading = [(kind, self._elided(name), what) for kind, name, what in reading.heading]
        self._tokens.set_text(
            "<br>".join(f"{muted(kind)} <b>{html.escape(name)}</b> {muted(what)}" for kind, name, what in heading)
        )
        whole = "<br>".join(html.escape(" ".join(line)) for line in reading.heading)
        self.tokens.setToolTip("" if tuple(heading) == reading.heading else f"<p>{whole}</p>")
        self._show_numbers(reading)
        several = reading.heading[0][0] if reading.several else self.tr("this query")
        whose = self.tr("Attention of {0}")
        if reading.renormalised:
            whose = self.tr("Attention of {0}, without the hidden keys")
        self._row_title.set_text(muted(whose.format(several)))
        self.shares.show_shares(reading.row)

    def _show_numbers(self, reading: Reading) -> None:
        numbers = reading.numbers
        if numbers is None:
            why = self.tr("Nothing here can be seen by its query.")
            if reading.hidden:
                why = self.tr("Hidden. Shift+H shows all hidden keys again.")
            self._attention.set_text(muted(why))
            return
        steps = [Step(kind.letter, value, signed(value), kind.term) for kind, value in numbers.parts]
        score = Step(reading.score_name, numbers.score, signed(numbers.score), "score", total=True)
        self.waterfall.show_steps((*steps, score))
        attention = f"{muted(reading.attention_name)} <b>{html.escape(reading.attention)}</b>"
        if reading.several:
            seen = self.tr("Summed over {0} of {1} cells, those that can be seen.")
            attention = f"{muted(seen.format(numbers.visible, numbers.cells))}<br>{attention}"
        self._attention.set_text(attention)

    @property
    def _room(self) -> int:
        """Width for a line of text, whether or not there is a scroll bar."""
        return self._body.width() - SIDE

    def _elided(self, names: str) -> str:
        """Return a token, or the first and the last of several, each as far as it fits into a line."""
        font = self.tokens.font()
        font.setBold(True)
        measure = QFontMetricsF(font).horizontalAdvance
        return SPAN.join(elide(name, self._room, measure) for name in names.split(SPAN))

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Elide for another width, and keep the lower edge clean."""
        # as wide with the scroll bar as without, or Qt might try one and the other without end
        self._body.setFixedWidth(max(self.width() - SIDE, 0))
        super().resizeEvent(event)
        self._place_veil()
        if event.size().width() != event.oldSize().width():
            self._refresh()

    def _place_veil(self) -> None:
        """Let what goes on below the lower edge fade out there, so that no line of text is cut through."""
        bar, area = self.verticalScrollBar(), self.viewport().geometry()
        self._veil.setVisible(bar.value() < bar.maximum())
        self._veil.setGeometry(area.left(), area.bottom() + 1 - VEIL, area.width(), VEIL)


class _Veil(QWidget):
    """Paints from nothing to the colour of the ground, downwards."""

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)

    def paintEvent(self, event: QPaintEvent) -> None:
        """Paint the veil."""
        ground = QColor(colours().palette.background)
        fading = QLinearGradient(0, 0, 0, self.height())
        fading.setColorAt(0, QColor(ground.red(), ground.green(), ground.blue(), 0))
        fading.setColorAt(0.7, ground)
        QPainter(self).fillRect(self.rect(), fading)


class _Shares(QWidget):
    """One bar, cut into the shares of memory, segment and self, and their numbers below."""

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self._shares: tuple[tuple[str, float], ...] = ()
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)

    def show_shares(self, shares: tuple[tuple[str, float], ...]) -> None:
        """Show other shares."""
        self._shares = shares
        text = comma().join(f"{name} {percent(share)}" for name, share in shares)
        self.setAccessibleName(text)
        self.setToolTip(text)
        self.update()

    def sizeHint(self) -> QSize:
        """Return room for the bar, and for the name of each share over its number."""
        return QSize(160, round(BAR + 6 + 2 * fonts.line_height(fonts.NOTE)))

    def paintEvent(self, event: QPaintEvent) -> None:
        """Paint the bar and what it shows."""
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        x, line = 0.0, fonts.line_height(fonts.NOTE)
        texts = [(name, percent(share)) for name, share in self._shares]
        widths = [EDGE + 4 + max(fonts.text_width(text, fonts.NOTE) for text in pair) for pair in texts]
        gap = (self.width() - sum(widths)) / max(len(widths) - 1, 1)
        left, top = 0.0, BAR + 6
        for (name, number), (_, share), width, ink in zip(texts, self._shares, widths, SHARE_INKS, strict=True):
            colour = QColor(colours().palette.fills[ink])
            painter.fillRect(QRectF(x, 0, share * self.width(), BAR), colour)
            painter.fillRect(QRectF(left, top + 2, EDGE, 2 * line - 4), colour)
            draw_text(painter, left + EDGE + 4, top + line / 2, name, colours().palette.muted, size=fonts.NOTE)
            draw_text(painter, left + EDGE + 4, top + 1.5 * line, number, colours().palette.text, size=fonts.NOTE)
            x += share * self.width()
            left += width + gap


@dataclass(frozen=True)
class Step:
    """One bar.

    Attributes:
        label: what stands left of it.
        value: how long it is, and which way.
        text: the number right of it.
        ink: its colour.
        total: whether it stands for the sum, and begins at 0.
    """

    label: str
    value: float
    text: str
    ink: Ink
    total: bool = False


class Waterfall(QWidget):
    """Bars from where the sum of those before ends; dotted lines lead from one to the next, and down to the sum."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._steps: tuple[Step, ...] = ()
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self.setAccessibleName(self.tr("Parts of the score"))

    def show_steps(self, steps: tuple[Step, ...]) -> None:
        """Show other bars, the sum among them."""
        if len(steps) != len(self._steps):
            self.updateGeometry()
        self._steps = steps
        self.setAccessibleDescription(comma().join(f"{step.label} {step.text}" for step in steps))
        self.update()

    def sizeHint(self) -> QSize:
        """Return room for all bars."""
        return QSize(180, ROW * len(self._steps))

    def minimumSizeHint(self) -> QSize:
        """Return the least at which bars can be told apart."""
        return QSize(130, ROW * len(self._steps))

    def bars(self) -> list[QRectF]:
        """Return where the bars are, in order."""
        if not self._steps:
            return []
        ends = self._ends()
        low, high = min(0.0, *map(min, ends)), max(0.0, *map(max, ends))
        left, right = self._plot()
        scale = (right - left) / ((high - low) or 1.0)
        top = (ROW - BAR) / 2
        return [
            QRectF(left + (min(pair) - low) * scale, n * ROW + top, max(abs(pair[1] - pair[0]) * scale, 1.0), BAR)
            for n, pair in enumerate(ends)
        ]

    def _ends(self) -> list[tuple[float, float]]:
        """Return where each bar begins and ends, in the unit of the score."""
        ends, so_far = [], 0.0
        for step in self._steps:
            ends.append((0.0 if step.total else so_far, step.value if step.total else so_far + step.value))
            so_far = ends[-1][1]
        return ends

    def _plot(self) -> tuple[float, float]:
        """Return the ends of the room for bars."""
        labels = max(fonts.text_width(step.label, fonts.NOTE, bold=True) for step in self._steps)
        numbers = max(fonts.text_width(step.text, fonts.NOTE, bold=step.total) for step in self._steps)
        return labels + GAP, max(self.width() - numbers - GAP, labels + GAP + 1)

    def paintEvent(self, event: QPaintEvent) -> None:
        """Paint labels, bars and numbers."""
        if not self._steps:
            return
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        palette, bars, ends = colours().palette, self.bars(), self._ends()
        low, high = min(0.0, *map(min, ends)), max(0.0, *map(max, ends))
        left, right = self._plot()

        def place(value: float) -> float:
            return left + (value - low) / ((high - low) or 1.0) * (right - left)

        painter.setPen(QPen(QColor(palette.line), 1))
        painter.drawLine(QLineF(place(0), 0, place(0), self.height()))
        for n, (step, bar) in enumerate(zip(self._steps, bars, strict=True)):
            painter.fillRect(bar, QColor(palette.fills[step.ink]))
            if n + 1 < len(bars):
                painter.setPen(QPen(QColor(palette.muted), 1, Qt.PenStyle.DotLine))
                x = place(ends[n][1])
                painter.drawLine(QPointF(x, bar.bottom()), QPointF(x, bars[n + 1].top()))
            y = bar.center().y()
            ink = palette.inks[step.ink]
            draw_text(painter, 0, y, step.label, ink, size=fonts.NOTE, bold=True)
            colour = palette.text if step.total else ink
            draw_text(painter, self.width(), y, step.text, colour, size=fonts.NOTE, bold=step.total, align="right")
