"""The heads map as a figure: one measure of every layer and head."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
from PySide6.QtCore import QCoreApplication

from relviz.core.metrics.head_measures import ALIKE, with_means
from relviz.errors import SettingError
from relviz.figure.lettering.text import SEPARATOR
from relviz.figure.spec import Axis, FigureSpec, Heatmap, Marker
from relviz.figure.views.caption import caption, settings
from relviz.figure.views.heads_view import HeadsView, metric_named
from relviz.figure.words import place_name

if TYPE_CHECKING:
    from relviz.core.metrics.head_measures import HeadMeasures
    from relviz.core.reading.look import Look

USUAL = HeadsView()


def heads_figure(look: Look, measures: HeadMeasures, view: HeadsView = USUAL) -> FigureSpec:
    """Draw the mosaic of layers and heads, coloured by a measure.

    Args:
        look: the segment, for the caption.
        measures: of the same segment.
        view: which measure, in which order, with or without means.

    Raises:
        SettingError: there is no such measure, e.g. of a part that the score does not have.
    """
    tr = QCoreApplication.translate
    metric = metric_named(view.metric, measures.kinds)
    if metric is None or view.metric not in measures.values:
        raise SettingError(
            "There is no measure {0} of the heads of {1}: choose one of {2}.",
            view.metric,
            look.model,
            ", ".join(measures.names),
        )
    values = measures.values[view.metric]
    layers, heads = values.shape
    places, shown = view.places(values), with_means(values)
    grid = np.array([[place.of(shown) for place in row] for row in places], np.float32)
    means = view.means and view.order != "all"
    rows, columns = _axes(view, layers, heads, [tr("Heads", "mean")] if means else [])
    borders = (Marker(heads), Marker(layers, across=True)) if means else ()
    ends = [] if np.isnan(values).all() else [metric.number(float(end(values))) for end in (np.nanmin, np.nanmax)]
    panel = Heatmap(
        "heads",
        metric.title,
        grid,
        metric.scale(values),
        rows,
        columns,
        ink="score",
        markers=borders,
        numbers=True,
        note=" – ".join(ends) or tr("Heads", "nothing to measure here"),
        names=tuple(tuple(place.short for place in row) for row in places) if view.order != "number" else (),
    )
    told = [metric.phrase]
    if view.metric == "induction":
        told.append(tr("Heads", "{0} of {1} queries").format(measures.repeated, len(look.query_tokens)))
    if view.metric == ALIKE:
        told.append(tr("Heads", "the head shown is {0}").format(place_name(look.terms.layer, look.terms.head)))
    if view.order != "number":
        told.append(tr("Heads", "2·5 is head 5 of layer 2"))
    if means and not metric.averages:
        told.append(tr("Heads", "means are those of the numbers, not the number of an averaged map"))
    return FigureSpec(
        "heads",
        "",
        ((panel,),),
        caption(look, SEPARATOR.join(told), place=tr("Heads", "all layers and heads")),
        size=(max(640, 56 * grid.shape[1] + 200), max(420, 44 * grid.shape[0] + 180)),
        metadata=settings(look, view.as_data()),
    )


def _axes(view: HeadsView, layers: int, heads: int, means: list[str]) -> tuple[Axis, Axis]:
    """Return the axes of the map: layers and heads, or ranks where heads are sorted."""
    tr = QCoreApplication.translate
    if view.order == "all":
        ranks = tuple(f"{row * heads + 1}–{(row + 1) * heads}" for row in range(layers))
        return Axis(tr("Heads", "rank"), ranks), Axis("", (" ",) * heads)
    rows = Axis(tr("Heads", "layer"), (*map(str, range(layers)), *means))
    if view.order == "layer":
        return rows, Axis(tr("Heads", "rank"), (*map(str, range(1, heads + 1)), *means))
    return rows, Axis(tr("Heads", "head"), (*map(str, range(heads)), *means))
