"""The Terms view: the four terms of the score, the score, and the attention, as six heatmaps."""

from __future__ import annotations

from typing import TYPE_CHECKING

from relviz.figure.spec import Axis, FigureSpec, Heatmap, Ink, Marker, Scale
from relviz.figure.views.caption import caption, settings

if TYPE_CHECKING:
    from relviz.core.look import Look
    from relviz.core.schemes.base import PartKind
    from relviz.core.trace import Floats


def terms_figure(look: Look, shared_scale: bool = False, selected: tuple[int, int] | None = None) -> FigureSpec:
    """Draw (a) (b) score over (c) (d) attention.

    Args:
        look: what is looked at.
        shared_scale: give the four terms one scale, so that their sizes can be compared; else each has its own.
        selected: (query, key) to frame in every map.
    """
    terms = look.terms
    dense = {part.kind: part.dense(terms.distance) + terms.masking for part in terms.parts}
    shared = Scale.signed(*dense.values())
    rows = Axis("query, this segment", tuple(look.query_tokens))
    columns = Axis("key", tuple(look.key_tokens))
    markers = (Marker.memory(terms.memory),) if terms.memory else ()

    masked = terms.attention.copy()
    masked[~terms.mask] = float("nan")
    of_attention = "mean of softmax" if terms.head == "mean" else "softmax"
    sum_of = " + ".join(part.kind.letter for part in terms.parts)
    maps: list[tuple[str, str, Ink, Floats, Scale, str]] = [
        *(
            (
                kind.name,
                title(kind),
                kind.term,
                values,
                shared if shared_scale else Scale.signed(values),
                note(kind, look),
            )
            for kind, values in dense.items()
        ),
        ("score", "score", "score", terms.score, Scale.signed(terms.score), sum_of),
        (
            "attention",
            "attention",
            "score",
            masked,
            Scale.share(terms.attention, power=0.5),
            f"{of_attention}, √ colours",
        ),
    ]
    *of_terms, score, attention = (
        Heatmap(
            name,
            heading,
            values,
            scale,
            rows,
            columns,
            ink=ink,
            markers=markers,
            selected=selected,
            note=remark,
        )
        for name, heading, ink, values, scale, remark in maps
    )
    half = (len(of_terms) + 1) // 2
    grid = (
        ((*of_terms[:half], score), (*of_terms[half:], attention))
        if half < len(of_terms)
        else ((*of_terms, score, attention),)
    )
    return FigureSpec("terms", "", grid, caption(look), metadata=settings(look))


def note(kind: PartKind, look: Look) -> str:
    """Return what stands beside the title of a part's map: its formula, and what it is multiplied with."""
    gain = look.interventions.gain(kind.name)
    if gain == 1:
        return kind.formula
    return f"{gain:g} × {kind.formula}" if gain else f"{kind.formula}, off"


def title(kind: PartKind) -> str:
    """Return what people read over the map of a part, e.g. ``c  content bias``."""
    return f"{kind.letter}  {kind.name.replace('_', ' ')}"
