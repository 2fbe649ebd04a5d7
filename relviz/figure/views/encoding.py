"""The Encoding view: the sinusoidal vector of a relative distance, and what the model makes of it."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from relviz.figure.spec import Axis, Curves, FigureSpec, Floats, Heatmap, Marker, Scale, Series
from relviz.figure.views.caption import caption, settings

if TYPE_CHECKING:
    from relviz.core.look import Look


def encoding_figure(look: Look, distance: int = 1, query: int | None = None, interleaved: bool = False) -> FigureSpec:
    """Draw R_d, all R with a cursor at d, R_d . R_0, W_kR R_d, and terms (d) and (b) over distance.

    Args:
        look: what is looked at.
        distance: d, in tokens back; taken to the nearest distance there is.
        query: row of the segment whose term (b) is drawn; the last one if None.
        interleaved: lay the vector out as the original Transformer does, sine and cosine side by side.
    """
    encoding = look.encoding
    at = encoding.index(distance)
    distance = int(encoding.distances[at])
    row = len(encoding.position) - 1 if query is None else query
    x = encoding.distances.astype(np.float32)
    cursor = Marker(float(distance), f"d = {distance}".replace("-", "−"), "cursor")
    limits = []
    if encoding.clamp is not None and encoding.clamp <= x[-1]:
        limits.append(Marker(encoding.clamp, "clamp_len", "limit"))
    if encoding.trained is not None and encoding.trained < x[-1]:
        limits.append(Marker(encoding.trained, "trained", "limit"))
    markers = (cursor, *limits)
    over_distance = Axis("relative distance d, tokens back")

    vectors = encoding.vectors
    half = vectors.shape[1] // 2
    if interleaved:
        vectors = vectors.reshape(-1, 2, half).transpose(0, 2, 1).reshape(vectors.shape)
    vector = Curves(
        "vector",
        f"R({distance})".replace("-", "−"),
        np.arange(2 * half, dtype=np.float32),
        _halves(vectors[at], interleaved),
        Axis("dimension"),
        markers=() if interleaved else (Marker(half - 0.5, "sin|cos"),),
        stems=True,
        note="sine and cosine of each frequency side by side" if interleaved else "sine half, cosine half",
    )
    matrix = Heatmap(
        "matrix",
        "R",
        vectors.T,
        Scale(-1.0, 1.0, "signed"),
        Axis("dimension", start=0),
        Axis("relative distance d, tokens back", start=float(x[0])),
        markers=(Marker(distance - x[0] + 0.5, "", "cursor"),),
        note="one column per distance",
    )
    similarity = Curves(
        "similarity", "R(d) · R(0)", x, (Series("", encoding.similarity),), over_distance, markers=markers
    )
    projected = Curves(
        "projected",
        f"W_kR R({distance})".replace("-", "−"),
        np.arange(encoding.projected.shape[1], dtype=np.float32),
        (Series("", encoding.projected[at], "position"),),
        Axis("dimension of the head"),
        stems=True,
        note="what this head's queries meet at that distance",
    )
    bias = Curves(
        "position_bias",
        "d  position bias over distance",
        x,
        (Series("", encoding.position_bias, "position_bias"),),
        over_distance,
        markers=markers,
        ink="position_bias",
        note="v·W_kR R(d)",
    )
    position = Curves(
        "position",
        "b  position over distance",
        x,
        (Series("", encoding.position[row], "position"),),
        over_distance,
        markers=markers,
        ink="position",
        note=f"q·W_kR R(d), query {look.query_tokens[row]}",
    )
    return FigureSpec(
        "encoding",
        "",
        ((vector, matrix), (similarity, projected), (position, bias)),
        caption(look),
        size=(1440, 1000),
        metadata=settings(look),
    )


def _halves(vector: Floats, interleaved: bool) -> tuple[Series, ...]:
    """Colour sines and cosines apart in either layout."""
    index = np.arange(len(vector))
    sine = index % 2 == 0 if interleaved else index < len(vector) // 2
    return (
        Series("sine", np.where(sine, vector, np.nan), "score"),
        Series("cosine", np.where(sine, np.nan, vector), "self"),
    )
