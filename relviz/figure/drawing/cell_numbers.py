"""The numbers that are written into the cells of a map."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

from relviz.core.percent import short_percent
from relviz.figure.lettering.fonts import text_width
from relviz.figure.lettering.ticks import MINUS, format_number

if TYPE_CHECKING:
    from relviz.core.reading.trace import Floats
    from relviz.figure.spec import Scale

DIGITS = 3
"""Significant digits of the ends of a colour bar, and of the numbers in cells."""
MOST_DECIMALS, TOO_LONG = 5, 1e5
"""From where on each number is written as short as can be."""


def cell_texts(values: Floats, scale: Scale, room: float) -> list[str]:
    """Return what is written into the cells of a map, row by row; nothing into masked ones.

    All numbers have as many decimals as the end of the colour bar, so that none of them is beyond it; one less where
    there is no room for that. The heading of a map of shares says that these are percentages: the sign would only fill
    the cells.

    Args:
        values: (rows, columns) the numbers, NaN where masked.
        scale: of the colour bar.
        room: how wide a number may be, in device-independent pixels.
    """
    for digits in (DIGITS, DIGITS - 1):
        texts = [_text(float(value), scale, digits) for value in values.flat]
        if max(map(text_width, texts), default=0.0) <= room:
            break
    return texts


def _text(value: float, scale: Scale, digits: int) -> str:
    if math.isnan(value):
        return ""
    return short_percent(value) if scale.percent else _with_decimals(value, scale.high, digits)


def _with_decimals(value: float, largest: float, digits: int) -> str:
    """Return a number with the decimals that the largest has with so many digits; only 0 is written as 0."""
    decimals = max(digits - 1 - math.floor(math.log10(largest)), 0) if largest > 0 else digits - 1
    written = f"{abs(value):.{decimals}f}"
    if not float(written) or math.isinf(value) or decimals > MOST_DECIMALS or largest >= TOO_LONG:
        return format_number(value, digits)
    return MINUS + written if value < 0 else written
