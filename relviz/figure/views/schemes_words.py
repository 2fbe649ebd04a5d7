"""What the schemes are called in figures, and which lines are theirs."""

from __future__ import annotations

from typing import TYPE_CHECKING

from relviz.figure.spec import Series

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from relviz.figure.spec import Floats, Ink

TITLES: Mapping[str, str] = {
    "restart": "Restarting",
    "count": "Counting on",
    "learned": "Learned",
    "shaw": "Shaw",
    "xl": "Transformer-XL",
    "none": "None",
    "alibi": "ALiBi",
    "rotary": "Rotary",
    "t5": "T5 bias",
}
"""Short names of the schemes of the lab, in the order of the argument."""
_LINES: Mapping[str, tuple[Ink, bool]] = {
    "restart": ("token_type", False),
    "count": ("memory", False),
    "learned": ("token_type", True),
    "shaw": ("self", True),
    "xl": ("score", False),
    "none": ("score", True),
    "alibi": ("memory", True),
    "rotary": ("segment", False),
    "t5": ("segment", True),
}
RANDOM = "random weights"


def title_of(scheme: str) -> str:
    """Return the short name of a scheme."""
    return TITLES.get(scheme, scheme)


def series_of(scheme: str, values: Floats) -> Series:
    """Return a curve in the scheme's ink, dashed or not, which no other scheme has."""
    ink, dashed = _LINES.get(scheme, ("plain", True))
    return Series(title_of(scheme), values, ink, dashed)


def listed(schemes: Iterable[str]) -> str:
    """Return names for a sentence: ``Shaw, ALiBi and Rotary``."""
    *most, last = [title_of(scheme) for scheme in schemes]
    return f"{', '.join(most)} and {last}" if most else last
