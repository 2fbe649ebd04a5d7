"""The hatch over masked cells: as lines for SVG and PDF, and in the pixels of a picture."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

import numpy as np
from numpy.lib.stride_tricks import sliding_window_view
from PySide6.QtCore import QLineF, QRectF
from PySide6.QtGui import QImage

from relviz.figure.colours.colormaps import MASKED
from relviz.figure.colours.palette import rgb
from relviz.figure.drawing.cells import cell_indices, colour_table

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from relviz.figure.colours.palette import Palette
    from relviz.figure.spec import Floats, Scale

DISTANCE, WIDTH = 6.0, 0.8
"""Between hatch lines along the axes, and how thick they are, in device-independent pixels."""


def hatched_image(
    values: Floats, scale: Scale, palette: Palette, width: int, height: int, pixels: float = 1.0
) -> QImage:
    """Return the picture of a matrix with its masked cells hatched.

    Lines at 45 degrees cover a pixel by an amount that depends on x + y alone, so that one row of colours serves for
    all; Qt takes ten times as long to draw them.

    Args:
        values: (rows, columns), at least 1 x 1; NaN is masked.
        scale: how numbers become colours.
        palette: the theme.
        width: pixels across.
        height: pixels down.
        pixels: of the picture per device-independent pixel.
    """
    indices = cell_indices(values, scale, width, height)
    picture = np.array(colour_table(scale.kind, palette), np.uint32)[indices]  # (height, width) 0xAARRGGBB
    masked = indices == MASKED
    if masked.any():
        hatch = sliding_window_view(_across(width + height - 1, pixels, palette), width)
        np.copyto(picture, hatch, where=masked)
    return QImage(picture.data, width, height, 4 * width, QImage.Format.Format_RGB32).copy()


def _across(count: int, pixels: float, palette: Palette) -> NDArray[np.uint32]:
    """Return the colours of masked pixels by x + y, 0 up, as 0xAARRGGBB."""
    middle, apart = np.arange(count) + 1, DISTANCE * pixels  # of a pixel, and of the lines, along x + y
    away = (middle - apart * np.maximum(np.rint(middle / apart), 1)) / math.sqrt(2)  # from the nearest line
    half = WIDTH * pixels / 2
    covered = _share_below(away + half) - _share_below(away - half)  # (count,)
    ground, ink = (np.array(rgb(colour)) for colour in (palette.masked, palette.hatch))
    red, green, blue = np.rint(ground[:, None] + np.outer(ink - ground, covered)).astype(np.uint32)
    colours: NDArray[np.uint32] = np.uint32(0xFF000000) | (red << 16) | (green << 8) | blue
    return colours


def _share_below(away: NDArray[np.float64]) -> NDArray[np.float64]:
    """Return the share of a pixel on the near side of a line at 45 degrees that passes so far from its middle."""
    corner = math.sqrt(0.5)
    near = np.clip(away, -corner, corner)
    share: NDArray[np.float64] = 0.5 + np.sign(near) * (0.5 - (corner - abs(near)) ** 2)
    return share


def hatch_lines(masked: NDArray[np.bool_], rect: QRectF, distance: float = DISTANCE) -> list[QLineF]:
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
