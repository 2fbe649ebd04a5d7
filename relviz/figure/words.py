"""What people read for names and places of the core, in the language that the application speaks."""

from __future__ import annotations

from functools import reduce
from typing import TYPE_CHECKING

from PySide6.QtCore import QCoreApplication

from relviz.core.sentence import Sentence, marked

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from relviz.core.interventions import Interventions, PartKind
    from relviz.core.reading.trace import Head
    from relviz.core.units import Unit


_PARTS: Mapping[str, str] = {
    "content": marked("Words", "content"),
    "position": marked("Words", "position"),
    "content_bias": marked("Words", "content bias"),
    "position_bias": marked("Words", "position bias"),
    "content_position": marked("Words", "content position"),
    "position_content": marked("Words", "position content"),
    "position_position": marked("Words", "position position"),
    "token_type": marked("Words", "token type"),
    "rotary": marked("Words", "rotary"),
}


def _tr(text: str) -> str:
    return QCoreApplication.translate("Words", text)


def told(sentence: str) -> str:
    """Return a sentence of the core in the language in use; one that does not know what it was made from as it is."""
    if not isinstance(sentence, Sentence):
        return sentence
    text = QCoreApplication.translate("Sentences", sentence.template)
    if not sentence.values:
        return text
    return text.format(*(told(value) if isinstance(value, str) else value for value in sentence.values))


def part_name(kind: PartKind) -> str:
    """Return what a part of the score is called, e.g. ``content bias``."""
    return QCoreApplication.translate("Words", _PARTS.get(kind.name, kind.name.replace("_", " ")))


def part_title(kind: PartKind) -> str:
    """Return what people read over the map of a part, e.g. ``c  content bias``."""
    return f"{kind.letter}  {part_name(kind)}"


def head_name(head: Head) -> str:
    """Return ``head 3``, or ``mean over heads``."""
    return _tr("mean over heads") if head == "mean" else _tr("head {0}").format(head)


def place_name(layer: int, head: Head) -> str:
    """Return ``layer 2, head 3``, or ``layer 2, mean over heads``."""
    return _tr("layer {0}, {1}").format(layer, head_name(head))


def segment_of(index: int, segments: int) -> str:
    """Return ``segment 3 of 0–11``."""
    return _tr("segment {0} of 0–{1}").format(index, segments - 1)


def interventions_in_words(interventions: Interventions, kinds: Sequence[PartKind]) -> str:
    """Return what interventions do, e.g. ``from the start of the text, (b) off``; nothing if they do nothing."""
    changed = [
        _tr("({0}) × {1:g}").format(letter, gain) if gain else _tr("({0}) off").format(letter)
        for letter, gain in interventions.changed(kinds)
    ]
    if not changed:
        return ""
    if interventions.since == "start":
        return _tr("from the start of the text, {0}").format(list_comma().join(changed))
    return _tr("on this segment, over its true memory, {0}").format(list_comma().join(changed))


def comma() -> str:
    """Return what stands between parts of a sentence."""
    return _tr(", ")


def list_comma() -> str:
    """Return what stands between the members of a list, which Chinese tells from a comma."""
    return QCoreApplication.translate("List", ", ")


def listed(words: Sequence[str]) -> str:
    """Return words for a sentence: ``Shaw, ALiBi and Rotary``."""
    *most, last = words
    return _tr("{0} and {1}").format(list_comma().join(most), last) if most else last


def sentences(parts: Iterable[str]) -> str:
    """Return sentences one after the other; in Chinese there is no space between them."""
    return reduce(lambda before, after: _tr("{0} {1}").format(before, after), parts)


def figure_tr(text: str) -> str:
    """Return a text of a figure in the language in use."""
    return QCoreApplication.translate("Figure", text)


def unit_name(unit: Unit) -> str:
    """Return the name of a unit in the language of the program, for several of it."""
    if unit == "bits":
        return QCoreApplication.translate("Units", "bits")
    return QCoreApplication.translate("Units", "nats")
