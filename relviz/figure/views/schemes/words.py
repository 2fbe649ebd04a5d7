"""What the schemes are called in figures, and which lines are theirs."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QCoreApplication

from relviz.core.units import of_bits
from relviz.figure import words
from relviz.figure.spec import Series
from relviz.figure.words import figure_tr, marked, unit_name

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from relviz.core.lab.checks import Check
    from relviz.core.units import Unit
    from relviz.figure.spec import Floats, Ink

TITLES: Mapping[str, str] = {
    "restart": marked("Figure", "Restarting"),
    "count": marked("Figure", "Counting on"),
    "learned": marked("Figure", "Learned"),
    "shaw": marked("Figure", "Shaw"),
    "xl": marked("Figure", "Transformer-XL"),
    "none": marked("Figure", "None"),
    "alibi": marked("Figure", "ALiBi"),
    "rotary": marked("Figure", "Rotary"),
    "t5": marked("Figure", "T5 bias"),
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
RANDOM = marked("Figure", "random weights")


def title_of(scheme: str) -> str:
    """Return the short name of a scheme."""
    return figure_tr(TITLES.get(scheme, scheme))


def said_of(name: str, words: str) -> str:
    """Return what is said of something after its name: ``Shaw: no vector``."""
    return figure_tr("{0}: {1}").format(name, words)


def series_of(scheme: str, values: Floats) -> Series:
    """Return a curve in the scheme's ink, dashed or not, which no other scheme has."""
    ink, dashed = _LINES.get(scheme, ("plain", True))
    return Series(title_of(scheme), values, ink, dashed)


def listed(schemes: Iterable[str]) -> str:
    """Return names for a sentence: ``Shaw, ALiBi and Rotary``."""
    return words.listed([title_of(scheme) for scheme in schemes])


def measured(check: Check, unit: Unit) -> str:
    """Return the numbers that a claim was held against."""
    text = QCoreApplication.translate("Sentences", check.said)
    return text.format(*(of_bits(loss, unit) for loss in check.bits), unit=unit_name(unit))
