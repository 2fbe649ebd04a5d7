"""Text on a painter: one line at a time, placed by its baseline, in a colour of the palette."""

from __future__ import annotations

import re
from typing import Literal

from PySide6.QtCore import QPointF
from PySide6.QtGui import QColor, QPainter

from relviz.figure.lettering.fonts import LABEL, font, text_width
from relviz.figure.lettering.ticks import elide

Align = Literal["left", "centre", "right"]

SEPARATOR = "  ·  "
"""Between the parts of a caption."""
SHORT = 0.25
"""Share of a line up to which a part of a caption is kept whole."""
BEGINNING = 0.1
"""Share of a line that the beginning of a part takes at least, where it begins in the line of another."""
MIDDLE = 0.36
"""How far below the middle of a line its baseline lies, in font sizes: half the height of a capital."""
_CHINESE, _OPENING = r"\u3400-\u9fff\uf900-\ufaff", "（《〈【「『“‘(["
_CLOSING = "，。、；：！？）》〉】」』”’…,.;:!?)%\\]"
_ENDS = re.compile(
    rf"(?<=[{_CHINESE}])(?=[^{_CLOSING}])|(?<=[，。、；：！？）》〉】」』”’])(?=[{_CHINESE}{re.escape(_OPENING)}])|"
    rf"(?<=[^{re.escape(_OPENING)}])(?=[{_CHINESE}])"
)
"""Where a Chinese text may go on in the next line."""


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

    Between Chinese characters a line ends anywhere, but none begins with a comma or ends with an opening bracket. A
    part that would be short in a line of its own, such as a version, is not broken, and no part leaves only a word or
    two at the end of the line where it begins. The text's own line ends stay. A word that is wider than the room is
    broken where the room ends.
    """
    if "\n" in text:
        return tuple(line for part in text.split("\n") for line in lines_of(part, room, size, bold=bold))
    lines: list[str] = []
    for number, part in enumerate(text.split(SEPARATOR)):
        short = text_width(part, size, bold=bold) <= SHORT * room
        words = [("", part)] if short else _words(part)
        while len(words) > 1 and text_width(words[0][1], size, bold=bold) < BEGINNING * room:
            words[:2] = [("", words[0][1] + words[1][0] + words[1][1])]
        for nth, (joint, word) in enumerate(words):
            before = joint if nth else SEPARATOR if number else ""
            if lines and text_width(longer := lines[-1] + before + word, size, bold=bold) <= room:
                lines[-1] = longer
            else:
                lines.extend(_pieces(word, room, size, bold=bold))
    return tuple(lines)


def _words(part: str) -> list[tuple[str, str]]:
    """Return what a line may end after, each with what is before it on the same line: a blank, or nothing."""
    return [
        ("" if nth else " ", piece) for word in part.split(" ") for nth, piece in enumerate(_ENDS.split(word) or [word])
    ]


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
