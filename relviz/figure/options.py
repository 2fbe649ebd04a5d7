"""How a figure is finished for a file: its size, its resolution, its theme, and what is written on it."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from relviz.errors import SettingError
from relviz.figure.colours.palette import PALETTES, Palette, Theme
from relviz.figure.spec import Axis, Bars, FigureSpec, Heatmap, Listing

if TYPE_CHECKING:
    from relviz.figure.spec import Panel

SCREEN_DPI = 96
"""A device-independent pixel is 1/96 inch, as on the web."""
MILLIMETRES = 25.4 / SCREEN_DPI
"""In a device-independent pixel."""
SMALLEST, LARGEST = 240, 8000
"""Sides that a figure may have, in device-independent pixels: below, labels would have no room."""


@dataclass(frozen=True)
class FigureOptions:
    """What a person can choose of any figure.

    Attributes:
        title: the headline; empty for none.
        caption: whether the line below says model, segment, layer, head, lengths and version.
        labels: whether tokens are written along the axes; their numbers are otherwise.
        size: width and height in device-independent pixels (1/96 inch); None for the figure's own.
        dpi: pixels per inch of a picture.
        theme: the colours.

    Raises:
        SettingError: a side is too short or too long.
    """

    title: str = ""
    caption: bool = True
    labels: bool = True
    size: tuple[int, int] | None = None
    dpi: int = 150
    theme: Theme = "light"

    def __post_init__(self) -> None:
        if self.size is not None and not all(SMALLEST <= side <= LARGEST for side in self.size):
            raise SettingError(
                "A figure's sides lie between {0} and {1} pixels, not {2} × {3}: choose another size.",
                SMALLEST,
                LARGEST,
                self.size[0],
                self.size[1],
            )

    @property
    def palette(self) -> Palette:
        """The colours of the theme."""
        return PALETTES[self.theme]

    def of(self, spec: FigureSpec) -> FigureSpec:
        """Return a figure, finished."""
        grid = spec.grid if self.labels else tuple(tuple(map(without_tokens, row)) for row in spec.grid)
        return replace(
            spec,
            title=self.title,
            caption=spec.caption if self.caption else "",
            grid=grid,
            size=self.size or spec.size,
        )

    def pixels(self, size: tuple[int, int]) -> tuple[int, int]:
        """Return how many pixels a picture of a figure's size has."""
        width, height = (max(1, round(side * self.dpi / SCREEN_DPI)) for side in size)
        return width, height


def without_tokens(panel: Panel) -> Panel:
    """Return a panel whose axes count tokens instead of writing them; the values stay as they are."""
    if isinstance(panel, Listing):
        return panel
    columns = panel.columns
    if columns.tokens:  # bars are as many as they have labels
        numbers = tuple(map(str, range(len(columns.labels)))) if isinstance(panel, Bars) else ()
        columns = replace(columns, labels=numbers)
    if not isinstance(panel, Heatmap):
        return replace(panel, columns=columns)
    return replace(panel, columns=columns, rows=_counted(panel.rows))


def _counted(axis: Axis) -> Axis:
    return replace(axis, labels=()) if axis.tokens else axis
