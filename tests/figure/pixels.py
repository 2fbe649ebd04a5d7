"""What is drawn in a picture, for tests that look at places and not at data."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
from PySide6.QtGui import QColor, QImage

if TYPE_CHECKING:
    from numpy.typing import NDArray


def rgb(image: QImage) -> NDArray[np.int16]:
    """Return a picture as (height, width, 3) numbers from 0 to 255."""
    plain = image.convertToFormat(QImage.Format.Format_RGB888)
    lines = np.frombuffer(plain.constBits(), np.uint8).reshape(plain.height(), plain.bytesPerLine())
    return lines[:, : 3 * plain.width()].reshape(plain.height(), plain.width(), 3).astype(np.int16)


def changed(one: QImage, other: QImage) -> NDArray[np.bool_]:
    """Return (height, width) True where two pictures of one size differ: what only one of them has drawn."""
    found: NDArray[np.bool_] = (rgb(one) != rgb(other)).any(-1)
    return found


def coloured(image: QImage, colour: str) -> NDArray[np.bool_]:
    """Return (height, width) True where a picture has exactly a colour."""
    wanted = QColor(colour)
    found: NDArray[np.bool_] = (rgb(image) == (wanted.red(), wanted.green(), wanted.blue())).all(-1)
    return found


def runs(columns: NDArray[np.bool_], apart: int) -> list[tuple[int, int]]:
    """Return the first and last of what is True, in groups that are more than ``apart`` from each other."""
    places = np.flatnonzero(columns)
    groups = np.split(places, np.flatnonzero(np.diff(places) > apart) + 1) if places.size else []
    return [(int(group[0]), int(group[-1])) for group in groups]
