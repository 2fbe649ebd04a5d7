"""The Terms view: the four terms of the score, the score, and the attention, as six heatmaps."""

from __future__ import annotations

from typing import TYPE_CHECKING

from relviz.figure.spec import Axis, FigureSpec, Heatmap, Ink, Marker, Scale
from relviz.figure.views.caption import caption, settings

if TYPE_CHECKING:
    from relviz.core.look import Look
    from relviz.core.trace import Floats

TITLES: dict[str, tuple[Ink, str]] = {
    "content": ("content", "a  content"),
    "position": ("position", "b  position"),
    "content_bias": ("content_bias", "c  content bias"),
    "position_bias": ("position_bias", "d  position bias"),
}
"""Ink and title of each term, by its name in ``Terms.parts``."""


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
    markers = (Marker(terms.memory, "memory|segment"),) if terms.memory else ()

    def heatmap(name: str, title: str, values: Floats, scale: Scale, ink: Ink, note: str) -> Heatmap:
        return Heatmap(name, title, values, scale, rows, columns, ink, markers, selected=selected, note=note)

    maps = [
        heatmap(
            name,
            TITLES[name][1],
            values,
            shared if shared_scale else Scale.signed(values),
            TITLES[name][0],
            formulas[name],
        )
        for name, values in dense.items()
    ]
    score = heatmap("score", "score", terms.score, Scale.signed(terms.score), "score", "a + b + c + d")
    masked = terms.attention.copy()
    masked[~terms.mask] = float("nan")
    note = "mean over heads of softmax(score)" if terms.head == "mean" else "softmax(score)"
    attention = heatmap("attention", "attention", masked, Scale.share(terms.attention), "score", note)
    half = (len(maps) + 1) // 2
    grid = ((*maps[:half], score), (*maps[half:], attention))
    return FigureSpec("terms", "", grid, caption(look), metadata=settings(look))
