"""The veil over cells that are dimmed: the paper, thin enough to see through."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
from PySide6.QtGui import QColor, QImage

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from relviz.figure.colours.palette import Palette

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
