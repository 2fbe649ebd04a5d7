"""Shares as percentages: one rule for the whole program."""

from __future__ import annotations

import math

LEAST = 0.01
"""The smallest percentage that is written as a number, and the smallest distance to all: what is nearer to nothing is
said to be less, what is nearer to all to be more."""
MOST = 2
"""Decimals of a percentage, if it is not asked for more."""
ROUNDING = 1e-6
"""How far from 1 a sum of float32 shares may be that are all there is: some units in the last place."""


def percent(share: float, decimals: int | None = None) -> str:
    """Return a share as a percentage, without a space before the sign, in English as in Chinese.

    What is not zero is never written as zero, and what is not all never as all: it gets decimals until there is a digit
    that tells it from them, or is said to be ``<0.01%`` or ``>99.99%``.

    Args:
        share: the share, 0 to 1; NaN is written as a dash.
        decimals: how many decimals; one from 1% on and two below, if not given, and none for 0% and 100%.
    """
    if math.isnan(share):
        return "–"
    if share == 0:
        return "0%"
    size, everything = 100 * share, is_all(share)
    if decimals is None:
        decimals = 0 if everything else 1 if size >= 1 else MOST
    for digits in range(decimals, max(decimals, MOST) + 1):
        written = f"{size:.{digits}f}"
        if float(written) and (everything or size > 100 or float(written) != 100):
            return f"{written}%"
    return f"<{LEAST:g}%" if size < 1 else f">{100 - LEAST:g}%"


def short_percent(share: float) -> str:
    """Return a share in whole percent as it fits a cell, without the sign: ``68``, or ``<1`` for next to nothing.

    Args:
        share: the share, 0 to 1; NaN is written as a dash. What is next to all is ``>99``.
    """
    if math.isnan(share):
        return "–"
    if 0 < 100 * share <= 0.5:
        return "<1"
    return ">99" if 99.5 <= 100 * share < 100 and not is_all(share) else f"{100 * share:.0f}"


def is_all(share: float) -> bool:
    """Whether a share is 1, but for the rounding of float32."""
    return abs(share - 1) <= ROUNDING
