"""Which labels fit on an axis, where round numbers lie, and how numbers are written; the window uses the same.

Nothing here knows fonts: whoever asks passes how wide a text is (``measure``), in the unit of the lengths.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence

from relviz.core.percent import percent as share_text

Measure = Callable[[str], float]
MINUS = "\u2212"
"""The minus sign, as wide as a plus; the hyphen on the keyboard is not."""
ELLIPSIS = "\u2026"


def label_step(cell: float, needed: float) -> int:
    """Return n so that every n-th label fits without touching its neighbour.

    Args:
        cell: distance from one cell to the next.
        needed: room that one label takes along the axis, with the gap to the next.
    """
    if cell <= 0:
        return 1 << 30  # no room at all: only the first
    return max(1, math.ceil(needed / cell - 1e-9))


def shown_labels(count: int, cell: float, needed: float, first: int = 0) -> range:
    """Return the cells out of ``first .. count - 1`` whose labels are drawn.

    They are multiples of one step, so that panning an axis does not make its labels jump.
    """
    step = label_step(cell, needed)
    return range(-(-first // step) * step, count, step)


def elide(label: str, room: float, measure: Measure) -> str:
    """Return the label, or as much of its beginning as fits, with an ellipsis; empty if not even that does."""
    if measure(label) <= room:
        return label
    fits, fails = 0, len(label)
    while fails - fits > 1:
        middle = (fits + fails) // 2
        if measure(label[:middle] + ELLIPSIS) <= room:
            fits = middle
        else:
            fails = middle
    if fits:
        return label[:fits] + ELLIPSIS
    return ELLIPSIS if measure(ELLIPSIS) <= room else ""


def nice_ticks(low: float, high: float, most: int, *, whole: bool = False) -> tuple[float, ...]:
    """Return at most ``most`` round numbers from low to high, 1, 2 or 5 times a power of ten apart.

    Args:
        low: start of the axis.
        high: end of the axis; not below ``low``.
        most: how many ticks there is room for.
        whole: only whole numbers (cells, positions).
    """
    span = high - low
    if most < 1 or not math.isfinite(span) or span < 0:
        return ()
    if span == 0:
        return (low,)
    power = math.floor(math.log10(span / most))
    if whole:
        power = max(power, 0)
    # Three decades are more than enough: a step of 10 times span / most leaves at most one tick.
    for exponent in range(power, power + 3):
        for factor in (1, 2, 5):
            first, last = _multiples(low, high, factor * 10.0**exponent)
            if last - first < most:
                return tuple(float(f"{number * factor}e{exponent}") for number in range(first, last + 1))
    return ()


def fitting_ticks(
    low: float, high: float, length: float, measure: Measure, *, percent: bool = False, whole: bool = False
) -> tuple[float, ...]:
    """Return as many round numbers as can be written side by side along ``length`` without touching."""
    for most in range(12, 0, -1):
        ticks = nice_ticks(low, high, most, whole=whole)
        if len(ticks) < 2:
            return ticks
        room = (ticks[1] - ticks[0]) / (high - low) * length
        if max(map(measure, format_ticks(ticks, percent=percent))) * 1.5 <= room:
            return ticks
    return ()


def format_number(value: float, digits: int = 3, *, percent: bool = False, sign: bool = False) -> str:
    """Return a number with that many significant digits and no useless zeros.

    Args:
        value: the number; what is not finite is written as a dash or as infinity.
        digits: significant digits.
        percent: write the share ``value`` as a percentage; what is not all of something is not written as 100%.
        sign: write a plus before positive numbers.
    """
    if math.isnan(value):
        return "\u2013"
    unit = "%" if percent else ""
    before = MINUS if value < 0 else "+" if sign and value > 0 else ""
    size = abs(value) * (100 if percent else 1)
    if math.isinf(size):
        return f"{before}\u221e"
    if size == 0:
        return "0" + unit
    exponent = math.floor(math.log10(size))
    if not -5 < exponent < 7:
        mantissa, _, power = f"{size:.{digits - 1}e}".partition("e")
        written = f"{_strip(mantissa)}e{int(power)}".replace("-", MINUS)
    else:
        written = _strip(f"{size:.{max(digits - 1 - exponent, 0)}f}")
    if percent and written == "100" and size < 100 and not before:
        return share_text(value, 0)
    return before + written + unit


def format_ticks(ticks: Sequence[float], *, percent: bool = False) -> tuple[str, ...]:
    """Return the labels of equally spaced ticks, all with the decimals that their distance needs; 0 needs none."""
    if len(ticks) < 2:
        return tuple(format_number(tick, 4, percent=percent) for tick in ticks)
    factor = 100 if percent else 1
    step = (ticks[1] - ticks[0]) * factor
    decimals = max(0, -math.floor(math.log10(step) + 1e-9))
    if decimals > 4 or max(abs(tick) * factor for tick in ticks) >= 1e7:
        return tuple(format_number(tick, 3, percent=percent) for tick in ticks)
    unit = "%" if percent else ""
    return tuple(_signed(tick * factor, decimals) + unit for tick in ticks)


def _multiples(low: float, high: float, step: float) -> tuple[int, int]:
    """Return the first and the last multiple of a step from low to high."""
    return math.ceil(low / step - 1e-9), math.floor(high / step + 1e-9)


def _signed(value: float, decimals: int) -> str:
    """Return the value with so many decimals and a proper minus; zero is 0."""
    written = f"{abs(value):.{decimals}f}"
    if not float(written):
        return "0"
    return MINUS + written if value < 0 else written


def _strip(decimal: str) -> str:
    """Return a decimal without zeros at its end."""
    return decimal.rstrip("0").rstrip(".") if "." in decimal else decimal
