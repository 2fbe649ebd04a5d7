from __future__ import annotations

import dataclasses

import pytest
from PySide6.QtCore import QRectF

from relviz.figure.drawing.grid import layout
from relviz.figure.spec import Axis, FigureSpec
from tests.figure.figures import curve, figure, heatmap, shares

pytestmark = pytest.mark.usefixtures("qapp")


def page(spec: FigureSpec) -> QRectF:
    """Return the whole figure."""
    return QRectF(0, 0, *spec.size)


def six() -> FigureSpec:
    """Return six maps over the same queries and keys."""
    return figure(*(tuple(heatmap(f"m{r}{c}", 8, 24) for c in range(3)) for r in range(2)), size=(1440, 900))


def test_plots_of_a_grid_line_up() -> None:
    """Six maps are equally large, and their plots line up along rows and columns."""
    boxes = layout(six(), page(six())).boxes
    sizes = {(box.plot.width(), box.plot.height()) for row in boxes for box in row}
    assert len(sizes) == 1
    assert all(len({box.plot.top() for box in row}) == 1 for row in boxes)
    assert all(len({row[c].plot.left() for row in boxes}) == 1 for c in range(3))


def test_only_outer_maps_write_labels() -> None:
    """Maps that share their axes write row labels on the left and column labels at the bottom, and nowhere else."""
    boxes = layout(six(), page(six())).boxes
    assert [[box.row_labels for box in row] for row in boxes] == [[True, False, False]] * 2
    assert [[box.column_labels for box in row] for row in boxes] == [[False] * 3, [True] * 3]


def test_maps_over_other_tokens_write_their_own_labels() -> None:
    """A map whose keys differ from those of the map below writes them."""
    other = dataclasses.replace(heatmap("other"), columns=Axis("key", tuple("abcdefgh")))
    boxes = layout(figure((heatmap(),), (other,)), QRectF(0, 0, 720, 480)).boxes
    assert [row[0].column_labels for row in boxes] == [True, True]


@pytest.mark.parametrize("size", [(520, 400), (720, 480), (3840, 2160)])
def test_plots_never_overlap_or_leave_the_page(size: tuple[int, int]) -> None:
    """Whatever the size, plots lie on the page, apart from each other, above the caption and below the title."""
    spec = figure((heatmap(), curve()), (shares(), heatmap("other")), size=size)
    placed = layout(spec, page(spec))
    plots = [box.plot for row in placed.boxes for box in row]
    for n, plot in enumerate(plots):
        assert page(spec).contains(plot)
        assert plot.top() >= placed.title.bottom()
        assert plot.bottom() <= placed.caption.top()
        assert not any(plot.intersects(other) for other in plots[n + 1 :])


def test_widths_and_heights_are_kept() -> None:
    """Relative widths and heights are those of the plots, whatever labels they have."""
    spec = figure((heatmap(), heatmap("b")), (curve(), curve()), widths=(3, 1), heights=(1, 2), size=(1440, 900))
    boxes = layout(spec, page(spec)).boxes
    assert boxes[0][0].plot.width() / boxes[0][1].plot.width() == pytest.approx(3, abs=0.02)
    assert boxes[1][0].plot.height() / boxes[0][0].plot.height() == pytest.approx(2, abs=0.02)


def test_a_curve_lines_up_with_the_map_below() -> None:
    """A strip over keys is as wide as the map below it and leaves the labels to the map."""
    strip = dataclasses.replace(curve(8), columns=heatmap().columns)
    boxes = layout(figure((strip,), (heatmap(),), heights=(1, 4)), QRectF(0, 0, 720, 480)).boxes
    assert boxes[0][0].plot.left() == boxes[1][0].plot.left()
    assert boxes[0][0].plot.width() == boxes[1][0].plot.width()
    assert not boxes[0][0].column_labels
