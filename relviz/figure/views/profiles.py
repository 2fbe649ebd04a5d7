"""The Profiles view: attention over the relative distance for every head, and for each term alone."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

import numpy as np
from PySide6.QtCore import QCoreApplication

from relviz.core.percent import percent
from relviz.figure.lettering.ticks import MINUS
from relviz.figure.spec import Axis, Band, Curves, FigureSpec, Heatmap, Listing, Marker, Row, Series
from relviz.figure.views.caption import caption, settings
from relviz.figure.views.profile_view import ProfileView
from relviz.figure.views.terms import note, title

if TYPE_CHECKING:
    from relviz.core.interventions import PartKind
    from relviz.core.metrics.attention import MostAttended
    from relviz.core.metrics.profiles import Profiles
    from relviz.core.reading.look import Look
    from relviz.figure.spec import Floats, Ink, Scale
    from relviz.figure.views.profile_view import Bins

USUAL = ProfileView()
LISTED = 14
"""Memory tokens that are listed at most."""
NAMED = 20
"""Heads up to which each row of a map has its own label; more are labelled by layer."""


def profiles_figure(
    look: Look,
    profiles: Profiles,
    view: ProfileView = USUAL,
    distance: int | None = None,
    top: MostAttended | None = None,
) -> FigureSpec:
    """Draw maps of heads by distance, as in Figures 5 and 7 of Dai et al. 2019, over the curves of the chosen head.

    Args:
        look: what is looked at; its layer and head are those of the curves.
        profiles: of the same segment.
        view: how it is shown.
        distance: a distance to mark; None for none.
        top: the memory tokens that the head looks at most, to be listed beside the curves; None for no list.
    """
    tr = QCoreApplication.translate
    drawn = _Drawn(look, profiles, view.bins(profiles.distances), distance)
    shown = view.shown(profiles.kinds)
    attention, *alone = (
        drawn.bins.mean(values, profiles.queries) for values in (profiles.attention, *profiles.alone[list(shown)])
    )
    scale = view.scale(attention, *alone)
    softmax = tr("Profiles", "softmax of the score")
    maps = [drawn.map("attention", tr("Profiles", "attention"), attention, scale, "score", softmax)]
    for n, values in zip(shown, alone, strict=True):
        kind = profiles.kinds[n]
        maps.append(drawn.map(kind.name, title(kind), values, scale, kind.term, f"softmax({note(kind, look)})"))
    listing = (_listing(look, top),) if top is not None and len(top.keys) else ()
    return FigureSpec(
        "profiles",
        "",
        (tuple(maps), (*drawn.curves(), *listing)),
        caption(look, _averaged(profiles)),
        heights=(1.45, 1.0),
        widths=(1.0, 1.0, 0.4) if listing and len(maps) != 3 else (),
        metadata=settings(look, view.as_data()),
    )


@dataclass(frozen=True, eq=False)
class _Drawn:
    """What all panels have in common."""

    look: Look
    profiles: Profiles
    bins: Bins
    distance: int | None

    @property
    def columns(self) -> Axis:
        """The distances."""
        if len(self.bins.starts) == len(self.bins.distances):
            axis = QCoreApplication.translate("Profiles", "relative distance d, tokens back")
            return Axis(axis, start=float(self.bins.distances[0]))
        axis = QCoreApplication.translate("Profiles", "relative distance d, tokens back, logarithmic")
        return Axis(axis, self.bins.labels)

    @property
    def x(self) -> Floats:
        """(B,) places on the horizontal axis of curves."""
        return np.arange(len(self.bins.starts), dtype=np.float32) + np.float32(self.columns.start)

    def markers(self, origin: float, *, labelled: bool) -> tuple[Marker, ...]:
        """Return what is marked, for a panel whose columns start at a place; the distance where there are labels."""
        profiles, marks = self.profiles, []
        if self.distance is not None and labelled:  # over a map it would hide the very column that it marks
            label = f"d = {self.distance}".replace("-", MINUS)
            marks.append(Marker(self.bins.place(self.distance), label, "cursor"))
        trained = QCoreApplication.translate("Profiles", "trained")
        for limit, label in (
            (profiles.segment - 0.5, f"T = {profiles.segment}"),
            (profiles.memory + 0.5 if profiles.memory else None, f"M = {profiles.memory}"),
            (profiles.clamp, "clamp_len"),
            (profiles.trained, trained),
        ):
            if limit is not None and limit < profiles.distances[-1]:
                marks.append(Marker(self.bins.place(limit), label, "limit"))
        return tuple(replace(mark, at=mark.at + origin, label=mark.label if labelled else "") for mark in marks)

    def map(self, name: str, heading: str, values: Floats, scale: Scale, ink: Ink, remark: str) -> Heatmap:
        """Draw (L, H, B) values as L x H rows, the layers apart, the chosen head in a frame."""
        layers, heads, columns = values.shape
        terms = self.look.terms
        first = terms.layer * heads + (0 if terms.head == "mean" else terms.head)
        return Heatmap(
            name,
            heading,
            values.reshape(layers * heads, columns),
            scale,
            Axis(QCoreApplication.translate("Profiles", "layer, its heads"), _row_labels(layers, heads)),
            self.columns,
            ink=ink,
            markers=(*self.markers(0.0, labelled=False), *(Marker(n * heads, across=True) for n in range(1, layers))),
            selected=(first, 0),
            extent=(heads if terms.head == "mean" else 1, columns),
            note=remark,
        )

    def curves(self) -> tuple[Curves, Curves]:
        """Draw what the chosen head looks at by distance, and what its terms are there."""
        tr = QCoreApplication.translate
        profiles, terms, queries = self.profiles, self.look.terms, self.profiles.queries
        profile = profiles.of(terms.layer, terms.head)
        whose = (
            tr("Profiles", "layer {0}, mean over heads").format(terms.layer)
            if terms.head == "mean"
            else tr("Profiles", "layer {0}, head {1}").format(terms.layer, terms.head)
        )
        alone = [
            self._series(kind, kind.letter, values) for kind, values in zip(profiles.kinds, profile.alone, strict=True)
        ]
        raw = [
            self._series(kind, kind.letter, values) for kind, values in zip(profiles.kinds, profile.raw, strict=True)
        ]
        attention = Series(tr("Profiles", "attention"), self.bins.mean(profile.attention, queries), "score")
        score = Series(tr("Profiles", "score"), self.bins.mean(profile.raw.sum(0), queries), "score", dashed=True)
        origin, end = float(self.x[0]) - 0.5, float(self.x[-1]) + 0.5
        markers = self.markers(origin, labelled=True)
        fewer = Band(self.bins.place(profiles.memory + 0.5) + origin, end)
        bands = (fewer,) if queries.min() < queries.max() else ()
        return (
            Curves(
                "alone",
                whose,
                self.x,
                (attention, *alone),
                self.columns,
                y_title=tr("Profiles", "mean attention"),
                markers=markers,
                note=self._note,
                percent=True,
                bands=bands,
            ),
            Curves(
                "raw",
                tr("Profiles", "its terms before the softmax"),
                self.x,
                (*raw, score),
                self.columns,
                y_title=tr("Profiles", "mean score"),
                markers=markers,
                bands=bands,
            ),
        )

    @property
    def _note(self) -> str:
        """What the curves of the attention are, and, where they are not of the segment shown, over what."""
        tr, segments = QCoreApplication.translate, self.profiles.segments
        if segments == 1:
            return tr("Profiles", "attention, and each term alone")
        return tr("Profiles", "each term alone; {0} of {1} segments").format(segments, self.look.segments)

    def _series(self, kind: PartKind, label: str, values: Floats) -> Series:
        """Draw a term in its colour; one that has the score's own is dashed."""
        return Series(label, self.bins.mean(values, self.profiles.queries), kind.term, dashed=kind.term == "score")


def _listing(look: Look, top: MostAttended) -> Listing:
    """List memory tokens with the attention that they get, the strongest first."""
    rows = tuple(
        Row(look.key_tokens[key], weight, percent(weight, 2), "memory")
        for key, weight in zip(top.keys.tolist(), top.weights.tolist(), strict=True)
    )
    title = QCoreApplication.translate("Profiles", "top 20% of memory")
    many = QCoreApplication.translate("Profiles", "{0} of {1}").format(len(top.keys), top.of)
    return Listing("attended", title, (rows[:LISTED],), lines=LISTED, note=many)


def _averaged(profiles: Profiles) -> str:
    """Return what the means are over."""
    if profiles.segments == 1:
        return QCoreApplication.translate("Profiles", "means over the queries that see each distance")
    text = QCoreApplication.translate("Profiles", "means over the queries of {0} segments that see each distance")
    return text.format(profiles.segments)


def _row_labels(layers: int, heads: int) -> tuple[str, ...]:
    """Return a label for each head, or, of many, one in the middle of each layer."""
    if layers * heads <= NAMED:
        return tuple(f"L{layer} H{head}" for layer in range(layers) for head in range(heads))
    return tuple(f"L{layer}" if head == (heads - 1) // 2 else "" for layer in range(layers) for head in range(heads))
