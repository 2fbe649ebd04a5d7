"""From absolute to relative: the four terms of one score before and after Transformer-XL's rewriting, in pairs."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from relviz import __version__
from relviz.figure.lettering.text import SEPARATOR
from relviz.figure.spec import Axis, FigureSpec, Heatmap, Ink, Marker, Scale
from relviz.figure.views.schemes.side_by_side import rounded
from relviz.figure.words import figure_tr, told

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from relviz.core.lab.comparison import SchemeView
    from relviz.core.lab.rewriting import RewrittenTerm, Span
    from relviz.core.reading.trace import Floats

INKS: Mapping[str, Ink] = {"a": "content", "b": "position", "c": "content_bias", "d": "position_bias"}
"""The colour of each term, by its letter."""


def rewriting_figure(
    terms: Sequence[RewrittenTerm], queries: Sequence[str], keys: Sequence[str], memory: int, where: str = ""
) -> FigureSpec:
    """Draw the absolute terms over Transformer-XL's, one column a term.

    Args:
        terms: the four of them.
        queries: T labels.
        keys: K labels.
        memory: M, the number of keys that are memory.
        where: segment, layer and head, for the caption; may be empty.
    """
    shape = len(queries), len(keys)
    rows = Axis(figure_tr("query, this segment"), tuple(queries), tokens=True)
    columns = Axis(figure_tr("key"), tuple(keys), tokens=True)
    markers = (Marker.memory(memory),) if memory else ()

    def panel(name: str, title: str, values: Floats | None, letter: str) -> Heatmap:
        shown = np.full(shape, np.nan, np.float32) if values is None else values
        return Heatmap(
            f"{name}_{letter}",
            f"{letter}  {told(title)}",
            shown,
            rounded(Scale.signed(shown)),
            rows,
            columns,
            ink=INKS[letter],
            markers=markers,
        )

    absolute = tuple(
        panel("absolute", one.rewriting.absolute_name, one.absolute, one.rewriting.letter) for one in terms
    )
    relative = tuple(
        panel("relative", one.rewriting.relative_name, one.relative, one.rewriting.letter) for one in terms
    )
    formulas = (
        f"{one.rewriting.letter}: {_formula(one.rewriting.absolute)} → {_formula(one.rewriting.relative)}"
        for one in terms
    )
    return FigureSpec(
        "rewriting",
        figure_tr("absolute, counting on (above) and Transformer-XL (below)"),
        (absolute, relative),
        SEPARATOR.join((*formulas, *((where,) if where else ()), f"relviz {__version__}")),
        size=(1440, 760),
    )


def labels_of(view: SchemeView) -> tuple[tuple[str, ...], tuple[str, ...], int]:
    """Return the labels of queries and keys, and M, as ``rewriting_figure`` takes them."""
    return view.query_tokens, view.key_tokens, view.memory


def _formula(spans: Sequence[Span]) -> str:
    return " ".join(span.text for span in spans if span.text)
