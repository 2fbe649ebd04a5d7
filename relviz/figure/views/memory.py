"""The Memory view: how memory tokens are weighted against the current segment."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from relviz.figure.spec import Axis, Bars, Curves, FigureSpec, Heatmap, Marker, Scale, Series
from relviz.figure.views.caption import caption, settings

if TYPE_CHECKING:
    from relviz.core.look import Look


def memory_figure(look: Look) -> FigureSpec:
    """Draw each query's shares, the mean attention on each key, and the memory share of every layer and head."""
    terms, shares = look.terms, look.shares
    parts = (
        Series("memory", shares.memory, "memory"),
        Series("segment", shares.segment, "segment"),
        Series("self", shares.self, "self"),
    )
    per_query = Bars(
        "shares",
        f"where each query looks: {_percent(shares.memory.mean())} memory on average",
        parts,
        Axis("query, this segment", tuple(look.query_tokens)),
        line=Series("memory, if all keys were weighted alike", shares.uniform, "plain", dashed=True),
        y_title="share of attention",
    )
    place = np.arange(-terms.memory, len(look.key_tokens) - terms.memory, dtype=np.float32)
    per_key = Curves(
        "weights",
        "mean attention on each key",
        place,
        (Series("", look.weights, "memory"),),
        Axis("key, tokens after the start of the segment"),
        y_title="attention",
        markers=(Marker.memory(-0.5),) if terms.memory else (),
        percent=True,
        note="over the queries that see it",
    )
    layers, heads = look.share_map.shape
    share_map = Heatmap(
        "share_map",
        "memory share of each layer and head",
        look.share_map,
        Scale(0.0, 1.0, "share", percent=True),
        Axis("layer", tuple(f"L{layer}" for layer in range(layers))),
        Axis("head", tuple(f"H{head}" for head in range(heads))),
        numbers=True,
        selected=None if terms.head == "mean" else (terms.layer, terms.head),
    )
    return FigureSpec(
        "memory",
        "",
        ((per_query,), (per_key, share_map)),
        caption(look),
        heights=(1.1, 1.0),
        widths=(1.25, 1.0),
        metadata=settings(look),
    )


def _percent(share: float) -> str:
    return f"{share:.0%}"
