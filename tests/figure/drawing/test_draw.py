from __future__ import annotations

import dataclasses
from typing import TYPE_CHECKING

import numpy as np
import pytest
from PySide6.QtCore import QRectF

from relviz.figure.colours.colormaps import index_image, table
from relviz.figure.colours.palette import DARK, LIGHT, Palette
from relviz.figure.drawing.curve_places import x_range, y_range
from relviz.figure.drawing.grid import layout
from relviz.figure.spec import Axis, FigureSpec, Heatmap, Scale, Series
from relviz.figure.writing.write import to_image
from tests.figure.figures import curve, figure, heatmap, shares

if TYPE_CHECKING:
    from PySide6.QtGui import QImage

pytestmark = pytest.mark.usefixtures("qapp")
BOTH = pytest.mark.parametrize("palette", [LIGHT, DARK], ids=["light", "dark"])


def pixel(image: QImage, x: float, y: float) -> str:
    """Return the colour at a place."""
    return image.pixelColor(int(x), int(y)).name()


def centre(spec: FigureSpec, row: int, column: int, scale: float = 1.0) -> tuple[float, float]:
    """Return where the middle of a cell of the first map is, in pixels."""
    panel, plot = spec.grid[0][0], layout(spec, QRectF(0, 0, *spec.size)).boxes[0][0].plot
    assert isinstance(panel, Heatmap)
    rows, columns = panel.values.shape
    x = plot.left() + (column + 0.5) * plot.width() / columns
    y = plot.top() + (row + 0.5) * plot.height() / rows
    return x * scale, y * scale


@BOTH
@pytest.mark.parametrize("scale", [1.0, 1.5625])
def test_cells_have_the_colours_of_the_table(palette: Palette, scale: float) -> None:
    """The middle of every visible cell has exactly its colour of the table, at any resolution."""
    panel = heatmap()
    spec = figure((panel,))
    image = to_image(spec, palette, scale)
    colours = table("signed", palette)[index_image(panel.values, panel.scale)]
    for row, column in np.argwhere(np.isfinite(panel.values)).tolist():
        red, green, blue, _ = colours[row, column].tolist()
        assert pixel(image, *centre(spec, row, column, scale)) == f"#{red:02x}{green:02x}{blue:02x}"


@BOTH
def test_masked_cells_are_hatched(palette: Palette) -> None:
    """A masked cell shows the masked colour and hatch lines, and nothing else."""
    spec = figure((heatmap(),))
    image = to_image(spec, palette)
    x, y = centre(spec, 0, 7)
    seen = {pixel(image, x + n, y) for n in range(-8, 8)}
    assert palette.masked in seen
    assert len(seen) > 1


@BOTH
def test_the_whole_page_is_painted(palette: Palette) -> None:
    """All corners have the colour of the paper."""
    image = to_image(figure((heatmap(),)), palette)
    right, bottom = image.width() - 1, image.height() - 1
    assert {pixel(image, x, y) for x in (0, right) for y in (0, bottom)} == {palette.paper}


def test_bars_are_stacked_in_order() -> None:
    """At 25, 65 and 90% of a bar of 50 + 30 + 20% stand memory, segment and self."""
    spec = figure((shares(),))
    image = to_image(spec, LIGHT)
    plot = layout(spec, QRectF(0, 0, *spec.size)).boxes[0][0].plot
    x = plot.left() + plot.width() / 8
    seen = [pixel(image, x, plot.bottom() - share * plot.height()) for share in (0.25, 0.65, 0.9)]
    assert seen == [LIGHT.fills[ink] for ink in ("memory", "segment", "self")]


def test_two_thousand_bars_are_drawn() -> None:
    """Narrow bars run together but keep their heights and colours."""
    spec = figure((shares(2000),))
    plot = layout(spec, QRectF(0, 0, *spec.size)).boxes[0][0].plot
    image = to_image(spec, LIGHT)
    assert pixel(image, plot.center().x(), plot.bottom() - 0.25 * plot.height()) == LIGHT.fills["memory"]


def test_a_divider_crosses_the_map_between_memory_and_segment() -> None:
    """The divider is drawn on the edge between the last memory key and the first of the segment."""
    spec = figure((heatmap(),))
    x, y = centre(spec, 1, 4)
    plot = layout(spec, QRectF(0, 0, *spec.size)).boxes[0][0].plot
    edge = x - plot.width() / 16
    image = to_image(spec, LIGHT, 4.0)
    assert LIGHT.divider in {pixel(image, 4 * edge + n, 4 * y) for n in range(-4, 5)}


def test_the_selected_cell_is_framed() -> None:
    """The frame round the selected cell has the cursor's colour."""
    framed = figure((heatmap(selected=(1, 1)),))
    x, y = centre(framed, 1, 1)
    plot = layout(framed, QRectF(0, 0, *framed.size)).boxes[0][0].plot
    image = to_image(framed, LIGHT)
    edge = x + plot.width() / 16
    assert LIGHT.cursor in {pixel(image, edge + n, y) for n in range(-3, 5)}


def test_numbers_are_written_into_large_cells_only() -> None:
    """Numbers appear in cells that hold them, and are left out where they would not fit."""
    values = np.array([[0.0, 1.0]])
    panel = Heatmap("share", "share", values, Scale(0.0, 1.0, "share", percent=True), Axis(), Axis(), numbers=True)
    for spec, written in ((figure((panel,)), True), (figure((panel,), size=(120, 120)), False)):
        with_numbers = to_image(spec, LIGHT)
        without = to_image(dataclasses.replace(spec, grid=((dataclasses.replace(panel, numbers=False),),)), LIGHT)
        assert (with_numbers != without) is written


@pytest.mark.parametrize("size", [(20, 20), (120, 90), (480, 300)])
def test_small_pages_are_drawn_without_complaint(size: tuple[int, int]) -> None:
    """A page too small for its labels is drawn all the same."""
    spec = figure((heatmap(), curve()), (shares(), heatmap("b", 32, 64)), size=size)
    assert (to_image(spec, LIGHT).width(), to_image(spec, DARK).height()) == size


def test_figures_of_nothing_are_drawn() -> None:
    """Maps that are all masked, curves without a value and bars without a share are drawn, empty."""
    nothing = np.full(8, np.nan, np.float32)
    maps = dataclasses.replace(heatmap(), values=np.full((4, 8), np.nan, np.float32))
    curves = dataclasses.replace(curve(), series=(Series("", nothing),))
    bars = dataclasses.replace(shares(), parts=(Series("memory", nothing[:4], "memory"),), line=None)
    assert not to_image(figure((maps, curves), (bars,)), LIGHT).isNull()
    assert not to_image(figure((dataclasses.replace(curve(), x=nothing[:0], series=()),)), LIGHT).isNull()


def test_long_texts_are_cut() -> None:
    """A title, caption or label longer than the page ends before the margin."""
    long = "irrecoverable " * 60
    spec = figure((heatmap(note=long),), title=long, caption=long)
    image = to_image(spec, LIGHT)
    assert {pixel(image, image.width() - 12, y) for y in range(image.height())} == {LIGHT.paper}


def test_a_curve_covers_its_cells() -> None:
    """A curve over 0 .. 7 has an axis from -0.5 to 7.5, so that it lines up with eight cells."""
    assert x_range(curve(8)) == (-0.5, 7.5)


def test_the_vertical_axis_holds_zero_unless_it_is_far() -> None:
    """An axis of values from 2 to 8 starts at 0; one from 100 to 101 does not."""
    near, far = (
        dataclasses.replace(curve(2), series=(Series("", np.array(values)),), markers=())
        for values in ([2.0, 8.0], [100.0, 101.0])
    )
    assert y_range(near, 100)[0] == 0
    assert y_range(far, 100)[0] > 99
