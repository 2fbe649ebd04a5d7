"""The colours in which widgets paint themselves: one palette for the whole application.

What a widget paints in ``paintEvent`` needs nothing but ``colours().palette``: Qt has every widget painted anew when
its own palette changes, and that comes with this one. What a widget has made of the colours before, such as rich text
or the items of a scene, it makes anew when ``colours().changed`` says so.
"""

from __future__ import annotations

import html
from functools import cache

from PySide6.QtCore import QObject, Signal

from relviz.figure.colours.palette import LIGHT, Palette


class Colours(QObject):
    """Holds the palette in use.

    Attributes:
        palette: the palette in use.

    Signals:
        changed(): it is another one now; widgets have Qt's colours and their style sheet already.
    """

    changed = Signal()

    def __init__(self) -> None:
        super().__init__()
        self.palette = LIGHT

    def use(self, palette: Palette) -> None:
        """Change the palette, and have what is made of its colours made anew."""
        if palette is not self.palette:
            self.palette = palette
            self.changed.emit()


@cache
def colours() -> Colours:
    """Return the colours of the application."""
    return Colours()


def muted(text: str) -> str:
    """Return plain text as rich text in the colour of what is said beside the numbers."""
    return f"<span style='color:{colours().palette.muted}'>{html.escape(text)}</span>"
