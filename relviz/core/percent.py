"""Shares as percentages: one rule for the whole program."""

from __future__ import annotations

import math

LEAST = 0.01
"""The smallest percentage that is written as a number; what is smaller is said to be less."""
MOST = 2
"""Decimals of a percentage, if it is not asked for more."""


def percent(share: float, decimals: int | None = None) -> str:
    """Return a share as a percentage, without a space before the sign, in English as in Chinese.

    What is not zero is never written as zero: it gets decimals until there is a digit, or is said to be ``<0.01%``.

    Args:
        share: the share, 0 to 1; NaN is written as a dash.
        decimals: how many decimals; one from 1% on and two below, if not given, and none for 0% and 100%.
    """
    if math.isnan(share):
        return "–"
    if share == 0:
        return "0%"
    size = 100 * share
    if decimals is None:
        decimals = 0 if size >= 99.95 else 1 if size >= 1 else MOST
    for digits in range(decimals, max(decimals, MOST) + 1):
        written = f"{size:.{digits}f}"
        if float(written):
            return f"{written}%"
    return f"<{LEAST:g}%"


def short_percent(share: float) -> str:
    """Return a share in whole percent as it fits a cell, without the sign: ``68``, or ``<1`` for next to nothing.

    Args:
        share: the share, 0 to 1; NaN is written as a dash.
    """
    if math.isnan(share):
        return "–"
    return "<1" if 0 < 100 * share <= 0.5 else f"{100 * share:.0f}"
