"""The Encoding view: the sinusoidal vector of a relative distance, and what the model makes of it."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from relviz.errors import SettingError
from relviz.figure.lettering.ticks import MINUS, format_number
from relviz.figure.spec import Axis, Curves, FigureSpec, Floats, Heatmap, Marker, Scale, Series
from relviz.figure.views.caption import caption, settings
from relviz.figure.words import figure_tr

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from relviz.core.reading.encoding import BiasVectors, Encoding
    from relviz.core.reading.look import Look
    from relviz.figure.spec import Floats


def encoding_figure(
    look: Look, distance: int = 1, query: int | None = None, interleaved: bool = False, key: int | None = None
) -> FigureSpec:
    """Draw R_d, all R with a cursor at d, R_d . R_0, W_kR R_d, u and v, and terms (d) and (b) over distance.

    u and v are there for a head whose scheme has both, not for the mean over heads.

    Args:
        look: what is looked at.
        distance: d, in tokens back; taken to the nearest distance there is.
        query: row of the segment whose term (b) is drawn; the last one if None.
        interleaved: lay the vector out as the original Transformer does, sine and cosine side by side.
        key: column of the key whose u . k is written; the query's own token if None.

    Raises:
        SettingError: the model's scheme has no vectors of distances.
    """
    encoding = look.encoding
    if encoding is None:
        raise SettingError("{0} has no vectors of distances to draw: choose another view or model.", look.model)
    at = encoding.index(distance)
    distance = int(encoding.distances[at])
    row = len(encoding.position) - 1 if query is None else query
    x = encoding.distances.astype(np.float32)
    cursor = Marker(float(distance), f"d = {distance}".replace("-", MINUS), "cursor")
    limits = []
    if encoding.clamp is not None and encoding.clamp <= x[-1]:
        limits.append(Marker(encoding.clamp, "clamp_len", "limit"))
    if encoding.trained is not None and encoding.trained < x[-1]:
        limits.append(Marker(encoding.trained, figure_tr("trained"), "limit"))
    markers = (cursor, *limits)
    over_distance = Axis(figure_tr("relative distance d, tokens back"))

    laid_out = _lay_out(encoding, interleaved)
    vector = Curves(
        "vector",
        f"R({distance})".replace("-", MINUS),
        np.arange(laid_out.vectors.shape[1], dtype=np.float32),
        laid_out.series(at),
        Axis(figure_tr("dimension")),
        markers=laid_out.markers,
        stems=True,
        note=laid_out.note,
    )
    matrix = Heatmap(
        "matrix",
        "R",
        laid_out.vectors.T,
        Scale.signed(laid_out.vectors),
        Axis(figure_tr("dimension"), start=0),
        Axis(figure_tr("relative distance d, tokens back"), start=float(x[0])),
        markers=(Marker(distance - x[0] + 0.5, "", "cursor"),),
        note=figure_tr("one column per distance"),
    )
    similarity = Curves(
        "similarity", "R(d) · R(0)", x, (Series("", encoding.similarity),), over_distance, markers=markers
    )
    projected = Curves(
        "projected",
        f"W_kR R({distance})".replace("-", MINUS),
        np.arange(encoding.projected.shape[1], dtype=np.float32),
        (Series("", encoding.projected[at], "position"),),
        Axis(figure_tr("dimension of the head")),
        stems=True,
        note=figure_tr("what this head's queries meet at that distance"),
    )
    bias = Curves(
        "position_bias",
        figure_tr("d  position bias over distance"),
        x,
        (Series("", encoding.position_bias, "position_bias"),),
        over_distance,
        markers=markers,
        ink="position_bias",
        note=f"v·W_kR R(d) / √{encoding.projected.shape[1]}",
    )
    position = Curves(
        "position",
        figure_tr("b  position over distance"),
        x,
        (Series("", encoding.position[row], "position"),),
        over_distance,
        markers=markers,
        ink="position",
        note=figure_tr("q·W_kR R(d), query {0}").format(look.query_tokens[row]),
    )
    strips = []
    if encoding.biases is not None:
        key = look.terms.memory + row if key is None else key
        strips = [bias_strips(look, encoding.biases, distance, at, key)]
    return FigureSpec(
        "encoding",
        "",
        ((vector, matrix), (similarity, projected), *strips, (position, bias)),
        caption(look),
        heights=(1.0, 1.0, STRIP_SHARE, 1.0) if strips else (),
        size=(1440, 1000),
        metadata=settings(look),
    )


@dataclass(frozen=True, eq=False)
class _LaidOut:
    """Vectors in the order in which their dimensions are shown.

    Attributes:
        vectors: (D, d_model).
        sine: (d_model,) True where a dimension is a sine, None for vectors that were learned.
        markers: what divides the dimensions.
        note: how they are laid out, for people.
    """

    vectors: Floats
    sine: NDArray[np.bool_] | None
    markers: tuple[Marker, ...]
    note: str

    def series(self, row: int) -> tuple[Series, ...]:
        """Return one vector, sines and cosines in colours of their own."""
        if self.sine is None:
            return (Series("", self.vectors[row], "score"),)
        return (
            Series(figure_tr("sine"), np.where(self.sine, self.vectors[row], np.nan), "score"),
            Series(figure_tr("cosine"), np.where(self.sine, np.nan, self.vectors[row]), "self"),
        )


def _lay_out(encoding: Encoding, interleaved: bool) -> _LaidOut:
    vectors = encoding.vectors
    if encoding.learned:
        return _LaidOut(vectors, None, (), figure_tr("learned, the heads side by side"))
    index, half = np.arange(vectors.shape[1]), vectors.shape[1] // 2
    if interleaved:
        woven = vectors.reshape(-1, 2, half).transpose(0, 2, 1).reshape(vectors.shape)
        return _LaidOut(woven, index % 2 == 0, (), figure_tr("sine and cosine of each frequency side by side"))
    return _LaidOut(vectors, index < half, (Marker(half - 0.5),), figure_tr("sine half, cosine half"))


STRIP_SHARE = 0.22
"""Height of a strip, of that of the other plots."""


def bias_strips(look: Look, biases: BiasVectors, distance: int, at: int, key: int) -> tuple[Heatmap, Heatmap]:
    """Draw u and v, with the numbers that they make of a key and of a distance.

    A note reads on from its title, the vector's name: v · W_kR R(d), then what scaling and gain make of it, the term.
    Both strips have one scale, whose bar is beside the right one.

    Args:
        look: what is looked at.
        biases: its vectors.
        distance: d, in tokens back.
        at: its row among the distances.
        key: column of the key, memory then segment.
    """
    with_key = figure_tr("· k({0}) = {1}, {2} = {3} (c) of that key").format(
        look.key_tokens[key], *_numbers(look, biases.by_key[key], "content_bias", len(biases.u))
    )
    with_distance = figure_tr("· W_kR R({0}) = {1}, {2} = {3} (d)").format(
        str(distance).replace("-", MINUS),
        *_numbers(look, biases.by_distance[at], "position_bias", len(biases.v)),
    )
    scale, rows, columns = _scale(biases.u, biases.v), Axis(labels=("",)), Axis()
    return (
        Heatmap("u", "u", biases.u[None], scale, rows, columns, ink="content_bias", note=with_key, bar=False),
        Heatmap("v", "v", biases.v[None], scale, rows, columns, ink="position_bias", note=with_distance),
    )


def _scale(*vectors: Floats) -> Scale:
    """Return a scale that holds both vectors and whose ends have two digits: longer ones would take the plots' room."""
    exact = Scale.signed(*vectors).high
    unit = 10.0 ** (math.floor(math.log10(exact)) - 1)
    end = math.ceil(exact / unit) * unit
    return Scale(-end, end, "signed")


def _numbers(look: Look, product: float, term: str, d_head: int) -> tuple[str, str, str]:
    """Return a dot product, what makes a term of it, and the term."""
    gain = look.interventions.gain(term)
    scaling = f"/ √{d_head}" if gain == 1 else f"/ √{d_head} × {gain:g}"
    return format_number(float(product)), scaling, format_number(float(product) * d_head**-0.5 * gain)
