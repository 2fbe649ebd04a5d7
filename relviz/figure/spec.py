"""A figure as data: what is shown, without a word on how it is drawn.

The window shows the panels of a figure, and the writers draw them into files: both from the same numbers.
"""

from __future__ import annotations

import math
from dataclasses import dataclass, field
from typing import Literal

import numpy as np
from numpy.typing import NDArray

from relviz.figure.words import figure_tr

Floats = NDArray[np.floating]
Ink = Literal[
    "content", "position", "content_bias", "position_bias", "token_type", "score", "memory", "segment", "self", "plain"
]
"""What a colour stands for; ``figure.colours.palette`` says which colour that is in a theme."""
DECADES = 3
"""Powers of ten on a logarithmic scale, below that of its largest value."""


@dataclass(frozen=True)
class Scale:
    """How numbers become colours.

    Attributes:
        low: value of the first colour.
        high: value of the last colour; larger than ``low``.
        kind: ``signed`` for a diverging map whose middle is 0, ``share`` for a sequential one from 0.
        percent: whether numbers are shares, to be written as percentages.
        power: 1 where equal steps of the numbers are equal steps of colour; with 0.5, colours go by the square root,
            so that small shares can be told apart beside a large one. The colour bar shows which it is.
        log: whether colours go by the logarithm; ``low`` is then larger than 0, and what is below it has its colour.
        zero: whether all values are 0, so that no other number says anything about them.
    """

    low: float
    high: float
    kind: Literal["signed", "share"]
    percent: bool = False
    power: float = 1.0
    log: bool = False
    zero: bool = False

    def place(self, value: float) -> float:
        """Return how far on the way from the first colour to the last a number is, 0 to 1."""
        if self.log:
            return math.log(max(value, self.low) / self.low) / math.log(self.high / self.low)
        share: float = ((value - self.low) / (self.high - self.low)) ** self.power
        return share

    def value(self, place: float) -> float:
        """Return the number at a place; undoes ``place``."""
        if self.log:
            return float(self.low * (self.high / self.low) ** place)
        value: float = self.low + (self.high - self.low) * place ** (1 / self.power)
        return value

    @classmethod
    def signed(cls, *arrays: Floats) -> Scale:
        """Return a scale symmetric about 0 that holds every finite value."""
        extent = max((_largest(array) for array in arrays), default=0.0)
        return cls(-(extent or 1.0), extent or 1.0, "signed", zero=not extent)

    @classmethod
    def share(cls, *arrays: Floats, power: float = 1.0) -> Scale:
        """Return a scale from 0 to the largest value, for shares and probabilities."""
        largest = max((_largest(array) for array in arrays), default=0.0) or 1.0
        return cls(0.0, largest, "share", percent=True, power=power)

    @classmethod
    def logarithmic(cls, *arrays: Floats) -> Scale:
        """Return a logarithmic scale for shares: from three powers of ten below that of the largest value up to it."""
        largest = max((_largest(array) for array in arrays), default=0.0) or 1.0
        return cls(10.0 ** (math.floor(math.log10(largest)) - DECADES), largest, "share", percent=True, log=True)


@dataclass(frozen=True)
class Axis:
    """One axis: either one label a cell, or numbers.

    Attributes:
        title: what it counts; may be empty.
        labels: one label per cell, in order; empty for a numeric axis. A row whose label is empty belongs to a group
            that another row's label names. Labels of rows that are no tokens may have columns, parted by tabs, all of
            them as many: the first and the last column are flush right, what is between them flush left.
        start: number of the first cell of a numeric axis, e.g. the smallest distance; cells are 1 apart.
        tokens: whether the labels are tokens of the text, which may be left out of a file.
    """

    title: str = ""
    labels: tuple[str, ...] = ()
    start: float = 0.0
    tokens: bool = False


@dataclass(frozen=True)
class Marker:
    """A line across a panel at a place on its columns' axis (or rows' for ``across``).

    Attributes:
        at: place on the axis: on cells (heatmaps, bars) the edge before cell n is n, on numbers (curves) the number.
        label: what an upright line marks; may be empty. A divider's names both sides, with ``|`` between:
            ``memory|segment``.
        style: ``divider`` between memory and segment, ``cursor`` for what is selected, ``limit`` for clamp_len
            and the longest distance trained.
        across: True to mark a row instead of a column.
        inks: colours of the two sides of a divider, drawn as a strip along the axis; None for no strip.
    """

    at: float
    label: str = ""
    style: Literal["divider", "cursor", "limit"] = "divider"
    across: bool = False
    inks: tuple[Ink, Ink] | None = None

    @classmethod
    def memory(cls, at: float, label: str | None = None) -> Marker:
        """Return the divider between memory and segment, with a strip in their colours."""
        return cls(at, figure_tr("memory|segment") if label is None else label, inks=("memory", "segment"))


@dataclass(frozen=True)
class Band:
    """A range of a curves' numeric axis with a ground of its own, e.g. what was seen in training.

    Attributes:
        start: first number.
        end: last number.
        label: what it is, written at its foot or its top, where the curves leave more room; may be empty.
    """

    start: float
    end: float
    label: str = ""


@dataclass(frozen=True, eq=False)
class Strip:
    """Values above a map that varies with its keys, or with the distance, alone.

    Attributes:
        values: (columns,) over keys; over distances from the farthest to the nearest, so that the past is on the left.
        over: what they are over.
        ink: their colour.
        farthest: the first distance, where they are over distances.
        memory: columns of the map that are memory.
    """

    values: Floats
    over: Literal["keys", "distances"]
    ink: Ink
    farthest: int = 0
    memory: int = 0

    def index(self, row: int, column: int) -> int:
        """Return which of the values a cell of the map shows."""
        return column if self.over == "keys" else self.farthest - (self.memory + row - column)


@dataclass(frozen=True, eq=False)
class Heatmap:
    """A matrix of cells.

    Attributes:
        name: stable name, e.g. ``content``.
        title: what people read above it.
        values: (rows, columns) numbers; NaN is masked and is drawn as such, never as 0.
        scale: how numbers become colours.
        rows: vertical axis, first row on top.
        columns: horizontal axis.
        ink: colour of the title.
        markers: lines across.
        numbers: write each value into its cell (small matrices only).
        selected: (row, column) with a frame round it, or None.
        note: a short remark behind the title, e.g. the formula.
        framed: further (row, column) cells with a frame round them.
        extent: how many rows and columns ``selected`` is large; it is their first cell.
        dimmed: (rows, columns) True for cells that are pale; None for none.
        strip: what the map varies with along its keys or distances alone, shown above it; None for nothing.
        bar: whether it has a colour bar; without one where another map beside it has the bar of both.
        names: (rows, columns) what is written over the number of each cell; empty for nothing.
    """

    name: str
    title: str
    values: Floats
    scale: Scale
    rows: Axis
    columns: Axis
    ink: Ink = "plain"
    markers: tuple[Marker, ...] = ()
    numbers: bool = False
    selected: tuple[int, int] | None = None
    note: str = ""
    framed: tuple[tuple[int, int], ...] = ()
    extent: tuple[int, int] = (1, 1)
    dimmed: NDArray[np.bool_] | None = None
    strip: Strip | None = None
    bar: bool = True
    names: tuple[tuple[str, ...], ...] = ()


@dataclass(frozen=True, eq=False)
class Series:
    """One run of values.

    Attributes:
        label: its name in the legend; empty for none.
        values: (N,) numbers, NaN where there is none.
        ink: its colour.
        dashed: whether a curve is drawn dashed.
    """

    label: str
    values: Floats
    ink: Ink = "plain"
    dashed: bool = False


@dataclass(frozen=True, eq=False)
class Curves:
    """Curves over a numeric axis.

    Attributes:
        name: stable name.
        title: what people read above it.
        x: (N,) places of the values, ascending.
        series: the curves.
        columns: title of the horizontal axis.
        y_title: title of the vertical axis.
        markers: lines across.
        ink: colour of the title.
        stems: draw each value as a stem from 0 instead of joining them (vectors).
        note: a short remark behind the title.
        percent: whether the values are shares, to be written as percentages.
        bands: ranges of the axis that are shaded.
    """

    name: str
    title: str
    x: Floats
    series: tuple[Series, ...]
    columns: Axis
    y_title: str = ""
    markers: tuple[Marker, ...] = ()
    ink: Ink = "plain"
    stems: bool = False
    note: str = ""
    percent: bool = False
    bands: tuple[Band, ...] = ()


@dataclass(frozen=True, eq=False)
class Bars:
    """Stacked bars of shares, one bar a category, from 0 to 100%.

    Attributes:
        name: stable name.
        title: what people read above it.
        parts: (N,) shares each, stacked in order; together at most 1.
        columns: the categories, one label each.
        line: an extra series drawn as a step line over the bars, e.g. the uniform share; None for none.
        y_title: title of the vertical axis.
        markers: lines across.
        note: a short remark behind the title.
    """

    name: str
    title: str
    parts: tuple[Series, ...]
    columns: Axis
    line: Series | None = None
    y_title: str = ""
    markers: tuple[Marker, ...] = ()
    note: str = ""


@dataclass(frozen=True)
class Row:
    """One line of a listing.

    Attributes:
        label: its name; may be empty where a map beside it names the rows.
        value: how long its bar is, from 0; NaN for none.
        text: the number as it is written.
        ink: colour of the bar.
        marked: whether it stands out, e.g. the token that did come.
    """

    label: str
    value: float
    text: str
    ink: Ink
    marked: bool = False


@dataclass(frozen=True, eq=False)
class Listing:
    """Names, bars and numbers, line under line, in columns side by side; all bars have one scale.

    Attributes:
        name: stable name.
        title: what people read above it.
        lists: the rows of each column; none where there is nothing to list.
        headings: what is written over each column, in a line of its own; empty for no such line.
        lines: how many lines share the height, that of the headings not counted; the rows of a map beside it line up.
        note: a short remark behind the title.
        ink: colour of the title.
        markers: none; every panel has them.
    """

    name: str
    title: str
    lists: tuple[tuple[Row, ...], ...]
    headings: tuple[str, ...] = ()
    lines: int = 1
    note: str = ""
    ink: Ink = "plain"
    markers: tuple[Marker, ...] = ()


Panel = Heatmap | Curves | Bars | Listing


@dataclass(frozen=True, eq=False)
class FigureSpec:
    """Panels on a grid.

    Attributes:
        name: stable name, e.g. ``terms``; used in file names.
        title: headline; may be empty.
        grid: rows of panels; a row's panels share its width by ``widths`` if given, else equally.
        caption: what is said under the figure, in as many lines as it takes: model, segment, layer, head, lengths,
            version.
        heights: relative heights of the rows; equal if empty.
        widths: relative widths of the columns; equal if empty.
        size: width and height in device-independent pixels (1/96 inch).
    """

    name: str
    title: str
    grid: tuple[tuple[Panel, ...], ...]
    caption: str = ""
    heights: tuple[float, ...] = ()
    widths: tuple[float, ...] = ()
    size: tuple[int, int] = (1440, 900)
    metadata: dict[str, str] = field(default_factory=dict)
    """Settings to be written into the file, e.g. model and lengths; never the user's text."""

    def panel(self, name: str) -> Panel:
        """Return the panel of that name; raises KeyError."""
        for row in self.grid:
            for panel in row:
                if panel.name == name:
                    return panel
        raise KeyError(name)


def _largest(array: Floats) -> float:
    """Return the largest magnitude among the finite values, 0 if there are none."""
    finite = np.abs(array[np.isfinite(array)])
    return float(finite.max()) if finite.size else 0.0
