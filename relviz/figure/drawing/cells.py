"""A matrix as a picture of its cells."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING, Literal

import numpy as np
from PySide6.QtGui import QImage

from relviz.figure.colours.colormaps import index_image, table

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from relviz.figure.colours.palette import Palette
    from relviz.figure.spec import Floats, Scale


def cell_image(values: Floats, scale: Scale, palette: Palette, width: int, height: int) -> QImage:
    """Return the picture of a matrix in exactly so many pixels, every cell with hard edges.

    Where there are more cells than pixels, a pixel shows the strongest of its cells: averaging would hide a single
    key that gets all the attention, and leaving cells out might drop it.

    Args:
        values: (rows, columns), at least 1 x 1; NaN is masked.
        scale: how numbers become colours.
        palette: the theme.
        width: pixels across.
        height: pixels down.
    """
    indices = cell_indices(values, scale, width, height)
    image = QImage(indices.data, width, height, width, QImage.Format.Format_Indexed8)
    image.setColorTable(colour_table(scale.kind, palette))
    return image.copy()  # the array dies with this function


def cell_indices(values: Floats, scale: Scale, width: int, height: int) -> NDArray[np.uint8]:
    """Return the colour index of every pixel of ``cell_image``, (height, width); ``MASKED`` where nothing is seen."""
    indices = index_image(strongest(values, height, width), scale)  # of cells, where there are fewer than pixels
    rows, columns = (
        ((np.arange(pixels) + 0.5) * count / pixels).astype(int)
        for pixels, count in zip((height, width), indices.shape, strict=True)
    )
    return np.ascontiguousarray(indices[rows][:, columns])


def strongest(values: Floats, rows: int, columns: int) -> Floats:
    """Return a matrix of at most so many rows and columns, each cell the strongest of those it stands for.

    A screen that shows every tenth cell would drop nine keys of ten, whatever attention they get.
    """
    return _resample(_resample(values, columns, 1), rows, 0)


@cache
def colour_table(kind: Literal["signed", "share"], palette: Palette) -> list[int]:
    """Return the colours of ``table`` as Qt's 0xAARRGGBB numbers."""
    red, green, blue, _ = table(kind, palette).astype(np.int64).T
    return [int(colour) for colour in (0xFF << 24) | (red << 16) | (green << 8) | blue]


def _resample(values: Floats, cells: int, axis: int) -> Floats:
    """Return at most so many cells along an axis, each the strongest of those that it stands for."""
    count = values.shape[axis]
    if count <= cells:
        return values
    starts = np.arange(cells) * count // cells
    highest = np.fmax.reduceat(values, starts, axis=axis)  # fmax: masked only where all are
    lowest = np.fmin.reduceat(values, starts, axis=axis)
    strongest: Floats = np.where(-lowest > highest, lowest, highest)
    return strongest
