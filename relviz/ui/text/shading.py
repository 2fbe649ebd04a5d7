"""What the text is tinted and shaded with, and the bar that chooses by what and says range and unit."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING

import numpy as np
from PySide6.QtCore import QPointF, QRectF, QSize, Qt
from PySide6.QtGui import QBrush, QColor, QLinearGradient, QPainter, QPaintEvent, QTextCharFormat
from PySide6.QtWidgets import QComboBox, QLabel, QSizePolicy, QWidget

from relviz.app.session.showing import NEEDS_LOSSES, SHADINGS, Shades
from relviz.core.units import of_nats
from relviz.figure.colours.colormaps import COLOURS, table
from relviz.figure.colours.palette import Palette, contrast, rgb
from relviz.figure.lettering.ticks import MINUS
from relviz.figure.words import unit_name
from relviz.ui.bars.words import why_no_memory
from relviz.ui.widgets.colours import colours
from relviz.ui.widgets.rows import column_of, row_of

if TYPE_CHECKING:
    from relviz.app.projects.project import Shading
    from relviz.app.session.session import Session
    from relviz.core.reading.look import Look

STEPS = 32
"""Shades that are told apart: neighbours of the same shade are tinted as one."""
WEAKEST_MARK = 0.45
"""How far the ground of a memory token that is marked is at least from that of memory to its ink, 0 to 1."""


def colour_of(shading: Shading, level: float, palette: Palette, *, memory: bool = False) -> str:
    """Return the ground of a token.

    Args:
        shading: by what.
        level: share of the end of the scale, 0 to 1, or -1 to 1 for what memory gained.
        palette: the theme.
        memory: whether the token is memory: attention there is shaded in memory's colour, else in the segment's.
    """
    if shading == "attention":
        tint = palette.memory_tint if memory else palette.segment_tint
        return _mix(tint, palette.inks["memory" if memory else "segment"], level**0.5)
    if shading == "attended":  # even the weakest of those marked stands out from the memory that is not
        return _mix(palette.memory_tint, palette.inks["memory"], WEAKEST_MARK + (1 - WEAKEST_MARK) * level**0.5)
    if shading == "loss":
        return _mix(palette.panel, palette.fills["score"], level)
    middle = COLOURS // 2
    return "#{:02x}{:02x}{:02x}".format(*table("signed", palette)[middle + round(middle * level), :3].tolist())


def ink_on(ground: str) -> str:
    """Return the colour of a word on a ground: black or white themselves, since one of them has 4.5:1 on any."""
    return max(("#ffffff", "#000000"), key=lambda ink: contrast(ink, ground))


def runs_of(shades: Shades, shading: Shading, palette: Palette, start: int) -> list[tuple[int, int, str]]:
    """Return the runs (first token, how many, ground) of neighbours of one shade, the strongest last.

    Of tokens that are parts of one character the strongest is seen.

    Args:
        shades: what the tokens are shaded by.
        shading: by what.
        palette: the theme.
        start: position in the text of the segment's first token; what lies before it is memory.
    """
    steps = (shades.levels * STEPS).round().astype(int).tolist()
    runs: list[tuple[int, int, str]] = []
    strengths: list[int] = []
    for token, step in zip(shades.tokens.tolist(), steps, strict=True):
        ground = colour_of(shading, step / STEPS, palette, memory=token < start)
        first, count, same = runs[-1] if runs else (-1, 0, "")
        if ground == same and token == first + count and token != start:
            runs[-1] = first, count + 1, ground
        else:
            runs.append((token, 1, ground))
            strengths.append(abs(step))
    return [runs[place] for place in sorted(range(len(runs)), key=strengths.__getitem__)]


class ShadingBar(QWidget):
    """The choice of what the text is shaded by, and under it the scale with its ends and what it says."""

    def __init__(self, session: Session, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._session = session
        self.choice = QComboBox(self)
        self.choice.setSizeAdjustPolicy(QComboBox.SizeAdjustPolicy.AdjustToMinimumContentsLengthWithIcon)
        self.choice.setAccessibleName(self.tr("Shade the text by"))
        self.choice.setToolTip(self.tr("What the tokens of the text are shaded by"))
        names = (
            self.tr("nothing"),
            self.tr("attention"),
            self.tr("most attended memory"),
            self.tr("loss"),
            self.tr("what memory gained"),
        )
        for shading, name in zip(SHADINGS, names, strict=True):
            self.choice.addItem(name, shading)
        self.scale = ScaleStrip(self)
        self.low, self.high, self.says = QLabel(self), QLabel(self), QLabel(self)
        self.says.setWordWrap(True)
        self.says.setTextFormat(Qt.TextFormat.PlainText)
        label = QLabel(self.tr("Shade by"), self)
        for part in (label, self.low, self.high, self.says):
            part.setObjectName("muted")
        row = row_of(None, label, (self.choice, 1), spacing=None)
        ends = row_of(None, self.low, (self.scale, 1), self.high, spacing=None)
        column_of(self, row, ends, self.says, spacing=3)
        self.choice.activated.connect(self._on_chosen)
        self.show_shades(None)

    def show_choice(self) -> None:
        """Show what was chosen elsewhere."""
        self.choice.setCurrentIndex(SHADINGS.index(self._session.showing.view.shading))

    def show_shades(self, shades: Shades | None) -> None:
        """Show the scale of what the text is shaded by, or say why it is not."""
        shading = self._session.showing.view.shading
        self.show_choice()
        for part in (self.low, self.scale, self.high):
            part.setVisible(shades is not None)
        self.says.setVisible(shading != "none")
        self.scale.show_scale(shading)
        if shades is None:
            self.says.setText(self._why_not())
            return
        digits = 3 if shading in {"attention", "attended"} else 2
        unit = self._session.units.view.unit if shading in NEEDS_LOSSES else "nats"  # shares are in no unit, and stay
        low, high = of_nats(shades.low, unit), of_nats(shades.high, unit)
        self.low.setText(f"{low:.{digits if low else 0}f}".replace("-", MINUS))
        self.high.setText(f"{high:.{digits}f}")
        self.says.setText(self._what())

    def _what(self) -> str:
        """Return what is shown, and in what unit."""
        session = self._session
        if (
            session.showing.view.shading == "attention"
            and session.selection.cell is not None
            and session.look is not None
        ):
            query = session.look.query_tokens[session.selection.cell[0]]
            return self.tr("attention of the query “{0}”, as a share; √ colours").format(query)
        if session.showing.view.shading == "attended":
            return self._whose_marks()
        if session.showing.view.shading == "loss":
            return self.tr("loss of each token, in {0}").format(unit_name(session.units.view.unit))
        return self.tr("loss without memory − loss with it, in {0}").format(unit_name(session.units.view.unit))

    def _whose_marks(self) -> str:
        """Return which memory tokens are marked."""
        session, row = self._session, self._session.shaded_query
        if row is None or session.look is None:
            return self.tr("the 20% of memory tokens with the most attention, the mean over the queries; √ colours")
        query = session.look.query_tokens[row]
        return self.tr("the 20% of memory tokens with the most attention of the query “{0}”; √ colours").format(query)

    def _why_not(self) -> str:
        session = self._session
        if session.showing.view.shading == "attention":
            return self.tr("Select a query: click a token of the segment.")
        no_memory = session.look is not None and not session.look.terms.memory
        if session.showing.view.shading == "attended" or (session.showing.view.shading == "gain" and no_memory):
            return why_no_memory(session)
        if session.response is not None and session.response.losses is not None:
            return self.tr("This model predicts no next token here.")
        return self.tr("Computing the losses…")

    def _on_chosen(self, index: int) -> None:
        self._session.showing.set(shading=self.choice.itemData(index))


class ScaleStrip(QWidget):
    """The colours of a scale, from its low end to its high end."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._shading: Shading = "none"
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)

    def sizeHint(self) -> QSize:
        """Return a strip as high as small letters."""
        return QSize(60, 12)

    def show_scale(self, shading: Shading) -> None:
        """Show the colours of another scale."""
        self._shading = shading
        self.update()

    def paintEvent(self, event: QPaintEvent) -> None:
        """Paint the colours; those of attention in two rows, memory over segment."""
        if self._shading == "none":
            return
        painter = QPainter(self)
        rows = (True, False) if self._shading == "attention" else (False,)
        height = self.height() / len(rows)
        for row, memory in enumerate(rows):
            gradient = QLinearGradient(QPointF(0, 0), QPointF(self.width(), 0))
            for step in range(STEPS + 1):
                level = 2 * step / STEPS - 1 if self._shading == "gain" else step / STEPS
                gradient.setColorAt(step / STEPS, colour_of(self._shading, level, colours().palette, memory=memory))
            painter.fillRect(QRectF(0, row * height, self.width(), height), gradient)
        painter.setPen(QColor(colours().palette.line))
        painter.drawRect(QRectF(self.rect()).adjusted(0.5, 0.5, -0.5, -0.5))


@lru_cache(maxsize=512)
def _mix(one: str, other: str, share: float) -> str:
    """Return a colour between two."""
    return "#{:02x}{:02x}{:02x}".format(
        *(round(a + share * (b - a)) for a, b in zip(rgb(one), rgb(other), strict=True))
    )


@dataclass(frozen=True)
class Tint:
    """A run of tokens with one ground.

    Attributes:
        first: position in the text of the first token.
        count: how many tokens.
        ground: what is behind them.
        ink: the colour of their words.
        struck: whether the ground is hatched instead of filled.
    """

    first: int
    count: int
    ground: str
    ink: str
    struck: bool = False

    @property
    def style(self) -> QTextCharFormat:
        """Ground and ink, as Qt paints them."""
        return _style(self.ground, self.ink, self.struck)


def tints_of(session: Session, look: Look, shades: Shades | None, palette: Palette) -> list[Tint]:
    """Return the tints of the text, those on top last.

    Args:
        session: says which cell is selected and what the text is shaded by.
        look: what is shown.
        shades: what tokens are shaded by, if they are.
        palette: the theme.
    """
    tints = [
        Tint(0, look.first, palette.hatch, palette.muted, struck=True),
        Tint(look.first, look.start - look.first, palette.forgotten_tint, palette.muted),
        *(Tint(first, count, palette.memory_tint, palette.text) for first, count in _runs(look)),
        Tint(look.start, len(look.query_tokens), palette.segment_tint, palette.text),
    ]
    if shades is not None:
        runs = runs_of(shades, session.showing.view.shading, palette, look.start)
        tints += [Tint(first, count, ground, ink_on(ground)) for first, count, ground in runs]
    if session.selection.cell is not None:
        query, key = session.selection.cell
        key_token = int(look.key_positions[key])
        if key_token >= 0 and shades is None:
            tints.append(Tint(key_token, 1, palette.inks["memory"], palette.paper))
        tints.append(Tint(look.start + query, 1, palette.cursor, palette.paper))
    return [tint for tint in tints if tint.count > 0]


@lru_cache(maxsize=512)
def _style(ground: str, ink: str, struck: bool) -> QTextCharFormat:
    """Return a style; there are few of them, and hundreds of runs each time the pointer moves on."""
    style = QTextCharFormat()
    style.setBackground(QBrush(QColor(ground), Qt.BrushStyle.BDiagPattern if struck else Qt.BrushStyle.SolidPattern))
    style.setForeground(QColor(ink))
    return style


def _runs(look: Look) -> list[tuple[int, int]]:
    """Return the runs (first token, how many) of the text that are memory: one, unless a model keeps parts only."""
    kept = look.key_positions[: look.terms.memory]
    kept = kept[kept >= 0]
    starts = np.flatnonzero(np.diff(kept, prepend=-2) != 1)
    return [(int(run[0]), len(run)) for run in np.split(kept, starts[1:]) if len(run)]
