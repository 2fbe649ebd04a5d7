"""Where everything in a figure goes: plots line up along rows and columns, and labels take the room they need."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from PySide6.QtCore import QRectF

    from relviz.figure.spec import Panel


@dataclass(frozen=True)
class Gaps:
    """What is left free, in device-independent pixels.

    Attributes:
        margin: round the figure.
        column: between columns.
        row: between rows.
    """

    margin: float
    column: float
    row: float


@dataclass(frozen=True)
class Gutters:
    """Room round a plot for its labels, in device-independent pixels."""

    left: float
    top: float
    right: float
    bottom: float


@dataclass(frozen=True, eq=False)
class Box:
    """Where one panel goes.

    Attributes:
        panel: what is drawn.
        plot: the cells, curves or bars themselves; row i of R in a map spans ``height / R`` from the top.
        gutters: the room round the plot; the same for all plots of a column (left, right) or row (top, bottom).
        column_labels: whether the labels below are written: not if the panel below continues the same axis.
        row_labels: whether the labels to the left are written: not if the map to the left has the same rows.
        spare: how far the heading may reach into the gap before the next column; not into the margin.
    """

    panel: Panel
    plot: QRectF
    gutters: Gutters
    column_labels: bool
    row_labels: bool
    spare: float


@dataclass(frozen=True, eq=False)
class Layout:
    """Where the parts of a figure go.

    Attributes:
        title: the headline; empty if there is none.
        boxes: the panels, as in ``FigureSpec.grid``.
        caption: the lines below; empty if there are none.
    """

    title: QRectF
    boxes: tuple[tuple[Box, ...], ...]
    caption: QRectF
