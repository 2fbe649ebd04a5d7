"""The Schemes view as a figure."""

from __future__ import annotations

import numpy as np
import pytest

from relviz.core.lab.comparison import SchemeView
from relviz.core.lab.rewriting import Letter
from relviz.figure.colours.palette import LIGHT
from relviz.figure.spec import Heatmap, Scale
from relviz.figure.views.schemes.side_by_side import missing_of, rounded, schemes_figure
from relviz.figure.writing.write import to_image

DISTANCE = 2 + np.arange(2)[:, None] - np.arange(4)[None]
MASK = DISTANCE >= 0


def _view(scheme: str, has: tuple[Letter, ...], lacks: tuple[Letter, ...], position: bool = True) -> SchemeView:
    """What a scheme makes of two queries over a memory of two."""
    score = np.where(MASK, -1.0 * DISTANCE, np.nan).astype(np.float32)
    attention = np.where(MASK, 1 / MASK.sum(1, keepdims=True), 0).astype(np.float32)
    return SchemeView(
        scheme, 0.123 * score if position else None, score, attention, MASK, DISTANCE, has, lacks, 2,
        ("C", "D"), ("A", "B", "C", "D"),
    )  # fmt: skip


XL = _view("xl", ("a", "b", "c", "d"), ())
SHAW = _view("shaw", ("a", "b"), ("c", "d"))
ROTARY = _view("rotary", ("a", "b"), ("c", "d"), position=False)
NONE = _view("none", ("a",), ("b", "c", "d"), position=False)


def test_a_column_a_scheme() -> None:
    """Position terms over score over attention, in the order given, with the divider after the memory."""
    figure = schemes_figure([XL, SHAW], layer=1, head=2, segment=3)

    assert [[panel.name for panel in row] for row in figure.grid] == [
        ["position_xl", "position_shaw"],
        ["score_xl", "score_shaw"],
        ["attention_xl", "attention_shaw"],
    ]
    for row in figure.grid:
        for panel in row:
            assert isinstance(panel, Heatmap)
            assert [marker.at for marker in panel.markers] == [2]
            assert np.isnan(panel.values[0, 3]), "a later key is hidden"
            assert panel.columns.labels == ("A", "B", "C", "D")
    assert "segment 3  ·  layer 1, head 2" in figure.caption


def test_the_caption_says_what_is_missing() -> None:
    """Each scheme's missing terms are named by their letters."""
    assert missing_of(XL) == "Transformer-XL has all four terms"
    assert missing_of(SHAW) == "Shaw lacks c, d"
    assert missing_of(ROTARY) == "Rotary has a and b in one, lacks c, d"
    assert missing_of(NONE) == "None lacks b, c, d"
    caption = schemes_figure([SHAW, NONE], layer=0, head="mean", segment=0).caption
    assert "Shaw lacks c, d  ·  None lacks b, c, d" in caption
    assert "mean over heads" in caption


def test_a_scheme_without_position_terms_has_an_empty_map() -> None:
    """Where nothing is added for positions, the map is masked, which is not the same as zero, and it is drawn."""
    figure = schemes_figure([ROTARY, NONE], layer=0, head=0, segment=0)
    rotary, none = figure.panel("position_rotary"), figure.panel("position_none")

    assert isinstance(rotary, Heatmap)
    assert isinstance(none, Heatmap)
    assert np.isnan(rotary.values).all()
    assert (rotary.note, none.note) == ("a and b are one", "has none")
    assert not to_image(figure, LIGHT).isNull()


def test_random_weights_are_said() -> None:
    """A scheme without a trained model says over its column that its weights are random."""
    figure = schemes_figure([XL, SHAW], layer=0, head=0, segment=0, untrained=["shaw"])
    shaw, xl = figure.panel("position_shaw"), figure.panel("position_xl")

    assert "random weights" in shaw.note
    assert "random weights" not in xl.note


def test_one_scale_can_be_shared() -> None:
    """On one scale the maps of a row have the ends of the largest; attention always does."""
    loud = SchemeView(**{**SHAW.__dict__, "score": SHAW.score * 10, "attention": SHAW.attention * 0.5})
    own = schemes_figure([XL, loud], layer=0, head=0, segment=0)
    shared = schemes_figure([XL, loud], layer=0, head=0, segment=0, shared_scale=True)

    assert _ends(own.panel("score_xl")) == (-3, 3)
    assert _ends(own.panel("score_shaw")) == (-30, 30)
    assert _ends(shared.panel("score_xl")) == _ends(shared.panel("score_shaw")) == (-30, 30)
    assert _ends(own.panel("attention_xl")) == _ends(own.panel("attention_shaw"))


@pytest.mark.parametrize(("largest", "end"), [(0.09671, 0.097), (3.0, 3.0), (12.3, 13.0), (0.0131, 0.014)])
def test_scales_end_at_two_digits(largest: float, end: float) -> None:
    """A scale is rounded up to two digits, so that nothing lies outside it and its numbers fit."""
    scale = rounded(Scale.signed(np.array([largest, -0.001])))

    assert (scale.low, scale.high) == pytest.approx((-end, end))


def _ends(panel: object) -> tuple[float, float]:
    assert isinstance(panel, Heatmap)
    return panel.scale.low, panel.scale.high
