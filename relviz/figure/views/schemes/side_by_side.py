"""The Schemes view: position terms, score and attention of several position schemes, side by side."""

from __future__ import annotations

import json
import math
from dataclasses import replace
from typing import TYPE_CHECKING

import numpy as np

from relviz import __version__
from relviz.core.sentence import marked
from relviz.figure.lettering.text import SEPARATOR
from relviz.figure.spec import Axis, FigureSpec, Heatmap, Marker, Scale
from relviz.figure.views.schemes.words import RANDOM, title_of
from relviz.figure.words import figure_tr, list_comma, place_name

if TYPE_CHECKING:
    from collections.abc import Collection, Sequence

    from relviz.core.lab.comparison import SchemeView
    from relviz.core.reading.trace import Floats, Head

ROWS = ("position", "score", "attention")
COUNTED_FROM_ONE = marked("Figure", "the article counts positions from 1")
COUNTED_ANEW = marked("Figure", "counted in tokens of the models compared")


def schemes_figure(
    views: Sequence[SchemeView],
    *,
    layer: int,
    head: Head,
    segment: int,
    shared_scale: bool = False,
    selected: tuple[int, int] | None = None,
    untrained: Collection[str] = (),
    note: str = "",
) -> FigureSpec:
    """Draw one column a scheme: what positions add to the score, the score, and the attention.

    Args:
        views: what each scheme makes of the same segment.
        layer: the layer shown.
        head: the head shown.
        segment: number of the segment, from 0.
        shared_scale: give the maps of a row one scale, so that their sizes can be compared; else each has its own.
            Attention always has one.
        selected: (query, key) to frame in every map.
        untrained: schemes whose weights are random.
        note: more to be said in the caption.
    """
    position_scale = rounded(Scale.signed(*(view.position for view in views if view.position is not None)))
    score_scale = rounded(Scale.signed(*(view.score for view in views)))
    attention_scale = Scale.share(*(view.attention for view in views), power=0.5)
    rows: list[list[Heatmap]] = [[], [], []]
    for view in views:
        position = np.full(view.score.shape, np.nan, np.float32) if view.position is None else view.position
        own = not shared_scale
        maps: tuple[tuple[str, Floats, Scale, str], ...] = (
            (
                figure_tr("{0}: position terms").format(title_of(view.scheme)),
                position,
                rounded(Scale.signed(position)) if own else position_scale,
                _letters(view),
            ),
            (figure_tr("score"), view.score, rounded(Scale.signed(view.score)) if own else score_scale, ""),
            (
                figure_tr("attention"),
                np.where(view.mask, view.attention, np.nan),
                attention_scale,
                figure_tr("softmax, √ colours"),
            ),
        )
        for row, name, (title, values, scale, remark) in zip(rows, ROWS, maps, strict=True):
            row.append(
                Heatmap(
                    f"{name}_{view.scheme}",
                    title,
                    values,
                    scale,
                    Axis(figure_tr("query, this segment"), view.query_tokens, tokens=True),
                    Axis(figure_tr("key"), view.key_tokens, tokens=True),
                    ink="score",
                    markers=(Marker.memory(view.memory),) if view.memory else (),
                    selected=selected,
                    note=f"{remark} · {figure_tr(RANDOM)}" if row is rows[0] and view.scheme in untrained else remark,
                )
            )
    told = SEPARATOR.join(missing_of(view) for view in views)
    where = place_of(segment, layer, head)
    first = views[0]
    shape = f"T = {len(first.query_tokens)}, M = {first.memory}"
    parts = (told, where, shape, figure_tr(note), f"relviz {__version__}")
    settings = {"schemes": [view.scheme for view in views], "segment": segment, "layer": layer, "head": head}
    return FigureSpec(
        "schemes",
        "",
        tuple(tuple(row) for row in rows),
        SEPARATOR.join(part for part in parts if part),
        size=(max(960, 360 * len(views) + 120), 1000),
        metadata={"relviz.settings": json.dumps({**settings, "version": __version__})},
    )


def place_of(segment: int, layer: int, head: Head, counted_anew: bool = False) -> str:
    """Say what is looked at, e.g. ``segment 3  ·  layer 0, head 2``, and whether segments are counted anew."""
    counted = (figure_tr(COUNTED_ANEW),) if counted_anew else ()
    return SEPARATOR.join((segment_name(segment), place_name(layer, head), *counted))


def segment_name(segment: int, counted_anew: bool = False) -> str:
    """Return ``segment 3``, and whether segments are counted anew."""
    name = figure_tr("segment {0}").format(segment)
    return SEPARATOR.join((name, figure_tr(COUNTED_ANEW))) if counted_anew else name


def missing_of(view: SchemeView) -> str:
    """Say which of the four terms a scheme lacks, e.g. ``Shaw lacks c, d``."""
    name, lacks = title_of(view.scheme), list_comma().join(view.lacks)
    if view.position is None and "b" in view.has:
        return figure_tr("{0} has a and b in one, lacks {1}").format(name, lacks)
    return (figure_tr("{0} lacks {1}") if lacks else figure_tr("{0} has all four terms")).format(name, lacks)


def _letters(view: SchemeView) -> str:
    """Say which terms what positions add is made of."""
    if view.position is None:
        return figure_tr("a and b are one") if "b" in view.has else figure_tr("has none")
    return " + ".join(letter for letter in view.has if letter != "a")


def rounded(scale: Scale) -> Scale:
    """Return a signed scale whose ends have two digits, which fit beside a narrow bar."""
    digits = 1 - math.floor(math.log10(scale.high))
    end = math.ceil(scale.high * 10**digits - 1e-9) / 10**digits
    return replace(scale, low=-end, high=end)
