"""What each stretch of the text is tinted with: not read, forgotten, memory, segment; shades; the selected tokens."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING

import numpy as np
from PySide6.QtCore import Qt
from PySide6.QtGui import QBrush, QColor, QTextCharFormat

from relviz.ui.text.shading import ink_on, runs_of

if TYPE_CHECKING:
    from relviz.app.session.session import Session
    from relviz.app.session.shading import Shades
    from relviz.core.reading.look import Look
    from relviz.figure.colours.palette import Palette


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
        runs = runs_of(shades, session.showing.shading, palette, look.start)
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
