"""A matrix as a picture of its cells, the hatch and the veil over some of them, and the numbers written into them."""

from __future__ import annotations

import math
from functools import cache
from typing import TYPE_CHECKING, Literal

import numpy as np
from numpy.lib.stride_tricks import sliding_window_view
from PySide6.QtCore import QLineF, QRectF
from PySide6.QtGui import QColor, QImage

from relviz.core.percent import short_percent
from relviz.figure.colours.colormaps import MASKED, index_image, table
from relviz.figure.colours.palette import rgb
from relviz.figure.lettering.fonts import text_width
from relviz.figure.lettering.ticks import MINUS, format_number

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


STRENGTH = 0.78
"""How much of a dimmed cell's colour is paper."""


def veil_image(dimmed: NDArray[np.bool_], palette: Palette, width: int, height: int) -> QImage:
    """Return a picture to lay over a matrix: clear, and the paper's colour over dimmed cells.

    Where there are more cells than pixels, a pixel is dimmed only if all of its cells are, as its colour is that of
    the strongest of them.

    Args:
        dimmed: (rows, columns), at least 1 x 1, True for dimmed cells.
        palette: the theme.
        width: pixels across.
        height: pixels down.
    """
    pale = _pixels(_pixels(dimmed, width, 1), height, 0)
    indices = np.ascontiguousarray(pale.astype(np.uint8))
    image = QImage(indices.data, width, height, width, QImage.Format.Format_Indexed8)
    paper = QColor(palette.paper)
    paper.setAlphaF(STRENGTH)
    image.setColorTable([0, paper.rgba()])
    return image.convertToFormat(QImage.Format.Format_ARGB32_Premultiplied)


def _pixels(dimmed: NDArray[np.bool_], pixels: int, axis: int) -> NDArray[np.bool_]:
    """Return so many pixels along an axis."""
    count = dimmed.shape[axis]
    if count > pixels:
        all_of: NDArray[np.bool_] = np.logical_and.reduceat(dimmed, np.arange(pixels) * count // pixels, axis=axis)
        return all_of
    places = ((np.arange(pixels) + 0.5) * count / pixels).astype(int)
    return dimmed[places] if axis == 0 else dimmed[:, places]


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


DIGITS = 3
"""Significant digits of the ends of a colour bar, and of the numbers in cells."""
MOST_DECIMALS, TOO_LONG = 5, 1e5
"""From where on each number is written as short as can be."""


def cell_texts(values: Floats, scale: Scale, room: float) -> list[str]:
    """Return what is written into the cells of a map, row by row; nothing into masked ones.

    All numbers have as many decimals as the end of the colour bar, so that none of them is beyond it; one less where
    there is no room for that. The heading of a map of shares says that these are percentages: the sign would only fill
    the cells.

    Args:
        values: (rows, columns) the numbers, NaN where masked.
        scale: of the colour bar.
        room: how wide a number may be, in device-independent pixels.
    """
    for digits in (DIGITS, DIGITS - 1):
        texts = [_text(float(value), scale, digits) for value in values.flat]
        if max(map(text_width, texts), default=0.0) <= room:
            break
    return texts


def _text(value: float, scale: Scale, digits: int) -> str:
    if math.isnan(value):
        return ""
    return short_percent(value) if scale.percent else _with_decimals(value, scale.high, digits)


def _with_decimals(value: float, largest: float, digits: int) -> str:
    """Return a number with the decimals that the largest has with so many digits; only 0 is written as 0."""
    decimals = max(digits - 1 - math.floor(math.log10(largest)), 0) if largest > 0 else digits - 1
    written = f"{abs(value):.{decimals}f}"
    if not float(written) or math.isinf(value) or decimals > MOST_DECIMALS or largest >= TOO_LONG:
        return format_number(value, digits)
    return MINUS + written if value < 0 else written
