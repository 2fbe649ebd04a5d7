"""Curves."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
from PySide6.QtCore import QRectF
from PySide6.QtGui import QColor

from relviz.figure.colours.palette import DARK, LIGHT, Palette
from relviz.figure.drawing.curve_places import y_range
from relviz.figure.drawing.grid import layout
from relviz.figure.spec import Axis, Band, Curves, FigureSpec, Marker, Series
from relviz.figure.writing.write import to_image
from tests.figure.pixels import changed, coloured, rgb

pytestmark = pytest.mark.usefixtures("qapp")


def _curve(*values: float, percent: bool = False) -> Curves:
    x = np.arange(len(values), dtype=np.float32)
    return Curves("weights", "", x, (Series("", np.array(values), "memory"),), Axis("key"), percent=percent)


@pytest.mark.parametrize("values", [(0.4,), (float("nan"), 0.4, float("nan"))])
def test_a_single_value_is_a_dot(values: tuple[float, ...]) -> None:
    """A value without neighbours is drawn large enough to be seen."""
    spec = FigureSpec("one", "", ((_curve(*values),),), size=(400, 300))
    plot = layout(spec, QRectF(0, 0, 400, 300)).boxes[0][0].plot
    image = to_image(spec, LIGHT)
    ink = [
        (x, y)
        for x in range(round(plot.left()), round(plot.right()))
        for y in range(round(plot.top()), round(plot.bottom()))
        if image.pixelColor(x, y).name() == LIGHT.inks["memory"]
    ]
    assert len(ink) > 12
    assert np.mean([x for x, _ in ink]) == pytest.approx(plot.center().x(), abs=1.5)


def test_shares_end_at_one_hundred_percent() -> None:
    """An axis of shares goes up to 100% at most; other numbers have some air above them."""
    assert y_range(_curve(0.2, 1.0, percent=True), 200) == (0.0, 1.0)
    assert y_range(_curve(0.1, 0.5, percent=True), 200)[1] == pytest.approx(0.53)
    assert y_range(_curve(0.2, 1.0), 200)[1] > 1.0


@pytest.mark.parametrize("palette", [LIGHT, DARK], ids=["light", "dark"])
@pytest.mark.parametrize("percent", [True, False])
@pytest.mark.parametrize("height", [130, 400])
def test_the_label_of_a_line_hides_no_peak(height: int, percent: bool, palette: Palette) -> None:
    """However low the plot, the words beside a line end above the highest value, and so does their plate."""
    labelled, unlabelled = (
        FigureSpec("one", "", ((replace(curve, markers=(Marker(1.0, label, "cursor"),)),),), size=(400, height))
        for curve in (_curve(0.1, 0.9, 1.0, 0.9, 0.1, percent=percent),)
        for label in ("d = 1", " ")
    )
    plot = layout(labelled, QRectF(0, 0, 400, height)).boxes[0][0].plot
    image, without = to_image(labelled, palette), to_image(unlabelled, palette)
    line = round(plot.left() + 1.5 / 5 * plot.width())
    inside = [(x, y) for x in range(line + 4, line + 90) for y in range(round(plot.top()), round(plot.bottom()))]
    words = [y for x, y in inside if image.pixelColor(x, y) != without.pixelColor(x, y)]
    drawn = [y for x, y in inside if without.pixelColor(x, y).name() == palette.inks["memory"]]
    assert words
    assert min(drawn) > max(words) + 2


@pytest.mark.parametrize("count", [0, 3])
def test_an_axis_of_no_values_has_no_numbers(count: int) -> None:
    """Where nothing is known there is no scale: left of the plot is paper only."""
    spec = FigureSpec("none", "", ((_curve(*[float("nan")] * count),),), size=(400, 300))
    plot = layout(spec, QRectF(0, 0, 400, 300)).boxes[0][0].plot
    image = to_image(spec, LIGHT)

    left = {image.pixelColor(x, y).name() for x in range(round(plot.left()) - 2) for y in range(300)}
    assert left == {LIGHT.paper}


@pytest.mark.parametrize(("values", "above"), [((1.0, 1.1, 9.0), True), ((9.0, 8.9, 1.0), False)])
def test_a_range_is_named_where_the_curve_is_not(values: tuple[float, ...], above: bool) -> None:
    """Over a low beginning of the curve the words stand at the top, under a high one at the foot."""
    named, plain = (
        FigureSpec("band", "", ((replace(_curve(*values), bands=(Band(0.0, 1.0, label),)),),), size=(400, 300))
        for label in ("trained", "")
    )
    plot = layout(named, QRectF(0, 0, 400, 300)).boxes[0][0].plot
    image, without = to_image(named, LIGHT), to_image(plain, LIGHT)

    words = [y for x in range(400) for y in range(300) if image.pixelColor(x, y) != without.pixelColor(x, y)]
    assert words
    assert all((y < plot.top() + 25) if above else (y > plot.bottom() - 25) for y in words)


def _crowded(count: int, labels: tuple[str, ...], at: float) -> FigureSpec:
    """Return curves that go everywhere, with lines a distance of 1 apart."""
    x, random = np.arange(80, dtype=np.float32), np.random.default_rng(1)
    inks = ("memory", "content", "position", "content_bias", "position_bias", "segment")
    series = tuple(Series("", random.random(80), ink) for ink in inks[:count])  # type: ignore[arg-type]
    markers = tuple(Marker(at + n, label, "limit") for n, label in enumerate(labels))
    curves = Curves("curves", "", x, series, Axis("distance"), markers=markers)
    return FigureSpec("crowded", "", ((curves,),), size=(420, 200))


@pytest.mark.slow
@pytest.mark.parametrize(("count", "at"), [(1, 0.0), (1, 76.0), (6, 40.0), (6, 76.0)])
@pytest.mark.parametrize(
    ("labels", "palette"),
    [(("T = 40", "M = 41", "clamp_len", "trained"), LIGHT), (("当前", "片段", "钳制距离", "训练范围"), DARK)],
    ids=["en-light", "zh-dark"],
)
def test_words_beside_close_lines_hide_no_curve(
    labels: tuple[str, ...], palette: Palette, count: int, at: float
) -> None:
    """Four lines side by side over few curves and over many: all words are drawn, and every bit of curve is left."""
    named, bare = _crowded(count, labels, at), _crowded(count, (" ",) * len(labels), at)
    image, without = to_image(named, palette, 2.0), to_image(bare, palette, 2.0)
    inks = {one.ink for one in named.grid[0][0].series}  # type: ignore[union-attr]
    for ink in inks:
        assert not (coloured(without, palette.inks[ink]) & ~coloured(image, palette.inks[ink])).any()
    for number in range(len(labels)):
        silent = (*labels[:number], "", *labels[number + 1 :])
        rest = to_image(_crowded(count, silent, at), palette, 2.0)
        assert (changed(image, rest) & coloured(image, palette.limit)).any(), labels[number]


def test_a_range_is_named_above_curves_that_leave_no_room() -> None:
    """Where curves go from the foot to the top, the axis grows: the words stand over the highest value."""
    values = tuple(np.random.default_rng(2).random(40).tolist())
    named, bare = (
        FigureSpec("band", "", ((replace(_curve(*values), bands=(Band(0.0, 30.0, label),)),),), size=(400, 200))
        for label in ("trained", " ")
    )
    image, without = to_image(named, LIGHT, 2.0), to_image(bare, LIGHT, 2.0)
    words, drawn = changed(image, without), coloured(without, LIGHT.inks["memory"])
    assert words.any()
    assert np.flatnonzero(words.any(1)).max() < np.flatnonzero(drawn.any(1)).min()


@pytest.mark.parametrize("palette", [LIGHT, DARK], ids=["light", "dark"])
def test_words_in_a_shaded_range_stand_on_its_ground(palette: Palette) -> None:
    """Within a range no plate of paper shows: all round the words the ground is that of the range."""
    curves = replace(_curve(*[0.1] * 40), markers=(Marker(20.0, "M = 20", "limit"),), bands=(Band(20.0, 40.0),))
    spec = FigureSpec("band", "", ((curves,),), size=(400, 260))
    plot, image = layout(spec, QRectF(0, 0, 400, 260)).boxes[0][0].plot, to_image(spec, palette, 2.0)
    above, words = (
        slice(round(2 * plot.top()) + start, round(2 * plot.top()) + end) for start, end in ((7, 9), (7, 36))
    )
    inside = slice(round(2 * plot.center().x()) + 12, round(2 * plot.right()) - 20)
    ground = QColor(palette.raised)
    assert abs(rgb(image)[above, inside] - (ground.red(), ground.green(), ground.blue())).max() <= 2  # blended
    assert coloured(image, palette.limit)[words, inside].any()
