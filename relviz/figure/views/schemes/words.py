"""What the schemes are called in figures, and which lines are theirs."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QCoreApplication

from relviz.core.schemes import SCHEMES, Scheme
from relviz.core.sentence import marked
from relviz.core.units import of_bits
from relviz.figure import words
from relviz.figure.spec import Series
from relviz.figure.words import figure_tr, unit_name

if TYPE_CHECKING:
    from collections.abc import Iterable

    from relviz.core.lab.checks import Check
    from relviz.core.units import Unit
    from relviz.figure.spec import Floats

RANDOM = marked("Figure", "random weights")


def title_of(scheme: str) -> str:
    """Return the short name of a scheme."""
    return figure_tr(_line_of(scheme).title)


def said_of(name: str, words: str) -> str:
    """Return what is said of something after its name: ``Shaw: no vector``."""
    return figure_tr("{0}: {1}").format(name, words)


def series_of(scheme: str, values: Floats) -> Series:
    """Return a curve in the scheme's ink, dashed or not, which no other scheme has."""
    line = _line_of(scheme)
    return Series(title_of(scheme), values, line.ink, line.dashed)


def listed(schemes: Iterable[str]) -> str:
    """Return names for a sentence: ``Shaw, ALiBi and Rotary``."""
    return words.listed([title_of(scheme) for scheme in schemes])


def measured(check: Check, unit: Unit) -> str:
    """Return the numbers that a claim was held against."""
    text = QCoreApplication.translate("Sentences", check.said)
    return text.format(*(of_bits(loss, unit) for loss in check.bits), unit=unit_name(unit))


def _line_of(scheme: str) -> Scheme:
    """Return what is known of a scheme; of one that results of another version name, nothing but its name is."""
    return SCHEMES.get(scheme) or Scheme(scheme, "", scheme)
