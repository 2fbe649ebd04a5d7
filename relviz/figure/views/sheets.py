"""Sheets for the page: all heads of a layer on one scale, and the parts of the score alone, larger than on Terms."""

from __future__ import annotations

import math
from dataclasses import replace
from typing import TYPE_CHECKING

import numpy as np

from relviz.core.metrics.attention import renormalised, smallest_holding
from relviz.figure.spec import Axis, FigureSpec, Heatmap, Marker
from relviz.figure.views.caption import caption, settings
from relviz.figure.views.term_view import TermView
from relviz.figure.views.terms import terms_figure
from relviz.figure.words import figure_tr, head_name

if TYPE_CHECKING:
    from collections.abc import Mapping

    from relviz.core.reading.look import Look
    from relviz.core.reading.trace import Floats
    from relviz.figure.spec import Scale


USUAL = TermView()
SHAPE = 1.6
"""How much wider than high a sheet is."""


def layer_heads_figure(look: Look, attention: Floats, view: TermView = USUAL) -> FigureSpec:
    """Draw the attention of every head of the layer looked at, and their mean where a place is left.

    Args:
        look: the segment and the layer.
        attention: (H, T, K) of its heads, 0 where a query may not see a key.
        view: how attention is shown: its colours, what is dimmed, and the keys that are hidden.
    """
    terms, heads = look.terms, len(attention)
    hidden = np.isin(look.key_positions, view.hidden)
    mask = terms.mask & ~hidden
    shown = [(f"head_{head}", head_name(head), weights) for head, weights in enumerate(attention)]
    rows = _rows(heads, len(look.key_tokens) / len(look.query_tokens))
    if heads % rows:
        shown.append(("mean", head_name("mean"), attention.mean(0)))
    columns = len(shown) // rows
    if hidden.any():
        shown = [(name, title, renormalised(weights, hidden)) for name, title, weights in shown]
    scale = view.attention_scale(np.stack([weights for _, _, weights in shown]))
    queries = Axis(figure_tr("query, this segment"), tuple(look.query_tokens), tokens=True)
    keys = Axis(figure_tr("key"), tuple(look.key_tokens), tokens=True)
    maps = [
        Heatmap(
            name,
            title,
            np.where(mask, weights, np.float32(np.nan)),
            scale,
            queries,
            keys,
            ink="score",
            markers=(Marker.memory(terms.memory),) if terms.memory else (),
            dimmed=mask & ~smallest_holding(weights, view.mass) if view.mass < 1 else None,
            bar=number == columns - 1,  # one for all, at the end of the first row
        )
        for number, (name, title, weights) in enumerate(shown)
    ]
    # the rest of a view is of terms
    said = TermView(attention=view.attention, mass=view.mass, hidden=view.hidden)
    return FigureSpec(
        "layer_heads",
        "",
        tuple(tuple(maps[first : first + columns]) for first in range(0, len(maps), columns)),
        caption(look, said.describe(), heads=figure_tr("attention of heads 0–{0}, one scale").format(heads - 1)),
        metadata=settings(look, said.as_data()),
    )


def _rows(heads: int, shape: float) -> int:
    """Return in how many rows the maps, or the maps and their mean, fill a sheet; a map is so much wider than high."""
    wanted = math.sqrt(heads * min(max(shape, 1.0), 2.0) / SHAPE)
    full = [rows for rows in range(1, heads + 1) if heads % rows == 0 or (heads + 1) % rows == 0]
    return min(full, key=lambda rows: abs(math.log(rows / wanted)))


def four_terms_figure(
    look: Look,
    view: TermView = USUAL,
    selected: tuple[int, int] | None = None,
    extent: tuple[int, int] = (1, 1),
    before: Mapping[str, Scale] | None = None,
) -> FigureSpec:
    """Draw (a) (b) over (c) (d), as ``terms_figure`` does; a scheme with other parts has those."""
    whole = terms_figure(look, view, selected, extent, before)
    parts = {part.kind.name for part in look.terms.parts}
    maps = [panel for row in whole.grid for panel in row if isinstance(panel, Heatmap) and panel.name in parts]
    half = (len(maps) + 1) // 2 if len(maps) > 2 else len(maps)
    rows = [tuple(maps[first : first + half]) for first in range(0, len(maps), half)]
    return replace(whole, name="four_terms", grid=tuple(rows))
