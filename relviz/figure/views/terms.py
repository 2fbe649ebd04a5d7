"""The Terms view: the four terms of the score, the score, and the attention, as six heatmaps."""

from __future__ import annotations

from typing import TYPE_CHECKING

from relviz.figure.spec import Axis, FigureSpec, Heatmap, Ink, Marker, Scale
from relviz.figure.views.caption import caption, settings

if TYPE_CHECKING:
    from relviz.core.look import Look
    from relviz.core.trace import Floats

TITLES = {
    "content": "a  content",
    "position": "b  position",
    "content_bias": "c  content bias",
    "position_bias": "d  position bias",
    "token_type": "e  token type",
    "score": "score",
    "attention": "attention",
}
"""What people read over each map."""
INKS: dict[str, Ink] = {
    "content": "content",
    "position": "position",
    "content_bias": "content_bias",
    "position_bias": "position_bias",
    "token_type": "token_type",
}
"""The colour of each term, by its name in ``Terms.parts``."""


def terms_figure(look: Look, shared_scale: bool = False, selected: tuple[int, int] | None = None) -> FigureSpec:
    """Draw (a) (b) score over (c) (d) attention.

    Args:
        look: what is looked at.
        shared_scale: give the four terms one scale, so that their sizes can be compared; else each has its own.
        selected: (query, key) to frame in every map.
    """
    terms = look.terms
    parts = {part.kind.name: terms.part(part.kind.name) for part in terms.parts}
    dense: dict[str, Floats] = {name: values for name, values in parts.items() if values is not None}
    shared = Scale.signed(*dense.values())
    formulas = {part.kind.name: part.kind.formula for part in terms.parts}
    rows = Axis("query, this segment", tuple(look.query_tokens))
    columns = Axis("key", tuple(look.key_tokens))
    markers = (Marker.memory(terms.memory),) if terms.memory else ()

    masked = terms.attention.copy()
    masked[~terms.mask] = float("nan")
    of_attention = "mean of softmax" if terms.head == "mean" else "softmax"
    sum_of = " + ".join(part.kind.letter for part in terms.parts)
    maps = [
        *(
            (name, values, shared if shared_scale else Scale.signed(values), formulas[name])
            for name, values in dense.items()
        ),
        ("score", terms.score, Scale.signed(terms.score), sum_of),
        ("attention", masked, Scale.share(terms.attention, power=0.5), f"{of_attention}, √ colours"),
    ]
    *of_terms, score, attention = (
        Heatmap(
            name,
            TITLES[name],
            values,
            scale,
            rows,
            columns,
            ink=INKS.get(name, "score"),
            markers=markers,
            selected=selected,
            note=note,
        )
        for name, values, scale, note in maps
    )
    half = (len(of_terms) + 1) // 2
    grid = ((*of_terms[:half], score), (*of_terms[half:], attention))
    return FigureSpec("terms", "", grid, caption(look), metadata=settings(look))
