"""The Memory view: how memory tokens are weighted against the current segment."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from relviz.core.metrics.attention import without_keys
from relviz.core.percent import percent
from relviz.figure.spec import Axis, Bars, Curves, FigureSpec, Heatmap, Marker, Scale, Series
from relviz.figure.views.caption import caption, settings
from relviz.figure.views.term_view import TermView
from relviz.figure.words import figure_tr

if TYPE_CHECKING:
    from relviz.core.reading.look import Look


def memory_figure(look: Look, hidden: tuple[int, ...] = ()) -> FigureSpec:
    """Draw each query's shares, the mean attention on each key, and the memory share of every layer and head.

    Args:
        look: what is looked at.
        hidden: positions in the text of keys that are taken away, the attention on the others renormalised; the shares
            of all heads go on counting them, which the figure says.
    """
    look, whole = without_keys(look, hidden), look
    terms, shares = look.terms, look.shares
    view = TermView(hidden=hidden) if look is not whole else TermView()
    parts = (
        Series(figure_tr("memory"), shares.memory, "memory"),
        Series(figure_tr("segment"), shares.segment, "segment"),
        Series(figure_tr("self"), shares.self, "self"),
    )
    per_query = Bars(
        "shares",
        figure_tr("where each query looks: {0} memory on average").format(_percent(shares.memory.mean())),
        parts,
        Axis(figure_tr("query, this segment"), tuple(look.query_tokens), tokens=True),
        line=Series(figure_tr("memory, if all keys were weighted alike"), shares.uniform, "plain", dashed=True),
        y_title=figure_tr("share of attention"),
    )
    place = np.arange(-terms.memory, len(look.key_tokens) - terms.memory, dtype=np.float32)
    missing = np.full_like(look.weights, np.nan)
    weights = (
        Series("", np.where(place < 0, look.weights, missing), "memory"),
        Series("", np.where(place < 0, missing, look.weights), "segment"),
    )
    per_key = Curves(
        "weights",
        figure_tr("mean attention on each key"),
        place,
        weights,
        Axis(figure_tr("key, tokens after the start of the segment")),
        y_title=figure_tr("attention"),
        markers=(Marker.memory(-0.5),) if terms.memory else (),
        percent=True,
        note=figure_tr("over the queries that see it"),
    )
    layers, heads = look.share_map.shape
    title = figure_tr("memory share of each layer and head")
    share_map = Heatmap(
        "share_map",
        figure_tr("memory share of each head, of all keys") if view.hidden else title,
        look.share_map,
        Scale(0.0, 1.0, "share", percent=True),
        Axis(figure_tr("layer"), tuple(f"L{layer}" for layer in range(layers))),
        Axis(figure_tr("head"), tuple(f"H{head}" for head in range(heads))),
        numbers=True,
        selected=None if terms.head == "mean" else (terms.layer, terms.head),
    )
    return FigureSpec(
        "memory",
        "",
        ((per_query,), (per_key, share_map)),
        caption(look, view.describe()),
        heights=(1.1, 1.0),
        widths=(1.25, 1.0),
        metadata=settings(look, view.as_data()),
    )


def _percent(share: float) -> str:
    return percent(share, 0)
