"""Text on a painter: one line at a time, placed by its baseline, in a colour of the palette."""

from __future__ import annotations

from typing import Literal

from PySide6.QtCore import QPointF
from PySide6.QtGui import QColor, QPainter

from relviz.figure.fonts import LABEL, font, text_width
from relviz.figure.ticks import elide

Align = Literal["left", "centre", "right"]

SEPARATOR = "  ·  "
"""Between the parts of a caption."""
SHORT = 0.25
"""Share of a line up to which a part of a caption is kept whole."""
MIDDLE = 0.36
"""How far below the middle of a line its baseline lies, in font sizes: half the height of a capital."""


def draw_text(
    painter: QPainter,
    x: float,
    y: float,
    text: str,
    colour: str,
    *,
    size: int = LABEL,
    bold: bool = False,
    align: Align = "left",
    turn: float = 0.0,
) -> None:
    """Draw a line of text.

    Args:
        painter: where to draw.
        x: the anchor; ``align`` says which end of the text is there.
        y: the middle of the text's capitals.
        text: what to draw.
        colour: ``#rrggbb``.
        size: pixel size.
        bold: whether it is bold.
        align: which end of the text is at the anchor.
        turn: degrees clockwise round the anchor; -90 reads upwards.
    """
    if not text:
        return
    shift = {"left": 0.0, "centre": 0.5, "right": 1.0}[align] * text_width(text, size, bold=bold)
    painter.setFont(font(size, bold=bold))
    painter.setPen(QColor(colour))
    if not turn:
        painter.drawText(QPointF(x - shift, y + MIDDLE * size), text)
        return
    painter.save()
    painter.translate(x, y)
    painter.rotate(turn)
    painter.drawText(QPointF(-shift, MIDDLE * size), text)
    painter.restore()


def lines_of(text: str, room: float, size: int = LABEL, *, bold: bool = False) -> tuple[str, ...]:
    """Return a text in lines that fit the room, broken between words or between parts with a ``SEPARATOR``.

    A part that would be short in a line of its own, such as a version, is not broken. Its own line ends stay. A word
    that is wider than the room, such as a Chinese sentence, is broken where the room ends.
    """
    if "\n" in text:
        return tuple(line for part in text.split("\n") for line in lines_of(part, room, size, bold=bold))
    lines: list[str] = []
    for number, part in enumerate(text.split(SEPARATOR)):
        joint = SEPARATOR if number else ""
        short = text_width(part, size, bold=bold) <= SHORT * room
        for word in [part] if short else part.split(" "):
            if lines and text_width(longer := lines[-1] + joint + word, size, bold=bold) <= room:
                lines[-1] = longer
            else:
                lines.extend(_pieces(word, room, size, bold=bold))
            joint = " "
    return tuple(lines)


def _pieces(word: str, room: float, size: int, *, bold: bool) -> list[str]:
    """Return a word in pieces that fit the room, each of at least one character."""
    pieces = []
    while word:
        end = len(word)
        while end > 1 and text_width(word[:end], size, bold=bold) > room:
            end -= 1
        pieces.append(word[:end])
        word = word[end:]
    return pieces


def fitted(text: str, room: float, size: int = LABEL, *, bold: bool = False) -> str:
    """Return the text, shortened with an ellipsis to the room there is."""
    return elide(text, room, lambda part: text_width(part, size, bold=bold))
