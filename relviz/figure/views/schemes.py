"""The Schemes view: position terms, score and attention of several position schemes, side by side."""

from __future__ import annotations

import json
import math
from typing import TYPE_CHECKING

import numpy as np

from relviz import __version__
from relviz.figure.spec import Axis, FigureSpec, Heatmap, Marker, Scale
from relviz.figure.views.schemes_words import RANDOM, title_of

if TYPE_CHECKING:
    from collections.abc import Collection, Sequence

    from relviz.core.lab.comparison import SchemeView
    from relviz.core.trace import Floats, Head

ROWS = ("position", "score", "attention")
COUNTED_FROM_ONE = "the article counts positions from 1"


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
                f"{title_of(view.scheme)}: position terms",
                position,
                rounded(Scale.signed(position)) if own else position_scale,
                _letters(view),
            ),
            ("score", view.score, rounded(Scale.signed(view.score)) if own else score_scale, ""),
            ("attention", np.where(view.mask, view.attention, np.nan), attention_scale, "softmax, √ colours"),
        )
        for row, name, (title, values, scale, remark) in zip(rows, ROWS, maps, strict=True):
            row.append(
                Heatmap(
                    f"{name}_{view.scheme}",
                    title,
                    values,
                    scale,
                    Axis("query, this segment", view.query_tokens),
                    Axis("key", view.key_tokens),
                    ink="score",
                    markers=(Marker.memory(view.memory),) if view.memory else (),
                    selected=selected,
                    note=f"{remark} · {RANDOM}" if row is rows[0] and view.scheme in untrained else remark,
                )
            )
    told = " · ".join(missing_of(view) for view in views)
    where = f"segment {segment} · layer {layer}, {'mean over heads' if head == 'mean' else f'head {head}'}"
    first = views[0]
    shape = f"T = {len(first.query_tokens)}, M = {first.memory}"
    parts = (told, where, shape, note, f"relviz {__version__}")
    settings = {"schemes": [view.scheme for view in views], "segment": segment, "layer": layer, "head": head}
    return FigureSpec(
        "schemes",
        "",
        tuple(tuple(row) for row in rows),
        "  ·  ".join(part for part in parts if part),
        size=(max(960, 360 * len(views) + 120), 1000),
        metadata={"relviz.settings": json.dumps({**settings, "version": __version__})},
    )


def missing_of(view: SchemeView) -> str:
    """Say which of the four terms a scheme lacks, e.g. ``Shaw lacks c, d``."""
    in_one = "has a and b in one, " if view.position is None and "b" in view.has else ""
    return f"{title_of(view.scheme)} {in_one}{'lacks ' + ', '.join(view.lacks) if view.lacks else 'has all four terms'}"


def _letters(view: SchemeView) -> str:
    """Say which terms what positions add is made of."""
    if view.position is None:
        return "a and b are one" if "b" in view.has else "has none"
    return " + ".join(letter for letter in view.has if letter != "a")


def rounded(scale: Scale) -> Scale:
    """Return a signed scale whose ends have two digits, which fit beside a narrow bar."""
    digits = 1 - math.floor(math.log10(scale.high))
    end = math.ceil(scale.high * 10**digits - 1e-9) / 10**digits
    return Scale(-end, end, "signed")
