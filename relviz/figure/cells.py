"""A matrix as a picture: the image of its cells, and the hatch over those that are masked."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal

import numpy as np
from PySide6.QtCore import QLineF, QRectF
from PySide6.QtGui import QImage

from relviz.figure.colormaps import index_image, table

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from relviz.figure.palette import Palette
    from relviz.figure.spec import Floats, Scale

HATCH = 6.0
"""Distance between hatch lines along the axes, in device-independent pixels."""


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
    sampled = _resample(_resample(values, width, 1), height, 0)
    indices = index_image(sampled, scale)
    image = QImage(indices.data, width, height, width, QImage.Format.Format_Indexed8)
    image.setColorTable(colour_table(scale.kind, palette))
    return image.copy()  # the array dies with this function


def strongest(values: Floats, rows: int, columns: int) -> Floats:
    """Return a matrix of at most so many rows and columns, each cell the strongest of those it stands for.

    A screen that shows every tenth cell would drop nine keys of ten, whatever attention they get.
    """
    across = _resample(values, min(columns, values.shape[1]), 1)
    return _resample(across, min(rows, values.shape[0]), 0)


def colour_table(kind: Literal["signed", "share"], palette: Palette) -> list[int]:
    """Return the colours of ``table`` as Qt's 0xAARRGGBB numbers."""
    red, green, blue, _ = table(kind, palette).astype(np.int64).T
    return [int(colour) for colour in (0xFF << 24) | (red << 16) | (green << 8) | blue]


def hatch_lines(masked: NDArray[np.bool_], rect: QRectF, distance: float = HATCH) -> list[QLineF]:
    """Return the diagonal lines over masked cells.

    Lines and not a brush or a clip: Qt writes those as bitmaps into PDF, and leaves clips out of SVG.

    Args:
        masked: (rows, columns), True where hatched.
        rect: where the matrix is drawn.
        distance: from one line to the next along the axes.
    """
    rows, columns = masked.shape
    width, height = rect.width(), rect.height()
    if not masked.any() or width <= 0 or height <= 0:
        return []
    step = min(0.5, 0.5 * width / columns, 0.5 * height / rows) if masked.size < 4096 else 0.5
    y = np.arange(step / 2, height, step)
    starts = np.arange(distance, width + height, distance)  # x + y along a line
    x = starts[:, None] - y  # (lines, samples)
    inside = (x >= 0) & (x < width)
    row = np.minimum((y * rows / height).astype(int), rows - 1)
    column = np.clip((x * columns / width).astype(int), 0, columns - 1)
    drawn = np.zeros((len(starts), len(y) + 2), np.int8)
    drawn[:, 1:-1] = inside & masked[row[None, :], column]
    change = np.diff(drawn, axis=1)
    line, first = np.nonzero(change == 1)
    _, last = np.nonzero(change == -1)  # row by row, so it pairs up with the starts
    # Short of the cells beside, or the ends of the lines would show as dots on them.
    top, bottom = first * step + 0.6, np.minimum(last * step, height) - 0.6
    long = bottom - top > 0.5
    line, top, bottom = line[long], top[long], bottom[long]
    left, above = rect.left(), rect.top()
    return [
        QLineF(left + start - a, above + a, left + start - b, above + b)
        for start, a, b in zip(starts[line].tolist(), top.tolist(), bottom.tolist(), strict=True)
    ]


def _resample(values: Floats, pixels: int, axis: int) -> Floats:
    """Return the values that ``pixels`` pixels along an axis show."""
    count = values.shape[axis]
    if count <= pixels:
        centres = (np.arange(pixels) + 0.5) * count / pixels
        taken: Floats = np.take(values, centres.astype(int), axis=axis)
        return taken
    starts = np.arange(pixels) * count // pixels
    highest = np.fmax.reduceat(values, starts, axis=axis)  # fmax: masked only where all are
    lowest = np.fmin.reduceat(values, starts, axis=axis)
    strongest: Floats = np.where(-lowest > highest, lowest, highest)
    return strongest
