"""The heads map as a figure: one measure of every layer and head, in which order, with or without means."""

from __future__ import annotations

from dataclasses import asdict, dataclass
from typing import TYPE_CHECKING, NamedTuple

import numpy as np
from PySide6.QtCore import QCoreApplication

from relviz.core.metrics import ALIKE, MEASURES, Order, Unit
from relviz.core.metrics.head_measures import with_means
from relviz.core.percent import percent
from relviz.errors import SettingError
from relviz.figure.lettering.text import SEPARATOR
from relviz.figure.spec import Axis, FigureSpec, Heatmap, Marker, Scale
from relviz.figure.views.caption import caption, settings
from relviz.figure.words import place_name

if TYPE_CHECKING:
    from collections.abc import Iterable

    from relviz.core.interventions import PartKind
    from relviz.core.metrics.head_measures import HeadMeasures
    from relviz.core.reading.look import Look
    from relviz.figure.spec import Floats


DEFAULT = "memory"


@dataclass(frozen=True)
class HeadsView:
    """What is seen of the heads.

    Attributes:
        metric: name of a measure, as in ``HeadMeasures.values``.
        order: how heads are sorted.
        means: whether the mean over heads stands beside each layer, and that over layers below. Not where all heads
            are sorted together, since rows are no layers then.
    """

    metric: str = DEFAULT
    order: Order = "number"
    means: bool = False

    def as_data(self) -> dict[str, object]:
        """Return it as plain values."""
        return asdict(self)

    def places(self, values: Floats) -> tuple[tuple[Place, ...], ...]:
        """Return which head is where on the map, by an (L, H) measure; heads without a number come last."""
        layers, heads = values.shape
        if self.order == "all":
            ranked = [Place(*divmod(number, heads)) for number in _falling(values.ravel())]
            return tuple(tuple(ranked[first : first + heads]) for first in range(0, len(ranked), heads))
        shown = with_means(values)
        rows: list[int | None] = [*range(layers), *([None] if self.means else [])]
        ordered = []
        for layer in rows:
            of_heads = shown[-1 if layer is None else layer, :heads]
            numbers = _falling(of_heads) if self.order == "layer" else range(heads)
            last = [Place(layer, None)] if self.means else []
            ordered.append((*(Place(layer, number) for number in numbers), *last))
        return tuple(ordered)


class Place(NamedTuple):
    """Whose number a cell of the map shows.

    Attributes:
        layer: the layer; None for the mean over layers.
        head: the head; None for the mean over heads.
    """

    layer: int | None
    head: int | None

    def within(self, layers: int, heads: int) -> bool:
        """Whether a model of so many has it: what was asked for may be another's, whose numbers are still to come."""
        return (self.layer or 0) < layers and (self.head or 0) < heads

    def of(self, array: Floats) -> Floats:
        """Return what an (L + 1, H + 1, ...) array with means holds for it."""
        found: Floats = array[-1 if self.layer is None else self.layer, -1 if self.head is None else self.head]
        return found

    @property
    def title(self) -> str:
        """Its name in words."""
        tr = QCoreApplication.translate
        if self.layer is None and self.head is None:
            return tr("Heads", "mean over layers and heads")
        if self.layer is None:
            return tr("Heads", "mean over layers, head {0}").format(self.head)
        if self.head is None:
            return tr("Heads", "layer {0}, mean over heads").format(self.layer)
        return tr("Heads", "layer {0}, head {1}").format(self.layer, self.head)

    @property
    def short(self) -> str:
        """Its name in a cell, e.g. ``2·5`` for head 5 of layer 2, ``x̄`` standing for a mean."""
        return f"{MEAN if self.layer is None else self.layer}·{MEAN if self.head is None else self.head}"


MEAN = "x̄"
"""The sign of a mean, where there is no room for the word."""


@dataclass(frozen=True)
class Metric:
    """One measure, in words.

    Attributes:
        name: as in ``HeadMeasures.values``.
        title: a few words.
        sentence: what it is.
        unit: what its numbers are.
        to_one: whether the scale of its map ends at 1, not at the largest value of any head.
        averages: whether the mean over heads, or layers, is the number of their averaged attention.
    """

    name: str
    title: str
    sentence: str
    unit: Unit = "share"
    to_one: bool = False
    averages: bool = False

    @property
    def phrase(self) -> str:
        """The sentence as one part of a caption among others: without its full stop, and small at its beginning."""
        return self.sentence[:1].lower() + self.sentence[1:].rstrip(".。")

    def scale(self, values: Floats) -> Scale:
        """Return the scale of the map, from 0."""
        if self.to_one:
            return Scale(0.0, 1.0, "share", percent=True)
        largest = float(np.nanmax(values, initial=0.0)) or 1.0
        return Scale(0.0, largest, "share", percent=self.unit == "share")

    def number(self, value: float) -> str:
        """Return a value with its unit, or a dash."""
        if np.isnan(value):
            return "–"
        tr = QCoreApplication.translate
        if self.unit == "share":
            return percent(value)
        texts = {
            "times": tr("Heads", "{0} times"),
            "tokens": tr("Heads", "{0} tokens"),
            "bits": tr("Heads", "{0} bits"),
        }
        return texts[self.unit].format(f"{value:.2f}")


def metrics(kinds: Iterable[PartKind] = ()) -> tuple[Metric, ...]:
    """Return all measures, those of the parts of a score last."""
    tr = QCoreApplication.translate
    return (
        *(
            Metric(one.name, tr("Heads", one.title), tr("Heads", one.sentence), one.unit, one.to_one, one.averages)
            for one in MEASURES.values()
        ),
        *(
            Metric(
                kind.name,
                tr("Heads", "weight of ({0})").format(kind.letter),
                tr("Heads", "How much ({0}) varies within what queries see, as a share of all terms.").format(
                    kind.letter
                ),
            )
            for kind in kinds
        ),
    )


def metric_named(name: str, kinds: Iterable[PartKind] = ()) -> Metric | None:
    """Return a measure by its name; None if there is none."""
    return next((metric for metric in metrics(kinds) if metric.name == name), None)


def _falling(values: Floats) -> list[int]:
    """Return the places of the values from the largest to the smallest; of equals the first, and NaN at the end."""
    order: list[int] = np.argsort(np.where(np.isnan(values), np.inf, -values), kind="stable").tolist()
    return order


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
