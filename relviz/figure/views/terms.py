"""The Terms view: the four terms of the score, the score, and the attention, as six heatmaps."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from relviz.core.metrics.attention import centred, smallest_holding, softmax_alone, without_keys
from relviz.figure.spec import Axis, FigureSpec, Heatmap, Ink, Marker, Scale, Strip
from relviz.figure.views.caption import caption, settings
from relviz.figure.views.term_view import TermView, widened
from relviz.figure.words import comma, figure_tr, part_title

if TYPE_CHECKING:
    from collections.abc import Mapping

    from relviz.core.interventions import PartKind
    from relviz.core.reading.look import Look
    from relviz.core.reading.trace import Floats, Part, Terms

USUAL = TermView()


def terms_figure(
    look: Look,
    view: TermView = USUAL,
    selected: tuple[int, int] | None = None,
    extent: tuple[int, int] = (1, 1),
    before: Mapping[str, Scale] | None = None,
) -> FigureSpec:
    """Draw (a) (b) score over (c) (d) attention.

    Args:
        look: what is looked at.
        view: how it is shown.
        selected: (query, key) to frame in every map.
        extent: how many queries and keys the frame is large.
        before: the scales that maps had before, by their names, which are kept and widened where scales are locked.
    """
    too_far = ~look.terms.mask & (look.terms.distance >= 0)  # what same_length takes away; later keys are no news
    too_far[:, np.isin(look.key_positions, view.hidden)] = False  # the user took those away, maybe before
    look = without_keys(look, view.hidden)
    terms = look.terms
    maps = _of_terms(look, view)
    if view.scales == "shared" and maps:
        scale = _scale(view, *(values for _, _, _, values, _, _ in maps))
        maps = [(name, heading, ink, values, scale, remark) for name, heading, ink, values, _, remark in maps]
    score = centred(terms.score, terms.mask) if view.values == "centred" else terms.score
    sum_of = " + ".join(part.kind.letter for part in terms.parts) + _centred(view)
    masked = np.where(terms.mask, terms.attention, np.float32(np.nan))
    attention = view.attention_scale(terms.attention)
    maps.append(("score", figure_tr("score"), "score", score, Scale.signed(score), sum_of))
    maps.append(("attention", figure_tr("attention"), "score", masked, attention, _of_attention(look, view)))

    rows = Axis(figure_tr("query, this segment"), tuple(look.query_tokens), tokens=True)
    columns = Axis(figure_tr("key"), tuple(look.key_tokens), tokens=True)
    markers = (Marker.memory(terms.memory),) if terms.memory else ()
    dimmed = terms.mask & ~smallest_holding(terms.attention, view.mass) if view.mass < 1 else None
    if too_far.any():
        dimmed = too_far if dimmed is None else dimmed | too_far
    strips = {part.kind.name: _strip(part, terms) for part in terms.parts}
    *of_terms, of_score, last = (
        Heatmap(
            name,
            heading,
            values,
            widened(scale, before or {}, name) if view.scales == "locked" else scale,
            rows,
            columns,
            ink=ink,
            markers=markers,
            selected=selected,
            note=remark,
            extent=extent,
            dimmed=dimmed,
            strip=strips.get(name),
        )
        for name, heading, ink, values, scale, remark in maps
    )
    half = (len(of_terms) + 1) // 2
    grid = (
        ((*of_terms[:half], of_score), (*of_terms[half:], last))
        if half < len(of_terms)
        else ((*of_terms, of_score, last),)
    )
    return FigureSpec("terms", "", grid, caption(look, view.describe()), metadata=settings(look, view.as_data()))


def note(kind: PartKind, look: Look) -> str:
    """Return what stands beside the title of a part's map: its formula, and what it is multiplied with."""
    gain = look.interventions.gain(kind.name)
    if gain == 1:
        return kind.formula
    return f"{gain:g} × {kind.formula}" if gain else figure_tr("{0}, off").format(kind.formula)


def title(kind: PartKind) -> str:
    """Return what people read over the map of a part, e.g. ``c  content bias``."""
    return part_title(kind)


_Map = tuple[str, str, "Ink", "Floats", Scale, str]
"""Name, title, ink, values, scale and note of a map."""


def _of_terms(look: Look, view: TermView) -> list[_Map]:
    """Return the maps of the parts."""
    terms = look.terms
    maps: list[_Map] = []
    for part in terms.parts:
        values = part.dense(terms.distance) + terms.masking
        if view.values == "centred":
            values = centred(values, terms.mask)
        elif view.values == "softmax":
            values = softmax_alone(values, terms.mask)
        remark = note(part.kind, look)
        if view.values == "softmax":
            remark = f"softmax({remark})"
        remark += _centred(view)
        maps.append((part.kind.name, title(part.kind), part.kind.term, values, _scale(view, values), remark))
    return maps


def _scale(view: TermView, *arrays: Floats) -> Scale:
    """Return the scale of terms."""
    if view.values != "softmax":
        return Scale.signed(*arrays)
    largest = max(arrays, key=lambda array: np.nanmax(array, initial=0.0))
    return view.attention_scale(largest)


def _centred(view: TermView) -> str:
    """Return what is said behind a formula where rows are centred."""
    return figure_tr(", centred") if view.values == "centred" else ""


def _of_attention(look: Look, view: TermView) -> str:
    """Return what stands beside the title of the attention."""
    said = [figure_tr("mean of softmax") if look.terms.head == "mean" else "softmax"]
    said += {"root": [figure_tr("√ colours")], "linear": [], "log": [figure_tr("log")]}[view.attention]
    if view.hidden:
        said.append(figure_tr("renormalised"))
    return comma().join(said)


def _strip(part: Part, terms: Terms) -> Strip | None:
    """Return what is shown above the map of a part that varies with the key, or with the distance, alone."""
    if part.kind.over == "keys":
        return Strip(part.values, "keys", part.kind.term, memory=terms.memory)
    if part.kind.over == "distances":
        farthest = part.first + len(part.values) - 1
        return Strip(part.values[::-1], "distances", part.kind.term, farthest, terms.memory)
    return None
