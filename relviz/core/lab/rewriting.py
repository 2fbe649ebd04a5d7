"""From absolute to relative: the four terms of one score, before and after Transformer-XL's rewriting."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal

from relviz.core.sentence import Sentence
from relviz.errors import SettingError

if TYPE_CHECKING:
    from relviz.core.reading.trace import Floats, Head, SegmentTrace, Terms

Slot = Literal["query", "query matrix", "dot", "key matrix", "key"]
Letter = Literal["a", "b", "c", "d"]
LETTERS: tuple[Letter, ...] = ("a", "b", "c", "d")


@dataclass(frozen=True)
class Span:
    """One symbol of a formula.

    Attributes:
        slot: its place; the spans before and after the rewriting have the same slots in the same order.
        text: the symbol; empty where nothing stands in that place.
        letter: the term it belongs to, which gives its colour.
        changed: whether the rewriting puts another symbol in this place.
    """

    slot: Slot
    text: str
    letter: Letter
    changed: bool


@dataclass(frozen=True)
class Rewriting:
    """One term, before and after.

    Attributes:
        letter: of the term, as in both equations of the paper.
        absolute_name: what the term is before, e.g. ``content-position``.
        relative_name: what it is after, e.g. ``position``.
        absolute: its formula before, five spans.
        relative: its formula after, five spans.
        sentence: what was changed, and why.
    """

    letter: Letter
    absolute_name: str
    relative_name: str
    absolute: tuple[Span, ...]
    relative: tuple[Span, ...]
    sentence: str


@dataclass(frozen=True, eq=False)
class RewrittenTerm:
    """One term of two readings of the same segment, one absolute and one relative.

    Attributes:
        rewriting: formulas and words.
        absolute: (T, K) the term of the absolute scheme, NaN where a query may not see; None if it has none.
        relative: (T, K) that of Transformer-XL.
    """

    rewriting: Rewriting
    absolute: Floats | None
    relative: Floats | None


def _rewriting(
    letter: Letter, names: tuple[str, str], before: tuple[str, ...], after: tuple[str, ...], sentence: str
) -> Rewriting:
    slots: tuple[Slot, ...] = ("query", "query matrix", "dot", "key matrix", "key")
    differs = [old != new for old, new in zip(before, after, strict=True)]
    absolute, relative = (
        tuple(Span(slot, text, letter, changed) for slot, text, changed in zip(slots, symbols, differs, strict=True))
        for symbols in (before, after)
    )
    return Rewriting(letter, *names, absolute, relative, sentence)


REWRITINGS: tuple[Rewriting, ...] = (
    _rewriting(
        "a",
        (Sentence("content-content"), Sentence("content")),
        ("xᵢ", "W_q", "·", "W_k", "xⱼ"),
        ("xᵢ", "W_q", "·", "W_kE", "xⱼ"),
        Sentence("The two tokens' contents stay; the keys of contents get a matrix of their own."),
    ),
    _rewriting(
        "b",
        (Sentence("content-position"), Sentence("position")),
        ("xᵢ", "W_q", "·", "W_k", "Uⱼ"),
        ("xᵢ", "W_q", "·", "W_kR", "Rᵢ₋ⱼ"),
        Sentence("The key's place in the text becomes its distance, with a matrix of its own."),
    ),
    _rewriting(
        "c",
        (Sentence("position-content"), Sentence("content bias")),
        ("Uᵢ", "W_q", "·", "W_k", "xⱼ"),
        ("u", "", "·", "W_kE", "xⱼ"),
        Sentence("The query's place becomes one learned vector u: wherever it asks from, it asks alike."),
    ),
    _rewriting(
        "d",
        (Sentence("position-position"), Sentence("position bias")),
        ("Uᵢ", "W_q", "·", "W_k", "Uⱼ"),
        ("v", "", "·", "W_kR", "Rᵢ₋ⱼ"),
        Sentence("The query's place becomes one learned vector v, and the key's place its distance."),
    ),
)
"""The four terms of the absolute score and what became of them (Dai et al. 2019, section 3.3, both equations).

x is a layer's input, U an absolute position's vector, R a distance's. relviz, as the reference code, names one matrix
W_k for contents, where the paper has W_kE.
"""


def rewritten(absolute: SegmentTrace, relative: SegmentTrace, layer: int, head: Head) -> tuple[RewrittenTerm, ...]:
    """Pair the terms of two readings of the same segment, (a) to (d).

    Raises:
        SettingError: there is no such layer or head, or the readings show segments of different shapes.
    """
    before, after = absolute.terms(layer, head), relative.terms(layer, head)
    if before.mask.shape != after.mask.shape:
        raise SettingError(
            "The two readings show different segments: read the same text with the same lengths to compare them."
        )
    return tuple(
        RewrittenTerm(rewriting, term(before, rewriting.letter), term(after, rewriting.letter))
        for rewriting in REWRITINGS
    )


def term(terms: Terms, letter: Letter) -> Floats | None:
    """Return the term with a letter, (T, K), NaN where a query may not see; None if the scheme has none."""
    name = next((part.kind.name for part in terms.parts if part.kind.letter == letter), None)
    return None if name is None else terms.part(name)
