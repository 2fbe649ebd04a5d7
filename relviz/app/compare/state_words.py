"""What two states are, in words, fact by fact, so that it can be seen in what they differ."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from PySide6.QtCore import QCoreApplication

from relviz.core.reading.alignment import common
from relviz.figure.words import comma, head_name, list_comma, place_name

if TYPE_CHECKING:
    from relviz.app.compare.snapshot import Snapshot

BEGINNING = 24
"""Characters of a text that are quoted."""


def _tr(text: str) -> str:
    return QCoreApplication.translate("Comparison", text)


class Fact(NamedTuple):
    """One thing said of both states.

    Attributes:
        a: what it is in A.
        b: what it is in B.
    """

    a: str
    b: str

    @property
    def differs(self) -> bool:
        """Whether A and B differ in it."""
        return self.a != self.b


def facts(a: Snapshot, b: Snapshot) -> tuple[Fact, ...]:
    """Return what there is to say of two states: always which place of which model, the rest where it is unusual."""
    always = (_model, _segment, _layer, _head, _length, _memory)
    said = [Fact(of(a), of(b)) for of in always]
    said += [
        Fact(of(a), of(b))
        for of, usual in (
            (_start, _tr("from the beginning")),
            (_slots, _tr("memory empty at first")),
            (_gains, _tr("all terms as they are")),
            (_hidden, _tr("all keys")),
        )
        if (of(a), of(b)) != (usual, usual)
    ]
    if a.text != b.text:
        said.append(Fact(*(_quoted(one.text, other.text) for one, other in ((a, b), (b, a)))))
    return tuple(said)


def differing(a: Snapshot, b: Snapshot) -> tuple[str, str]:
    """Return of A and of B in what they differ; the layer and head of both if they differ in nothing."""
    different = [fact for fact in facts(a, b) if fact.differs]
    if not different:
        same = place_name(a.look.terms.layer, a.look.terms.head)
        return same, same
    return comma().join(fact.a for fact in different), comma().join(fact.b for fact in different)


def _model(of: Snapshot) -> str:
    scheme = of.response.request.options.scheme
    return of.look.model if scheme is None else _tr("{0} with {1}").format(of.look.model, scheme)


def _segment(of: Snapshot) -> str:
    return _tr("segment {0}").format(of.look.index)


def _layer(of: Snapshot) -> str:
    return _tr("layer {0}").format(of.look.terms.layer)


def _head(of: Snapshot) -> str:
    return head_name(of.look.terms.head)


def _length(of: Snapshot) -> str:
    return f"T = {_of(len(of.look.query_tokens), of.look.segment_length)}"


def _memory(of: Snapshot) -> str:
    return f"M = {_of(of.look.terms.memory, of.look.memory_length)}"


def _start(of: Snapshot) -> str:
    return _tr("from token {0}").format(of.look.first) if of.look.first else _tr("from the beginning")


def _slots(of: Snapshot) -> str:
    return _tr("memory zero at first") if of.response.initial_memory == "zeros" else _tr("memory empty at first")


def _gains(of: Snapshot) -> str:
    interventions = of.look.interventions
    if not interventions:
        return _tr("all terms as they are")
    changed = interventions.changed([part.kind for part in of.look.terms.parts])
    off = _tr("off")
    said = list_comma().join(f"({letter}) {f'× {gain:g}' if gain else off}" for letter, gain in changed)
    since = {"start": _tr("{0} from the start"), "segment": _tr("{0} on this segment")}
    return since[interventions.since].format(said)


def _hidden(of: Snapshot) -> str:
    if not of.hidden:
        return _tr("all keys")
    return _tr("keys hidden: {0}").format(len(of.hidden))


def _quoted(text: str, other: str) -> str:
    """Return the beginning of a text, or from shortly before where it becomes another than a second one."""
    begin = max(0, common(text, other)[0] - BEGINNING // 2)
    piece = " ".join(text[begin : begin + BEGINNING].split())
    before, after = "…" if begin else "", "…" if begin + BEGINNING < len(text) else ""
    return _tr("text “{0}”").format(f"{before}{piece}{after}")


def _of(here: int, full: int) -> str:
    """Return a length, and what it would be if the segment, or the memory, were full."""
    return str(here) if here == full else _tr("{0} of {1}").format(here, full)
