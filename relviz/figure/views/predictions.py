"""The Predictions view: what each token costs, and what memory and each term are worth to its prediction."""

from __future__ import annotations

import json
import math
from typing import TYPE_CHECKING

import numpy as np
from PySide6.QtCore import QCoreApplication

from relviz import __version__
from relviz.core.percent import percent
from relviz.core.units import of_nats
from relviz.errors import SettingError
from relviz.figure.lettering.text import SEPARATOR
from relviz.figure.lettering.ticks import MINUS
from relviz.figure.spec import Axis, Curves, FigureSpec, Heatmap, Listing, Marker, Row, Scale, Series
from relviz.figure.words import interventions_in_words, part_title, segment_of, unit_name

if TYPE_CHECKING:
    from relviz.core.metrics.predictions import Predictions
    from relviz.core.reading.next_tokens import Candidate, NextTokens
    from relviz.core.units import Unit
    from relviz.figure.spec import Ink


MEMORY = "memory"
"""Name of the row that says what memory is worth; the others have the names of their parts."""


COUNT = 10
"""Candidates that are listed."""


def _tr(text: str) -> str:
    return QCoreApplication.translate("Predictions", text)


def predictions_figure(
    found: Predictions,
    following: NextTokens | None = None,
    *,
    unit: Unit = "nats",
    query: int | None = None,
    without: str | None = None,
) -> FigureSpec:
    """Draw the loss along the segment, what it rises by without memory and without each term, and the candidates.

    Args:
        found: the losses.
        following: what is expected after the selected query; None if that is not known.
        unit: what losses are told in.
        query: row of the selected query, to be marked; None for none.
        without: name of a part whose loss without it is drawn beside the others.

    Raises:
        SettingError: the model predicts nothing here.
    """
    listing = None if following is None else candidates_listing(following, memory=found.memory > 0)
    if not found.known.any():
        if listing is None:
            raise SettingError(
                "{0} predicts no next token in segment {1}: choose another model or segment.", found.model, found.index
            )
        rows: tuple[tuple[Curves | Heatmap | Listing, ...], ...] = ((listing,),)
        return FigureSpec("predictions", "", rows, caption(found, unit), metadata=settings(found, unit, query))
    beside = listing or Listing("candidates", _tr("what is expected"), (), note=_tr("select a query"))
    return FigureSpec(
        "predictions",
        "",
        ((_along(found, unit, query, without), beside), (_worth(found, unit, query), _means(found, unit))),
        caption(found, unit),
        heights=(1.45, 1.0),
        widths=(1.1, 1.0),
        metadata=settings(found, unit, query),
    )


def signed(value: float) -> str:
    """Return a loss, or what it rises by, with two decimals and its sign; never minus zero."""
    written = f"{abs(value):.2f}"
    return "–" if math.isnan(value) else f"{'+' if value > 0 else MINUS}{written}" if float(written) else written


def _along(found: Predictions, unit: Unit, query: int | None, without: str | None) -> Curves:
    """Return the losses along the segment; the legend has their means."""
    losses = found.losses

    def series(label: str, values: np.ndarray, ink: Ink, *, dashed: bool = False) -> Series:
        mean = of_nats(found.mean(values), unit)
        return Series(label.format(f"{mean:.2f}"), of_nats(values, unit), ink, dashed)

    curves = [series(_tr("with memory {0}"), losses.with_memory, "memory")]
    if found.memory:
        curves.append(series(_tr("without {0}"), losses.without_memory, "segment", dashed=True))
    for part in found.parts:
        if part.kind.name == without:
            label = _tr("without ({letter}) {mean}").format(letter=part.kind.letter, mean="{0}")
            curves.append(series(label, part.losses, part.kind.term))
    alone = of_nats(found.mean(losses.with_memory), unit)
    note = _tr("and means") if len(curves) > 1 else _tr("mean {0}, the memory is empty").format(f"{alone:.2f}")
    return Curves(
        "losses",
        _tr("loss of each token"),
        np.arange(len(found.predicted), dtype=np.float32),
        tuple(curves),
        Axis(_tr("token that came: this is what it cost"), found.predicted, tokens=True),
        y_title=_tr("loss, {0}").format(unit_name(unit)),
        markers=() if query is None else (Marker(float(query), "", "cursor"),),
        note=note,
    )


def _worth(found: Predictions, unit: Unit, query: int | None) -> Heatmap:
    """Return what each loss rises by without the memory, and without each part."""
    values = of_nats(np.stack(list(found.worth.values())), unit)
    return Heatmap(
        "worth",
        _tr("what each is worth: loss without it {0} loss").format(MINUS),
        values,
        Scale.signed(values),
        Axis("", (_tr("memory"), *(part_title(part.kind) for part in found.parts))),
        Axis(_tr("query: the token before, from which it was predicted"), found.query_tokens, tokens=True),
        markers=() if query is None else (Marker(query + 0.5, "", "cursor"),),
        note=unit_name(unit),
    )


def _means(found: Predictions, unit: Unit) -> Listing:
    """Return the means of the rows of ``_worth``, line for line."""
    inks: list[Ink] = ["memory", *(part.kind.term for part in found.parts)]
    means = [of_nats(found.mean(values), unit) for values in found.worth.values()]
    rows = tuple(Row("", mean, signed(mean), ink) for mean, ink in zip(means, inks, strict=True))
    note = _tr("{0}, over the segment").format(unit_name(unit))
    return Listing("means", _tr("mean"), (rows,), lines=len(rows), note=note)


def caption(found: Predictions, unit: Unit) -> str:
    """Return model, segment, lengths, interventions, unit and version, and how terms are switched off."""
    interventions = interventions_in_words(found.interventions, [part.kind for part in found.parts])
    tokens = _of(len(found.query_tokens), found.segment_length)
    losses = _tr("losses in {0} per token; each term off in all layers and heads, over the same memory")
    parts = [
        found.model,
        segment_of(found.index, found.segments),
        _tr("read from token {0}").format(found.first) if found.first else "",
        _tr("intervention: {0}").format(interventions) if interventions else "",
        f"T = {tokens}, M = {_of(found.memory, found.memory_length)}",
        losses.format(unit_name(unit)),
        f"relviz {__version__}",
    ]
    return SEPARATOR.join(filter(None, parts))


def settings(found: Predictions, unit: Unit, query: int | None) -> dict[str, str]:
    """Return what a figure file says of itself in its metadata; never the text that was read."""
    values: dict[str, object] = {
        "model": found.model,
        "segment": found.index,
        "segment_length": found.segment_length,
        "tokens": len(found.query_tokens),
        "memory": found.memory,
        "memory_length": found.memory_length,
        "unit": unit,
        "version": __version__,
    }
    if query is not None:
        values["query"] = query
    if found.first:
        values["start"] = found.first
    if found.interventions:
        values["interventions"] = found.interventions.as_data()
    return {"relviz.settings": json.dumps(values)}


def _of(here: int, full: int) -> str:
    """Return a length, and what it would be if the segment, or the memory, were full."""
    return str(here) if here == full else _tr("{0} of {1}").format(here, full)


def candidates_listing(found: NextTokens, *, memory: bool = True) -> Listing:
    """Return the candidates in two columns; the token that came is marked, and listed last where it is none of them.

    Args:
        found: what is expected.
        memory: whether there is any; without, both columns would be the same, and there is one.
    """
    after = f"“{found.after}”"
    if found.came is None:
        title, note = _tr("after {0} the text ends").format(after), _tr("what is expected")
    else:
        title, note = _tr("after {0} came {1}").format(after, f"“{found.came}”"), _tr("what was expected")
    alone = _rows(found.without_memory, found.came, found.came_without, "segment")
    if memory:
        columns = _rows(found.with_memory, found.came, found.came_with, "memory"), alone
        headings = _tr("with memory"), _tr("without memory")
        return Listing("candidates", title, columns, headings, COUNT + 1, note)
    return Listing("candidates", title, (alone,), (_tr("the memory is empty"),), COUNT + 1, note)


def _rows(candidates: tuple[Candidate, ...], came: str | None, its: float, ink: Ink) -> tuple[Row, ...]:
    rows = [Row(one.label, one.probability, percent(one.probability), ink, one.came) for one in candidates]
    if came is not None and not any(one.came for one in candidates):
        rows.append(Row(came, its, percent(its), ink, marked=True))
    return tuple(rows)
